#include "task/task.hpp"

namespace task {

namespace {

struct FormatRow {
  Format format;
  std::string_view name, extension;
};
constexpr std::array kFormats{FormatRow{Format::kXlsx, "xlsx", "xlsx"}, FormatRow{Format::kCsv, "csv", "csv"},
                              FormatRow{Format::kCsvExcel, "csv-excel", "csv"}};

}  // namespace

std::optional<State> state_named(std::string_view name) {
  for (std::size_t i = 0; i < kStateNames.size(); ++i)
    if (kStateNames[i] == name) return static_cast<State>(i);
  return std::nullopt;
}

std::string_view name_of(Format format) { return kFormats[static_cast<std::size_t>(format)].name; }

std::optional<Format> format_named(std::string_view name) {
  for (const FormatRow& row : kFormats)
    if (row.name == name) return row.format;
  return std::nullopt;
}

std::string_view extension_of(Format format) { return kFormats[static_cast<std::size_t>(format)].extension; }

std::string file_name(std::int64_t id, std::string_view run_token, Format format) {
  return std::to_string(id) + "-" + std::string(run_token) + "." + std::string(extension_of(format));
}

}  // namespace task
