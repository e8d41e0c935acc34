// The clock that SQL sees in SQLite. For this folder only.
#pragma once

struct sqlite3;

namespace store {

// Registers oneshot_now(MICROSECONDS): the host's clock in UTC plus that offset, spelled as
// base::format_database_time does; oneshot_boottime(MICROSECONDS): CLOCK_BOOTTIME plus that offset, in
// microseconds; oneshot_boot_id(). Sets how long a statement waits for a lock, in milliseconds.
void prepare_connection(sqlite3* handle, int busy_ms);

}  // namespace store
