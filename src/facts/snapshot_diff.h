// SPDX-License-Identifier: Apache-2.0
#pragma once

// What differs between two snapshots, by the field tables.

#include <cstdint>
#include <string>
#include <vector>

#include "rocelint/snapshot.h"

namespace rocelint {

enum class ChangeKind : std::uint8_t { changed, appeared, vanished };

/// One fact, or one element of a list, that is not the same in both.
struct FactChange {
  ChangeKind kind{ChangeKind::changed};
  std::string path;       ///< host.netdevs["ens5"].mtu_bytes; a renamed element has its old name
  std::string fact;       ///< the same without elements: host.netdevs.mtu_bytes
  bool is_named = false;  ///< an element with a key, which `path` ends in
  std::string before;     ///< as JSON, an unknown too; empty when it appeared
  std::string after;      ///< empty when it vanished

  bool operator==(const FactChange&) const = default;
};

/// In the order of the tables. Devices and netdevs are the same when their PCI address is, else
/// their node GUID; by name only where neither tells. Of an unknown only the reason counts, of a
/// counter only whether it could be read.
[[nodiscard]] std::vector<FactChange> diff_snapshots(const Snapshot& before, const Snapshot& after);

}  // namespace rocelint
