// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "rocelint/base/diagnostic.h"

#include "facts/json/facts_json.h"
#include "facts/json/json_pointer.h"

namespace rocelint {

/// What a reader has to say of a document, bounded however bad that is.
class JsonDiagnostics {
 public:
  explicit JsonDiagnostics(std::string_view file) : file_(file) {}

  void fail(const JsonPointer& here, const std::string& text);
  /// Whether the next failure will be shown; later ones are only counted.
  [[nodiscard]] bool has_room() const;
  /// A key that this version does not know. Said once, however many elements of a list have it.
  void warn_of_key(const JsonPointer& key);

  [[nodiscard]] JsonReading result() &&;

 private:
  struct Seen {
    std::string first;
    std::size_t count = 0;
  };

  [[nodiscard]] Diagnostic say(std::string text) const;

  std::string_view file_;
  Diagnostics errors_;
  std::size_t more_errors_ = 0;
  std::map<std::string, Seen> unknown_keys_;  ///< by their pointer with every index folded
  std::size_t more_unknown_keys_ = 0;
};

}  // namespace rocelint
