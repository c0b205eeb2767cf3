// SPDX-License-Identifier: Apache-2.0
#include "rules/parameter_use.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "rocelint/facts/reflect.h"

#include "policy/parameter_type.h"
#include "policy/parameters.h"

namespace rocelint {
namespace {

constexpr std::string_view kRoot = "policy.";

bool is_unmanaged(const Type& type, const void* at) {
  if (type.kind != Kind::enumeration) {
    return false;
  }
  const auto value = type.get_enum(at);
  return std::ranges::any_of(type.enum_names, [&](const EnumName& name) {
    return name.value == value && name.name == "unmanaged";
  });
}

bool is_unset(const Type& type, const void* at, std::string_view path);

/// A parameter of list elements is unset when no element has it; where some have it the rule
/// decides.
bool is_unset_in_all(const Type& type, const void* list, std::string_view path) {
  const auto size = type.size(list);
  for (std::size_t i = 0; i < size; ++i) {
    if (!is_unset(*type.element, type.item(list, i), path)) {
      return false;
    }
  }
  return size != 0;
}

bool is_unset(const Type& type, const void* at, std::string_view path) {
  if (type.fact) {
    at = type.known(at);
    if (at == nullptr) {
      return true;
    }
  }
  if (path.empty()) {
    return is_unmanaged(type, at);
  }
  if (type.kind == Kind::list) {
    return is_unset_in_all(type, at, path);
  }
  const auto name = path.substr(0, path.find('.'));
  const auto rest = path.size() == name.size() ? "" : path.substr(name.size() + 1);
  for (const auto& field : type.fields) {
    if (field.name == name) {
      return is_unset(*field.type, member(field, at), rest);
    }
  }
  return false;
}

}  // namespace

bool is_parameter(std::string_view path) {
  const auto* type = parameter_type(path);
  return type != nullptr && type->fact;
}

bool is_unset_parameter(std::string_view path, const RoleParameters& parameters) {
  return path.starts_with(kRoot) && is_unset(path.substr(kRoot.size()), parameters);
}

bool is_unset(std::string_view parameter, const RoleParameters& parameters) {
  return is_unset(kType<RoleParameters>, &parameters, parameter);
}

}  // namespace rocelint
