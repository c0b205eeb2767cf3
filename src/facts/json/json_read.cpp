// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bitset>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <simdjson.h>

#include "rocelint/base/diagnostic.h"
#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

#include "base/text.h"
#include "facts/json/facts_json.h"
#include "facts/json/json_diagnostics.h"
#include "facts/json/json_pointer.h"
#include "facts/json/json_syntax.h"
#include "facts/json/list_order.h"
#include "facts/json/one_of.h"
#include "facts/json/unknown_form.h"
#include "facts/snapshot_paths.h"

namespace rocelint {
namespace {

namespace dom = simdjson::dom;

constexpr std::size_t kLongestQuote = 80;

std::string_view name_of(dom::element_type type) {
  switch (type) {
    case dom::element_type::ARRAY:
      return "a list";
    case dom::element_type::OBJECT:
      return "an object";
    case dom::element_type::INT64:
    case dom::element_type::UINT64:
      return "an integer";
    case dom::element_type::DOUBLE:
      return "a fraction";
    case dom::element_type::STRING:
      return "a string";
    case dom::element_type::BOOL:
      return "a boolean";
    case dom::element_type::NULL_VALUE:
      return "null";
  }
  return "something else";
}

std::string_view name_of(Kind kind) {
  switch (kind) {
    case Kind::boolean:
      return "a boolean";
    case Kind::integer:
      return "an integer";
    case Kind::real:
      return "a number";
    case Kind::text:
    case Kind::enumeration:
      return "a string";
    case Kind::list:
      return "a list";
    case Kind::map:
    case Kind::structure:
      return "an object";
  }
  return "something else";
}

std::string quoted(std::string_view text) {
  return '"' + shortened(text, kLongestQuote) + '"';
}

/// ` (did you mean "x"?)`, or nothing.
template <class Rows>
std::string near_name(std::string_view name, const Rows& rows) {
  std::vector<std::string_view> names;
  names.reserve(rows.size());
  for (const auto& row : rows) {
    names.push_back(row.name);
  }
  const auto near = nearest(name, names);
  return near.empty() ? "" : " (did you mean " + quoted(near) + "?)";
}

class Reader {
 public:
  Reader(std::string_view file, JsonRules rules) : rules_(rules), diagnostics_(file) {}

  void value(dom::element json, const Type& type, void* at, const JsonPointer& here) {
    if (type.fact) {
      fact(json, type, at, here);
    } else {
      plain(json, type, at, here);
    }
  }

  [[nodiscard]] JsonReading result() && { return std::move(diagnostics_).result(); }

 private:
  /// Looked for only while somebody will read it: a hostile document has millions of wrong names.
  template <class Rows>
  [[nodiscard]] std::string suggestion(std::string_view name, const Rows& rows) const {
    return diagnostics_.has_room() ? near_name(name, rows) : "";
  }

  void wrong_type(dom::element json, const Type& type, const JsonPointer& here) {
    diagnostics_.fail(here, "expected " + std::string(name_of(type.kind)) + ", found " +
                                std::string(name_of(json.type())));
  }

  /// Takes the JSON value as a `Value`, or says that it is of the wrong type.
  template <class Value>
  bool take(dom::element json, const Type& type, Value& value, const JsonPointer& here) {
    if (json.get(value) == simdjson::SUCCESS) {
      return true;
    }
    wrong_type(json, type, here);
    return false;
  }

  void fact(dom::element json, const Type& type, void* at, const JsonPointer& here) {
    dom::object object;
    if (json.get(object) == simdjson::SUCCESS && stands_for_unknown(object, type)) {
      type.set_unknown(at, unknown(object, here));
    } else {
      plain(json, type, type.emplace(at), here);
    }
  }

  /// A structure never has a field named "unknown"; a map may have such a key.
  static bool stands_for_unknown(dom::object object, const Type& type) {
    dom::element reason;
    if (object.at_key(kUnknownKey).get(reason) != simdjson::SUCCESS) {
      return false;
    }
    if (type.kind != Kind::map) {
      return true;
    }
    std::string_view name;
    if (reason.get(name) != simdjson::SUCCESS || !enum_value<Reason>(name)) {
      return false;
    }
    // NOLINTNEXTLINE(modernize-use-ranges): the iterators of simdjson make no range
    return std::all_of(object.begin(), object.end(),
                       [](const auto& entry) { return is_key_of_unknown(entry.key); });
  }

