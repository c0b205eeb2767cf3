// SPDX-License-Identifier: Apache-2.0
#pragma once

// The field tables as rows of text, for `rocelint facts` and the documentation.

#include <string>
#include <string_view>
#include <vector>

#include "rocelint/facts/reflect.h"

namespace rocelint {

struct FactRow {
  std::string path;       ///< as rules spell it, lists walked through: host.netdevs.dcb.pfc.enabled
  std::string type;       ///< "list<int>", "enum strict|ets"
  std::string_view unit;  ///< "bytes"; empty where there is none
  std::string_view doc;
  std::string_view source;
  FieldRole role = FieldRole::state;
  Privilege privilege = Privilege::none;
};

/// Every fact and every plain value in `type`, in table order, each before what is inside it.
[[nodiscard]] std::vector<FactRow> list_facts(const Type& type);

/// "int", "list<Gid>", "enum half|full".
[[nodiscard]] std::string spell_type(const Type& type);

/// The unit that a field's name ends in: "bytes" of mtu_bytes, "Mb/s" of speed_mbps; else "".
[[nodiscard]] std::string_view unit_of(std::string_view name);

[[nodiscard]] std::string_view to_string(FieldRole role);
[[nodiscard]] std::string_view to_string(Privilege privilege);

}  // namespace rocelint
