// Many at once: what is promised holds whoever comes first.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <barrier>
#include <catch2/catch.hpp>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "support/eventually.hpp"
#include "support/task_rows.hpp"

using namespace support;
using namespace std::chrono_literals;
using store::Queue;
using store::ReportTaskStore;

namespace {

// Runs `body` in `count` processes that begin together; how many of them failed.
int in_processes(int count, const std::function<void(int)>& body) {
  int gate[2];
  if (::pipe(gate) != 0) throw std::runtime_error("no pipe");
  std::vector<pid_t> children;
  for (int i = 0; i < count; ++i) {
    const pid_t pid = ::fork();
    if (pid == 0) {
      ::close(gate[1]);
      char byte = 0;
      int code = ::read(gate[0], &byte, 1) == 0 ? 0 : 1;  // the end of the pipe is the start
      try {
        body(i);
      } catch (const std::exception& error) {
        std::cerr << "process " << i << ": " << error.what() << std::endl;
        code = 1;
      }
      ::_exit(code);
    }
    children.push_back(pid);
  }
  ::close(gate[0]);
  ::close(gate[1]);
  int failed = 0;
  for (const pid_t child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    failed += WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : 1;
  }
  return failed;
}

// Runs `body` in `count` threads that begin together; what they threw.
std::vector<std::string> in_threads(int count, const std::function<void(int, std::barrier<>&)>& body) {
  std::barrier<> start(count);
  std::mutex mutex;
  std::vector<std::string> errors;
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i)
    threads.emplace_back([&, i] {
      try {
        body(i, start);
      } catch (const std::exception& error) {
        const std::lock_guard lock(mutex);
        errors.emplace_back(error.what());
      }
    });
  for (std::thread& thread : threads) thread.join();
  return errors;
}

// PENDING rows, written at once.
void insert_pending(TaskDatabase& database, int count) {
  std::string values;
  for (int i = 0; i < count; ++i)
    values += (values.empty() ? "(" : ",(") + std::to_string(i) + ", 'tasks', " + std::to_string(i % 7) + ")";
  database.execute("INSERT INTO t_report_task (user_id, report, priority) VALUES " + values);
}

// Claims up to five at a time until nothing is left; what was claimed ends with `end`.
void claim_until_empty(TaskDatabase& database, std::int64_t max_running,
                       const std::function<void(ReportTaskStore&, const task::Task&)>& end) {
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  while (!tasks.list_waiting(Queue::kPending, kReports, 1).empty()) {
    for (const task::Task& task : tasks.claim(Queue::kPending, base::new_token(), "w", kReports, 5, max_running))
      end(tasks, task);
  }
}

}  // namespace

TEMPLATE_TEST_CASE("eight processes claim a thousand tasks, each exactly once", "", Sqlite, Mariadb) {
  TestType database;
  constexpr int kTasks = 1000;
  insert_pending(database, kTasks);
  // Each claim is told by the token that its row keeps; a second claim of a row would be told twice.
  const TempDir told;
  const int failed = in_processes(8, [&](int i) {
    std::ofstream out(told.file(std::to_string(i)));
    claim_until_empty(database, 10'000, [&](ReportTaskStore&, const task::Task& task) {
      out << task.id << " " << task.run_token << "\n";
    });
    out.close();
    if (!out) throw std::runtime_error("cannot tell");
  });
  CHECK(failed == 0);
  std::map<std::string, std::string> claims;
  int lines = 0;
  for (int i = 0; i < 8; ++i) {
    std::ifstream in(told.file(std::to_string(i)));
    for (std::string id, token; in >> id >> token; ++lines) claims[id] = token;
  }
  CHECK(lines == kTasks);
  CHECK(claims.size() == kTasks);
  std::size_t kept = 0;
  for (const SqlRow& row : database.query("SELECT id, run_token FROM t_report_task WHERE status = 'RUNNING'"))
    kept += claims[row[0].value()] == row[1] ? 1 : 0;
  CHECK(kept == kTasks);
}

TEMPLATE_TEST_CASE("eight processes that claim and finish never run more than max_running", "", Sqlite, Mariadb) {
  TestType database;
  constexpr int kTasks = 200;
  constexpr int kMost = 6;
  insert_pending(database, kTasks);
  const int failed = in_processes(8, [&](int) {
    claim_until_empty(database, kMost, [&](ReportTaskStore& tasks, const task::Task& task) {
      // All RUNNING rows stand in the table at one moment: each look is a witness.
      const auto running = tasks.list_recent({.state = task::State::RUNNING, .user_id = {}, .count = 1000});
      if (running.size() > kMost) throw std::runtime_error(std::to_string(running.size()) + " run at once");
      const store::ClaimKey claim{task.id, task.run_token};
      if (!tasks.write_progress(claim, 50, 2, 1)) throw std::runtime_error("lost a claim");
      if (!tasks.finish(claim, finished_file(), 1h)) throw std::runtime_error("lost a claim at its end");
    });
  });
  CHECK(failed == 0);
  CHECK(database.value("SELECT COUNT(*) FROM t_report_task WHERE status = 'SUCCESS' AND progress = 100") ==
        std::to_string(kTasks));
}

