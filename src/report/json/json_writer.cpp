// SPDX-License-Identifier: Apache-2.0
#include "report/json/json_writer.h"

#include <cstdint>
#include <string>
#include <string_view>

#include "base/json_text.h"

namespace rocelint {

void JsonWriter::separate() {
  if (!first_) {
    out_ += ',';
  }
  first_ = false;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  write_json_text(out_, name);
  out_ += ':';
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::text(std::string_view value) {
  separate();
  write_json_text(out_, value);
  return *this;
}

JsonWriter& JsonWriter::integer(std::int64_t value) {
  return raw(std::to_string(value));
}

JsonWriter& JsonWriter::boolean(bool value) {
  return raw(value ? "true" : "false");
}

JsonWriter& JsonWriter::null() {
  return raw("null");
}

JsonWriter& JsonWriter::raw(std::string_view json) {
  separate();
  out_ += json.empty() ? "null" : json;
  return *this;
}

JsonWriter& JsonWriter::open_object() {
  separate();
  out_ += '{';
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::close_object() {
  out_ += '}';
  first_ = false;
  return *this;
}

JsonWriter& JsonWriter::open_list() {
  separate();
  out_ += '[';
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::close_list() {
  out_ += ']';
  first_ = false;
  return *this;
}

}  // namespace rocelint
