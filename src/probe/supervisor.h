// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/check.h"

#include "probe/blame.h"
#include "probe/collect.h"
#include "probe/interrupt.h"
#include "probe/worker.h"

namespace rocelint {

struct SupervisorSettings {
  std::chrono::milliseconds module_timeout;
  std::chrono::milliseconds timeout;
  std::string notes_directory;  ///< for notes on workers that can't be killed; "" writes none
  Ending ending;
};

/// Runs modules in workers, one worker at a time, and knows at any moment what is still missing.
/// The one who waits: single-threaded, reads no device, and comes back in time whatever a worker
/// does.
class Supervisor {
 public:
  /// `modules` in run order.
  Supervisor(std::vector<const Check*> modules, const MakeParts& make_parts,
             SupervisorSettings settings);

  /// All facts, with what is missing marked; `probe` tells only how the modules fared.
  [[nodiscard]] Snapshot run();

 private:
  using Clock = Worker::Clock;

  /// How the first attempt at the current module failed; it is being tried once more.
  struct FirstAttempt {
    ModuleOutcome outcome;
    Unknown why;
    std::string device;
  };

  void run_one_worker();
  [[nodiscard]] std::size_t modules_for_next_worker() const;
  [[nodiscard]] LeaveAlone left_alone_by_next_worker() const;
  [[nodiscard]] WorkerEvent wait_for(Worker& worker);
  void accept(const PartFrame& frame);
  void handle_failure(Worker& worker, const WorkerEvent& event);
  /// Worker::end, and a note where that fails.
  std::optional<std::string> end_worker(Worker& worker, std::string_view module) const;
  void fail(ModuleOutcome outcome, const Unknown& why, const std::optional<AnnouncedRead>& place);
  void give_up(ModuleOutcome outcome, const Unknown& why);
  void close_module(ModuleOutcome outcome, std::string detail);
  void skip_rest(const Unknown& why);

  std::vector<const Check*> modules_;
  const MakeParts& make_parts_;
  SupervisorSettings settings_;
  InterruptWatch interrupts_;
  Clock::time_point end_;
  LeaveAlone leave_alone_;
  Snapshot snapshot_;
  std::vector<ModuleRun> runs_;
  bool interrupted_ = false;

  // The module that is running or comes next.
  std::size_t next_ = 0;
  Clock::time_point attempt_start_;
  Clock::time_point sign_of_life_;  ///< when it last handed something over
  Clock::time_point attempt_deadline_;
  std::chrono::microseconds module_time_{0};
  Snapshot kept_;  ///< what it handed over so far
  std::optional<FirstAttempt> first_;
};

/// "2027-03-02T03:12:44Z" for now.
[[nodiscard]] std::string utc_now();

}  // namespace rocelint
