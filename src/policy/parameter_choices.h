// SPDX-License-Identifier: Apache-2.0
#pragma once

// Policy parameters that are one of a few words.

#include <array>
#include <cstdint>

#include "rocelint/facts/reflect.h"

namespace rocelint {

enum class PfcMode : std::uint8_t { required, forbidden, unmanaged };
template <>
inline constexpr std::array kEnumNames<PfcMode> = {
    EnumName{0, "required"}, EnumName{1, "forbidden"}, EnumName{2, "unmanaged"}};

enum class CcMode : std::uint8_t { dcqcn, other, disabled, unmanaged };
template <>
inline constexpr std::array kEnumNames<CcMode> = {
    EnumName{0, "dcqcn"}, EnumName{1, "other"}, EnumName{2, "disabled"}, EnumName{3, "unmanaged"}};

enum class TrustMode : std::uint8_t { dscp, pcp, any };
template <>
inline constexpr std::array kEnumNames<TrustMode> = {EnumName{0, "dscp"}, EnumName{1, "pcp"},
                                                     EnumName{2, "any"}};

/// Whether packets of one queue pair may overtake each other: adaptive routing, packet spraying.
enum class Reordering : std::uint8_t { never, expected };
template <>
inline constexpr std::array kEnumNames<Reordering> = {EnumName{0, "never"},
                                                      EnumName{1, "expected"}};

enum class GidFamily : std::uint8_t { ipv4, ipv6, any };
template <>
inline constexpr std::array kEnumNames<GidFamily> = {EnumName{0, "ipv4"}, EnumName{1, "ipv6"},
                                                     EnumName{2, "any"}};

enum class DcbxOwner : std::uint8_t { any, host, firmware };
template <>
inline constexpr std::array kEnumNames<DcbxOwner> = {EnumName{0, "any"}, EnumName{1, "host"},
                                                     EnumName{2, "firmware"}};

/// Whether ports are put together in a bond.
enum class Bonding : std::uint8_t { forbidden, required, any };
template <>
inline constexpr std::array kEnumNames<Bonding> = {EnumName{0, "forbidden"},
                                                   EnumName{1, "required"}, EnumName{2, "any"}};

/// Whether ports of different rails can reach each other.
enum class Rails : std::uint8_t { isolated, connected };
template <>
inline constexpr std::array kEnumNames<Rails> = {EnumName{0, "isolated"}, EnumName{1, "connected"}};

}  // namespace rocelint
