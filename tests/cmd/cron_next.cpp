// cron-next from outside.
#include <catch2/catch.hpp>
#include <filesystem>

#include "support/json.hpp"
#include "support/subprocess.hpp"
#include "support/temp_dir.hpp"

namespace {

using support::Finished;
using support::Json;
using support::parse_json;

Finished cron_next(std::vector<std::string> words, const std::string& input = {}, const std::string& folder = {}) {
  support::Command command;
  command.argv = {support::program("cron-next")};
  command.argv.insert(command.argv.end(), words.begin(), words.end());
  command.input = input;
  command.folder = folder;
  return support::run(command);
}

Json next_of(const std::string& text, const std::string& dialect, const std::string& zone, const std::string& from) {
  const Finished done = cron_next({text, "--dialect", dialect, "--zone", zone, "--from", from, "--json"});
  REQUIRE(done.exit_code == 0);
  return parse_json(done.out)["data"]["next"];
}

}  // namespace

TEST_CASE("the JSON envelope holds the firings strictly after --from, with offsets") {
  const Finished done = cron_next({"30 2 * * *", "--dialect", "linux", "--zone", "America/New_York", "--from",
                                   "2025-03-08T02:30:00-05:00", "-n", "2", "--json"});
  CHECK(done.exit_code == 0);
  const Json envelope = parse_json(done.out);
  CHECK(envelope["code"] == 0);
  CHECK(envelope["data"]["expression"] == "30 2 * * *");
  CHECK(envelope["data"]["dialect"] == "linux");
  CHECK(envelope["data"]["zone"] == "America/New_York");
  CHECK(envelope["data"]["next"] == Json({"2025-03-09T03:00:00-04:00", "2025-03-10T02:30:00-04:00"}));
  CHECK(next_of("0 30 2 * * ?", "quartz", "America/New_York", "2025-03-08T03:00:00-05:00")[0] ==
        "2025-03-10T02:30:00-04:00");
}

TEST_CASE("an invalid expression is 65, with its place and the dialect that takes it") {
  const Finished done = cron_next({"0 0 * * 7", "--dialect", "k8s", "--json"});
  CHECK(done.exit_code == 65);
  const Json envelope = parse_json(done.out);
  CHECK(envelope["code"] == 65);
  CHECK(envelope["position"] == 8);
  CHECK(envelope["acceptedBy"] == Json({"linux"}));
  const Finished shown = cron_next({"0 24 * * *", "--dialect", "k8s"});
  CHECK(shown.exit_code == 65);
  CHECK(shown.out.find("  0 24 * * *\n    ^^\n") != std::string::npos);
}

TEST_CASE("an instant may leave out its seconds, and its offset may be short") {
  const auto first = [](const std::string& from) {
    const Finished done = cron_next(
        {"30 1 * * *", "--dialect", "k8s", "--zone", "America/New_York", "--from", from, "-n", "1", "--json"});
    REQUIRE(done.exit_code == 0);
    return parse_json(done.out)["data"]["next"][0].get<std::string>();
  };
  const std::string second_reading = "2025-11-02T01:30:00-05:00";
  for (const auto* from :
       {"2025-11-02T01:30:00-04:00", "2025-11-02T01:30-04:00", "2025-11-02T01:30-04", "2025-11-02T01:30-0400",
        "2025-11-02 01:30:00 -04:00", "2025-11-02T05:30Z", "2025-11-02T01:30", "2025-11-02 01:30:00.5"}) {
    INFO(from);
    CHECK(first(from) == second_reading);
  }
  CHECK(first("2025-11-02") == "2025-11-02T01:30:00-04:00");
  for (const auto* from : {"2025-11-02T01", "2025-11-02T0130", "2025-11-02T01:30-4", "2025-11-02T01:30+",
                           "2025-13-02T01:30Z", "2025-11-02T25:30Z"}) {
    INFO(from);
    CHECK(cron_next({"30 1 * * *", "--dialect", "k8s", "--from", from}).exit_code == 64);
  }
}

