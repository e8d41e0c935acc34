// Whether a finished workbook holds all that was handed to it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sheet {

struct PackageLoss {
  std::string member;            // empty: the workbook is whole
  std::uint64_t lost_bytes = 0;  // at least
};

// Reads the zip at `path`: each sheet's size in the central directory must be what surrounds its rows
// plus the bytes of its rows, `row_bytes` in the sheets' order; each other member must unpack to a
// document that its root element ends. Costs a look at the begin of each sheet, not the sheet.
//
// libxlsxwriter (1.1.4) copies through temporary files whose write errors it ignores, and then
// reports success: this is how a full disk is seen.
PackageLoss find_loss(const std::string& path, const std::vector<std::uint64_t>& row_bytes);

}  // namespace sheet
