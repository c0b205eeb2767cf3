// SPDX-License-Identifier: Apache-2.0
#pragma once

// What most ports have, and which ones have something else.

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "rocelint/facts.h"

#include "base/text.h"

namespace rocelint {

struct Voter {
  std::string host;
  std::string port;  ///< empty: the host as a whole

  auto operator<=>(const Voter&) const = default;
};
using Voters = std::set<Voter>;

/// "gpu0417 mlx5_3,5, gpu0418 mlx5_3 and 4 more hosts".
[[nodiscard]] std::string in_words(const Voters& voters);

[[nodiscard]] std::string in_words(std::int64_t number);
[[nodiscard]] std::string in_words(const std::string& text);
[[nodiscard]] std::string in_words(const std::vector<std::int64_t>& numbers);  ///< "[3, 4]", "none"

template <class T>
class Ballot {
 public:
  void vote(T value, const Voter& voter) { votes_[std::move(value)].insert(voter); }
  /// There is no value to count: "not read (timeout)".
  void abstain(const std::string& why, const Voter& voter) { abstentions_[why].insert(voter); }
  void abstain(const Unknown& why, const Voter& voter) {
    abstain("not read (" + std::string(to_string(why.reason)) + ')', voter);
  }
  void vote(const Fact<T>& fact, const Voter& voter) {
    fact.known() == nullptr ? abstain(*fact.unknown(), voter) : vote(*fact.known(), voter);
  }

  /// The value with the most votes, the greatest of equals; null without any vote.
  [[nodiscard]] const T* winner() const {
    const auto most = std::ranges::max_element(votes_, std::less_equal<>(), size_of);
    return most == votes_.end() ? nullptr : &most->first;
  }

  /// "9000 on 62 of 64 ports, but 1500 on gpu0417 mlx5_3-4"; empty where all have the same.
  [[nodiscard]] std::string note(const char* unit) const {
    std::string words;
    if (votes_.size() > 1) {
      std::size_t all = 0;
      for (const auto& vote : votes_) {
        all += vote.second.size();
      }
      words = in_words(*winner()) + " on " + std::to_string(votes_.at(*winner()).size()) + " of " +
              counted(all, unit);
      for (const auto& [value, voters] : votes_) {
        if (&value != winner()) {
          words += ", but " + in_words(value) + " on " + in_words(voters);
        }
      }
    }
    for (const auto& [why, voters] : abstentions_) {
      words += (words.empty() ? "" : "; ") + why +
               (votes_.empty() && abstentions_.size() == 1 ? " on any " + std::string(unit)
                                                           : " on " + in_words(voters));
    }
    return words;
  }

 private:
  static std::size_t size_of(const std::pair<const T, Voters>& vote) { return vote.second.size(); }

  std::map<T, Voters> votes_;
  std::map<std::string, Voters> abstentions_;  ///< by reason
};

}  // namespace rocelint
