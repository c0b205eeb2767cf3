// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace rocelint::test {

/// The arguments of a command line, and what one test adds to them.
[[nodiscard]] inline std::vector<std::string> with_more(std::vector<std::string> words,
                                                        const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

}  // namespace rocelint::test
