// SPDX-License-Identifier: Apache-2.0
#include "policy/parameter_list.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/facts/reflect.h"

#include "facts/json/facts_json.h"
#include "policy/parameters.h"
#include "policy/policy.h"

namespace rocelint {

namespace {

/// JSON as people write it in a policy: names without quotes, a blank after each comma.
std::string as_written(std::string_view json) {
  std::string out;
  bool quoted = false;
  for (std::size_t at = 0; at < json.size(); ++at) {
    const char c = json[at];
    if (c == '"') {
      quoted = !quoted;
      continue;
    }
    out += c;
    if (c == '\\' && at + 1 < json.size()) {
      out += json[++at];
    } else if (c == ',' && !quoted) {
      out += ' ';
    }
  }
  return out;
}

/// Walks the parameters of a role down to single values.
class Walk {
 public:
  Walk(const Provenance& provenance, std::vector<ShownParameter>& into)
      : provenance_(provenance), into_(into) {}

  void structure(const Type& type, const void* at, const std::string& prefix) {
    for (const auto& field : type.fields) {
      if (field.name != "role" || !prefix.empty()) {
        value(field, member(field, at), prefix + std::string(field.name));
      }
    }
  }

 private:
  void value(const Field& field, const void* at, const std::string& path) {
    const Type& type = *field.type;
    const void* known = type.fact ? type.known(at) : at;
    if (known == nullptr) {
      add(path, "", field.doc);
    } else if (type.kind == Kind::structure) {
      structure(type, known, path + '.');
    } else if (type.kind == Kind::list && type.element->kind == Kind::structure &&
               type.size(known) != 0) {
      for (std::size_t i = 0; i < type.size(known); ++i) {
        structure(*type.element, type.item(known, i), path + '[' + std::to_string(i) + "].");
      }
    } else {
      std::string json;
      write_json_value(json, type, at);
      add(path, std::move(json), field.doc);
    }
  }

  void add(const std::string& path, std::string json, std::string_view doc) {
    const auto from = provenance_.find(path);
    into_.push_back(ShownParameter{.parameter = path,
                                   .value = as_written(json),
                                   .json = std::move(json),
                                   .from = from == provenance_.end() ? "" : from->second,
                                   .doc = doc});
  }

  const Provenance& provenance_;
  std::vector<ShownParameter>& into_;
};

}  // namespace

std::vector<ShownParameter> list_parameters(const RoleParameters& parameters,
                                            const Provenance& provenance) {
  std::vector<ShownParameter> shown;
  Walk(provenance, shown).structure(kType<RoleParameters>, &parameters, "");
  return shown;
}

}  // namespace rocelint
