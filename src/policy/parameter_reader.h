// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "rocelint/facts/reflect.h"

#include "base/tree.h"
#include "policy/diagnostic_sink.h"
#include "policy/parameters.h"
#include "policy/policy.h"

namespace rocelint::policy_loading {

/// What `null` may stand for where there is nothing to take back: a slip of the fingers in a file,
/// but right in `--set`, which speaks to several roles at once and is applied again after groups.
enum class IdleNull : std::uint8_t { complain, accept };

/// Writes what a YAML mapping sets over the parameters that are there already: deep for groups of
/// parameters, whole for lists. `null` takes a parameter back to its built-in default, `any` means
/// that it is not asked for.
class ParameterReader {
 public:
  ParameterReader(DiagnosticSink& diagnostics, Origins& origins, IdleNull idle = IdleNull::complain)
      : diagnostics_(diagnostics), origins_(origins), idle_(idle) {}

  /// Entries of `node` named in `skip` are not parameters.
  void read(const TreeNode& node, RoleParameters& into, std::string_view skip = "");

 private:
  void read_field(const Field& field, void* owner, const TreeNode& node, const std::string& path);
  void read_structure(const Type& type, void* at, const TreeNode& node, const std::string& path);
  void read_list(const Type& type, void* at, const TreeNode& node, const std::string& path);
  bool read_value(const Type& type, void* at, const TreeNode& node, const std::string& path);
  bool read_text(void* at, const TreeNode& node, const std::string& path);
  bool read_integer(void* at, const TreeNode& node, const std::string& path);
  bool read_enum(const Type& type, void* at, const TreeNode& node, const std::string& path);
  void check_required(const Type& type, const TreeNode& node, const std::string& path);
  /// Forgets where `path` was written; false if it was not.
  bool forget(const std::string& path);

  DiagnosticSink& diagnostics_;
  Origins& origins_;
  IdleNull idle_;
};

/// What holds where nobody says anything.
[[nodiscard]] RoleParameters built_in_parameters(Origins& origins);

/// Fills what is derived from the written parameters, and sorts lists that are sets.
void finish_parameters(RoleParameters& parameters, Origins& origins);

[[nodiscard]] Provenance to_provenance(const Origins& origins);

}  // namespace rocelint::policy_loading
