// SPDX-License-Identifier: Apache-2.0
#include "judge/host_summary.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "rocelint/facts.h"
#include "rocelint/report.h"

#include "derive/addressing/gid_address.h"
#include "derive/path/classification.h"
#include "derive/path/traffic_path.h"
#include "derive/ports.h"
#include "facts/netdev_named.h"
#include "judge/host_view.h"
#include "policy/parameters.h"

namespace rocelint {
namespace {

using Text = std::optional<std::string>;  // nothing where it is not known

/// What one attribute reads over all ports: its one value, "unlike (…)" with every value, or
/// nothing when it is unknown on one of them.
class Common {
 public:
  void add(const Text& value) {
    if (value) {
      values_.insert(*value);
    } else {
      unknown_ = true;
    }
  }
  [[nodiscard]] std::string text(std::string_view label) const {
    if (unknown_ || values_.empty()) {
      return "";
    }
    const auto prefix = label.empty() ? std::string() : std::string(label) + ' ';
    if (values_.size() == 1) {
      return prefix + *values_.begin();
    }
    std::string all;
    for (const auto& value : values_) {
      all += (all.empty() ? "" : ", ") + value;
    }
    return prefix + "unlike (" + all + ')';
  }

 private:
  std::set<std::string> values_;
  bool unknown_ = false;
};

/// Parts of one line, two spaces apart; empty ones are left out.
std::string in_one_line(std::initializer_list<std::string> parts) {
  std::string out;
  for (const auto& part : parts) {
    if (!part.empty()) {
      out += (out.empty() ? "" : "  ") + part;
    }
  }
  return out;
}

/// One attribute of every port of the role, or of every physical netdev under them.
class RoleFacts {
 public:
  RoleFacts(const HostView& host, const JudgedRole& role) : host_(host), role_(role) {}

  template <class Read>
  [[nodiscard]] Common ports(Read read) const {
    Common common;
    for (const auto index : role_.ports) {
      common.add(read(host_.ports[index]));
    }
    return common;
  }
  template <class Read>
  [[nodiscard]] Common lowers(Read read) const {
    Common common;
    for (const auto index : role_.ports) {
      const auto* lowers = host_.ports[index].view.lowers.known();
      if (lowers == nullptr) {
        common.add(std::nullopt);
        continue;
      }
      for (const auto* netdev : *lowers) {
        common.add(read(*netdev));
      }
    }
    return common;
  }

