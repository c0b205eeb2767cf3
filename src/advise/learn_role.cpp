// SPDX-License-Identifier: Apache-2.0
#include "advise/learn_role.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "base/yaml_out.h"
#include "policy/parameters.h"

namespace rocelint {

bool is_allowed(std::string_view parameter, std::int64_t number) {
  const auto limit = std::ranges::find(kParameterLimits, parameter, &ParameterLimit::parameter);
  return limit == kParameterLimits.end() ||
         (limit->allowed.empty()
              ? number >= limit->least && number <= limit->most
              : std::ranges::find(limit->allowed, number) != limit->allowed.end());
}

void RoleDraft::set(std::string_view parameter, YamlOut value, const std::string& note) {
  warn(parameter, note);
  value.comment = note;
  const auto dot = parameter.find('.');
  if (dot == std::string_view::npos) {
    values_.entries.emplace_back(parameter, std::move(value));
    return;
  }
  const auto group = parameter.substr(0, dot);
  if (values_.entries.empty() || values_.entries.back().first != group) {
    values_.entries.emplace_back(group, YamlOut{});
  }
  values_.entries.back().second.entries.emplace_back(parameter.substr(dot + 1), std::move(value));
}

void RoleDraft::leave_out(std::string_view parameter, const std::string& why) {
  warn(parameter, why);
  left_out_.push_back("Not set: " + std::string(parameter) + ": " + why);
}

YamlOut RoleDraft::take(const std::string& selector, const std::string& heading) {
  YamlOut role{.comment = heading};
  for (auto& remark : left_out_) {
    role.entries.emplace_back("", YamlOut{.comment = std::move(remark)});
  }
  role.entries.emplace_back("ports", YamlOut{.scalar = selector});
  std::ranges::move(values_.entries, std::back_inserter(role.entries));
  return role;
}

void RoleDraft::warn(std::string_view parameter, const std::string& note) {
  if (!note.empty()) {
    warnings_.push_back("role " + name_ + ": " + std::string(parameter) + ": " + note);
  }
}

}  // namespace rocelint
