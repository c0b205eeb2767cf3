// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "policy/parameters.h"
#include "policy/policy.h"

namespace rocelint::cli {

/// A parameter that somebody set: "roce[0].dscp", "26", "lossless-dscp26:9".
struct ParameterRow {
  std::string path;
  std::string value;
  std::string from;
};

/// Every parameter of a role that has a value, in table order.
[[nodiscard]] std::vector<ParameterRow> list_parameters(const RoleParameters& parameters,
                                                        const Provenance& provenance);

}  // namespace rocelint::cli
