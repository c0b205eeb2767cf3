// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whether all ports agree on one parameter of a policy, and who says what if they do not.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/facts.h"

namespace rocelint {

/// Who votes: a port of a host, or the host as a whole.
struct Voter {
  std::string host;
  std::string port;   ///< "mlx5_3"; empty: the host
  std::string board;  ///< board id of its device, where that is known
};

/// A parameter as it will stand in the policy.
struct LearnedValue {
  std::string parameter;  ///< "mtu.netdev_bytes"
  std::string value;      ///< YAML in flow style, one line; empty: nobody tells it
  bool agreed = true;     ///< false: it is written as a comment
  std::string note = {};  ///< NOLINT(readability-redundant-member-init): why, or what else to know
  std::string unit = "port";  ///< who was asked: "port", "host"

  bool operator==(const LearnedValue&) const = default;
};

class Ballot {
 public:
  /// `unit` is what votes are counted in: "port", "host".
  explicit Ballot(std::string_view unit = "port") : unit_(unit) {}

  void vote(std::string value, const Voter& voter);
  /// What can't be told of this voter, and why.
  void abstain(std::string why, const Voter& voter);
  void abstain(const Unknown& why, const Voter& voter);
  /// A fact's value as `spell` writes it, or why there is none.
  template <class T, class Spell>
  void cast(const Fact<T>& fact, const Voter& voter, Spell spell) {
    if (const auto* why = fact.unknown()) {
      abstain(*why, voter);
    } else {
      vote(spell(*fact.known()), voter);
    }
  }

  [[nodiscard]] bool has_votes() const { return !votes_.empty(); }
  /// One value, and nobody abstains.
  [[nodiscard]] bool agrees() const { return votes_.size() == 1 && abstentions_.empty(); }
  /// The value with the most votes, the first of equals; "" without any.
  [[nodiscard]] std::string_view leader() const;
  /// Why nothing at all was voted for; "" where something was, or where nobody was asked.
  [[nodiscard]] std::string unread() const;
  /// "9000 on 62 ports, 1500 on 2: gpu0417 mlx5_3-4; not told on 1 port (timeout): gpu0418 mlx5_0"
  [[nodiscard]] std::string counts() const;
  /// The leader, agreed upon or not, with the counts if it is not; without any vote, why.
  [[nodiscard]] LearnedValue result(std::string_view parameter) const;
  /// The same for each board id by itself. Empty unless there are several, all voters have one, and
  /// each board agrees although all of them do not.
  [[nodiscard]] std::map<std::string, std::string> by_board() const;

 private:
  using Voters = std::vector<Voter>;

  std::string unit_;
  std::map<std::string, Voters> votes_;        // by value
  std::map<std::string, Voters> abstentions_;  // by reason
};

/// "gpu0417 mlx5_3,5, gpu0418 mlx5_3 and 4 more hosts".
[[nodiscard]] std::string in_words(const std::vector<Voter>& voters);

}  // namespace rocelint