  Unknown unknown(dom::object object, const JsonPointer& here) {
    Unknown why;
    std::set<std::string_view> seen;
    for (const auto [key, json] : object) {
      const JsonPointer there(here, key);
      if (!seen.insert(key).second) {
        diagnostics_.fail(there, "key given twice");
      } else if (key == kUnknownKey) {
        read_reason(json, why.reason, there);
      } else if (key == kDetailKey) {
        plain(json, kType<std::string>, &why.detail, there);
      } else if (key == kErrnoKey) {
        plain(json, kType<std::int64_t>, &why.sys_errno, there);
      } else {
        unknown_key(there, key, {});
      }
    }
    return why;
  }

  void read_reason(dom::element json, Reason& reason, const JsonPointer& here) {
    std::string_view name;
    if (!take(json, kType<Reason>, name, here)) {
      return;
    }
    if (const auto value = enum_value<Reason>(name)) {
      reason = *value;
    } else {
      diagnostics_.fail(here,
                        "no such reason: " + quoted(name) + suggestion(name, kEnumNames<Reason>));
    }
  }

  void plain(dom::element json, const Type& type, void* at, const JsonPointer& here) {
    switch (type.kind) {
      case Kind::boolean:
        take(json, type, *static_cast<bool*>(at), here);
        break;
      case Kind::integer:
        integer(json, type, at, here);
        break;
      case Kind::real:
        take(json, type, *static_cast<double*>(at), here);
        break;
      case Kind::text:
        text(json, type, at, here);
        break;
      case Kind::enumeration:
        enumeration(json, type, at, here);
        break;
      case Kind::list:
        list(json, type, at, here);
        break;
      case Kind::map:
        map(json, type, at, here);
        break;
      case Kind::structure:
        structure(json, type, at, here);
        break;
    }
  }

  void integer(dom::element json, const Type& type, void* at, const JsonPointer& here) {
    if (json.type() == dom::element_type::UINT64) {
      diagnostics_.fail(here, "the integer is out of range");
      return;
    }
    take(json, type, *static_cast<std::int64_t*>(at), here);
  }

  void text(dom::element json, const Type& type, void* at, const JsonPointer& here) {
    std::string_view value;
    if (take(json, type, value, here)) {
      static_cast<std::string*>(at)->assign(value);
    }
  }

  void enumeration(dom::element json, const Type& type, void* at, const JsonPointer& here) {
    std::string_view name;
    if (!take(json, type, name, here)) {
      return;
    }
    for (const auto& row : type.enum_names) {
      if (row.name == name) {
        type.set_enum(at, row.value);
        return;
      }
    }
    diagnostics_.fail(here, "no such " + std::string(type.name) + ": " + quoted(name) +
                                suggestion(name, type.enum_names));
  }

  void list(dom::element json, const Type& type, void* at, const JsonPointer& here) {
    dom::array array;
    if (!take(json, type, array, here)) {
      return;
    }
    type.clear(at);
    std::size_t index = 0;
    for (const auto item : array) {
      value(item, *type.element, type.append(at), JsonPointer(here, index));
      ++index;
    }
    if (const auto* key = key_field(*type.element)) {
      refuse_duplicates(type, *key, at, here);
    }
  }

  void refuse_duplicates(const Type& type, const Field& key, const void* at,
                         const JsonPointer& here) {
    const auto order = order_by_key(type, key, at);
    for (std::size_t i = 1; i < order.size(); ++i) {
      if (std::is_eq(compare_keys(key, type.item(at, order[i - 1]), type.item(at, order[i])))) {
        diagnostics_.fail(
            JsonPointer(here, order[i]),
            "same " + std::string(key.name) + " as element " + std::to_string(order[i - 1]));
      }
    }
  }

