// SPDX-License-Identifier: Apache-2.0
#pragma once

// How an unknown fact looks in JSON, shared by the writer and the reader:
// {"unknown": REASON, "detail": TEXT, "errno": NUMBER}, the last two only where there is one.
// Unknown::also is not in it: snapshots hold facts that were read.

#include <optional>
#include <string_view>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

namespace rocelint {

inline constexpr std::string_view kUnknownKey = "unknown";
inline constexpr std::string_view kDetailKey = "detail";
inline constexpr std::string_view kErrnoKey = "errno";

[[nodiscard]] constexpr bool is_key_of_unknown(std::string_view key) {
  return key == kUnknownKey || key == kDetailKey || key == kErrnoKey;
}

/// Nothing tried to read it: the state that a fact starts in, and that JSON leaves out.
[[nodiscard]] inline bool was_not_collected(const Type& fact, const void* at) {
  const auto* why = fact.unknown(at);
  return why != nullptr && *why == Unknown{};
}

/// Whether a reader would take this known map for an unknown fact.
[[nodiscard]] bool map_reads_as_unknown(const Type& map, const void* at);

}  // namespace rocelint
