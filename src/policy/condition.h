// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "base/tree.h"
#include "expr/expression.h"
#include "policy/diagnostic_sink.h"

namespace rocelint::policy_loading {

/// Compiles an expression over selector_roots().
[[nodiscard]] std::optional<expr::Expression> read_condition(const TreeNode& node,
                                                             std::string_view what,
                                                             DiagnosticSink& diagnostics);

/// The same for `ports`, which may read identity facts only.
[[nodiscard]] std::optional<expr::Expression> read_selector(const TreeNode& node,
                                                            DiagnosticSink& diagnostics);

/// Whether the condition looks at the host, not only at its ports.
[[nodiscard]] bool reads_host(const expr::Expression& condition);

/// Whether it looks at a port, its device or its netdev: of a host as a whole it says nothing then.
[[nodiscard]] bool asks_about_port(const expr::Expression& condition);

}  // namespace rocelint::policy_loading
