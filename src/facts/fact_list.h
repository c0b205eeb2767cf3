// SPDX-License-Identifier: Apache-2.0
#pragma once

// The field tables as rows of text, for `rocelint facts` and the documentation.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/facts/reflect.h"

namespace rocelint {

template <>
inline constexpr std::array kEnumNames<FieldRole> = {EnumName{0, "state"}, EnumName{1, "identity"},
                                                     EnumName{2, "key"}, EnumName{3, "counter"}};
template <>
inline constexpr std::array kEnumNames<Privilege> = {
    EnumName{0, "none"}, EnumName{1, "CAP_NET_ADMIN"}, EnumName{2, "root"}};

struct FactRow {
  std::string path;       ///< as rules spell it, lists walked through: host.netdevs.dcb.pfc.enabled
  std::string type;       ///< "list<int>", "enum strict|ets"
  std::string_view unit;  ///< "bytes"; empty where there is none
  std::string_view doc;
  std::string_view source;
  FieldRole role = FieldRole::state;
  Privilege privilege = Privilege::none;
  std::string_view check;  ///< the id of the check that reads it; empty: none does
};

/// Every fact and every plain value in `type`, in table order, each before what is inside it.
[[nodiscard]] std::vector<FactRow> list_facts(const Type& type);

/// "int", "list<Gid>", "enum half|full".
[[nodiscard]] std::string spell_type(const Type& type);

/// The unit that a field's name ends in: "bytes" of mtu_bytes, "Mb/s" of speed_mbps; else "".
[[nodiscard]] std::string_view unit_of(std::string_view name);

}  // namespace rocelint
