// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rocelint {

/// Where a reader is in a JSON document. A chain through its call stack, spelled out (RFC 6901)
/// only when there is something to say.
class JsonPointer {
 public:
  JsonPointer() = default;
  JsonPointer(const JsonPointer& parent, std::string_view key) : parent_(&parent), key_(key) {}
  JsonPointer(const JsonPointer& parent, std::size_t index)
      : parent_(&parent), index_(index), is_index_(true) {}

  /// "/host/netdevs/3/name"; "top level" for the whole document. Long keys are cut.
  [[nodiscard]] std::string text() const;
  /// The same with every index as "*": elements of one list have it in common.
  [[nodiscard]] std::string without_indices() const;

 private:
  enum class Indices : bool { shown, folded };
  [[nodiscard]] std::string spell(Indices indices) const;

  const JsonPointer* parent_ = nullptr;
  std::string_view key_;
  std::size_t index_ = 0;
  bool is_index_ = false;
};

}  // namespace rocelint
