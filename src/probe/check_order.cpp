// SPDX-License-Identifier: Apache-2.0
#include "probe/check_order.h"

#include <algorithm>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/base/diagnostic.h"
#include "rocelint/check.h"

namespace rocelint {
namespace {

using Ids = std::set<std::string_view, std::less<>>;

Diagnostic slip(const Check& check, const std::string& text) {
  return {.file = "checks/" + std::string(check.id) + ".cpp", .line = 0, .column = 0, .text = text};
}

Ids known_ids(std::span<const Check* const> checks, Diagnostics& errors) {
  Ids ids;
  for (const Check* check : checks) {
    if (!ids.insert(check->id).second) {
      errors.push_back(slip(*check, "the id is taken by another module"));
    }
  }
  return ids;
}

void complain_of_unknown_needs(const Check& check, const Ids& ids, Diagnostics& errors) {
  for (const std::string_view need : check.needs) {
    if (!ids.contains(need)) {
      errors.push_back(slip(check, "needs '" + std::string(need) + "', which is no module"));
    }
  }
}

bool is_free(const Check& check, const Ids& ids, const Ids& placed) {
  return std::ranges::all_of(check.needs, [&](std::string_view need) {
    return placed.contains(need) || !ids.contains(need);
  });
}

}  // namespace

RunOrder order_modules(std::span<const Check* const> checks) {
  RunOrder order;
  const Ids ids = known_ids(checks, order.errors);
  for (const Check* check : checks) {
    complain_of_unknown_needs(*check, ids, order.errors);
  }

  std::vector<const Check*> waiting(checks.begin(), checks.end());
  Ids placed;
  while (!waiting.empty()) {
    const auto next = std::ranges::find_if(
        waiting, [&](const Check* check) { return is_free(*check, ids, placed); });
    if (next == waiting.end()) {
      break;
    }
    placed.insert((*next)->id);
    order.modules.push_back(*next);
    waiting.erase(next);
  }
  for (const Check* check : waiting) {
    order.errors.push_back(slip(*check, "its needs form a cycle or lead to one"));
    order.modules.push_back(check);
  }
  return order;
}

}  // namespace rocelint