  void map(dom::element json, const Type& type, void* at, const JsonPointer& here) {
    dom::object object;
    if (!take(json, type, object, here)) {
      return;
    }
    type.clear(at);
    for (const auto [key, entry] : object) {
      const JsonPointer there(here, key);
      if (type.find(at, key) != nullptr) {
        diagnostics_.fail(there, "key given twice");
      } else {
        value(entry, *type.element, type.insert(at, key), there);
      }
    }
  }

  void structure(dom::element json, const Type& type, void* at, const JsonPointer& here) {
    if (const auto* field = only_value(json, type)) {
      value(json, *field->type, field->at(at), here);
      return;
    }
    dom::object object;
    if (!take(json, type, object, here)) {
      return;
    }
    std::bitset<kMaxFields> seen;
    std::set<std::string_view> seen_unknown;
    std::size_t expected = 0;  // keys mostly come in the order of the table
    for (const auto [key, entry] : object) {
      const JsonPointer there(here, key);
      const auto i = find_from(type.fields, key, expected);
      const bool known = i < type.fields.size();
      const bool repeated = known ? seen.test(i) : !seen_unknown.insert(key).second;
      if (repeated) {
        diagnostics_.fail(there, "key given twice");
      } else if (known) {
        seen.set(i);
        expected = i + 1;
        value(entry, *type.fields[i].type, type.fields[i].at(at), there);
      } else {
        unknown_key(there, key, type.fields);
      }
    }
    if (rules_.missing == Missing::refuse) {
      refuse_missing(type, seen, here);
    }
  }

  /// The member that a bare value stands for, in hand-written input.
  [[nodiscard]] const Field* only_value(dom::element json, const Type& type) const {
    Kind kind = Kind::text;
    if (json.is_bool()) {
      kind = Kind::boolean;
    } else if (json.is_int64()) {
      kind = Kind::integer;
    } else if (!json.is_string()) {
      return nullptr;
    }
    return rules_.unknown_keys == UnknownKeys::refuse ? member_of_kind(type, kind) : nullptr;
  }

  static std::size_t find_from(std::span<const Field> fields, std::string_view name,
                               std::size_t start) {
    for (std::size_t n = 0; n < fields.size(); ++n) {
      const auto i = (start + n) % fields.size();
      if (fields[i].name == name) {
        return i;
      }
    }
    return fields.size();
  }

  void refuse_missing(const Type& type, const std::bitset<kMaxFields>& seen,
                      const JsonPointer& here) {
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
      if (!seen.test(i) && !may_be_absent(*type.fields[i].type)) {
        diagnostics_.fail(JsonPointer(here, type.fields[i].name), "missing");
      }
    }
  }

  void unknown_key(const JsonPointer& there, std::string_view key, std::span<const Field> fields) {
    if (rules_.unknown_keys == UnknownKeys::refuse) {
      diagnostics_.fail(there, "unknown key" + suggestion(key, fields));
    } else {
      diagnostics_.warn_of_key(there);
    }
  }

  JsonRules rules_;
  JsonDiagnostics diagnostics_;
};

JsonReading refused(Diagnostic error) {
  JsonReading out;
  out.errors.push_back(std::move(error));
  return out;
}

}  // namespace

JsonReading read_json_value(std::string_view json, std::string_view file, const Type& type,
                            void* into, JsonRules rules) {
  if (json.size() > kMaxJsonBytes) {
    return refused({.file = std::string(file),
                    .text = "larger than " + std::to_string(kMaxJsonBytes / 1'000'000) + " MB"});
  }
  dom::parser parser;
  auto error = parser.allocate(std::max<std::size_t>(json.size(), 1), kMaxJsonDepth);
  dom::element root;
  if (error == simdjson::SUCCESS) {
    error = parser.parse(json.data(), json.size()).get(root);
  }
  if (error != simdjson::SUCCESS) {
    return refused(explain_json_syntax(json, file, simdjson::error_message(error)));
  }
  Reader reader(file, rules);
  reader.value(root, type, into, JsonPointer());
  return std::move(reader).result();
}

}  // namespace rocelint
