// What an export costs without us: export_baselines read|xlsx PORT DATABASE FILE
//
// read: pages of 5,000 rows by key, thrown away. xlsx: one streaming read, each cell handed to libxlsxwriter in
// constant-memory mode, as a program would that is written for this one table. Prints the rows.
#include <mysql.h>
#include <xlsxwriter.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

namespace {

constexpr const char* kColumns =
    "id, title, status, priority, assignee_id, progress, due_at, created_at, updated_at, remark";
constexpr int kPage = 5'000;
constexpr bool kIsNumber[] = {true, false, false, true, true, true, false, false, false, false};
constexpr bool kIsDate[] = {false, false, false, false, false, false, true, true, true, false};

class Connection {
 public:
  Connection(unsigned port, const char* database) : mysql_(mysql_init(nullptr)) {
    mysql_options(mysql_, MYSQL_SET_CHARSET_NAME, "utf8mb4");
    if (mysql_real_connect(mysql_, "127.0.0.1", "root", nullptr, database, port, nullptr, 0) == nullptr) fail();
  }
  ~Connection() { mysql_close(mysql_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  template <class Row>
  int each(const std::string& sql, Row row) {
    if (mysql_real_query(mysql_, sql.data(), sql.size()) != 0) fail();
    MYSQL_RES* const result = mysql_use_result(mysql_);
    if (result == nullptr) fail();
    int count = 0;
    for (MYSQL_ROW cells; (cells = mysql_fetch_row(result)) != nullptr; ++count)
      row(cells, mysql_fetch_lengths(result));
    if (mysql_errno(mysql_) != 0) fail();
    mysql_free_result(result);
    return count;
  }

 private:
  [[noreturn]] void fail() { throw std::runtime_error(mysql_error(mysql_)); }
  MYSQL* mysql_;
};

int read_pages(Connection& connection) {
  std::string last = "0";
  unsigned long bytes = 0;
  int rows = 0;
  for (int page = kPage; page == kPage; rows += page) {
    const std::string sql = std::string("SELECT ") + kColumns + " FROM t_task WHERE id > " + last +
                            " ORDER BY id LIMIT " + std::to_string(kPage);
    page = connection.each(sql, [&](MYSQL_ROW cells, const unsigned long* lengths) {
      for (int i = 0; i < 10; ++i) bytes += lengths[i];
      last.assign(cells[0], lengths[0]);
    });
  }
  std::fprintf(stderr, "%lu bytes\n", bytes);
  return rows;
}

int digits(const char* text, int count) {
  int value = 0;
  for (int i = 0; i < count; ++i) value = value * 10 + (text[i] - '0');
  return value;
}

// "YYYY-MM-DD hh:mm:ss"
lxw_datetime date_time(const char* text) {
  lxw_datetime when{};
  when.year = digits(text, 4);
  when.month = digits(text + 5, 2);
  when.day = digits(text + 8, 2);
  when.hour = digits(text + 11, 2);
  when.min = digits(text + 14, 2);
  when.sec = digits(text + 17, 2);
  return when;
}

int write_xlsx(Connection& connection, const char* path) {
  lxw_workbook_options options{};
  options.constant_memory = LXW_TRUE;
  lxw_workbook* const book = workbook_new_opt(path, &options);
  lxw_worksheet* const sheet = workbook_add_worksheet(book, nullptr);
  lxw_format* const date = workbook_add_format(book);
  format_set_num_format(date, "yyyy-mm-dd hh:mm:ss");
  lxw_row_t row = 0;
  const int rows = connection.each(std::string("SELECT ") + kColumns + " FROM t_task ORDER BY id",
                                   [&](MYSQL_ROW cells, const unsigned long*) {
                                     ++row;
                                     for (lxw_col_t i = 0; i < 10; ++i) {
                                       if (cells[i] == nullptr) continue;
                                       if (kIsNumber[i]) {
                                         worksheet_write_number(sheet, row, i, std::strtod(cells[i], nullptr), nullptr);
                                       } else if (kIsDate[i]) {
                                         lxw_datetime when = date_time(cells[i]);
                                         worksheet_write_datetime(sheet, row, i, &when, date);
                                       } else {
                                         worksheet_write_string(sheet, row, i, cells[i], nullptr);
                                       }
                                     }
                                   });
  if (const lxw_error error = workbook_close(book); error != LXW_NO_ERROR)
    throw std::runtime_error(lxw_strerror(error));
  return rows;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "export_baselines read|xlsx PORT DATABASE FILE\n");
    return 64;
  }
  try {
    Connection connection(static_cast<unsigned>(std::atoi(argv[2])), argv[3]);
    const bool is_xlsx = std::strcmp(argv[1], "xlsx") == 0;
    std::printf("%d\n", is_xlsx ? write_xlsx(connection, argv[4]) : read_pages(connection));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
