// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

#include "base/json_text.h"
#include "facts/json/facts_json.h"
#include "facts/json/key_clash.h"
#include "facts/json/list_order.h"
#include "facts/json/unknown_form.h"
#include "facts/snapshot_paths.h"

namespace rocelint {
namespace {

template <class Number>
void append_number(std::string& out, Number value) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  out.append(buffer.data(), end);
}

/// Writes values and remembers whether one of them had no JSON form.
class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) {}

  void value(const Type& type, const void* at) {
    if (!type.fact) {
      plain(type, at);
      return;
    }
    if (const auto* why = type.unknown(at)) {
      unknown(*why);
      return;
    }
    const auto start = out_.size();
    const auto outer = std::exchange(problem_, "");
    known(type, type.known(at));
    if (!problem_.empty()) {
      out_.resize(start);
      unknown({.reason = Reason::malformed, .detail = problem_, .sys_errno = 0});
    }
    problem_ = outer;
  }

 private:
  void known(const Type& type, const void* at) {
    plain(type, at);
    if (type.kind == Kind::map && map_reads_as_unknown(type, at)) {
      problem_ = "the map has the keys of an unknown";
    }
    if (keys_are_written_alike(type, at)) {
      problem_ = "two names in it are not UTF-8 and would read the same";
    }
  }

  void plain(const Type& type, const void* at) {
    switch (type.kind) {
      case Kind::boolean:
        out_ += *static_cast<const bool*>(at) ? "true" : "false";
        break;
      case Kind::integer:
        append_number(out_, *static_cast<const std::int64_t*>(at));
        break;
      case Kind::real:
        real(*static_cast<const double*>(at));
        break;
      case Kind::text:
        write_json_text(out_, *static_cast<const std::string*>(at));
        break;
      case Kind::enumeration:
        enumeration(type, type.get_enum(at));
        break;
      case Kind::list:
        list(type, at);
        break;
      case Kind::map:
        map(type, at);
        break;
      case Kind::structure:
        structure(type, at);
        break;
    }
  }

  void no_form(std::string problem) {
    out_ += "null";
    problem_ = std::move(problem);
  }

  void unknown(const Unknown& why) {
    out_ += R"({"unknown":")";
    out_ += to_string(why.reason);
    out_ += '"';
    if (!why.detail.empty()) {
      out_ += R"(,"detail":)";
      write_json_text(out_, why.detail);
    }
    if (why.sys_errno != 0) {
      out_ += R"(,"errno":)";
      append_number(out_, why.sys_errno);
    }
    out_ += '}';
  }

  void real(double value) {
    if (!std::isfinite(value)) {
      no_form("not a finite number");
      return;
    }
    const auto start = out_.size();
    append_number(out_, value);
    // A long row of digits would read as an integer that is too large.
    if (out_.find_first_of(".e", start) == std::string::npos) {
      out_ += ".0";
    }
  }

  void enumeration(const Type& type, std::int64_t value) {
    const auto row = std::ranges::find(type.enum_names, value, &EnumName::value);
    if (row == type.enum_names.end()) {
      no_form(std::string(type.name) + " has no value " + std::to_string(value));
    } else {
      write_json_text(out_, row->name);
    }
  }

  void list(const Type& type, const void* at) {
    out_ += '[';
    const auto* key = key_field(*type.element);
    if (key != nullptr) {
      for (const auto i : order_by_key(type, *key, at)) {
        element(*type.element, type.item(at, i));
      }
    } else {
      const auto size = type.size(at);
      for (std::size_t i = 0; i < size; ++i) {
        element(*type.element, type.item(at, i));
      }
    }
    out_ += ']';
  }

  void element(const Type& type, const void* at) {
    if (out_.back() != '[') {
      out_ += ',';
    }
    value(type, at);
  }

  void map(const Type& type, const void* at) {
    out_ += '{';
    type.each(at, [&](std::string_view key, const void* entry) {
      if (out_.back() != '{') {
        out_ += ',';
      }
      write_json_text(out_, key);
      out_ += ':';
      value(*type.element, entry);
    });
    out_ += '}';
  }

  void structure(const Type& type, const void* at) {
    out_ += '{';
    for (const auto& field : type.fields) {
      const auto* here = member(field, at);
      if (field.type->fact && was_not_collected(*field.type, here)) {
        continue;
      }
      out_ += out_.back() == '{' ? "\"" : ",\"";
      out_ += field.name;
      out_ += "\":";
      value(*field.type, here);
    }
    out_ += '}';
  }

  std::string& out_;
  std::string problem_;
};

}  // namespace

void write_json_value(std::string& out, const Type& type, const void* at) {
  Writer(out).value(type, at);
}

}  // namespace rocelint