TEST_CASE("previous is before a fraction of a second, and next is behind it") {
  const auto asked = [](const std::string& from, const std::string& direction) {
    std::vector<std::string> words{"0 9 * * *", "--dialect", "linux", "--from", from, "-n", "1", "--json"};
    if (!direction.empty()) words.push_back(direction);
    const Json data = parse_json(cron_next(words).out)["data"];
    return data[direction.empty() ? "next" : "previous"][0].get<std::string>();
  };
  CHECK(asked("2026-01-05T09:00:00.5Z", "--prev") == "2026-01-05T09:00:00+00:00");
  CHECK(asked("2026-01-05T09:00:00Z", "--prev") == "2026-01-04T09:00:00+00:00");
  CHECK(asked("2026-01-05T08:59:59.5Z", "--prev") == "2026-01-04T09:00:00+00:00");
  CHECK(asked("2026-01-05T08:59:59.5Z", "") == "2026-01-05T09:00:00+00:00");
  CHECK(asked("2026-01-05T09:00:00.001Z", "") == "2026-01-06T09:00:00+00:00");
}

TEST_CASE("never is an answer, and wrong only when it must fire") {
  const Finished never = cron_next({"0 0 30 2 *", "--dialect", "k8s", "--json"});
  CHECK(never.exit_code == 0);
  CHECK(parse_json(never.out)["data"]["next"].empty());
  CHECK(cron_next({"0 0 30 2 *", "--dialect", "k8s", "--must-fire"}).exit_code == 65);
  CHECK(cron_next({"0 0 29 2 *", "--dialect", "k8s", "--must-fire"}).exit_code == 0);
}

TEST_CASE("misuse is 64, an unknown zone is 65 with the name that was meant") {
  CHECK(cron_next({}).exit_code == 64);
  CHECK(cron_next({"* * * * *", "--dialect", "vixie"}).exit_code == 64);
  CHECK(cron_next({"* * * * *", "--from", "yesterday"}).exit_code == 64);
  CHECK(cron_next({"* * * * *", "--zone", ""}).exit_code == 64);
  const Finished zone = cron_next({"* * * * *", "--zone", "Europe/Berln"});
  CHECK(zone.exit_code == 65);
  CHECK(zone.err.find("Did you mean Europe/Berlin?") != std::string::npos);
}

TEST_CASE("without a dialect all are compared") {
  const Finished done = cron_next({"0 0 12 ? * 1", "--json", "--from", "2026-01-01T00:00:00Z", "-n", "1"});
  CHECK(done.exit_code == 0);
  const Json readings = parse_json(done.out)["data"]["readings"];
  REQUIRE(readings.size() == 4);
  CHECK(readings[0]["accepted"] == false);
  CHECK(readings[1]["next"] == Json({"2026-01-05T12:00:00+00:00"}));
  CHECK(readings[2]["next"] == Json({"2026-01-04T12:00:00+00:00"}));
  CHECK(cron_next({"61 * * * *"}).exit_code == 65);
}

TEST_CASE("a conversion prints the equal expression alone, or is refused with 65") {
  CHECK(cron_next({"0 9 * * 1-5", "--dialect", "linux", "--to", "quartz"}).out == "0 0 9 ? * MON-FRI\n");
  const Finished refused =
      cron_next({"0 0 13 * 5", "--dialect", "linux", "--to", "spring", "--from", "2026-01-01T00:00:00Z"});
  CHECK(refused.exit_code == 65);
  CHECK(refused.out.find("2026-01-02T00:00:00+00:00") != std::string::npos);
}

TEST_CASE("files and folders are checked, with file, line and column") {
  const support::TempDir folder;
  folder.write("crontab", "0 5 * * * /bin/true\n61 5 * * * /bin/true\n");
  folder.write("job.yaml",
               "apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: a}\nspec:\n  schedule: \"*/7 * * * *\"\n  "
               "timeZone: UTC\n");
  const std::string path = folder.path();
  const Finished text = cron_next({"--check", path});
  CHECK(text.exit_code == 65);
  CHECK(text.out.find("crontab:2:1: error: minute '61' is above 59 [invalid-expression]") != std::string::npos);
  CHECK(text.out.find("job.yaml:5:14: warning: ") != std::string::npos);
  const Finished plain = cron_next({"--check", "-"}, "kind: CronJob\nspec:\n  schedule: 0 24 * * *\n");
  CHECK(plain.out.find("<stdin>:3:15: error: hour '24' is above 23") != std::string::npos);
  CHECK(cron_next({"--check", path + "/job.yaml"}).exit_code == 0);
  CHECK(cron_next({"--check", path + "/job.yaml", "--strict"}).exit_code == 65);
  const Json sarif = parse_json(cron_next({"--check", path, "--format", "sarif"}).out);
  CHECK(sarif["runs"][0]["results"].size() == 3);
  CHECK(cron_next({"--check", path, "--format", "github"}).out.find("::error file=") != std::string::npos);
  CHECK(parse_json(cron_next({"--check", path, "--json"}).out)["data"]["errors"] == 1);
  CHECK(cron_next({"--check", path + "/none"}).exit_code == 65);
}

