// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/tree.h"
#include "policy/policy.h"

namespace rocelint::policy_loading {

/// A policy file or profile as written.
struct Document {
  std::string name;       ///< how diagnostics and provenance call it
  std::string directory;  ///< what `extends` is relative to; empty for a profile
  TreeNode tree;
};

/// Whether `name` names a file rather than a profile: it has a '/' or ends in .yaml or .yml.
[[nodiscard]] bool names_a_file(std::string_view name);

/// The policy and all that it extends, the farthest ancestor first.
[[nodiscard]] Result<std::vector<Document>> read_documents(std::string_view name_or_file,
                                                           const ProfileLookup& profiles);

}  // namespace rocelint::policy_loading
