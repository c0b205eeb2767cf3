// SPDX-License-Identifier: Apache-2.0
#pragma once

// Reads tests/cases/*.yaml. What the keys mean is said in tests/cases/README.md.

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "rocelint/base/diagnostic.h"

#include "advise/given_facts.h"
#include "base/text_file.h"
#include "base/tree.h"

namespace rocelint::testing_support {

struct GivenFact {
  std::string path;
  nlohmann::json value;
};

/// "pfc-off@mlx5_0: error": the rule fails there and is at least an error.
struct ExpectedFinding {
  std::string rule;
  std::string subject;  ///< empty: any
  std::string level;    ///< least severity, or "unknown"
};

struct PublicCase {
  std::string name;
  std::string base = "cx7";
  std::string policy = "baseline";
  std::vector<std::string> set;
  std::map<std::string, std::string> rename;
  std::vector<GivenFact> facts;
  std::vector<GivenFact> earlier;  ///< what was otherwise a minute before
  std::optional<std::map<std::string, std::string>> job;
  std::vector<ExpectedFinding> expect;
  std::map<std::string, std::vector<std::string>> says;  ///< by rule
  std::vector<std::string> allow;                        ///< may fail too, as globs
  std::vector<std::string> forbid;                       ///< must not fail, as globs
  std::vector<std::string> not_judged;                   ///< RDMA devices
  std::vector<std::string> differs;  ///< facts in which this host differs from the one above it
  std::optional<std::size_t> peer;   ///< where in the list that one is
};
inline void PrintTo(const PublicCase& row, std::ostream* out) {
  *out << row.name;
}

struct PublicCases {
  std::vector<PublicCase> cases;
  std::vector<std::string> errors;
};

inline constexpr std::array<std::string_view, 18> kCaseKeys = {
    "case",    "source", "devset", "state", "base",  "policy",     "set",    "rename",  "facts",
    "earlier", "job",    "expect", "says",  "allow", "not_judged", "forbid", "differs", "variants"};

class CaseReader {
 public:
  explicit CaseReader(PublicCases& out) : out_(out) {}

  void read_file(const std::string& path) {
    file_ = std::filesystem::path(path).filename().string();
    const auto text = read_text_file(path, kMaxYamlBytes);
    const auto tree =
        text ? read_yaml(*text, file_) : Result<TreeNode>(tl::unexpected(text.error()));
    if (!tree) {
      out_.errors.push_back(to_string(tree.error()));
      return;
    }
    const auto* cases = tree->find("cases");
    if (cases == nullptr || tree->entries.size() != 1) {
      complain(*tree, "a file has one key, cases");
      return;
    }
    for (const auto& node : cases->items) {
      read_case(node);
    }
  }

 private:
  void complain(const TreeNode& node, const std::string& text) {
    out_.errors.push_back(file_ + ":" + std::to_string(node.line) + ": " + text);
  }

  void read_case(const TreeNode& node) {
    PublicCase whole;
    read_into(node, whole);
    for (const auto* key : {"case", "source", "state"}) {
      if (node.find(key) == nullptr) {
        complain(node, std::string("it has no ") + key);
      }
    }
    const auto index = out_.cases.size();
    out_.cases.push_back(whole);
    if (const auto* variants = node.find("variants")) {
      for (const auto& variant : variants->items) {
        read_variant(variant, whole, index);
      }
    }
  }

  /// A variant has the host of its case, and over it what it says itself; what is expected of it,
  /// it says anew.
  void read_variant(const TreeNode& node, const PublicCase& whole, std::size_t index) {
    auto variant = whole;
    variant.name.clear();
    variant.expect.clear();
    variant.says.clear();
    variant.forbid.clear();
    variant.not_judged.clear();
    read_into(node, variant);
    if (variant.name.empty() || node.find("variants") != nullptr || node.find("state") == nullptr) {
      complain(node, "a variant has a name, a state and no variants");
    }
    if (!variant.differs.empty()) {
      variant.peer = index;
    }
    variant.name = whole.name + "-" + variant.name;
    out_.cases.push_back(std::move(variant));
  }

