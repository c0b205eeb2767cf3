// SPDX-License-Identifier: Apache-2.0
#pragma once

// A learned policy as YAML: what was agreed upon is set, the rest stands beside it as comments.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "advise/learn_ballot.h"

namespace rocelint {

struct LearnedRole {
  std::string name;
  std::string ports;  ///< the selector
  std::vector<std::string> remarks;
  std::vector<LearnedValue> values;  ///< those of one group ("mtu.…") next to each other
  std::vector<std::string> unread;   ///< what no port tells, and why
};

/// What one board of a role has otherwise than the others.
struct LearnedGroup {
  std::string board;
  std::string role;
  std::vector<LearnedValue> values;
};

struct LearnedPolicy {
  std::vector<std::string> remarks;
  std::vector<LearnedRole> roles;
  std::vector<LearnedGroup> groups;
};

[[nodiscard]] std::string write_learned(const LearnedPolicy& policy);

/// A paragraph as comment, at most 80 columns wide. Whatever is in the text, a host's name say,
/// no line of it is anything but a comment.
[[nodiscard]] std::string comment(std::string_view text, std::size_t indent);

}  // namespace rocelint
