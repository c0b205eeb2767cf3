// SPDX-License-Identifier: Apache-2.0
#include "engine/rule_digest.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include "base/tree.h"
#include "engine/rule.h"
#include "engine/rule_file.h"

namespace rocelint {
namespace {

/// FNV-1a, 64 bits. Every part has its length before it, so that no two contents read the same.
class Fnv {
 public:
  void add(std::string_view text) {
    mix(std::to_string(text.size()));
    mix(":");
    mix(text);
  }
  void add(const TreeNode& node) {
    add(std::to_string(static_cast<int>(node.kind)) + (node.quoted ? "q" : ""));
    add(node.scalar);
    add(std::to_string(node.items.size()));
    add(std::to_string(std::ranges::count_if(
        node.entries, [](const auto& entry) { return !is_about_tests(entry.first.scalar); })));
    for (const auto& item : node.items) {
      add(item);
    }
    for (const auto& [key, value] : node.entries) {
      if (!is_about_tests(key.scalar)) {
        add(key);
        add(value);
      }
    }
  }
  [[nodiscard]] std::uint64_t value() const { return hash_; }

 private:
  void mix(std::string_view bytes) {
    for (const char byte : bytes) {
      hash_ = (hash_ ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
    }
  }
  std::uint64_t hash_ = 0xcbf29ce484222325U;
};

}  // namespace

std::uint64_t rule_file_digest(const TreeNode& tree) {
  Fnv digest;
  digest.add(tree);
  return digest.value();
}

std::string rules_digest(std::span<const RuleFile> files) {
  std::vector<std::uint64_t> parts;
  for (const auto& file : files) {
    parts.push_back(file.built_in_digest ? *file.built_in_digest : rule_file_digest(file.tree));
  }
  std::sort(parts.begin(), parts.end());
  Fnv whole;
  for (const auto part : parts) {
    whole.add(std::to_string(part));
  }
  return fmt::format("{:016x}", whole.value());
}

}  // namespace rocelint
