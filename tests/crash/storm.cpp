// Everything at once: runners, redelivers and cleanups over one queue, while processes are killed and stopped and
// connections are cut. When it is over, no task is lost, run to its end twice, or finished with a cut file.
#include <catch2/catch.hpp>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>

#include "base/time.hpp"
#include "crash/wholeness.hpp"
#include "support/xlsx_book.hpp"

using namespace crash_tests;
using Clock = std::chrono::steady_clock;

namespace {

constexpr int kWave = 500;                     // tasks
constexpr int kRows = 2500;                    // of a task, in pages of 25: a kill lands between two pages
constexpr std::chrono::seconds kLastWave{15};  // before the end no more tasks are submitted
constexpr const char* kReport = R"toml(
[storm]
from = "t"
key = ["id"]
page_rows = 25
columns = [ { expr = "id" }, { expr = "label" } ]
)toml";

struct Role {
  const char* program;
  Words words;
};

// Short limits, so that what was lost is soon run again; RUNNING rows of the dead take places.
Role runner(const char* program, Words more) {
  Words words{"--workers", "2",    "--max-running",       "60", "--retries", "6",
              "--backoff", "50ms", "--statement-timeout", "10s"};
  words.insert(words.end(), more.begin(), more.end());
  return {program, words};
}
const Role kRunner = runner("export-run", {"--for", "2s"});
const Role kRedeliver = runner("redeliver", {"--passes", "5", "--every", "400ms"});
const Role kCleanup{
    "cleanup", {"--crashed-after", "700ms", "--stalled-after", "1500ms", "--on-stall", "retry", "--lease-ttl", "2s"}};

std::chrono::seconds duration_from_environment() {
  const char* text = std::getenv("ONESHOT_STORM_SECONDS");
  return std::chrono::seconds{text != nullptr ? std::stoi(text) : 20};
}

std::uint64_t seed_from_environment() {
  const char* text = std::getenv("ONESHOT_STORM_SEED");
  return text != nullptr ? std::stoull(text) : std::random_device{}();
}

class Storm {
 public:
  Storm(Room& room, std::uint64_t seed) : room_(room), random_(seed) {
    for (const auto& [role, count] : {std::pair{&kRunner, 8}, {&kRedeliver, 4}, {&kCleanup, 2}})
      for (int i = 0; i < count; ++i) players_.push_back({role});
  }

  void rage(std::chrono::seconds duration) {
    const auto end = Clock::now() + duration;
    while (Clock::now() < end) {
      if (submitted_ == 0 || end - Clock::now() > kLastWave) keep_queue_filled();
      const auto next = Clock::now() + milliseconds{pick(20, 120)};
      eventually([&] { return keep_players_going() && Clock::now() >= next; }, std::chrono::seconds{1});
      strike();
    }
  }

  // Whoever was stopped goes on, for others may wait for a lock of his; then everybody comes to an end.
  void calm() {
    for (const Player& player : players_)
      if (player.process) player.process->send(SIGCONT);
    for (Player& player : players_)
      if (player.process) take_end(player, player.process->wait());
  }

  int submitted() const { return submitted_; }
  const std::vector<std::string>& odd_ends() const { return odd_ends_; }
  const std::map<long long, int>& successes() const { return successes_; }
  const std::map<std::string, int>& blows() const { return blows_; }

 private:
  struct Player {
    const Role* role;
    std::unique_ptr<Process> process{};
    std::optional<Clock::time_point> stopped_until{};
    std::set<int> signals{};  // that were sent, and may end it: before its handler stands SIGTERM does too
  };

  int pick(int least, int most) { return std::uniform_int_distribution<int>(least, most)(random_); }

  void keep_queue_filled() {
    if (submitted_ > 0 && room_.database().number("SELECT COUNT(*) FROM t_report_task WHERE status = 'PENDING'") > 0)
      return;
    room_.database().execute(
        "INSERT INTO t_report_task (user_id, report, format, priority) "
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " +
        std::to_string(kWave) + ") SELECT 1, 'storm', CASE WHEN i % 20 = 0 THEN 'xlsx' ELSE 'csv' END, i % 7 FROM n");
    submitted_ += kWave;
  }

