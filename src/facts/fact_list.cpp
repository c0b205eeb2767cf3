// SPDX-License-Identifier: Apache-2.0
#include "facts/fact_list.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/facts/reflect.h"

namespace rocelint {
namespace {

struct Unit {
  std::string_view suffix;
  std::string_view unit;
};
constexpr std::array kUnits = {
    Unit{.suffix = "_bytes", .unit = "bytes"},   Unit{.suffix = "_mbps", .unit = "Mb/s"},
    Unit{.suffix = "_kbps", .unit = "kb/s"},     Unit{.suffix = "_us", .unit = "us"},
    Unit{.suffix = "_ms", .unit = "ms"},         Unit{.suffix = "_seconds", .unit = "s"},
    Unit{.suffix = "_percent", .unit = "%"},     Unit{.suffix = "_bit_times", .unit = "bit times"},
    Unit{.suffix = "_celsius", .unit = "deg C"}, Unit{.suffix = "_packets", .unit = "packets"},
};

/// "enum half|full".
std::string spell_enum(std::span<const EnumName> names) {
  std::string out = "enum ";
  for (const auto& row : names) {
    out += out.back() == ' ' ? "" : "|";
    out += row.name;
  }
  return out;
}

void add_rows(std::vector<FactRow>& rows, const Type& type, const std::string& prefix,
              std::string_view around) {
  for (const auto& field : type.fields) {
    const auto check = field.check.empty() ? around : field.check;
    const auto path = prefix + std::string(field.name);
    const auto& t = *field.type;
    if (t.fact || t.kind != Kind::structure) {
      rows.push_back({.path = path,
                      .type = spell_type(t),
                      .unit = unit_of(field.name),
                      .doc = field.doc,
                      .source = field.source,
                      .role = field.role,
                      .privilege = field.privilege,
                      .check = check});
    }
    const auto* inner = &t;
    while (inner->element != nullptr) {
      inner = inner->element;
    }
    add_rows(rows, *inner, path + '.', check);
  }
}

}  // namespace

std::vector<FactRow> list_facts(const Type& type) {
  std::vector<FactRow> rows;
  add_rows(rows, type, "", "");
  return rows;
}

std::string spell_type(const Type& type) {
  switch (type.kind) {
    case Kind::list:
      return "list<" + spell_type(*type.element) + '>';
    case Kind::map:
      return "map<string, " + spell_type(*type.element) + '>';
    case Kind::enumeration:
      return spell_enum(type.enum_names);
    default:
      return std::string(type.name);
  }
}

std::string_view unit_of(std::string_view name) {
  const auto* const row =
      std::ranges::find_if(kUnits, [&](const Unit& unit) { return name.ends_with(unit.suffix); });
  return row == kUnits.end() ? "" : row->unit;
}

}  // namespace rocelint
