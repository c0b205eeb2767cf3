// SPDX-License-Identifier: Apache-2.0
#include "advise/rule_test_case.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

#include "rocelint/base/diagnostic.h"
#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "advise/given_facts.h"
#include "base/result.h"
#include "base/tree.h"
#include "facts/json/facts_json.h"
#include "policy/diagnostic_sink.h"
#include "rules/rule.h"

namespace rocelint {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 4> kHostKeys = {"host", "ports", "probe", "job"};
constexpr std::array<std::string_view, 2> kDeviceKeys = {"host", "dev"};
constexpr std::array<std::string_view, 9> kPortKeys = {
    "host", "dev", "port", "netdev", "lowers", "uppers", "others", "job", "gid"};
constexpr std::array<std::string_view, 2> kNetdevKeys = {"host", "netdev"};

// An hour after boot, so that a minute earlier there was time as well.
constexpr std::int64_t kCountersAtUs = 3'600'000'000;
constexpr std::int64_t kWindowUs = 60'000'000;

/// The roots that a case may fill. Derived facts are computed, never given.
std::span<const std::string_view> case_keys(Scope scope) {
  switch (scope) {
    case Scope::host:
      return kHostKeys;
    case Scope::device:
      return kDeviceKeys;
    case Scope::port:
      return std::span(kPortKeys).first(kPortKeys.size() - 1);
    case Scope::gid:
      return kPortKeys;
    case Scope::netdev:
      break;
  }
  return kNetdevKeys;
}

/// One device, its port and its netdev, in the making.
struct Scaffold {
  std::string name;  ///< of the netdev
  Json device;
  Json port;
  Json netdev;
  std::vector<Json> more_netdevs;

  explicit Scaffold(std::size_t index) {
    const auto number = std::to_string(index);
    const auto function = "0000:" + std::to_string(17 + index) + ":00.0";
    name = "ens" + number;
    // With an address it is in use, whatever else is known.
    const Json address = {{"address", "192.0.2." + number},
                          {"family", "ipv4"},
                          {"prefix_length", 31},
                          {"scope", "global"}};
    netdev = {{"name", name},
              {"addresses", Json::array({address})},
              {"link_kind", ""},
              {"driver", "mlx5_core"},
              {"pci_address", function},
              {"admin_up", true},
              {"counters_at_us", kCountersAtUs},
              {"uppers", Json::array()},
              {"lowers", {name}}};
    port = {{"number", 1},
            {"netdev", name},
            {"gid_table_length", 256},
            {"counters_at_us", kCountersAtUs}};
    device = {{"name", "mlx5_" + number},    {"protocol", "roce"},
              {"driver", "mlx5_core"},       {"pci_address", function},
              {"board_id", "MT_0000000838"}, {"virtual_function", false}};
  }
};

/// Lays the facts of a case over the scaffold, root by root.
class CaseBuilder {
 public:
  explicit CaseBuilder(Json facts) : facts_(std::move(facts)) {}

  Json build() {
    build_devices();
    Json host = {{"devices", devices_}, {"netdevs", netdevs_}};
    update(host, facts_, "host");
    Json snapshot = {{"host", std::move(host)}};
    for (const auto* root : {"probe", "job"}) {
      if (const auto found = facts_.find(root); found != facts_.end()) {
        snapshot[root] = *found;
      }
    }
    return snapshot;
  }

 private:
  static void update(Json& object, const Json& facts, std::string_view root) {
    if (const auto found = facts.find(root); found != facts.end() && found->is_object()) {
      object.update(*found);
    }
  }

  void build_devices() {
    const auto ports = facts_.find("ports");
    if (ports == facts_.end() || !ports->is_array()) {
      add_device(facts_);
      build_others();
      return;
    }
    for (const auto& port : *ports) {
      add_device({{"port", port.is_object() ? port : Json::object()}});
    }
  }

  /// Further ports: like the first one, but for the facts that are given again.
  void build_others() {
    const auto others = facts_.find("others");
    if (others == facts_.end() || !others->is_array()) {
      return;
    }
    for (const auto& other : *others) {
      auto facts = facts_;
      facts.erase("others");
      overlay(facts, other);
      add_device(facts);
    }
  }

  void add_device(const Json& facts) {
    Scaffold scaffold(devices_.size());
    if (const auto gid = facts.find("gid"); gid != facts.end()) {
      scaffold.port["gids"] = is_unknown_form(*gid) ? *gid : Json::array({*gid});
    }
    update(scaffold.port, facts, "port");
    set_netdevs(scaffold, facts);
    scaffold.device["ports"] = Json::array({scaffold.port});
    update(scaffold.device, facts, "dev");
    devices_.push_back(std::move(scaffold.device));
    netdevs_.push_back(std::move(scaffold.netdev));
    netdevs_.insert(netdevs_.end(), scaffold.more_netdevs.begin(), scaffold.more_netdevs.end());
  }

