// SPDX-License-Identifier: Apache-2.0
#include "os/host/process_limits.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/system.h"

#include "base/whole_number.h"
#include "facts/combine.h"
#include "facts/unknown.h"
#include "os/lines.h"
#include "os/read.h"
#include "os/sysfs/files.h"

namespace rocelint {
namespace {

constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max();

/// A limit above what a fact holds can't be told from none in practice.
Fact<std::int64_t> decode_limit(std::string_view text, std::string_view name) {
  if (text == "unlimited") {
    return kUnlimited;
  }
  const auto value = whole_number<std::uint64_t>(text);
  if (!value) {
    return malformed("limits: " + std::string(name) + " is \"" + std::string(text) + "\"");
  }
  return static_cast<std::int64_t>(std::min<std::uint64_t>(*value, kUnlimited));
}

struct SoftAndHard {
  Fact<std::int64_t> soft;
  Fact<std::int64_t> hard;
};

/// fs/proc/base.c proc_pid_limits(): name, soft, hard and unit in columns.
SoftAndHard find_limit(std::string_view text, std::string_view name) {
  for (const auto line : lines_of(text)) {
    if (!line.starts_with(name)) {
      continue;
    }
    const auto words = words_of(line.substr(name.size()));
    const auto column = [&](std::size_t i) { return i < words.size() ? words[i] : ""; };
    return {.soft = decode_limit(column(0), name), .hard = decode_limit(column(1), name)};
  }
  const Unknown none = not_found("limits has no line \"" + std::string(name) + "\"");
  return {.soft = none, .hard = none};
}

}  // namespace

ProcessLimits decode_process_limits(std::string_view text) {
  const auto memlock = find_limit(text, "Max locked memory");
  const auto files = find_limit(text, "Max open files");
  return {.memlock_bytes = memlock.soft,
          .memlock_hard_bytes = memlock.hard,
          .open_files = files.soft,
          .open_files_hard = files.hard};
}

ProcessLimits read_process_limits(const Files& files, std::string_view directory) {
  const auto text = files.read(std::string(directory) + "/limits");
  if (!text) {
    return unknown_limits(text.error());
  }
  return decode_process_limits(*text);
}

ProcessLimits unknown_limits(const Unknown& why) {
  return {
      .memlock_bytes = why, .memlock_hard_bytes = why, .open_files = why, .open_files_hard = why};
}

ProcessLimits lesser_limits(const ProcessLimits& a, const ProcessLimits& b) {
  return {.memlock_bytes = lesser(a.memlock_bytes, b.memlock_bytes),
          .memlock_hard_bytes = lesser(a.memlock_hard_bytes, b.memlock_hard_bytes),
          .open_files = lesser(a.open_files, b.open_files),
          .open_files_hard = lesser(a.open_files_hard, b.open_files_hard)};
}

}  // namespace rocelint
