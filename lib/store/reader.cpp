#include "store/reader.hpp"

#include "store/mysql_reader.hpp"
#include "store/sqlite_reader.hpp"

namespace store {

std::unique_ptr<Reader> open_reader(const config::DatabaseUrl& url, const SessionOptions& options) {
  return url.backend == config::Backend::kMysql ? open_mysql_reader(url, options) : open_sqlite_reader(url, options);
}

}  // namespace store