TEST_CASE("the paths of --check may stand anywhere on the line") {
  const support::TempDir folder;
  const std::string good = folder.write("a.cron", "*/5 * * * * true\n");
  const std::string uneven = folder.write("b.cron", "*/7 * * * * true\n");
  CHECK(cron_next({"--check", "--strict", good}).exit_code == 0);
  CHECK(cron_next({"--check", "--strict", uneven}).exit_code == 65);
  CHECK(cron_next({"--check", good, "--strict", uneven}).exit_code == 65);
  CHECK(parse_json(cron_next({good, "--json", "--check", uneven}).out)["data"]["files"] == 2);
  CHECK(cron_next({"--strict", "--check", "-"}, "*/5 * * * * true\n").exit_code == 0);
  CHECK(cron_next({"--check", "--strict", "-"}, "*/7 * * * * true\n").exit_code == 65);
  CHECK(cron_next({"--check"}).exit_code == 64);
  CHECK(cron_next({"--check", "--bogus", good}).exit_code == 64);
  CHECK(cron_next({"0 5 * * *", "--check", good}).exit_code == 64);
}

TEST_CASE("stdin is checked by what it holds") {
  CHECK(cron_next({"--check", "-"}, "0 5 * * * true\n").exit_code == 0);
  CHECK(cron_next({"--check", "-"}, "[a]\ncron = \"0 5 * * *\"\ndialect = \"spring\"\nzone = \"UTC\"\n").exit_code ==
        65);
  CHECK(cron_next({"--check", "-"}, "kind: CronJob\nspec: {schedule: 0 0 * * 7}\n").exit_code == 65);
}

TEST_CASE("a crontab without a zone is noted once, and not where the host's zone is meant") {
  const support::TempDir folder;
  const std::string entries = "*/5 * * * * a\n0 5 * * * b\n0 6 * * * c\n";
  const std::string path = folder.write("crontab", entries);
  const Finished noted = cron_next({"--check", path, "--strict"});
  CHECK(noted.exit_code == 0);
  CHECK(noted.out == path + ":2:1: note: no CRON_TZ: the times are those of the host's zone [missing-zone]\n" +
                         "    Set CRON_TZ before it where cron knows it (cronie), or check with --zone.\n");
  CHECK(parse_json(cron_next({"--check", path, "--json"}).out)["data"]["notes"] == 1);
  CHECK(cron_next({"--check", path, "--format", "github"}).out.find("::notice file=") == 0);
  CHECK(cron_next({"--check", path, "--zone", "UTC"}).out.empty());
  CHECK(cron_next({"--check", "-"}, entries).out.empty());
  folder.write("crontab", "TZ=Asia/Tokyo\n" + entries);
  CHECK(cron_next({"--check", path}).out.find("TZ is handed to the commands") != std::string::npos);
  for (const auto* text : {"CRON_TZ=Asia/Tokyo\n0 5 * * * a\n", "*/5 * * * * a\n@hourly b\n@reboot c\n"}) {
    folder.write("crontab", text);
    CHECK(cron_next({"--check", path}).out.empty());
  }
}

