// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "rocelint/base/diagnostic.h"

#include "base/tree.h"
#include "policy/policy.h"

namespace rocelint::policy_loading {

/// Enough to fix a file; a hostile one must not fill the terminal.
inline constexpr std::size_t kMaxDiagnostics = 100;

/// Gathers what is wrong with one file, and reads its scalars.
class DiagnosticSink {
 public:
  DiagnosticSink(std::string_view file, Diagnostics& into) : file_(file), into_(into) {}

  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] Origin origin(const TreeNode& node) const {
    return Origin{.file = file_, .line = node.line, .column = node.column};
  }

  void at(const TreeNode& node, const std::string& text) {
    at(Place{node.line, node.column}, text);
  }
  void at(Place place, const std::string& text);

  /// Whether `node` is a mapping; complains of it, and of every key that is not among `keys`.
  bool expect_mapping(const TreeNode& node, std::string_view what,
                      std::span<const std::string_view> keys);

  /// A scalar as text; `what` names it in the diagnostic.
  [[nodiscard]] std::optional<std::string> text(const TreeNode& node, std::string_view what);
  [[nodiscard]] std::optional<bool> boolean(const TreeNode& node, std::string_view what);
  /// The index of the word among `words`.
  [[nodiscard]] std::optional<std::size_t> word(const TreeNode& node, std::string_view what,
                                                std::span<const std::string_view> words);

 private:
  std::string file_;
  Diagnostics& into_;
};

/// true/false, yes/no, on/off as YAML 1.1 knows them; a quoted one is a text.
[[nodiscard]] std::optional<bool> as_boolean(const TreeNode& node);

/// `, did you mean "dscp"?` or nothing.
[[nodiscard]] std::string suggestion(std::string_view name,
                                     std::span<const std::string_view> candidates);

/// A value as a diagnostic shows it: `"requird"`, `a list`, `nothing`.
[[nodiscard]] std::string shown(const TreeNode& node);

/// Whether it is a version such as "1.2" or "1.2.3".
[[nodiscard]] bool is_version(const TreeNode& node);

/// A name that is safe in reports, paths and --set: letters, digits, '-', '_', '.'; at most 64.
[[nodiscard]] bool is_name(std::string_view text);

}  // namespace rocelint::policy_loading
