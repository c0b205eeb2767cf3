// SPDX-License-Identifier: Apache-2.0
#pragma once

// Expressions with one thing wrong.

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint::testing_support {

struct Mutant {
  std::string what;  ///< "negated", "without X"
  std::string text;
};

/// Where the operands of one chain of `&&` begin and end.
struct Chain {
  std::vector<std::size_t> begins;
  std::vector<std::size_t> ends;
};

class ChainFinder {
 public:
  explicit ChainFinder(std::string_view text) : text_(text) {}

  std::vector<Chain> find() {
    open_.push_back({.begins = {0}, .ends = {}});
    while (at_ < text_.size()) {
      step();
    }
    close();
    return std::move(chains_);
  }

 private:
  void step() {
    const char c = text_[at_];
    if (c == '"' || c == '\'') {
      at_ = text_.find(c, at_ + 1) + 1;  // rules hold no escaped quotes
    } else if (c == '(' || c == '[') {
      open_.push_back({.begins = {++at_}, .ends = {}});
    } else if (c == ')' || c == ']') {
      close();
      ++at_;
    } else if (text_.substr(at_, 2) == "&&") {
      open_.back().ends.push_back(at_);
      open_.back().begins.push_back(at_ += 2);
    } else if (c == ',' || c == '?' || c == ':' || text_.substr(at_, 2) == "||") {
      close();
      at_ += c == '|' ? 2 : 1;
      open_.push_back({.begins = {at_}, .ends = {}});
    } else {
      ++at_;
    }
  }

  void close() {
    auto chain = std::move(open_.back());
    open_.pop_back();
    chain.ends.push_back(at_);
    if (chain.begins.size() > 1) {
      chains_.push_back(std::move(chain));
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Chain> open_;
  std::vector<Chain> chains_;
};

inline std::string without(std::string_view text, const Chain& chain, std::size_t operand) {
  // The `&&` goes with it: the one before, or for the first operand the one behind.
  const auto from = operand == 0 ? chain.begins[0] : chain.ends[operand - 1];
  const auto to = operand == 0 ? chain.begins[1] : chain.ends[operand];
  return std::string(text.substr(0, from)).append(text.substr(to));
}

/// The expression negated, and without each operand of each `&&` in it, at any depth.
[[nodiscard]] inline std::vector<Mutant> mutants_of(std::string_view expression) {
  std::vector<Mutant> mutants{{.what = "negated", .text = "!(" + std::string(expression) + ')'}};
  for (const auto& chain : ChainFinder(expression).find()) {
    for (std::size_t i = 0; i < chain.begins.size(); ++i) {
      const auto operand = expression.substr(chain.begins[i], chain.ends[i] - chain.begins[i]);
      mutants.push_back(
          {.what = "without " + std::string(operand), .text = without(expression, chain, i)});
    }
  }
  return mutants;
}

}  // namespace rocelint::testing_support
