// SPDX-License-Identifier: Apache-2.0
#include "rules/shipped_documents.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/base/diagnostic.h"

#include "base/result.h"
#include "base/text_file.h"
#include "base/tree.h"
#include "policy/policy.h"
#include "rules/rule.h"
#include "rules/rule_pack.h"

namespace rocelint {
namespace {

/// The rule files of a directory, in the order of their names.
Result<std::vector<std::string>> list_rule_files(const std::string& directory) {
  std::vector<std::string> files;
  std::error_code error;
  std::filesystem::directory_iterator entries(directory, error);
  while (!error && entries != std::filesystem::directory_iterator()) {
    const auto& path = entries->path();
    if (path.extension() == ".yaml" || path.extension() == ".yml") {
      files.push_back(path.string());
    }
    entries.increment(error);
  }
  if (error) {
    return tl::unexpected(Diagnostic{
        .file = directory, .line = 0, .column = 0, .text = "can't be listed: " + error.message()});
  }
  std::ranges::sort(files);
  return files;
}

/// Takes a tree or the reason why there is none.
void take_tree(Result<TreeNode> tree, const std::string& name, std::vector<RuleFile>& files,
               Diagnostics& errors) {
  if (tree) {
    files.push_back({.name = name, .tree = *std::move(tree)});
  } else {
    errors.push_back(std::move(tree).error());
  }
}

void take_text(const Result<std::string>& text, const std::string& name,
               std::vector<RuleFile>& files, Diagnostics& errors) {
  if (text) {
    take_tree(read_yaml(*text, name), name, files, errors);
  } else {
    errors.push_back(text.error());
  }
}

void read_site_directory(const std::string& directory, std::vector<RuleFile>& files,
                         Diagnostics& errors) {
  const auto paths = list_rule_files(directory);
  if (!paths) {
    errors.push_back(paths.error());
    return;
  }
  for (const auto& path : *paths) {
    take_text(read_text_file(path, kMaxYamlBytes), path, files, errors);
  }
}

/// A directory of rules or one file of them.
void read_site_rules(const std::string& path, std::vector<RuleFile>& files, Diagnostics& errors) {
  std::error_code ignored;  // what can't be looked at can't be read either, and that says why
  if (std::filesystem::is_directory(path, ignored)) {
    read_site_directory(path, files, errors);
  } else {
    take_text(read_input(path, kMaxYamlBytes), path, files, errors);
  }
}

}  // namespace

ShippedRules about_shipped_rules() {
  const auto head = head_of_pack(packed_rules());
  return {.count = head.rules, .digest = std::string(head.digest)};
}

RuleLoading load_all_rules(std::span<const std::string> site_rules, InlineTests tests) {
  std::vector<RuleFile> files;
  Diagnostics errors;
  if (tests == InlineTests::read) {
    for (const auto& shipped : shipped_rules_with_tests()) {
      const auto name = std::string(shipped.name) + ".yaml";
      take_tree(read_tree(shipped.tree, name), name, files, errors);
    }
  }
  for (const auto& path : site_rules) {
    read_site_rules(path, files, errors);
  }
  if (!errors.empty()) {
    return {.rules = {}, .errors = std::move(errors)};
  }
  auto packed = tests == InlineTests::read ? RuleSet{} : unpack_rules(packed_rules());
  if (files.empty()) {
    return {.rules = std::move(packed), .errors = {}};
  }
  return load_rules(files, std::move(packed));
}

ProfileLookup shipped_profile_lookup() {
  return [](std::string_view name) -> std::optional<ShippedDocument> {
    const auto profiles = shipped_profiles();
    const auto found = std::ranges::find_if(
        profiles, [&](const ShippedDocument& document) { return document.name == name; });
    return found == profiles.end() ? std::nullopt : std::optional(*found);
  };
}

}  // namespace rocelint
