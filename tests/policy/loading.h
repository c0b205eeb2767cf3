// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/base/diagnostic.h"

#include "base/tree.h"
#include "policy/policy.h"

namespace rocelint::test {

inline std::string read_whole(const std::filesystem::path& path) {
  const std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

using Trees = std::map<std::string, std::string, std::less<>>;

/// profiles/*.yaml of the source tree, as the build embeds them.
inline const Trees& source_profiles() {
  static const Trees kTrees = [] {
    Trees all;
    const auto directory = std::filesystem::path(ROCELINT_SOURCE_DIR) / "profiles";
    for (const auto& entry : std::filesystem::directory_iterator(directory)) {
      const auto name = entry.path().stem().string();
      const auto tree = read_yaml(read_whole(entry.path()), name);
      all.emplace(name, tree ? write_tree(*tree) : to_string(tree.error()));
    }
    return all;
  }();
  return kTrees;
}

inline std::optional<ShippedDocument> find_in(const Trees& trees, std::string_view name) {
  const auto found = trees.find(name);
  return found == trees.end()
             ? std::nullopt
             : std::optional(ShippedDocument{.name = found->first, .tree = found->second});
}

inline std::optional<ShippedDocument> find_profile(std::string_view name) {
  return find_in(source_profiles(), name);
}

/// Loads `text` under the name "acme", beside the shipped profiles.
inline PolicyLoading load_text(std::string_view text, std::vector<std::string> set = {}) {
  const auto tree = read_yaml(text, "acme");
  if (!tree) {
    PolicyLoading loading;
    loading.errors.push_back(tree.error());
    return loading;
  }
  const Trees mine{{"acme", write_tree(*tree)}};
  return load_policy(PolicyRequest{.name_or_file = "acme", .set = std::move(set)},
                     [&](std::string_view name) {
                       const auto own = find_in(mine, name);
                       return own ? own : find_profile(name);
                     });
}

inline std::vector<std::string> texts(const Diagnostics& diagnostics) {
  std::vector<std::string> lines;
  for (const auto& diagnostic : diagnostics) {
    lines.push_back(to_string(diagnostic));
  }
  return lines;
}

/// A row of what is refused.
struct Refused {
  std::string name;
  std::string text;
  std::string error;
};
inline void PrintTo(const Refused& row, std::ostream* out) {
  *out << row.name;
}

/// "policy: acme" with one role of the given parameters, in flow style on line 3.
inline std::string with_role(std::string_view parameters) {
  return "policy: acme\nroles:\n  compute: {" + std::string(parameters) + "}\n";
}

/// Before and after another section of the policy.
inline std::string with_section(std::string_view section) {
  return "policy: acme\nroles: {compute: {}}\n" + std::string(section) + "\n";
}

}  // namespace rocelint::test
