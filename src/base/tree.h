// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/text.h"

namespace rocelint {

/// A YAML document as data: what policies and rules are loaded from. Scalars keep their text; the
/// loader, which knows the expected type, converts them.
struct TreeNode {
  enum class Kind : std::uint8_t { null, scalar, sequence, mapping };

  Kind kind{Kind::null};
  std::string scalar;           ///< scalar
  bool quoted = false;          ///< scalar written in quotes or as a block: always a string
  bool verbatim = false;        ///< scalar on one line without escapes: see place_in()
  std::vector<TreeNode> items;  ///< sequence
  std::vector<std::pair<TreeNode, TreeNode>> entries;  ///< mapping, in file order
  std::size_t line = 0;                                ///< from 1
  std::size_t column = 0;                              ///< from 1

  [[nodiscard]] const TreeNode* find(std::string_view key) const;
  bool operator==(const TreeNode&) const = default;
};

/// Where byte `offset` of a scalar stands in its file; the scalar's own place if it was folded or
/// escaped, so that offsets say nothing about the file.
[[nodiscard]] Place place_in(const TreeNode& scalar, std::size_t offset);

inline constexpr std::size_t kMaxYamlBytes = 4'000'000;
inline constexpr std::size_t kMaxTreeDepth = 64;
inline constexpr std::size_t kMaxTreeNodes = 200'000;

/// Reads one YAML document; an empty one is a null node. Duplicate and non-scalar keys, anchors,
/// aliases, tags, merge keys, more than one document, what exceeds the limits above and bytes that
/// are not text are errors: yaml-cpp passes them silently or blows up. `file` only names the input
/// in the diagnostic.
[[nodiscard]] Result<TreeNode> read_yaml(std::string_view text, std::string_view file);

/// A tree as compact JSON that keeps line and column, for embedding; and back.
[[nodiscard]] std::string write_tree(const TreeNode& tree);
[[nodiscard]] Result<TreeNode> read_tree(std::string_view json, std::string_view file);

}  // namespace rocelint