  bool keep_players_going() {
    for (Player& player : players_) {
      if (player.stopped_until && Clock::now() >= *player.stopped_until) {
        player.process->send(SIGCONT);
        player.stopped_until.reset();
      }
      if (player.process && !player.process->is_running()) take_end(player, player.process->wait());
      if (!player.process)
        player.process = std::make_unique<Process>(room_.command(player.role->program, player.role->words));
    }
    return true;
  }

  void take_end(Player& player, const Finished& end) {
    for (const Json& event : events_named(end.err, "task.end"))
      successes_[event["task_id"]] += event["result"] == "SUCCESS";
    const bool known = end.signal != 0 ? player.signals.contains(end.signal)
                                       : std::set<int>{0, 1, 69, 75, 143}.contains(end.exit_code);
    if (!known)
      odd_ends_.push_back(player.role->program + (": exit " + std::to_string(end.exit_code)) + ", signal " +
                          std::to_string(end.signal) + "\n" + end.err);
    player.process.reset();
    player.stopped_until.reset();
    player.signals.clear();
  }

  void strike() {
    Player& player = players_[static_cast<std::size_t>(pick(0, static_cast<int>(players_.size()) - 1))];
    const int dice = pick(1, 100);
    if (dice <= 35) {
      ++blows_["kill -9"];
      end_by(player, SIGKILL);
    } else if (dice <= 60) {
      if (player.stopped_until) return;
      ++blows_["SIGSTOP"];
      player.stopped_until = Clock::now() + milliseconds{pick(50, 2500)};
      player.process->send(SIGSTOP);
    } else if (dice <= 70) {
      ++blows_["SIGTERM"];
      end_by(player, SIGTERM);
    } else {
      cut_connection();
    }
  }

  static void end_by(Player& player, int signal) {
    player.signals.insert(signal);
    player.process->send(signal);
  }

  void cut_connection() {
    if (room_.database().backend() == Backend::kSqlite) return;
    const auto connections = room_.database().query(
        "SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()");
    if (connections.empty()) return;
    try {
      room_.database().execute(
          "KILL CONNECTION " +
          *connections[static_cast<std::size_t>(pick(0, static_cast<int>(connections.size()) - 1))][0]);
      ++blows_["KILL CONNECTION"];
    } catch (const std::runtime_error&) {
      // It ended by itself in between (1094).
    }
  }

  Room& room_;
  std::mt19937_64 random_;
  std::vector<Player> players_;
  int submitted_ = 0;
  std::vector<std::string> odd_ends_;
  std::map<long long, int> successes_;  // by task: how often a process said that it had finished it
  std::map<std::string, int> blows_;
};

long long open_tasks(Room& room) {
  return room.database().number(
      "SELECT COUNT(*) FROM t_report_task WHERE status IN ('PENDING', 'RUNNING', 'RETRY_WAIT')");
}

// Undisturbed passes, until every task has come to its end.
bool run_until_idle(Room& room) {
  return eventually(
      [&] {
        room.run("cleanup", kCleanup.words);
        for (const char* program : {"export-run", "redeliver"}) room.run(program, {});
        return open_tasks(room) == 0;
      },
      std::chrono::seconds{90});
}

// Rows in the sheet of every workbook of the folder, each without its headings.
std::map<std::string, long long> xlsx_rows(const std::string& folder) {
  std::istringstream lines(
      support::run_python("import glob, os, sys, zipfile\n"
                          "for path in glob.glob(sys.argv[1] + \"/*.xlsx\"):\n"
                          "    sheet = zipfile.ZipFile(path).read(\"xl/worksheets/sheet1.xml\")\n"
                          "    print(os.path.basename(path), sheet.count(b\"<row \") - 1)\n",
                          folder));
  std::map<std::string, long long> rows;
  for (std::string name, count; lines >> name >> count;) rows[name] = std::stoll(count);
  return rows;
}

