// SPDX-License-Identifier: Apache-2.0
#include "rules/rule_digest.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "base/content_digest.h"
#include "base/tree.h"

namespace rocelint {
namespace {

/// Whether that key of a file or of a rule is about tests alone.
bool is_about_tests(std::string_view key) {
  return key == "tests" || key == "tests_policy";
}

void add(const TreeNode& node, ContentDigest& digest) {
  const auto entries = std::ranges::count_if(
      node.entries, [](const auto& entry) { return !is_about_tests(entry.first.scalar); });
  digest.add(std::to_string(static_cast<int>(node.kind)) + (node.quoted ? "q" : ""));
  digest.add(node.scalar);
  digest.add(std::to_string(node.items.size()));
  digest.add(std::to_string(entries));
  for (const auto& item : node.items) {
    add(item, digest);
  }
  for (const auto& [key, value] : node.entries) {
    if (!is_about_tests(key.scalar)) {
      add(key, digest);
      add(value, digest);
    }
  }
}

}  // namespace

std::uint64_t rule_file_digest(const TreeNode& tree) {
  ContentDigest digest;
  add(tree, digest);
  return digest.value();
}

std::string rules_digest(std::vector<std::uint64_t> files) {
  std::ranges::sort(files);
  ContentDigest whole;
  for (const auto file : files) {
    whole.add(std::to_string(file));
  }
  return fmt::format("{:016x}", whole.value());
}

}  // namespace rocelint
