// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the GID table of a port shows only beside the rest of the host. Pure functions of the facts.

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/facts.h"

#include "derive/ports.h"

namespace rocelint {

/// The root `gid_table` of rules of scope port and gid. Entries of other network namespaces do not
/// count.
struct GidTable {
  Fact<std::vector<std::string>> duplicates;
  Fact<std::vector<std::string>> off_port;

  bool operator==(const GidTable&) const = default;
};
template <>
struct Fields<GidTable> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::duplicates>("routable GIDs that another port has on another netdev",
                            "derived from port.gids"),
      field<&T::off_port>(
          "routable RoCE v2 GIDs on a netdev that is neither the port's nor stacked on it",
          "derived from port.gids"),
  };
};

/// Who has which GID on this host.
class GidOwners {
 public:
  explicit GidOwners(const Host& host);

  struct Entry {
    const RdmaPort* port = nullptr;
    const Gid* gid = nullptr;
  };
  [[nodiscard]] const std::vector<Entry>& of(std::string_view gid) const;
  /// Why the table of some RoCE port is not known; null if all are.
  [[nodiscard]] const Unknown* gap() const { return gap_ ? &*gap_ : nullptr; }

 private:
  void add(const RdmaDevice& device);

  std::map<std::string_view, std::vector<Entry>> by_gid_;
  std::optional<Unknown> gap_;
};

[[nodiscard]] GidTable derive_gid_table(const PortView& view, const GidOwners& owners);

}  // namespace rocelint
