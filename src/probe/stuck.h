// SPDX-License-Identifier: Apache-2.0
#pragma once

// Notes on workers that could not be killed, so that the next run leaves their devices alone. They
// are the one thing that rocelint ever writes by itself: below /run, gone at the next boot, and
// only after such a hang.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/facts/reflect.h"

#include "probe/blame.h"

namespace rocelint {

struct StuckNote {
  std::int64_t pid = 0;
  std::int64_t start_time = 0;  ///< tells the process from a later one with its pid
  std::vector<std::string> devices;
  bool rtnl = false;
  std::string since;

  bool operator==(const StuckNote&) const = default;
};
template <>
struct Fields<StuckNote> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::pid>("process that is stuck", "fork"),
      field<&T::start_time>("clock ticks after boot", "/proc/PID/stat starttime"),
      field<&T::devices>("devices to leave alone", "rocelint"),
      field<&T::rtnl>("it waits for the rtnl lock or holds it", "rocelint"),
      field<&T::since>("UTC, RFC 3339", "CLOCK_REALTIME"),
  };
};

/// /run/rocelint for root, $XDG_RUNTIME_DIR/rocelint for others; "" where there is none.
[[nodiscard]] std::string stuck_notes_directory();

/// Leaves a note. Nothing is written where the directory is not ours alone; a failure is no error.
void write_stuck_note(const std::string& directory, StuckNote note);

/// The notes of processes that are still there; those of others are removed.
[[nodiscard]] std::vector<StuckNote> read_stuck_notes(const std::string& directory);

/// What the notes ask to be left alone.
[[nodiscard]] LeaveAlone leave_alone(const std::vector<StuckNote>& notes);

}  // namespace rocelint
