// Two cleanups at the same moment: one works, the other leaves.
#include <catch2/catch.hpp>
#include <list>

#include "crash/wholeness.hpp"

using namespace crash_tests;

TEST_CASE("two cleanups at once, 50 times side by side: one starts each time") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  constexpr int kRooms = 50;
  std::list<Room> rooms;
  std::vector<std::pair<Process, Process>> pairs;
  for (int i = 0; i < kRooms; ++i) rooms.emplace_back(backend);
  const Words words{"--min-hold", "5s"};
  for (const Room& room : rooms) pairs.emplace_back(room.start("cleanup", words), room.start("cleanup", words));
  for (auto& [first, second] : pairs) {
    const Finished ends[] = {first.wait(), second.wait()};
    INFO(ends[0].err << ends[1].err);
    std::size_t started = 0, skipped = 0;
    for (const Finished& end : ends) {
      CHECK(end.exit_code == 0);
      started += events_named(end.err, "cleanup.started").size();
      skipped += events_named(end.err, "cleanup.skipped").size();
    }
    CHECK(started == 1);
    CHECK(skipped == 1);
  }
}