  void read_into(const TreeNode& node, PublicCase& into) {
    for (const auto& [key, value] : node.entries) {
      if (std::ranges::find(kCaseKeys, key.scalar) == kCaseKeys.end()) {
        complain(key, "no such key: " + key.scalar);
      }
    }
    read_text(node, "case", into.name);
    read_text(node, "base", into.base);
    read_text(node, "policy", into.policy);
    read_texts(node, "set", into.set);
    read_texts(node, "allow", into.allow);
    read_texts(node, "forbid", into.forbid);
    read_texts(node, "not_judged", into.not_judged);
    read_texts(node, "differs", into.differs);
    if (const auto* names = node.find("rename")) {
      for (const auto& [from, to] : names->entries) {
        into.rename[from.scalar] = to.scalar;
      }
    }
    read_facts(node, "facts", into.facts);
    read_earlier(node, into);
    read_job(node, into);
    read_expected(node, into);
  }

  static void read_text(const TreeNode& node, std::string_view key, std::string& into) {
    if (const auto* found = node.find(key)) {
      into = found->scalar;
    }
  }

  void read_texts(const TreeNode& node, std::string_view key, std::vector<std::string>& into) {
    const auto* found = node.find(key);
    if (found == nullptr) {
      return;
    }
    if (found->kind != TreeNode::Kind::sequence) {
      complain(*found, std::string(key) + " wants a list");
    }
    for (const auto& item : found->items) {
      into.push_back(item.scalar);
    }
  }

  static void read_facts(const TreeNode& node, std::string_view key, std::vector<GivenFact>& into) {
    if (const auto* found = node.find(key)) {
      for (const auto& [path, value] : found->entries) {
        into.push_back({.path = path.scalar, .value = json_of(value)});
      }
    }
  }

  /// An empty one: there was only one look at the host.
  static void read_earlier(const TreeNode& node, PublicCase& into) {
    if (const auto* found = node.find("earlier"); found != nullptr && found->entries.empty()) {
      into.earlier.clear();
    }
    read_facts(node, "earlier", into.earlier);
  }

  static void read_job(const TreeNode& node, PublicCase& into) {
    if (const auto* found = node.find("job")) {
      auto& job = into.job ? *into.job : into.job.emplace();
      for (const auto& [name, value] : found->entries) {
        if (value.kind == TreeNode::Kind::null) {
          job.erase(name.scalar);
        } else {
          job[name.scalar] = value.scalar;
        }
      }
    }
  }

  void read_expected(const TreeNode& node, PublicCase& into) {
    const auto* expect = node.find("expect");
    if (expect == nullptr) {
      complain(node, "it expects neither a finding nor {}");
      return;
    }
    for (const auto& [finding, level] : expect->entries) {
      const auto at = std::min(finding.scalar.find('@'), finding.scalar.size());
      into.expect.push_back(
          {.rule = finding.scalar.substr(0, at),
           .subject = finding.scalar.substr(std::min(at + 1, finding.scalar.size())),
           .level = level.scalar});
    }
    if (const auto* says = node.find("says")) {
      for (const auto& [rule, texts] : says->entries) {
        for (const auto& text : texts.items) {
          into.says[rule.scalar].push_back(text.scalar);
        }
      }
    }
  }

  PublicCases& out_;
  std::string file_;
};

/// tests/cases/*.yaml, in the order of their names.
inline const PublicCases& public_cases() {
  static const PublicCases kCases = [] {
    PublicCases cases;
    std::vector<std::string> paths;
    for (const auto& entry :
         std::filesystem::directory_iterator(ROCELINT_SOURCE_DIR "/tests/cases")) {
      if (entry.path().extension() == ".yaml") {
        paths.push_back(entry.path().string());
      }
    }
    std::ranges::sort(paths);
    for (const auto& path : paths) {
      CaseReader(cases).read_file(path);
    }
    return cases;
  }();
  return kCases;
}

}  // namespace rocelint::testing_support