TEMPLATE_TEST_CASE("of 300 submits at once a queue of 216 takes exactly 216", "", Sqlite, Mariadb) {
  TestType database;
  // SQLite's writers queue by polling the file's lock, so fewer of them at a time send as many.
  const int threads = database.is_mysql() ? 300 : 12;
  const int each = 300 / threads;
  std::atomic<int> accepted{0}, refused{0};
  const auto errors = in_threads(threads, [&](int, std::barrier<>& start) {
    store::Session session = database.open();
    start.arrive_and_wait();
    for (int i = 0; i < each; ++i) (ReportTaskStore(session).submit(request_of(i), {}).accepted ? accepted : refused)++;
  });
  CHECK(errors.empty());
  for (const std::string& error : errors) UNSCOPED_INFO(error);
  CHECK(accepted == 216);
  CHECK(refused == 84);
  CHECK(database.value("SELECT COUNT(*) FROM t_report_task WHERE status = 'PENDING'") == "216");
  CHECK(database.value("SELECT COUNT(*) FROM t_report_task WHERE status = 'FAILED' AND error_msg = 'queue full'") ==
        "84");
}

TEMPLATE_TEST_CASE("one request submitted by many at once is one row and one id", "", Sqlite, Mariadb) {
  TestType database;
  task::Request request = request_of();
  request.request_id = "once";
  std::mutex mutex;
  std::set<std::int64_t> ids;
  const auto errors = in_threads(16, [&](int, std::barrier<>& start) {
    store::Session session = database.open();
    start.arrive_and_wait();
    const std::int64_t id = ReportTaskStore(session).submit(request, {}).id;
    const std::lock_guard lock(mutex);
    ids.insert(id);
  });
  CHECK(errors.empty());
  CHECK(ids.size() == 1);
  CHECK(database.value("SELECT COUNT(*) FROM t_report_task") == "1");
}

TEMPLATE_TEST_CASE("submits, claims, progress and ends at once lose nothing and leave no deadlock", "", Sqlite,
                   Mariadb) {
  TestType database;
  constexpr int kSubmitters = 4, kClaimers = 4, kEach = 40;
  const int failed = in_processes(kSubmitters + kClaimers, [&](int i) {
    store::Session session = database.open();
    ReportTaskStore tasks(session);
    if (i < kSubmitters) {
      submit_tasks(session, kEach);
      return;
    }
    const auto ended = [&] {
      return tasks.list_recent({.state = task::State::SUCCESS, .user_id = {}, .count = 1000}).size() +
             tasks.list_recent({.state = task::State::FAILED, .user_id = {}, .count = 1000}).size();
    };
    const bool all = eventually([&] {
      for (const task::Task& task : tasks.claim(Queue::kPending, base::new_token(), "w", kReports, 3, 8)) {
        const store::ClaimKey claim{task.id, task.run_token};
        const bool written =
            tasks.write_progress(claim, 10, 1, 1) &&
            (task.id % 3 == 0 ? tasks.fail(claim, task, "bad") : tasks.finish(claim, finished_file(), 1h));
        if (!written) throw std::runtime_error("lost a claim");
      }
      return ended() == kSubmitters * kEach;
    });
    if (!all) throw std::runtime_error("not all ended");
  });
  CHECK(failed == 0);
  CHECK(database.value("SELECT COUNT(*) FROM t_report_task WHERE status IN ('SUCCESS', 'FAILED')") == "160");
  CHECK(database.value("SELECT COUNT(*) FROM t_alert") ==
        database.value("SELECT COUNT(*) FROM t_report_task WHERE status = 'FAILED'"));
}

TEMPLATE_TEST_CASE("of many claims of one task by its id exactly one wins", "", Sqlite, Mariadb) {
  TestType database;
  insert_pending(database, 20);
  std::atomic<int> won{0};
  const auto errors = in_threads(8, [&](int, std::barrier<>& start) {
    store::Session session = database.open();
    start.arrive_and_wait();
    for (std::int64_t id = 1; id <= 20; ++id)
      if (ReportTaskStore(session).claim_one({id, base::new_token()}, "w", 1000)) ++won;
  });
  CHECK(errors.empty());
  CHECK(won == 20);
}

TEMPLATE_TEST_CASE("of a claimer's end and a stranger's with another token the claimer's alone counts", "", Sqlite,
                   Mariadb) {
  TestType database;
  for (int round = 0; round < 10; ++round) {
    const std::string token = base::new_token();
    const std::int64_t id = insert_in_state(database, task::State::RUNNING, token);
    std::atomic<int> ours{0}, strangers{0};
    const auto errors = in_threads(4, [&](int i, std::barrier<>& start) {
      store::Session session = database.open();
      start.arrive_and_wait();
      if (i == 0) {
        ours += ReportTaskStore(session).finish({id, token}, finished_file(), 1h) ? 1 : 0;
      } else {
        strangers += ReportTaskStore(session).hand_back({id, base::new_token()}, "stop", 5) ? 1 : 0;
      }
    });
    CHECK(errors.empty());
    CHECK(ours == 1);
    CHECK(strangers == 0);
    CHECK(database.value("SELECT status FROM t_report_task WHERE id = " + std::to_string(id)) == "SUCCESS");
  }
}
