// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "policy/policy.h"

namespace rocelint {

/// One parameter of one role, as `policy show` and the documentation list it.
struct ShownParameter {
  std::string parameter;  ///< "pfc.mode", "roce[0].dscp"
  std::string value;      ///< as people write it; empty: not asked for
  std::string json;       ///< the same as JSON
  std::string from;       ///< "acme.yaml:14"; empty when nobody said anything
  std::string_view doc;
};

/// Every parameter of a role, those that are not set too, in table order.
[[nodiscard]] std::vector<ShownParameter> list_parameters(const RoleParameters& parameters,
                                                          const Provenance& provenance);

}  // namespace rocelint
