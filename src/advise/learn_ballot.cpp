// SPDX-License-Identifier: Apache-2.0
#include "advise/learn_ballot.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"

namespace rocelint {

std::string in_words(const Voters& voters) {
  constexpr std::size_t kMostHosts = 3;
  std::map<std::string, std::vector<std::string>> hosts;
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
    words += (words.empty() ? "" : ", ") + host;
    words += ports.empty() ? "" : ' ' + fold_names(std::move(ports));
  }
  return words;
}

std::string in_words(std::int64_t number) {
  return std::to_string(number);
}

std::string in_words(const std::string& text) {
  return text;
}

std::string in_words(const std::vector<std::int64_t>& numbers) {
  std::string words;
  for (const auto number : numbers) {
    words += (words.empty() ? "" : ", ") + std::to_string(number);
  }
  return words.empty() ? "none" : '[' + words + ']';
}

}  // namespace rocelint
