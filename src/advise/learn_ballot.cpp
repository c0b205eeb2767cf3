// SPDX-License-Identifier: Apache-2.0
#include "advise/learn_ballot.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/facts.h"

#include "base/text.h"
#include "facts/only_deep.h"

namespace rocelint {
namespace {

constexpr std::size_t kMostHosts = 3;
constexpr std::size_t kMostValues = 4;

/// Values by the number of their votes, the most first.
template <class Votes>
std::vector<const typename Votes::value_type*> by_number(const Votes& votes) {
  std::vector<const typename Votes::value_type*> rows;
  rows.reserve(votes.size());
  for (const auto& row : votes) {
    rows.push_back(&row);
  }
  std::ranges::stable_sort(
      rows, [](const auto* a, const auto* b) { return a->second.size() > b->second.size(); });
  return rows;
}

}  // namespace

std::string in_words(const std::vector<Voter>& voters) {
  std::map<std::string_view, std::vector<std::string>> hosts;
  for (const auto& voter : voters) {
    auto& ports = hosts[voter.host];
    if (!voter.port.empty()) {
      ports.push_back(voter.port);
    }
  }
  std::string words;
  std::size_t shown = 0;
  for (auto& [host, ports] : hosts) {
    if (shown++ == kMostHosts) {
      return words + " and " + counted(hosts.size() - kMostHosts, "more host");
    }
    words += (words.empty() ? "" : ", ") + std::string(host);
    words += ports.empty() ? "" : ' ' + fold_names(std::move(ports));
  }
  return words;
}

void Ballot::vote(std::string value, const Voter& voter) {
  votes_[std::move(value)].push_back(voter);
}

void Ballot::abstain(std::string why, const Voter& voter) {
  abstentions_[std::move(why)].push_back(voter);
}

void Ballot::abstain(const Unknown& why, const Voter& voter) {
  abstain(why.detail == kOnlyDeep ? std::string(kOnlyDeep) : std::string(to_string(why.reason)),
          voter);
}

std::string_view Ballot::leader() const {
  return votes_.empty() ? std::string_view() : by_number(votes_).front()->first;
}

std::string Ballot::unread() const {
  if (!votes_.empty() || abstentions_.empty()) {
    return "";
  }
  return by_number(abstentions_).front()->first;
}

std::string Ballot::counts() const {
  const auto votes = by_number(votes_);
  std::string words;
  for (std::size_t i = 0; i < std::min(votes.size(), kMostValues); ++i) {
    const auto& [value, voters] = *votes[i];
    const bool is_first = i == 0;
    words += (is_first ? "" : ", ") + value + " on " +
             (is_first ? counted(voters.size(), unit_) : std::to_string(voters.size()));
    words += is_first ? "" : ": " + in_words(voters);
  }
  if (votes.size() > kMostValues) {
    words += " and " + counted(votes.size() - kMostValues, "more value");
  }
  for (const auto* row : by_number(abstentions_)) {
    words += (words.empty() ? "" : "; ") + std::string("not told on ") +
             counted(row->second.size(), unit_) + " (" + row->first + "): " + in_words(row->second);
  }
  return words;
}

LearnedValue Ballot::result(std::string_view parameter) const {
  return {.parameter = std::string(parameter),
          .value = std::string(leader()),
          .agreed = agrees(),
          .note = agrees()      ? ""
                  : has_votes() ? counts()
                                : unread(),
          .unit = unit_};
}

std::map<std::string, std::string> Ballot::by_board() const {
  std::map<std::string, std::set<std::string>> values;
  for (const auto& [value, voters] : votes_) {
    for (const auto& voter : voters) {
      values[voter.board].insert(value);
    }
  }
  const bool each_agrees =
      std::ranges::all_of(values, [](const auto& board) { return board.second.size() == 1; });
  if (agrees() || !abstentions_.empty() || !each_agrees || values.size() < 2 ||
      values.contains("")) {
    return {};
  }
  std::map<std::string, std::string> agreed;
  for (const auto& [board, value] : values) {
    agreed.emplace(board, *value.begin());
  }
  return agreed;
}

}  // namespace rocelint