void check_files(Room& room) {
  const auto finished = room.database().query(
      "SELECT file_path, file_size, file_sha256, written_rows FROM t_report_task WHERE status = 'SUCCESS' ORDER BY "
      "file_path");
  const auto rows_of = xlsx_rows(room.exports());
  std::vector<std::string> names;
  for (const SqlRow& row : finished) {
    const NamedFile named{row[0].value_or(""), row[1].value_or(""), row[2].value_or(""), row[3].value_or("")};
    const std::string fault = fault_of(room.exports(), named, kRows);
    if (!fault.empty()) FAIL_CHECK(fault);
    if (named.name.ends_with(".xlsx") && rows_of.at(named.name) != kRows) FAIL_CHECK(named.name + " is cut");
    names.push_back(named.name);
  }
  // What the dead left behind goes after an hour, and nothing but the results stays.
  sweep_after_hours(room);
  std::sort(names.begin(), names.end());
  const std::vector<std::string> files = room.files();
  std::vector<std::string> unnamed;
  std::set_difference(files.begin(), files.end(), names.begin(), names.end(), std::back_inserter(unnamed));
  CHECK(unnamed == std::vector<std::string>{});
  CHECK(files.size() == names.size());
}

// One alert for each task that died, none for another.
void check_alerts(Room& room) {
  const std::string id = room.database().backend() == Backend::kMariadb ? "CONCAT('export_dead:storm:', t.id)"
                                                                        : "'export_dead:storm:' || t.id";
  const long long dead =
      room.database().number("SELECT COUNT(*) FROM t_report_task WHERE status IN ('FAILED', 'TIMEOUT')");
  CHECK(room.database().number("SELECT COUNT(*) FROM t_alert") == dead);
  CHECK(room.database().number("SELECT COUNT(*) FROM t_report_task t JOIN t_alert a ON a.dedupe_key = " + id +
                               " WHERE t.status IN ('FAILED', 'TIMEOUT')") == dead);
}

void say_what_happened(Room& room, const Storm& storm) {
  std::cout << storm.submitted() << " tasks;";
  for (const auto& [blow, count] : storm.blows()) std::cout << " " << count << " x " << blow << ",";
  for (const SqlRow& row : room.database().query("SELECT status, COUNT(*), SUM(retry_count), SUM(crash_count), "
                                                 "SUM(interrupt_count) FROM t_report_task GROUP BY status"))
    std::cout << " " << *row[0] << " " << *row[1] << " (retries " << *row[2] << ", crashes " << *row[3]
              << ", interrupts " << *row[4] << ")";
  std::cout << std::endl;
}

void check_storm(Backend backend) {
  const std::uint64_t seed = seed_from_environment();
  const auto duration = duration_from_environment();
  std::cout << "storm on " << name_of(backend) << ": ONESHOT_STORM_SEED=" << seed << ", " << duration.count() << " s"
            << std::endl;
  INFO("ONESHOT_STORM_SEED=" << seed);
  Room room(backend, kReport);
  room.database().make_rows(kRows);
  Storm storm(room, seed);
  storm.rage(duration);
  const auto calmed = Clock::now();
  storm.calm();
  const bool idle = run_until_idle(room);
  say_what_happened(room, storm);
  std::cout << "idle after " << std::chrono::duration_cast<milliseconds>(Clock::now() - calmed).count() << " ms more"
            << std::endl;
  REQUIRE(idle);

  CHECK(storm.odd_ends() == std::vector<std::string>{});
  CHECK(room.database().number("SELECT COUNT(*) FROM t_report_task") == storm.submitted());
  CHECK(room.database().number("SELECT COUNT(*) FROM t_report_task WHERE status IN ('SUCCESS', 'FAILED', 'TIMEOUT')") ==
        storm.submitted());
  CHECK(room.database().number("SELECT COUNT(*) FROM t_report_task WHERE status = 'SUCCESS'") > 0);
  for (const auto& [id, times] : storm.successes())
    if (times > 1) FAIL_CHECK("task " << id << " was finished " << times << " times");
  check_files(room);
  check_alerts(room);
}

}  // namespace

TEST_CASE("a storm of kills, stops and lost connections on MariaDB loses no task") { check_storm(Backend::kMariadb); }

TEST_CASE("a storm of kills and stops on SQLite loses no task") { check_storm(Backend::kSqlite); }
