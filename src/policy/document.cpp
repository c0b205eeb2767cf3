// SPDX-License-Identifier: Apache-2.0
#include "policy/document.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
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
#include "policy/diagnostic_sink.h"
#include "policy/policy.h"

namespace rocelint::policy_loading {

namespace {

constexpr std::size_t kMaxAncestors = 16;

using Failure = tl::unexpected<Diagnostic>;

Failure fail(std::string_view file, std::string text) {
  return Failure(Diagnostic{.file = std::string(file), .text = std::move(text)});
}

Failure fail_at(std::string_view file, const TreeNode& node, std::string text) {
  return Failure(Diagnostic{.file = std::string(file),
                            .line = node.line,
                            .column = node.column,
                            .text = std::move(text)});
}

Result<Document> read_file(const std::string& path) {
  const auto bytes = read_input(path, kMaxYamlBytes);
  if (!bytes) {
    return Failure(bytes.error());
  }
  auto tree = read_yaml(*bytes, path);
  if (!tree) {
    return Failure(tree.error());
  }
  return Document{.name = path,
                  .directory = std::filesystem::path(path).parent_path().string(),
                  .tree = std::move(*tree)};
}

Result<Document> read_profile(std::string_view name, const ProfileLookup& profiles) {
  const auto shipped = profiles ? profiles(name) : std::nullopt;
  if (!shipped) {
    return fail(name,
                "no such profile (rocelint policy list shows all; a file name contains / or ends "
                "in .yaml)");
  }
  auto tree = read_tree(shipped->tree, shipped->name);
  if (!tree) {
    return Failure(tree.error());
  }
  return Document{.name = std::string(shipped->name), .directory = "", .tree = std::move(*tree)};
}

/// `extends` as the name of a profile or the path of a file.
Result<std::string> parent_of(const Document& document, const TreeNode& extends) {
  if (extends.kind != TreeNode::Kind::scalar || extends.scalar.empty()) {
    return fail_at(document.name, extends,
                   "extends must be a profile or file, not " + shown(extends));
  }
  if (names_a_file(extends.scalar) && !names_a_file(document.name)) {
    return fail_at(document.name, extends, "a profile can only extend profiles, not a file");
  }
  const std::filesystem::path written(extends.scalar);
  if (!names_a_file(extends.scalar) || written.is_absolute()) {
    return extends.scalar;
  }
  const auto path = (document.directory / written).lexically_normal().string();
  return names_a_file(path) ? path : "./" + path;
}

/// A parent that is not there is the fault of the line that names it.
Failure blame_extends(const Document& child, const Diagnostic& error) {
  return fail_at(child.name, *child.tree.find("extends"),
                 "extends " + error.file + ": " + error.text);
}

/// Two spellings of one file are one file.
std::string identity_of(const std::string& name) {
  std::error_code error;
  if (!names_a_file(name)) {
    return name;
  }
  const auto path = std::filesystem::weakly_canonical(name, error);
  return error ? name : path.string();
}

}  // namespace

bool names_a_file(std::string_view name) {
  return name.find('/') != std::string_view::npos || name.ends_with(".yaml") ||
         name.ends_with(".yml");
}

Result<std::vector<Document>> read_documents(std::string_view name_or_file,
                                             const ProfileLookup& profiles) {
  std::vector<Document> documents;
  std::set<std::string, std::less<>> seen;
  std::string name(name_or_file);
  while (true) {
    seen.insert(identity_of(name));
    auto document = names_a_file(name) ? read_file(name) : read_profile(name, profiles);
    if (!document) {
      return documents.empty() || document.error().line != 0
                 ? Failure(document.error())
                 : blame_extends(documents.back(), document.error());
    }
    documents.push_back(std::move(*document));
    const auto& last = documents.back();
    const auto* extends = last.tree.find("extends");
    if (extends == nullptr) {
      break;
    }
    auto parent = parent_of(last, *extends);
    if (!parent) {
      return Failure(parent.error());
    }
    if (seen.contains(identity_of(*parent))) {
      return fail_at(last.name, *extends, "circular extends: " + *parent);
    }
    if (documents.size() == kMaxAncestors) {
      return fail_at(last.name, *extends,
                     "extends chain is too long (at most " + std::to_string(kMaxAncestors) + ")");
    }
    name = std::move(*parent);
  }
  std::ranges::reverse(documents);
  return documents;
}

}  // namespace rocelint::policy_loading
