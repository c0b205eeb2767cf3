// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "derive/addressing/gid_pick.h"
#include "derive/addressing/gid_table.h"
#include "derive/addressing/port_addressing.h"
#include "derive/counter_growth.h"
#include "derive/job/job_view.h"
#include "derive/lag.h"
#include "derive/path/traffic_path.h"
#include "derive/pcie/gpu_paths.h"
#include "derive/pcie/pcie_path.h"
#include "derive/ports.h"
#include "derive/rdma_inventory.h"
#include "derive/siblings.h"
#include "expr/expression.h"
#include "policy/parameters.h"
#include "rules/rule.h"

namespace rocelint {
namespace {

using expr::Root;

constexpr Root kHost{"host", &kType<Host>};
constexpr Root kPorts{"ports", &kType<std::vector<const RdmaPort*>>};
constexpr Root kDev{"dev", &kType<RdmaDevice>};
constexpr Root kPort{"port", &kType<RdmaPort>};
constexpr Root kNetdev{"netdev", &kType<Netdev>};
constexpr Root kLowers{"lowers", &kType<NetdevList>};
constexpr Root kUppers{"uppers", &kType<NetdevList>};
constexpr Root kPolicy{"policy", &kType<RoleParameters>};
constexpr Root kPath{"path", &kType<TrafficPath>};
constexpr Root kSiblings{"siblings", &kType<SiblingFacts>};
constexpr Root kGidPick{"gid_pick", &kType<GidPick>};
constexpr Root kGidTable{"gid_table", &kType<GidTable>};
constexpr Root kGrowth{"growth", &kType<PortGrowth>};
constexpr Root kPcie{"pcie", &kType<PciePath>};
constexpr Root kGpus{"gpus", &kType<PortGpus>};
constexpr Root kJob{"job", &kType<JobView>};
constexpr Root kJobPort{"job_port", &kType<JobPort>};
constexpr Root kAddressing{"addressing", &kType<PortAddressing>};
constexpr Root kLag{"lag", &kType<PortLag>};
constexpr Root kProbe{"probe", &kType<Probe>};
constexpr Root kInventory{"inventory", &kType<Inventory>};
constexpr Root kGid{"gid", &kType<Gid>};
constexpr Root kOneLower{"lower", &kType<Netdev>};

/// Lists among the roots hold what one fact gave, or what is judged: only a bare list within a
/// struct could not be told from one that was not read.
constexpr bool keeps_lists_inside_facts(std::span<const Root> roots) {
  return std::ranges::all_of(roots, [](const Root& root) {
    return root.type->kind == Kind::list || lists_are_inside_facts(*root.type);
  });
}

constexpr std::array kHostRoots{kHost, kPorts, kPolicy, kProbe, kInventory, kJob};
constexpr std::array kDeviceRoots{kHost, kDev, kPolicy};
constexpr std::array kPortRoots{kHost,   kDev,  kPort,     kNetdev,  kLowers,     kUppers,
                                kPolicy, kPath, kSiblings, kGidPick, kGidTable,   kGrowth,
                                kPcie,   kGpus, kJob,      kJobPort, kAddressing, kLag};
constexpr std::array kGidRoots{kHost, kDev,      kPort,       kNetdev,   kLowers, kUppers, kPolicy,
                               kPath, kSiblings, kGidPick,    kGidTable, kGrowth, kPcie,   kGpus,
                               kJob,  kJobPort,  kAddressing, kLag,      kGid};
constexpr std::array kNetdevRoots{kHost, kNetdev, kPolicy};
constexpr std::array kLowerFixRoots{
    kHost,     kDev,    kPort, kNetdev, kLowers, kUppers,  kPolicy,     kPath, kSiblings, kGidPick,
    kGidTable, kGrowth, kPcie, kGpus,   kJob,    kJobPort, kAddressing, kLag,  kOneLower};

static_assert(keeps_lists_inside_facts(kHostRoots) && keeps_lists_inside_facts(kGidRoots));

}  // namespace

std::span<const Root> scope_roots(Scope scope) {
  switch (scope) {
    case Scope::host:
      return kHostRoots;
    case Scope::device:
      return kDeviceRoots;
    case Scope::port:
      return kPortRoots;
    case Scope::gid:
      return kGidRoots;
    case Scope::netdev:
      return kNetdevRoots;
  }
  return {};
}

std::span<const Root> lower_fix_roots() {
  return kLowerFixRoots;
}

}  // namespace rocelint
