// Whether an export folder can take a file, asked before anything is claimed.
#pragma once

#include <cstdint>
#include <filesystem>

namespace sheet {

inline constexpr std::uint64_t kLeastFreeBytes = 64 * 1024;

// Creates, fills, fsyncs, renames and unlinks a small file in `folder` and asks for the free space.
// Throws Error{kCannotCreate} with a hint that names the folder; leaves nothing behind.
void probe_folder(const std::filesystem::path& folder, std::uint64_t least_free_bytes = kLeastFreeBytes);

}  // namespace sheet
