// SPDX-License-Identifier: Apache-2.0
#include "derive/job/job_view.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "derive/absent.h"
#include "derive/addressing/gid_address.h"
#include "derive/job/job_devices.h"
#include "derive/name_list.h"
#include "derive/ports.h"
#include "facts/doubt.h"
#include "facts/netdev_named.h"
#include "facts/unknown.h"

namespace rocelint {
namespace {

using Number = Fact<std::int64_t>;
using Texts = Fact<std::vector<std::string>>;

// What NCCL's documentation lists for debugging, and what takes a transport away.
constexpr std::array<std::string_view, 8> kOverrides{
    "NCCL_ALGO",          "NCCL_IGNORE_CPU_AFFINITY",
    "NCCL_MAX_NCHANNELS", "NCCL_NCHANNELS_PER_NET_PEER",
    "NCCL_NET_GDR_READ",  "NCCL_P2P_DISABLE",
    "NCCL_PROTO",         "NCCL_SHM_DISABLE"};

constexpr std::int64_t kChosen = -1;
constexpr std::int64_t kMostTrafficClass = 255;

/// strtoll(3) with base 0, which NCCL reads by; a tail that it would pass over is an error here,
/// for nobody means it.
std::optional<std::int64_t> parse_number(std::string_view text) {
  const bool negative = text.starts_with('-');
  text.remove_prefix(negative || text.starts_with('+') ? 1 : 0);
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  } else if (text.size() > 1 && text.starts_with('0')) {
    base = 8;
  }
  std::int64_t number = 0;
  const auto* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number, base);
  if (error != std::errc{} || rest != end || text.starts_with('-')) {
    return std::nullopt;
  }
  return negative ? -number : number;
}

/// The settings of a job, or why they are not known. An empty value counts as not set.
class Settings {
 public:
  explicit Settings(const Job& job) : job_(job) {}

  [[nodiscard]] const Unknown* unknown() const { return job_.settings.unknown(); }

  [[nodiscard]] Fact<std::string> text(std::string_view name) const {
    return map(job_.settings, [&](const auto& settings) {
      const auto found = settings.find(name);
      return found == settings.end() ? std::string() : found->second.value;
    });
  }

  [[nodiscard]] Number number(std::string_view name, std::int64_t not_set) const {
    return map(text(name), [&](const std::string& value) -> Number {
      if (value.empty() || value == "auto") {  // UCX writes "auto" where it chooses
        return not_set;
      }
      const auto parsed = parse_number(value);
      return parsed ? Number(*parsed)
                    : Number(malformed(std::string(name) + " reads \"" + value + '"'));
    });
  }

  [[nodiscard]] Fact<bool> sets_any_of(std::string_view prefix) const {
    return map(job_.settings, [&](const auto& settings) {
      return std::ranges::any_of(
          settings, [&](const auto& entry) { return entry.first.starts_with(prefix); });
    });
  }

 private:
  const Job& job_;
};

/// What the job's list of devices comes to on this host.
Texts by_hca_list(const Host& host, const Settings& settings,
                  Texts (*ask)(const Host&, const NameList&)) {
  return map(settings.text("NCCL_IB_HCA"),
             [&](const std::string& text) { return ask(host, NameList::parse(text)); });
}

/// UCX names RDMA devices, netdevs and "all" in one list, each by its whole name.
Texts ucx_devices_not_found(const Host& host, const Settings& settings) {
  const auto text = settings.text("UCX_NET_DEVICES");
  if (const auto* why = text.unknown()) {
    return *why;
  }
  auto list = NameList::parse(*text.known());
  list.exact = true;
  std::erase_if(list.entries, [&](const NameList::Entry& entry) {
    return entry.name == "all" || netdev_named(host, entry.name) != nullptr;
  });
  if (const auto* why = host.netdevs.unknown(); why != nullptr && !list.entries.empty()) {
    return *why;
  }
  return entries_without_device(host, list);
}

Fact<bool> names_sockets(const Settings& settings) {
  return map(settings.text("NCCL_SOCKET_IFNAME"),
             [](const std::string& text) { return !text.empty(); });
}

/// NCCL passes over what is down or has no address (src/misc/socket.cc).
Fact<bool> carries_sockets(const Netdev& netdev) {
  const auto* addresses = netdev.addresses.known();
  if (netdev.admin_up.is(false) || (addresses != nullptr && addresses->empty())) {
    return false;
  }
  return known_unless(any_unknown({netdev.admin_up.unknown(), netdev.addresses.unknown()}), true);
}

Texts socket_interfaces(const Host& host, const Settings& settings) {
  const auto text = settings.text("NCCL_SOCKET_IFNAME");
  if (auto why = any_unknown({text.unknown(), host.netdevs.unknown()})) {
    return *std::move(why);
  }
  const auto list = NameList::parse(*text.known());
  std::vector<std::string> usable;
  std::optional<Unknown> doubt;
  for (const auto& netdev : *host.netdevs.known()) {
    if (list.entries.empty() || !list.takes(netdev.name, NameList::kEveryPort)) {
      continue;
    }
    const auto carries = carries_sockets(netdev);
    add_doubt(doubt, carries.unknown());
    if (carries.is(true)) {
      usable.push_back(netdev.name);
    }
  }
  return known_unless(std::move(doubt), std::move(usable));
}

Fact<bool> ib_disabled(const Settings& settings) {
  if (settings.text("NCCL_NET").is("Socket")) {
    return true;
  }
  return map(settings.number("NCCL_IB_DISABLE", 0), [](std::int64_t set) { return set != 0; });
}