 private:
  const HostView& host_;
  const JudgedRole& role_;
};

Text speed_of(const Netdev& netdev) {
  const auto* link = netdev.link.known();
  const auto* speed = link == nullptr ? nullptr : link->speed_mbps.known();
  if (speed == nullptr) {
    return std::nullopt;
  }
  return *speed % 1000 == 0 ? fmt::format("{}G", *speed / 1000) : fmt::format("{}M", *speed);
}

Text fec_of(const Netdev& netdev) {
  const auto* fec = netdev.fec.known();
  const auto* active = fec == nullptr ? nullptr : fec->active.known();
  if (active == nullptr) {
    return std::nullopt;
  }
  switch (*active) {
    case FecMode::none:
      return "no FEC";
    case FecMode::baser:
      return "BaseR-FEC";
    case FecMode::rs:
      return "RS-FEC";
    case FecMode::llrs:
      return "LLRS-FEC";
  }
  return std::nullopt;
}

template <class T>
Text number_of(const Fact<T>& fact) {
  return fact.known() == nullptr ? Text() : Text(std::to_string(*fact.known()));
}

/// The sum of a counter over the role, as it matters only whether there were any.
std::string carrier_losses(const HostView& host, const JudgedRole& role) {
  std::int64_t losses = 0;
  for (const auto index : role.ports) {
    const auto* lowers = host.ports[index].view.lowers.known();
    for (const auto* netdev : lowers == nullptr ? NetdevList{} : *lowers) {
      const auto* count = netdev->carrier_down_count.known();
      if (count == nullptr || __builtin_add_overflow(losses, *count, &losses)) {
        return "";
      }
    }
    if (lowers == nullptr) {
      return "";
    }
  }
  return fmt::format("{} carrier {}", losses, losses == 1 ? "loss" : "losses");
}

std::string link_line(const HostView& host, const JudgedRole& role) {
  const RoleFacts facts(host, role);
  const auto netdev_mtu =
      facts.lowers([](const Netdev& netdev) { return number_of(netdev.mtu_bytes); });
  const auto active_mtu = facts.ports([](const JudgedPort& port) {
    return port.view.port == nullptr ? Text() : number_of(port.view.port->active_mtu_bytes);
  });
  return in_one_line({facts.lowers(speed_of).text(""), facts.lowers(fec_of).text(""),
                      carrier_losses(host, role), netdev_mtu.text("netdev MTU"),
                      active_mtu.text("RoCE MTU")});
}

std::string priority_list(const std::vector<std::int64_t>& priorities) {
  std::string out;
  for (const auto priority : priorities) {
    out += (out.empty() ? "" : ",") + std::to_string(priority);
  }
  return out;
}

/// " > TC 3, 50 %" where the scheduling is known.
std::string traffic_class_text(const Netdev& netdev, std::int64_t priority) {
  const auto* ets = netdev.dcb.ets.known();
  const auto slot = static_cast<std::size_t>(priority);
  if (ets == nullptr || slot >= ets->prio_tc.size()) {
    return "";
  }
  const auto tc = ets->prio_tc[slot];
  auto out = " > TC " + std::to_string(tc);
  const auto tc_slot = static_cast<std::size_t>(tc);
  if (tc_slot < ets->tc_tsa.size() && tc_slot < ets->tc_bandwidth_percent.size() &&
      ets->tc_tsa[tc_slot] == Tsa::ets) {
    out += ", " + std::to_string(ets->tc_bandwidth_percent[tc_slot]) + " %";
  }
  return out;
}

std::string buffer_text(const Netdev& netdev, std::int64_t priority) {
  const auto* buffer = netdev.dcb.buffer.known();
  const auto slot = static_cast<std::size_t>(priority);
  if (buffer == nullptr || slot >= buffer->prio_buffer.size()) {
    return "";
  }
  return " > buffer " + std::to_string(buffer->prio_buffer[slot]);
}

Text class_text(const HostView& host, const ClassPath& path) {
  const auto* rx = path.rx_priority.known();
  const auto* tx = path.tx_priority.known();
  const auto* pfc = path.pfc_enabled.known();
  const auto* netdev = netdev_named(host.snapshot->host, path.netdev);
  if (rx == nullptr || tx == nullptr || pfc == nullptr || netdev == nullptr) {
    return std::nullopt;
  }
  const auto* dscp = path.dscp.known();
  auto out = dscp != nullptr && path.trust.is(PathTrust::dscp) ? fmt::format("DSCP {}", *dscp)
                                                               : std::string("PCP");
  out +=
      *rx == *tx ? fmt::format(" > prio {}", *rx) : fmt::format(" > prio {} out, {} in", *tx, *rx);
  const bool only = *rx == *tx && *pfc == std::vector<std::int64_t>{*rx};
  out += pfc->empty() ? " > PFC off"
                      : fmt::format(" > PFC on {}{}", priority_list(*pfc), only ? " only" : "");
  return out + traffic_class_text(*netdev, *rx) + buffer_text(*netdev, *rx);
}

std::string path_line(const HostView& host, const JudgedRole& role) {
  return RoleFacts(host, role)
      .ports([&](const JudgedPort& port) -> Text {
        const auto* classes = port.path.classes.known();
        if (classes == nullptr || classes->empty()) {
          return std::nullopt;
        }
        std::set<std::string> texts;  // the members of a bond are alike as a rule
        for (const auto& path : *classes) {
          const auto text = class_text(host, path);
          if (!text) {
            return std::nullopt;
          }
          texts.insert(*text);
        }
        std::string all;
        for (const auto& text : texts) {
          all += (all.empty() ? "" : "; ") + text;
        }
        return all;
      })
      .text("");
}

/// Where received CNPs go: the same path, for the DSCP that the policy gives them.
std::string cnp_line(const HostView& host, const JudgedRole& role) {
  return RoleFacts(host, role)
      .ports([&](const JudgedPort& port) -> Text {
        const auto* dscp = port.resolved.parameters.cnp.dscp.known();
        if (dscp == nullptr) {
          return std::nullopt;
        }
        const auto path = derive_traffic_path(port.view, {PathClass{.dscp = *dscp, .pcp = {}}});
        const auto* classes = path.classes.known();
        if (classes == nullptr || classes->empty()) {
          return std::nullopt;
        }
        const auto& cnp_path = classes->front();
        const auto* rx = cnp_path.rx_priority.known();
        const auto* pfc = cnp_path.pfc_enabled.known();
        if (rx == nullptr || pfc == nullptr) {
          return std::nullopt;
        }
        const bool lossless = std::ranges::find(*pfc, *rx) != pfc->end();
        return fmt::format("DSCP {} > prio {}, {}", *dscp, *rx, lossless ? "PFC on" : "no PFC");
      })
      .text("");
}

/// "v2 IPv4", "v2 IPv6", "v2 IPv4 and IPv6", by the routable entries of this namespace.
Text gid_text(const JudgedPort& port) {
  const auto* gids = port.view.port == nullptr ? nullptr : port.view.port->gids.known();
  const auto families =
      gids == nullptr ? Fact<std::set<AddressFamily>>() : routable_families(*gids);
  if (families.known() == nullptr) {
    return std::nullopt;
  }
  std::string words;
  for (const auto family : *families.known()) {
    words += words.empty() ? "v2 " : " and ";
    words += family == AddressFamily::ipv4 ? "IPv4" : "IPv6";
  }
  return words.empty() ? "no routable RoCE v2 GID" : words;
}

std::string gid_line(const HostView& host, const JudgedRole& role) {
  const auto text = RoleFacts(host, role).ports(gid_text).text("");
  return text.empty() || text.starts_with("unlike") ? text : text + " on every port";
}

/// Device ids of the PCI id database that hca_type repeats as MT and a decimal number.
constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kDeviceNames = {{
    {"MT4115", "ConnectX-4"},
    {"MT4117", "ConnectX-4 Lx"},
    {"MT4119", "ConnectX-5"},
    {"MT4121", "ConnectX-5 Ex"},
    {"MT4123", "ConnectX-6"},
    {"MT4125", "ConnectX-6 Dx"},
    {"MT4127", "ConnectX-6 Lx"},
    {"MT4129", "ConnectX-7"},
    {"MT4131", "ConnectX-8"},
    {"MT41682", "BlueField"},
    {"MT41686", "BlueField-2"},
    {"MT41692", "BlueField-3"},
}};

Text device_name_of(const JudgedPort& port) {
  const auto* type = port.view.device->hca_type.known();
  if (type == nullptr) {
    return std::nullopt;
  }
  const auto found =
      std::ranges::find_if(kDeviceNames, [&](const auto& row) { return row.first == *type; });
  return found == kDeviceNames.end() ? *type : std::string(found->second);
}

}  // namespace

std::vector<SummaryLine> summary_of(const HostView& host, const JudgedRole& role) {
  std::vector<SummaryLine> lines;
  if (role.ports.empty()) {
    return lines;
  }
  const auto add = [&](std::string_view label, std::string text) {
    if (!text.empty()) {
      lines.push_back({.label = std::string(label), .text = std::move(text)});
    }
  };
  add("link", link_line(host, role));
  add("path", path_line(host, role));
  add("cnp", cnp_line(host, role));
  add("gid", gid_line(host, role));
  return lines;
}

std::string hardware_of(const HostView& host, const JudgedRole& role) {
  const RoleFacts facts(host, role);
  const auto firmware = facts.ports([](const JudgedPort& port) -> Text {
    const auto* version = port.view.device->firmware_version.known();
    return version == nullptr ? Text() : Text(*version);
  });
  const auto driver = facts.ports([](const JudgedPort& port) -> Text {
    const auto* name = port.view.device->driver.known();
    return name == nullptr ? Text() : Text(*name);
  });
  return in_one_line({facts.ports(device_name_of).text(""), firmware.text("fw"), driver.text("")});
}

}  // namespace rocelint
