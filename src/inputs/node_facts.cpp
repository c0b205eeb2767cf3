// SPDX-License-Identifier: Apache-2.0
#include "inputs/node_facts.h"

#include <algorithm>
#include <ctime>
#include <string>
#include <utility>
#include <vector>

#include <time.h>  // NOLINT(modernize-deprecated-headers): strptime and timegm are POSIX and glibc
#include <tl/expected.hpp>

#include "rocelint/base/diagnostic.h"
#include "rocelint/facts/fact.h"
#include "rocelint/facts/host.h"
#include "rocelint/facts/netdev.h"
#include "rocelint/facts/rdma.h"
#include "rocelint/snapshot.h"

#include "base/result.h"
#include "facts/fact_path.h"
#include "inputs/fill_facts.h"

namespace rocelint {
namespace {

/// Why this can't be a snapshot of the same machine as it is now, or "". The boot id is of the
/// kernel and so the same in every container; host names are not.
std::string diagnostic_about(const Snapshot& node, const Snapshot& snapshot) {
  const auto* theirs = node.host.boot_id.known();
  const auto* ours = snapshot.host.boot_id.known();
  if (theirs == nullptr || ours == nullptr) {
    return "the boot id is not known " + std::string(theirs == nullptr ? "in it" : "here") +
           ": whether it is of this machine can't be told";
  }
  if (*theirs != *ours) {
    return "is of another machine or of another boot: its boot id is " + *theirs + ", here it is " +
           *ours;
  }
  if (!is_time(node.taken_at) || node.taken_at > snapshot.taken_at) {
    return "was taken at \"" + node.taken_at + "\", which is not before now, " + snapshot.taken_at;
  }
  return "";
}

std::time_t seconds_of(const std::string& time) {
  std::tm parts{};
  return strptime(time.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts) == nullptr ? 0 : timegm(&parts);
}

/// "40 s", "12 min", "3 h", "5 days".
std::string age_of(const std::string& from, const std::string& until) {
  constexpr std::time_t kMinute = 60;
  constexpr std::time_t kHour = 60 * kMinute;
  constexpr std::time_t kDay = 24 * kHour;
  const auto age = seconds_of(until) - seconds_of(from);
  if (age < 2 * kMinute) {
    return std::to_string(age) + " s";
  }
  if (age < 2 * kHour) {
    return std::to_string(age / kMinute) + " min";
  }
  return age < 2 * kDay ? std::to_string(age / kHour) + " h" : std::to_string(age / kDay) + " days";
}

/// Routes and addresses are those of a network namespace.
void drop_what_is_of_another_namespace(const Snapshot& node, const Snapshot& snapshot,
                                       Host& theirs) {
  const bool same =
      node.probe.host_network_namespace.is(true) && snapshot.probe.host_network_namespace.is(true);
  if (!same) {
    theirs.routing = Routing{};
    theirs.bound_addresses = Unknown{};
  }
}

/// What the node itself has from its site keeps that source.
void name_first_source(const Snapshot& node, std::vector<SiteFact>& facts) {
  const auto* site = node.probe.site_facts.known();
  if (site == nullptr) {
    return;
  }
  for (auto& fact : facts) {
    const auto from = std::ranges::find_if(
        *site, [&](const SiteFact& given) { return is_within(fact.fact, given.fact); });
    if (from != site->end()) {
      fact.source = from->source;
      fact.taken_at = from->taken_at;
    }
  }
}

/// The netdev of a PCI function, where it has one alone.
const Netdev* netdev_of_function(const Host& host, const std::string& address) {
  const auto* netdevs = host.netdevs.known();
  if (netdevs == nullptr) {
    return nullptr;
  }
  const auto is_of_it = [&](const Netdev& netdev) { return netdev.pci_address.is(address); };
  const auto first = std::ranges::find_if(*netdevs, is_of_it);
  const bool alone = first != netdevs->end() && std::none_of(first + 1, netdevs->end(), is_of_it);
  return alone ? &*first : nullptr;
}

/// What belongs to the physical port, of which a virtual function has no say of its own: its driver
/// answers such questions on the physical function only.
Netdev port_facts(const Netdev& physical, const std::string& name) {
  Netdev facts;
  facts.name = name;
  facts.dcb = physical.dcb;
  facts.pause = physical.pause;
  facts.fec = physical.fec;
  facts.cc = physical.cc;
  facts.module = physical.module;
  facts.lldp = physical.lldp;
  return facts;
}

/// The netdevs here that stand on virtual functions, with what their ports are on the node.
void fill_virtual_functions(const FactOrigin& origin, const Host& theirs, Host& ours,
                            Filling& filling) {
  const auto* devices = ours.devices.known();
  if (devices == nullptr) {
    return;
  }
  for (const auto& device : *devices) {
    const auto* function = device.physical_function.known();
    const auto* ports = device.ports.known();
    const auto* physical =
        function != nullptr && !function->empty() ? netdev_of_function(theirs, *function) : nullptr;
    const auto* netdev =
        ports != nullptr && ports->size() == 1 ? ports->front().netdev.known() : nullptr;
    if (physical != nullptr && netdev != nullptr) {
      Host facts;
      facts.netdevs = std::vector{port_facts(*physical, *netdev)};
      auto from = origin;
      from.source += ", of its physical function " + physical->name;
      fill_host(from, facts, ours, filling);
    }
  }
}

}  // namespace

Result<Diagnostic> add_node_facts(const Snapshot& node, const std::string& file,
                                  Snapshot& snapshot) {
  if (auto why = diagnostic_about(node, snapshot); !why.empty()) {
    return tl::unexpected(
        Diagnostic{.file = file, .line = 0, .column = 0, .text = "--node-facts: " + why});
  }
  Host theirs = node.host;
  drop_what_is_of_another_namespace(node, snapshot, theirs);
  const FactOrigin origin{.knower = FactProvider::node,
                          .source = "rocelint probe on the node",
                          .taken_at = node.taken_at,
                          .file = file};
  Filling filling;
  fill_host(origin, theirs, snapshot.host, filling);
  fill_virtual_functions(origin, theirs, snapshot.host, filling);
  name_first_source(node, filling.facts);
  const auto count = filling.facts.size();
  add_site_facts_to(snapshot.probe, std::move(filling.facts));
  return Diagnostic{.file = file,
                    .line = 0,
                    .column = 0,
                    .text = "supplies " + std::to_string(count) +
                            (count == 1 ? " fact" : " facts") + " that can't be told here, " +
                            age_of(node.taken_at, snapshot.taken_at) + " old"};
}

}  // namespace rocelint
