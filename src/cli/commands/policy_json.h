// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "policy/parameter_list.h"
#include "policy/policy.h"
#include "report/json/json_writer.h"

namespace rocelint::cli {

/// The member `policy`: its name, digest and what holds for it as a whole.
void write_heading(JsonWriter& out, const Policy& policy);

/// The member `parameters`: each with its value and where it was written.
void write_parameters(JsonWriter& out, const std::vector<ShownParameter>& parameters);

/// The members `groups`, `rules` and `waivers`.
void write_rest(JsonWriter& out, const Policy& policy);

}  // namespace rocelint::cli
