// SPDX-License-Identifier: Apache-2.0
#include "policy/parameter_type.h"

#include <algorithm>
#include <string_view>

#include "rocelint/facts/reflect.h"

#include "policy/parameters.h"

namespace rocelint {

const Type* parameter_type(std::string_view path) {
  const auto* type = &kType<RoleParameters>;
  while (true) {
    const auto dot = path.find('.');
    const auto& fields = type->kind == Kind::list ? type->element->fields : type->fields;
    const auto field = std::ranges::find(fields, path.substr(0, dot), &Field::name);
    if (field == fields.end()) {
      return nullptr;
    }
    type = field->type;
    if (dot == std::string_view::npos) {
      return type;
    }
    path.remove_prefix(dot + 1);
  }
}

}  // namespace rocelint
