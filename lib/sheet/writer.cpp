#include "sheet/writer.hpp"

namespace sheet {

Writer::Writer(const BookOptions& options) {
  if (!options.refuses_lossy) return;
  std::vector<std::string> headers;
  for (const ColumnStyle& column : options.columns) headers.push_back(column.header);
  tally_.refuse_lossy(std::move(headers));
}

}  // namespace sheet
