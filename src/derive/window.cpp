// SPDX-License-Identifier: Apache-2.0
#include "derive/window.h"

#include <string>

#include "rocelint/snapshot.h"

namespace rocelint {

std::string window_diagnostic(const Snapshot& since, const Snapshot& now) {
  const auto* boot = now.host.boot_id.known();
  const auto* earlier_boot = since.host.boot_id.known();
  if (boot == nullptr || earlier_boot == nullptr) {
    return "the boot id of " +
           std::string(boot == nullptr ? "the host judged" : "the earlier snapshot") +
           " is unknown, so nobody can tell whether the counters began anew";
  }
  if (*boot != *earlier_boot) {
    return "is of another boot or another host: its counters can't be compared";
  }
  if (since.taken_at > now.taken_at) {
    return "was taken at " + since.taken_at + ", after the host judged (" + now.taken_at + ')';
  }
  if (since == now) {
    return "is the snapshot that is judged: nothing grew between the two";
  }
  return "";
}

}  // namespace rocelint
