// SPDX-License-Identifier: Apache-2.0
#include "probe/supervisor.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <ctime>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "rocelint/check.h"
#include "rocelint/facts/fact.h"
#include "rocelint/snapshot.h"

#include "facts/snapshot_paths.h"
#include "facts/unknown.h"
#include "os/breadcrumb.h"
#include "probe/blame.h"
#include "probe/collect.h"
#include "probe/frame.h"
#include "probe/stuck.h"
#include "probe/worker.h"
#include "probe/worker_main.h"

namespace rocelint {
namespace {

using std::chrono::duration_cast;
using std::chrono::microseconds;
using std::chrono::milliseconds;

/// Keeps sums with a time_point far from overflow.
milliseconds within_reason(milliseconds time) {
  return std::clamp<milliseconds>(time, milliseconds(0), std::chrono::hours(24));
}

}  // namespace

std::string utc_now() {
  return fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr)));
}

Supervisor::Supervisor(std::vector<const Check*> modules, const MakeParts& make_parts,
                       SupervisorSettings settings)
    : modules_(std::move(modules)),
      make_parts_(make_parts),
      settings_(std::move(settings)),
      end_(Clock::now() + within_reason(settings_.timeout)),
      leave_alone_(leave_alone(read_stuck_notes(settings_.notes_directory))) {}

Snapshot Supervisor::run() {
  while (next_ < modules_.size() && !interrupted_ && Clock::now() < end_) {
    run_one_worker();
  }
  if (interrupted_) {
    // A second signal of the same kind (timeout(1) signals the process and its group) must not
    // kill what the first one asked to end cleanly.
    std::ignore = interrupts_.take();
    skip_rest(not_collected("interrupted"));
  }
  skip_rest(
      {.reason = Reason::timeout,
       .detail = fmt::format("not tried: the probe's {} were up", in_words(settings_.timeout)),
       .sys_errno = 0});
  snapshot_.probe = Probe{};
  snapshot_.probe.interrupted = interrupted_;
  snapshot_.probe.modules = std::move(runs_);
  return std::move(snapshot_);
}

/// A second attempt has a worker of its own: what comes after it must see the facts of both, and a
/// device that crashed one module is left out for that module alone, since a crash, unlike a hang,
/// says nothing of the hardware.
std::size_t Supervisor::modules_for_next_worker() const {
  return first_ ? 1 : modules_.size() - next_;
}

LeaveAlone Supervisor::left_alone_by_next_worker() const {
  LeaveAlone list = leave_alone_;
  if (first_ && !first_->device.empty()) {
    list.devices.try_emplace(first_->device, first_->why);
  }
  return list;
}

void Supervisor::run_one_worker() {
  const std::size_t count = modules_for_next_worker();
  const std::size_t stop = next_ + count;
  const LeaveAlone list = left_alone_by_next_worker();
  attempt_start_ = sign_of_life_ = Clock::now();
  auto worker = Worker::start({.modules = std::span(modules_).subspan(next_, count),
                               .so_far = snapshot_,
                               .make_parts = make_parts_,
                               .leave_alone = list});
  if (!worker) {
    fail(ModuleOutcome::failed, worker.error(), std::nullopt);
    return;
  }
  while (next_ < stop) {
    const WorkerEvent event = wait_for(*worker);
    if (const auto* frame = std::get_if<PartFrame>(&event)) {
      accept(*frame);
    } else {
      handle_failure(*worker, event);
      return;
    }
  }
  std::ignore = end_worker(*worker, modules_[stop - 1]->id);
}

WorkerEvent Supervisor::wait_for(Worker& worker) {
  attempt_deadline_ = std::min(sign_of_life_ + within_reason(settings_.module_timeout), end_);
  WorkerEvent event = worker.wait(attempt_deadline_, interrupts_.fd());
  const auto* frame = std::get_if<PartFrame>(&event);
  if (frame != nullptr && frame->module != modules_[next_]->id) {
    return StreamBroken{"is of another module"};
  }
  return event;
}

