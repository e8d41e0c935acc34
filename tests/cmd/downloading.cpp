// export-download: the file of a finished task, and a clear answer for every other.
#include <catch2/catch.hpp>

#include "cmd/room.hpp"

using namespace cmd_tests;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

Backend each_backend() { return GENERATE(Backend::kSqlite, Backend::kMariadb); }

// The id of a finished task of three rows.
long long finished_task(Room& room) {
  room.database().make_rows(3);
  const long long id = room.submit({"rows", "--format", "csv"});
  if (room.run("export-run", {}).exit_code != 0) throw std::runtime_error("the export failed");
  return id;
}

// Exit code and JSON code of an answer.
void check_refused(const Room& room, long long id, int exit_code, int json_code, const std::string& reason) {
  const std::string copy = room.folder().file("copy");
  const Finished end = room.run("export-download", {id_text(id), "--json", "-o", copy});
  INFO(end.out << end.err);
  CHECK(end.exit_code == exit_code);
  const Json answer = parse_json(end.out);
  CHECK(answer["code"] == json_code);
  CHECK_THAT(answer["message"].get<std::string>(), Contains(reason));
  CHECK_FALSE(fs::exists(copy));
}

// A path in the row that leads out of the export folder is refused, and nothing is copied.
void check_never_followed(Room& room, long long id, const std::string& path) {
  room.database().execute("UPDATE t_report_task SET file_path = '" + path + "'");
  for (const Words& more : {Words{}, Words{"-o", "-"}, Words{"-o", room.folder().file("copy")}}) {
    Words words{id_text(id)};
    words.insert(words.end(), more.begin(), more.end());
    const Finished end = room.run("export-download", words);
    INFO(path << "\n" << end.out << end.err);
    CHECK((end.exit_code == 65 || end.exit_code == 66));
    CHECK(end.out.empty());
  }
  CHECK_FALSE(fs::exists(room.folder().file("copy")));
}

}  // namespace

TEST_CASE("without -o the file's path is printed, absolute, and it is there") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  const long long id = finished_task(room);
  const Finished end = room.run("export-download", {id_text(id)});
  CHECK(end.exit_code == 0);
  CHECK(end.out == room.exports() + "/" + room.of(id, "file_path") + "\n");
  CHECK(fs::file_size(end.out.substr(0, end.out.size() - 1)) > 0);
  const Json json = parse_json(room.run("export-download", {id_text(id), "--json"}).out);
  CHECK(json ==
        Json{{"code", 0}, {"data", {{"id", id}, {"filePath", room.exports() + "/" + room.of(id, "file_path")}}}});
}

TEST_CASE("a copy goes into a file, a folder or to stdout, byte for byte") {
  Room room(Backend::kSqlite);
  const long long id = finished_task(room);
  const std::string content = support::read_file(room.exports() + "/" + room.of(id, "file_path"));
  CHECK(content.size() > 0);
  CHECK(room.run("export-download", {id_text(id), "-o", "-"}).out == content);

  const std::string file = room.folder().write("copy.csv", "an older copy");
  CHECK(room.run("export-download", {id_text(id), "-o", file}).out == file + "\n");
  CHECK(support::read_file(file) == content);

  const std::string folder = room.folder().file("downloads");
  fs::create_directory(folder);
  for (const std::string& target : {folder, folder + "/"}) {
    CHECK(room.run("export-download", {id_text(id), "-o", target}).exit_code == 0);
    CHECK(support::read_file(folder + "/rows-" + id_text(id) + ".csv") == content);
    CHECK(std::distance(fs::directory_iterator(folder), fs::directory_iterator()) == 1);
  }
}

TEST_CASE("a copy that cannot be made is 73 and leaves nothing") {
  Room room(Backend::kSqlite);
  const long long id = finished_task(room);
  const Finished end = room.run("export-download", {id_text(id), "-o", room.folder().file("no/such/folder/copy")});
  CHECK(end.exit_code == 73);
  CHECK_THAT(end.err, Contains("no/such/folder"));
}

TEST_CASE("an unknown task is 404, a dead or expired one 410, one that is not done says later") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  const long long done = finished_task(room);
  const long long dead = room.submit({"absent"});
  REQUIRE(room.run("export-run", {}).exit_code == 1);
  const long long waiting = room.submit({"rows"});
  check_refused(room, 999, 66, 404, "no task 999");
  check_refused(room, dead, 66, 410, "FAILED");
  check_refused(room, waiting, 75, 75, "PENDING, try again later");
  room.database().execute("UPDATE t_report_task SET status = 'TIMEOUT' WHERE id = " + id_text(dead));
  check_refused(room, dead, 66, 410, "TIMEOUT");
  room.database().execute("UPDATE t_report_task SET file_path = NULL WHERE id = " + id_text(done));
  check_refused(room, done, 66, 410, "expired");
}

TEST_CASE("a file that is gone from the folder is 410") {
  Room room(Backend::kSqlite);
  const long long id = finished_task(room);
  const std::string path = room.exports() + "/" + room.of(id, "file_path");
  fs::remove(path);
  check_refused(room, id, 66, 410, "not in " + room.exports());
  fs::create_directory(path);
  check_refused(room, id, 66, 410, "not in " + room.exports());
}

TEST_CASE("a path in the row leads nowhere but to a plain file of the export folder") {
  Room room(Backend::kSqlite);
  const long long id = finished_task(room);
  const std::string secret = room.folder().write("secret.csv", "secret");
  fs::create_symlink(secret, room.exports() + "/link.csv");
  fs::create_directory_symlink(room.folder().path(), room.exports() + "/out");
  fs::create_directory(room.exports() + "/sub");
  fs::copy_file(secret, room.exports() + "/sub/in.csv");
  for (const std::string& path :
       {std::string("../secret.csv"), secret, std::string("link.csv"), std::string("out/secret.csv"),
        std::string("sub/in.csv"), std::string("sub/../../secret.csv"), std::string(".."), std::string("."),
        std::string("sub"), std::string("")})
    check_never_followed(room, id, path);
}

TEST_CASE("a reader of stdout that goes away ends the copy with 74, not by a signal") {
  Room room(Backend::kSqlite);
  room.database().make_rows(40'000);
  const long long id = room.submit({"rows", "--format", "csv"});
  REQUIRE(room.run("export-run", {}).exit_code == 0);
  Command shell = room.command("export-download", {id_text(id), "-o", "-"});
  shell.argv.insert(shell.argv.begin(),
                    {"/bin/bash", "-c", "\"$@\" | head -c 1 >/dev/null; exit ${PIPESTATUS[0]}", "bash"});
  CHECK(support::run(shell).exit_code == 74);
}
