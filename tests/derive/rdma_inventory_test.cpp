// SPDX-License-Identifier: Apache-2.0
#include "derive/rdma_inventory.h"

#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/reasons.h"

namespace rocelint {
namespace {

Unknown denied() {
  return {.reason = Reason::permission, .detail = "no", .sys_errno = 13};
}
Unknown unsupported() {
  return {.reason = Reason::unsupported, .detail = "", .sys_errno = 0};
}

Netdev netdev(const std::string& name, const std::string& function) {
  Netdev netdev;
  netdev.name = name;
  netdev.link_kind = std::string();
  netdev.driver = std::string("mlx5_core");
  netdev.pci_address = function;
  netdev.uppers = std::vector<std::string>{};
  netdev.dcb.pfc.emplace();
  return netdev;
}

RdmaDevice device(const std::string& name, const std::string& function, const std::string& on) {
  RdmaPort port;
  port.number = 1;
  port.netdev = on;
  RdmaDevice device;
  device.name = name;
  device.pci_address = function;
  device.ports = std::vector{port};
  return device;
}

/// Three netdevs of one driver, of which the last has no RDMA device.
Host one_is_bare() {
  Host host;
  host.netdevs = std::vector{netdev("ens0", "0000:18:00.0"), netdev("ens1", "0000:28:00.0"),
                             netdev("ens2", "0000:38:00.0")};
  host.devices = std::vector{device("mlx5_0", "0000:18:00.0", "ens0"),
                             device("mlx5_1", "0000:28:00.0", "ens1")};
  return host;
}

using Strings = std::optional<std::vector<std::string>>;

struct Row {
  std::string name;
  std::function<void(Host&)> change;
  Strings missing;  ///< nothing: unknown
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

class InventoryOf : public testing::TestWithParam<Row> {};

TEST_P(InventoryOf, Host) {
  auto host = one_is_bare();
  GetParam().change(host);
  const auto inventory = derive_inventory(host);
  const auto* missing = inventory.netdevs_without_rdma.known();
  EXPECT_EQ(missing == nullptr ? std::nullopt : Strings(*missing), GetParam().missing);
}

Netdev& bare(Host& host) {
  return host.netdevs.known()->at(2);
}
Netdev& sibling(Host& host, std::size_t i) {
  return host.netdevs.known()->at(i);
}
RdmaDevice& rdma(Host& host, std::size_t i) {
  return host.devices.known()->at(i);
}
void put_under(Host& host, const std::string& kind) {
  Netdev upper;
  upper.name = "upper0";
  upper.link_kind = kind;
  upper.driver = unsupported();
  upper.pci_address = unsupported();
  bare(host).uppers = std::vector<std::string>{"upper0"};
  host.netdevs.known()->push_back(upper);
}
void without_dcb(Host& host) {
  for (auto& each : *host.netdevs.known()) {
    each.dcb.pfc = unsupported();
  }
}

const std::vector<std::string> kNone;

INSTANTIATE_TEST_SUITE_P(
    Rows, InventoryOf,
    testing::Values(
        Row{"one_is_bare", [](Host&) {}, Strings({"ens2"})},
        Row{"all_have_one",
            [](Host& h) { h.devices.known()->push_back(device("mlx5_2", "0000:38:00.0", "ens2")); },
            kNone},
        Row{"its_device_stands_on_another_netdev",  // a representor shares the function of its PF
            [](Host& h) { h.devices.known()->push_back(device("mlx5_2", "0000:38:00.0", "ens9")); },
            kNone},
        Row{"of_another_driver", [](Host& h) { bare(h).driver = std::string("e1000e"); }, kNone},
        Row{"nobody_has_one", [](Host& h) { h.devices = std::vector<RdmaDevice>{}; }, kNone},
        Row{"member_of_a_bond", [](Host& h) { put_under(h, "bond"); }, kNone},
        Row{"under_a_vlan", [](Host& h) { put_under(h, "vlan"); }, Strings({"ens2"})},
        Row{"virtual_function", [](Host& h) { bare(h).dcb.pfc = unsupported(); }, kNone},
        Row{"driver_without_dcb", without_dcb, Strings({"ens2"})},
        Row{"bnxt_that_was_not_asked",
            [](Host& h) {
              bare(h).dcb.pfc =
                  Unknown{.reason = Reason::not_authoritative, .detail = "", .sys_errno = 0};
            },
            Strings({"ens2"})},
        Row{"no_function_behind_it",
            [](Host& h) {
              bare(h).pci_address = unsupported();
              bare(h).driver = unsupported();
            },
            kNone},
        Row{"its_driver_unknown", [](Host& h) { bare(h).driver = denied(); }, std::nullopt},
        Row{"a_sibling_s_driver_unknown",
            [](Host& h) {
              sibling(h, 0).driver = denied();
              sibling(h, 1).driver = denied();
            },
            std::nullopt},
        Row{"the_functions_of_all_siblings_unknown",
            [](Host& h) {
              h.devices.known()->pop_back();
              sibling(h, 0).pci_address = denied();
              rdma(h, 0).ports = denied();
            },
            std::nullopt},
        Row{"its_function_unknown", [](Host& h) { bare(h).pci_address = denied(); }, std::nullopt},
        Row{"its_uppers_unknown", [](Host& h) { bare(h).uppers = denied(); }, std::nullopt},
        Row{"kind_of_its_upper_unknown",
            [](Host& h) {
              put_under(h, "bond");
              h.netdevs.known()->back().link_kind = denied();
            },
            std::nullopt},
        Row{"its_dcb_unknown", [](Host& h) { bare(h).dcb.pfc = denied(); }, std::nullopt},
        Row{"dcb_of_a_sibling_unknown",
            [](Host& h) {
              without_dcb(h);
              sibling(h, 0).dcb.pfc = denied();
            },
            std::nullopt},
        Row{"where_a_device_stands_unknown",
            [](Host& h) {
              rdma(h, 1).pci_address = denied();
              rdma(h, 1).ports = denied();
            },
            std::nullopt},
        Row{"where_a_device_stands_is_told_by_its_port",
            [](Host& h) { rdma(h, 1).pci_address = denied(); }, Strings({"ens2"})},
        Row{"devices_unknown", [](Host& h) { h.devices = denied(); }, std::nullopt},
        Row{"netdevs_unknown", [](Host& h) { h.netdevs = denied(); }, std::nullopt}),
    [](const auto& row) { return row.param.name; });

TEST(InventoryDoubts, TellEachReason) {
  auto host = one_is_bare();
  sibling(host, 0).driver = Unknown{.reason = Reason::timeout, .detail = ""};
  bare(host).pci_address = denied();
  EXPECT_EQ(testing_support::reasons(derive_inventory(host).netdevs_without_rdma),
            "timeout permission");
}

}  // namespace
}  // namespace rocelint
