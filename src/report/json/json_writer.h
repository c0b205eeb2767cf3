// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace rocelint {

/// Writes JSON text member by member, so that the key order is the order of the calls.
class JsonWriter {
 public:
  JsonWriter& key(std::string_view name);
  JsonWriter& text(std::string_view value);
  JsonWriter& integer(std::int64_t value);
  JsonWriter& boolean(bool value);
  JsonWriter& null();
  /// A value that is JSON already; an empty one is null.
  JsonWriter& raw(std::string_view json);

  JsonWriter& open_object();
  JsonWriter& close_object();
  JsonWriter& open_list();
  JsonWriter& close_list();

  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  void separate();

  std::string out_;
  bool first_ = true;  // nothing before it in the innermost object or list, or a key just before
};

}  // namespace rocelint
