// SPDX-License-Identifier: Apache-2.0
#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

namespace rocelint {

const char* to_string(Reason reason) {
  const auto name = enum_name(reason);
  return name.empty() ? "malformed"
                      : name.data();  // NOLINT(bugprone-suspicious-stringview-data-usage):
                                      // names are literals
}

}  // namespace rocelint