TEST_CASE("a file that cannot be read is a finding, and the others are checked") {
  const support::TempDir folder;
  folder.write("b.cron", "0 25 * * * true\n");
  folder.write("c.cron", std::string("\x7F"
                                     "ELF\0\0",
                                     6));
  const std::filesystem::path path = folder.path();
  std::filesystem::create_symlink("nowhere.cron", path / "a.cron");
  std::filesystem::create_symlink("e.yaml", path / "d.yaml");
  std::filesystem::create_symlink("d.yaml", path / "e.yaml");
  std::filesystem::create_directory_symlink(".", path / "itself");
  const Finished done = cron_next({"--check", path.string()});
  CHECK(done.exit_code == 65);
  CHECK(done.out.find("a.cron:1:1: error: cannot be read: No such file or directory [unreadable]") !=
        std::string::npos);
  CHECK(done.out.find("b.cron:1:3: error: hour '25' is above 23") != std::string::npos);
  CHECK(done.out.find("c.cron:1:1: error: holds a NUL byte") != std::string::npos);
  CHECK(done.out.find("d.yaml:1:1: error: cannot be read: Too many levels of symbolic links") != std::string::npos);
  CHECK(done.out.find("itself") == std::string::npos);
  CHECK(parse_json(cron_next({"--check", path.string(), "--json"}).out)["data"]["files"] == 5);
}

TEST_CASE("what a manifest merges with << is read, and an anchor that holds itself ends") {
  const std::string merged =
      "kind: CronJob\nbase: &base {schedule: 0 0 * * 7, timeZone: UTC}\n"
      "spec:\n  <<: [{a: b}, *base]\n  concurrencyPolicy: \"\"\n";
  CHECK(cron_next({"--check", "-"}, merged).out.find(":2:32: error: weekday 7 is not accepted") != std::string::npos);
  CHECK(cron_next({"--check", "-"}, "kind: CronJob\nspec: &s\n  <<: *s\n").exit_code != 70);
  const Finished tab = cron_next({"--check", "-"}, "kind: CronJob\nspec:\n\tschedule: 0 5 * * *\n");
  CHECK(tab.out.find("YAML takes no tabs there") != std::string::npos);
}

TEST_CASE("a jobs.toml that is no TOML is an error at its place") {
  const support::TempDir folder;
  const std::string path = folder.write("jobs.toml", "[a]\ncron = [\n");
  CHECK(cron_next({"--check", path}).out.find(path + ":2:10: error: Error while parsing array") == 0);
}

TEST_CASE("the calendar counts firings by hour") {
  const Finished done =
      cron_next({"*/20 9-17 * * 1-5", "--dialect", "linux", "--calendar", "--from", "2026-01-05T00:00:00Z", "--json"});
  CHECK(done.exit_code == 0);
  const Json days = parse_json(done.out)["data"]["days"];
  REQUIRE(days.size() == 7);
  CHECK(days[0]["firingsPerHour"][9] == 3);
  CHECK(days[0]["firingsPerHour"][8] == 0);
  CHECK(days[5]["firingsPerHour"][9] == 0);
}

TEST_CASE("a calendar of files says what it could not count, with 65") {
  const support::TempDir folder;
  const std::string path = folder.write("a.cron", "0 25 * * * a\n0 5 * * * b\n");
  const Finished shown = cron_next({"--check", path, "--calendar"});
  CHECK(shown.exit_code == 65);
  CHECK(shown.out.find("7 firings, ") != std::string::npos);
  CHECK(shown.out.find("not counted, because of errors:\n" + path + ":1:3: error: hour '25'") != std::string::npos);
  CHECK(shown.out.find("note:") == std::string::npos);
  const Json figures = parse_json(cron_next({"--check", path, "--calendar", "--json"}).out);
  CHECK(figures["code"] == 65);
  CHECK(figures["data"]["errors"] == 1);
  CHECK(cron_next({"--check", folder.file("none"), "--calendar"}).exit_code == 65);
}

TEST_CASE("the host's zone changes nothing, and a full disk behind stdout is 74") {
  support::Command command;
  command.argv = {support::program("cron-next"), "30 0 * * *", "--dialect", "linux", "--from",
                  "2025-10-26T00:00:00Z",        "--json"};
  const std::string plain = support::run(command).out;
  command.env["TZ"] = "Europe/Berlin";
  CHECK(support::run(command).out == plain);
  command.output_path = "/dev/full";
  CHECK(support::run(command).exit_code == 74);
}
