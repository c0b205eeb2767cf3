// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/policy.h"
#include "report/text/page.h"

namespace rocelint::cli {

/// Name, digest and what holds for the policy as a whole.
void write_heading(Page& page, const Policy& policy);

/// Every parameter of a role with its value and where it was written.
void write_parameters(Page& page, const RoleParameters& parameters, const Provenance& provenance);

/// The whole policy: its roles, groups, rule settings and waivers.
void write_policy(Page& page, const Policy& policy);

}  // namespace rocelint::cli