  static void set_netdevs(Scaffold& scaffold, const Json& facts) {
    const auto netdev = facts.find("netdev");
    if (netdev != facts.end() && is_unknown_form(*netdev)) {
      scaffold.port["netdev"] = *netdev;
    } else {
      update(scaffold.netdev, facts, "netdev");
    }
    list_netdevs(scaffold, facts, "lowers", scaffold.name + 'p');
    list_netdevs(scaffold, facts, "uppers", scaffold.name + '.');
  }

  /// Netdevs under or above the port's own: listed on the host, and named by it.
  static void list_netdevs(Scaffold& scaffold, const Json& facts, const char* root,
                           const std::string& prefix) {
    const auto list = facts.find(root);
    if (list == facts.end()) {
      return;
    }
    if (!list->is_array()) {
      scaffold.netdev[root] = *list;
      return;
    }
    auto names = Json::array();
    for (const auto& given : *list) {
      Json netdev = {{"name", prefix + std::to_string(names.size())},
                     {"link_kind", ""},
                     {"counters_at_us", kCountersAtUs}};
      if (given.is_object()) {
        netdev.update(given);
      }
      names.push_back(netdev["name"]);
      scaffold.more_netdevs.push_back(std::move(netdev));
    }
    scaffold.netdev[root] = std::move(names);
  }

  Json facts_;
  std::vector<Json> devices_;
  std::vector<Json> netdevs_;
};

Result<Json> facts_of(const Rule& rule, const TreeNode& node) {
  if (node.kind == TreeNode::Kind::null) {
    return Json::object();
  }
  Diagnostics diagnostics;
  policy_loading::DiagnosticSink(rule.file, diagnostics)
      .expect_mapping(node, "a test's facts", case_keys(rule.scope));
  if (!diagnostics.empty()) {
    return tl::unexpected(diagnostics.front());
  }
  return json_of(node);
}

Result<Snapshot> build_host(const Rule& rule, const RuleTest& test, Json facts) {
  const auto json =
      CaseBuilder(std::move(facts)).build().dump(-1, ' ', false, Json::error_handler_t::replace);
  Snapshot snapshot;
  const auto reading = read_json_value(json, rule.file, kType<Snapshot>, &snapshot,
                                       JsonRules{UnknownKeys::refuse, Missing::default_value});
  if (!reading.ok) {
    const auto text = reading.errors.empty() ? "can't be read" : reading.errors.front().text;
    return tl::unexpected(
        Diagnostic{.file = rule.file, .line = test.line, .column = 0, .text = text});
  }
  return snapshot;
}

std::vector<RdmaPort*> all_ports(Host& host) {
  std::vector<RdmaPort*> all;
  auto* devices = host.devices.known();
  for (auto& device : devices == nullptr ? std::span<RdmaDevice>() : std::span(*devices)) {
    if (auto* ports = device.ports.known()) {
      std::ranges::transform(*ports, std::back_inserter(all), [](RdmaPort& port) { return &port; });
    }
  }
  return all;
}

/// Counters were read a minute before, unless the case itself says when.
void set_back(Snapshot& host) {
  const auto earlier = [](Fact<std::int64_t>& at_us) {
    if (at_us.is(kCountersAtUs)) {
      at_us = kCountersAtUs - kWindowUs;
    }
  };
  if (auto* netdevs = host.host.netdevs.known()) {
    for (auto& netdev : *netdevs) {
      earlier(netdev.counters_at_us);
    }
  }
  for (auto* port : all_ports(host.host)) {
    earlier(port->counters_at_us);
  }
}

}  // namespace

Result<Snapshot> test_host(const Rule& rule, const RuleTest& test) {
  auto facts = facts_of(rule, test.facts);
  return facts ? build_host(rule, test, *std::move(facts)) : tl::unexpected(facts.error());
}

Result<Snapshot> test_host_earlier(const Rule& rule, const RuleTest& test) {
  auto facts = facts_of(rule, test.facts);
  const auto since = facts_of(rule, test.since);
  if (!facts || !since) {
    return tl::unexpected(facts ? since.error() : facts.error());
  }
  overlay(*facts, *since);
  auto host = build_host(rule, test, *std::move(facts));
  if (host) {
    set_back(*host);
  }
  return host;
}

}  // namespace rocelint