Texts overrides(const Settings& settings) {
  if (const auto* why = settings.unknown()) {
    return *why;
  }
  std::vector<std::string> set;
  for (const auto name : kOverrides) {
    if (!settings.text(name).is("")) {
      set.emplace_back(name);
    }
  }
  return set;
}

Fact<std::map<std::string, std::string, std::less<>>> origins_of(const Job& job) {
  if (const auto* why = job.settings.unknown()) {
    return *why;
  }
  std::map<std::string, std::string, std::less<>> origins;
  for (const auto& [name, setting] : *job.settings.known()) {
    origins.emplace(name, setting.origin);
  }
  return origins;
}

Fact<std::string> topology_path(const Job& job) {
  if (const auto* file = job.topology_file.known()) {
    return file->path;
  }
  const auto& why = *job.topology_file.unknown();
  return is_absent(why) ? Fact<std::string>(std::string()) : Fact<std::string>(why);
}

NcclView nccl_of(const Host& host, const Settings& settings) {
  const auto rccl = settings.sets_any_of("RCCL_");
  return {.used = rccl.is(true) ? rccl : settings.sets_any_of("NCCL_"),
          .ib_disabled = ib_disabled(settings),
          .traffic_class = settings.number("NCCL_IB_TC", 0),
          .timeout = settings.number("NCCL_IB_TIMEOUT", 20),
          .retry_count = settings.number("NCCL_IB_RETRY_CNT", 7),
          .cross_nic = settings.number("NCCL_CROSS_NIC", 2),
          .adaptive_routing = settings.number("NCCL_IB_ADAPTIVE_ROUTING", -2),
          .gdr_level = settings.text("NCCL_NET_GDR_LEVEL"),
          .queue_pairs = settings.number("NCCL_IB_QPS_PER_CONNECTION", 1),
          .address_range = settings.text("NCCL_IB_ADDR_RANGE"),
          .hca_without_device = by_hca_list(host, settings, entries_without_device),
          .hca_takes_more = by_hca_list(host, settings, devices_taken_besides),
          .protocols = by_hca_list(host, settings, protocols_taken),
          .names_sockets = names_sockets(settings),
          .socket_interfaces = socket_interfaces(host, settings),
          .overrides = overrides(settings)};
}

/// The index that the job names: NCCL's, where it is not the -1 of "choose", else UCX's.
Number pinned_index(const Settings& settings) {
  const auto nccl = settings.number("NCCL_IB_GID_INDEX", kChosen);
  return nccl.is(kChosen) ? settings.number("UCX_IB_GID_INDEX", kChosen) : nccl;
}

Fact<bool> is_routable(const Gid& gid) {
  return map(address_of(gid),
             [&](const GidAddress& address) { return is_routable_v2(gid, address); });
}

void look_up_pinned(const PortView& port, std::int64_t index, JobPort& view) {
  const auto* gids = port.port == nullptr ? nullptr : port.port->gids.known();
  if (gids == nullptr) {
    const auto& why = port.port == nullptr ? port.port_unknown : *port.port->gids.unknown();
    view.pinned_gid = why;
    view.pinned_routable = why;
    return;
  }
  const auto found = std::ranges::find(*gids, index, &Gid::index);
  view.pinned_gid = found == gids->end() ? std::string() : found->gid;
  view.pinned_routable = found == gids->end() ? Fact<bool>(false) : is_routable(*found);
}

Fact<bool> is_used(const Settings& settings, const PortView& port) {
  const auto text = settings.text("NCCL_IB_HCA");
  if (auto why =
          any_unknown({text.unknown(), port.port == nullptr ? &port.port_unknown : nullptr})) {
    return *std::move(why);
  }
  return NameList::parse(*text.known()).takes(port.device->name, port.port->number);
}

}  // namespace

JobView derive_job(const Snapshot& snapshot) {
  const Settings settings(snapshot.job);
  return {.settings = map(snapshot.job.settings,
                          [](const auto& all) { return static_cast<std::int64_t>(all.size()); }),
          .origins = origins_of(snapshot.job),
          .nccl = nccl_of(snapshot.host, settings),
          .ucx = {.traffic_class = settings.number("UCX_IB_TRAFFIC_CLASS", kChosen),
                  .devices_not_found = ucx_devices_not_found(snapshot.host, settings)},
          .limits = snapshot.job.limits,
          .topology_path = topology_path(snapshot.job),
          .topology_gpus = map(snapshot.job.topology_file, &TopologyFile::gpus),
          .topology_slowest_link_mbps =
              map(snapshot.job.topology_file, &TopologyFile::slowest_link_mbps)};
}

JobIntent intent_of(const Job& job) {
  const Settings settings(job);
  JobIntent intent;
  for (const auto* name : {"NCCL_IB_TC", "UCX_IB_TRAFFIC_CLASS"}) {
    const auto value = settings.number(name, kChosen);
    const auto* known = value.known();
    if (!intent.traffic_class && known != nullptr && *known >= 0 && *known <= kMostTrafficClass) {
      intent.traffic_class = *known;
    }
  }
  const auto level = settings.number("NCCL_IB_SL", kChosen);
  if (level.known() != nullptr && !level.is(kChosen)) {
    intent.service_level = *level.known();
  }
  return intent;
}

JobPort derive_job_port(const Job& job, const PortView& port) {
  const Settings settings(job);
  JobPort view;
  view.used = is_used(settings, port);
  view.pinned_index = pinned_index(settings);
  if (const auto* why = view.pinned_index.unknown()) {
    view.pinned_gid = *why;
    view.pinned_routable = *why;
  } else {
    look_up_pinned(port, *view.pinned_index.known(), view);
  }
  return view;
}

}  // namespace rocelint
