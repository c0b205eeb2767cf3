// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/base/diagnostic.h"
#include "rocelint/snapshot.h"

namespace rocelint {

/// Who knows facts that this host can't tell.
enum class FactProvider : std::uint8_t {
  site,  ///< a file that somebody wrote for this host: what it has and can't be used is said
  node,  ///< rocelint itself, on the same machine with more rights or from another namespace
};

struct FactOrigin {
  FactProvider knower{FactProvider::site};
  std::string source;
  std::string taken_at;
  std::string file;
};

struct Filling {
  std::vector<SiteFact> facts;  ///< what was filled
  Diagnostics notes;            ///< what a site's file has in vain
};

/// Fills facts of `into` that are unknown because nobody here can tell them. What is known stands,
/// a read that went wrong stays so, and no device or netdev is added to those that are known here.
/// A node's list is taken whole where there is none here; its elements count as ours if they have
/// the same name and no identity of theirs differs: another namespace may have another eth0.
void fill_host(const FactOrigin& origin, const Host& from, Host& into, Filling& filling);

/// Adds to what other sources have filled.
void add_site_facts_to(Probe& probe, std::vector<SiteFact> facts);

/// "2027-03-02T03:12:44Z", so that two of them compare as text.
[[nodiscard]] bool is_time(std::string_view text);

}  // namespace rocelint