void Supervisor::accept(const PartFrame& frame) {
  const Snapshot* part = frame.part.known();
  if (frame.kind == PartKind::kept) {
    if (part != nullptr) {
      merge_snapshot(kept_, *part);
    }
    // A sign of life: many devices that each answer are not one that hangs.
    sign_of_life_ = Clock::now();
    return;
  }
  module_time_ += microseconds(frame.duration_us);
  if (part == nullptr) {
    give_up(ModuleOutcome::failed, *frame.part.unknown());
    return;
  }
  if (!first_) {
    add_part(snapshot_, *modules_[next_], *part);
    close_module(ModuleOutcome::done, "");
    return;
  }
  Snapshot both = *part;
  merge_snapshot(both, kept_);  // what the first attempt has read stands
  add_part(snapshot_, *modules_[next_], both);
  close_module(first_->outcome, first_->why.detail + "; the rest was read without it");
}

void Supervisor::handle_failure(Worker& worker, const WorkerEvent& event) {
  const auto now = Clock::now();
  const std::string_view module = modules_[next_]->id;
  module_time_ += duration_cast<microseconds>(now - attempt_start_);
  const auto death = end_worker(worker, module);
  const auto place = worker.place(module);
  if (std::holds_alternative<Interrupted>(event)) {
    interrupted_ = true;
  } else if (std::holds_alternative<DeadlinePassed>(event)) {
    const auto limit = duration_cast<milliseconds>(attempt_deadline_ - sign_of_life_);
    const Unknown why = timed_out(module, place, limit);
    if (place) {
      leave_alone(leave_alone_, *place, why, snapshot_.host);
    }
    fail(ModuleOutcome::timeout, why, place);
  } else if (const auto* broken = std::get_if<StreamBroken>(&event)) {
    fail(ModuleOutcome::crashed, crashed(module, std::nullopt, "sent a part that " + broken->why),
         std::nullopt);
  } else {
    fail(ModuleOutcome::crashed,
         crashed(module, place, death.value_or("closed its stream and can't be killed")), place);
  }
}

std::optional<std::string> Supervisor::end_worker(Worker& worker, std::string_view module) const {
  auto death = worker.end(settings_.ending);
  const auto place = worker.place(module);
  if (!death && place && place->under_way) {
    write_stuck_note(
        settings_.notes_directory,
        {.pid = worker.pid(),
         .start_time = 0,
         .devices = place->device.empty() ? std::vector<std::string>{}
                                          : same_hardware(snapshot_.host, place->device),
         .rtnl = place->lock == Lock::rtnl,
         .since = utc_now()});
  }
  return death;
}

void Supervisor::fail(ModuleOutcome outcome, const Unknown& why,
                      const std::optional<AnnouncedRead>& place) {
  // A second attempt must have something to leave out: the device, or all that waits for rtnl.
  const bool can_differ =
      place && (!place->device.empty() || (place->under_way && place->lock == Lock::rtnl));
  if (!first_ && can_differ && Clock::now() < end_) {
    first_ = FirstAttempt{.outcome = outcome, .why = why, .device = place->device};
    return;
  }
  give_up(outcome, why);
}

void Supervisor::give_up(ModuleOutcome outcome, const Unknown& why) {
  Unknown reason = why;
  if (first_) {
    outcome = first_->outcome;
    reason.detail = first_->why.detail + "; then " + why.detail;
  }
  add_part(snapshot_, *modules_[next_], kept_);
  mark_missing(snapshot_, modules_[next_]->id, reason);
  close_module(outcome, reason.detail);
}

void Supervisor::close_module(ModuleOutcome outcome, std::string detail) {
  runs_.push_back({.id = std::string(modules_[next_]->id),
                   .outcome = outcome,
                   .detail = std::move(detail),
                   .duration_us = module_time_.count()});
  kept_ = Snapshot{};
  first_.reset();
  module_time_ = microseconds(0);
  ++next_;
  attempt_start_ = sign_of_life_ = Clock::now();
}

void Supervisor::skip_rest(const Unknown& why) {
  while (next_ < modules_.size()) {
    give_up(ModuleOutcome::skipped, why);
  }
}

}  // namespace rocelint
