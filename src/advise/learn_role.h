// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "advise/learn_ballot.h"
#include "base/yaml_out.h"

namespace rocelint {

/// Whether a policy accepts the number.
[[nodiscard]] bool is_allowed(std::string_view parameter, std::int64_t number);

/// A role of a policy while it is learned. Whatever is noted on a value is a warning as well.
class RoleDraft {
 public:
  RoleDraft(std::string name, std::vector<std::string>& warnings)
      : name_(std::move(name)), warnings_(warnings) {}

  /// What most have, with the others named above it; where nobody has one, a remark.
  template <class T>
  void set(std::string_view parameter, const Ballot<T>& ballot, const char* unit = "port") {
    const auto note = ballot.note(unit);
    const auto* value = ballot.winner();
    if (value == nullptr) {
      return leave_out(parameter, note);
    }
    if constexpr (std::is_same_v<T, std::int64_t>) {
      if (!is_allowed(parameter, *value)) {
        return leave_out(parameter, note + (note.empty() ? "" : "; ") +
                                        "a policy does not accept " + in_words(*value));
      }
    }
    set(parameter, YamlOut{.scalar = in_words(*value)}, note);
  }
  /// Parameters of one group ("mtu.…") come one after the other.
  void set(std::string_view parameter, YamlOut value, const std::string& note);
  void leave_out(std::string_view parameter, const std::string& why);

  [[nodiscard]] YamlOut take(const std::string& selector, const std::string& heading);

 private:
  void warn(std::string_view parameter, const std::string& note);

  std::string name_;
  std::vector<std::string>& warnings_;
  YamlOut values_;
  std::vector<std::string> left_out_;
};

}  // namespace rocelint
