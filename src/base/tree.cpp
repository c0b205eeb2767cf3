// SPDX-License-Identifier: Apache-2.0
#include "base/tree.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <simdjson.h>
#include <tl/expected.hpp>

#include "rocelint/base/diagnostic.h"

#include "base/json_text.h"
#include "base/result.h"
#include "base/text.h"

namespace rocelint {

namespace {

// A node in JSON is [tag, line, column, …]: what follows is the text of a scalar, the items of a
// sequence, or keys and values of a mapping in turn.
struct Tag {
  std::string_view name;
  TreeNode::Kind kind;
  bool quoted;
  bool verbatim;
};
constexpr Tag scalar_tag(std::string_view name, bool quoted, bool verbatim) {
  return {.name = name, .kind = TreeNode::Kind::scalar, .quoted = quoted, .verbatim = verbatim};
}
constexpr Tag plain_tag(std::string_view name, TreeNode::Kind kind) {
  return {.name = name, .kind = kind, .quoted = false, .verbatim = false};
}
constexpr std::array kTags = {
    plain_tag("n", TreeNode::Kind::null),   scalar_tag("s", false, true),
    scalar_tag("f", false, false),          scalar_tag("q", true, true),
    scalar_tag("b", true, false),           plain_tag("l", TreeNode::Kind::sequence),
    plain_tag("m", TreeNode::Kind::mapping)};

std::string_view tag_of(const TreeNode& node) {
  const bool scalar = node.kind == TreeNode::Kind::scalar;
  for (const auto& tag : kTags) {
    if (tag.kind == node.kind &&
        (!scalar || (tag.quoted == node.quoted && tag.verbatim == node.verbatim))) {
      return tag.name;
    }
  }
  return "n";
}

void write_node(std::string& out, const TreeNode& node) {
  out += "[\"";
  out += tag_of(node);
  out += "\"," + std::to_string(node.line) + ',' + std::to_string(node.column);
  if (node.kind == TreeNode::Kind::scalar) {
    out += ',';
    write_json_text(out, node.scalar);
  }
  for (const auto& item : node.items) {
    out += ',';
    write_node(out, item);
  }
  for (const auto& [key, value] : node.entries) {
    out += ',';
    write_node(out, key);
    out += ',';
    write_node(out, value);
  }
  out += ']';
}

using Json = simdjson::dom::element;

std::optional<std::string_view> text_of(const Json& json) {
  std::string_view text;
  return json.get(text) == simdjson::SUCCESS ? std::optional(text) : std::nullopt;
}

bool read_number(const Json& json, std::size_t& into) {
  std::uint64_t number = 0;
  const bool ok = json.get(number) == simdjson::SUCCESS;
  into = number;
  return ok;
}

bool read_node(const Json& json, TreeNode& node, std::size_t depth);

/// What follows tag, line and column.
bool read_content(const simdjson::dom::array& parts, TreeNode& node, std::size_t depth) {
  const auto children = parts.size() - 3;
  if (node.kind == TreeNode::Kind::sequence) {
    node.items.reserve(children);
  } else {
    node.entries.reserve(children / 2);
  }
  std::optional<TreeNode> key;
  std::size_t index = 0;
  for (const Json& part : parts) {
    if (index++ < 3) {
      continue;
    }
    TreeNode child;
    if (!read_node(part, child, depth + 1)) {
      return false;
    }
    if (node.kind == TreeNode::Kind::sequence) {
      node.items.push_back(std::move(child));
    } else if (key) {
      node.entries.emplace_back(std::move(*key), std::move(child));
      key.reset();
    } else if (child.kind == TreeNode::Kind::scalar) {
      key = std::move(child);
    } else {
      return false;
    }
  }
  return !key;
}

bool read_node(const Json& json, TreeNode& node, std::size_t depth) {
  simdjson::dom::array parts;
  if (depth > kMaxTreeDepth || json.get(parts) != simdjson::SUCCESS || parts.size() < 3 ||
      !read_number(parts.at(1).value_unsafe(), node.line) ||
      !read_number(parts.at(2).value_unsafe(), node.column)) {
    return false;
  }
  const auto name = text_of(parts.at(0).value_unsafe());
  for (const auto& tag : kTags) {
    if (name != tag.name) {
      continue;
    }
    node.kind = tag.kind;
    node.quoted = tag.quoted;
    node.verbatim = tag.verbatim;
    if (tag.kind == TreeNode::Kind::null || tag.kind == TreeNode::Kind::scalar) {
      const std::size_t expected = tag.kind == TreeNode::Kind::null ? 3 : 4;
      const auto text = parts.size() == 4 ? text_of(parts.at(3).value_unsafe()) : std::nullopt;
      node.scalar = text.value_or("");
      return parts.size() == expected && text.has_value() == (expected == 4);
    }
    return read_content(parts, node, depth);
  }
  return false;
}

}  // namespace

const TreeNode* TreeNode::find(std::string_view key) const {
  for (const auto& [name, value] : entries) {
    if (name.scalar == key) {
      return &value;
    }
  }
  return nullptr;
}

Place place_in(const TreeNode& scalar, std::size_t offset) {
  const std::size_t quote = scalar.quoted ? 1 : 0;
  return Place{.line = scalar.line,
               .column = scalar.verbatim ? scalar.column + quote + offset : scalar.column};
}

std::string write_tree(const TreeNode& tree) {
  std::string out;
  write_node(out, tree);
  return out;
}

Result<TreeNode> read_tree(std::string_view json, std::string_view file) {
  simdjson::dom::parser parser;
  Json root;
  TreeNode tree;
  // A depth of 64 nodes is a depth of 65 arrays; the reader bounds its own recursion.
  const auto error = parser.parse(json.data(), json.size()).get(root);
  if (error != simdjson::SUCCESS || !read_node(root, tree, 0)) {
    const std::string why = error != simdjson::SUCCESS ? simdjson::error_message(error)
                                                       : "a node that is not [tag, line, column …]";
    return tl::make_unexpected(Diagnostic{.file = std::string(file), .text = "not a tree: " + why});
  }
  return tree;
}

}  // namespace rocelint
