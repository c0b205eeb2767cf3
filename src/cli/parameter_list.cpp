// SPDX-License-Identifier: Apache-2.0
#include "cli/parameter_list.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/facts/reflect.h"

#include "facts/json.h"
#include "policy/parameters.h"
#include "policy/policy.h"
#include "report/wording.h"

namespace rocelint::cli {

namespace {

class Lister {
 public:
  explicit Lister(const Provenance& provenance) : provenance_(provenance) {}

  void walk(const Type& type, const void* at, const std::string& path) {
    const auto* value = type.fact ? type.known(at) : at;
    if (value == nullptr) {
      return;
    }
    if (type.kind == Kind::structure) {
      walk_fields(type, value, path);
    } else if (type.kind == Kind::list && type.element->kind == Kind::structure) {
      for (std::size_t i = 0; i < type.size(value); ++i) {
        walk(*type.element, type.item(value, i), path + '[' + std::to_string(i) + ']');
      }
    } else {
      add(type, value, path);
    }
  }

  [[nodiscard]] std::vector<ParameterRow> take() { return std::move(rows_); }

 private:
  void walk_fields(const Type& type, const void* at, const std::string& path) {
    for (const auto& field : type.fields) {
      const auto name = std::string(field.name);
      walk(*field.type, member(field, at), path.empty() ? name : path + '.' + name);
    }
  }

  void add(const Type& type, const void* value, const std::string& path) {
    const auto from = written_at(path);
    if (from.empty()) {
      return;  // derived, like the role's own name
    }
    Type plain = type;
    plain.fact = false;
    std::string json;
    write_json_value(json, plain, value);
    rows_.push_back({.path = path, .value = value_in_words(json), .from = from});
  }

  // Of the parameter itself, else of what holds it: a list is often written in one place.
  [[nodiscard]] std::string written_at(std::string_view path) const {
    while (!path.empty()) {
      const auto row = provenance_.find(path);
      if (row != provenance_.end()) {
        return row->second;
      }
      const auto end = path.find_last_of(".[");
      path = path.substr(0, end == std::string_view::npos ? 0 : end);
    }
    return "";
  }

  const Provenance& provenance_;
  std::vector<ParameterRow> rows_;
};

}  // namespace

std::vector<ParameterRow> list_parameters(const RoleParameters& parameters,
                                          const Provenance& provenance) {
  Lister lister(provenance);
  lister.walk(kType<RoleParameters>, &parameters, "");
  return lister.take();
}

}  // namespace rocelint::cli
