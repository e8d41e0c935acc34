// Random names: run tokens, trace ids.
#pragma once

#include <string>

namespace base {

// 32 lowercase hexadecimal digits from the kernel's generator.
std::string new_token();

}  // namespace base
