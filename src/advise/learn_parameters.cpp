// SPDX-License-Identifier: Apache-2.0
#include "advise/learn_parameters.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "rocelint/facts.h"

#include "advise/learn_ballot.h"
#include "advise/learn_hosts.h"
#include "advise/learn_lowers.h"
#include "base/json_text.h"
#include "derive/absent.h"
#include "derive/addressing/gid_address.h"
#include "policy/parameters.h"

namespace rocelint {
namespace {

// A JSON string is one of YAML, and holds no line break.
std::string yaml(const std::string& text) {
  std::string quoted;
  write_json_text(quoted, text);
  return quoted;
}

std::string yaml(std::int64_t number) {
  return std::to_string(number);
}

template <std::same_as<bool> T>
std::string yaml(T value) {
  return value ? "true" : "false";
}

template <class T>
  requires std::is_enum_v<T>
std::string yaml(T value) {
  for (const auto& row : kEnumNames<T>) {
    if (row.value == static_cast<std::int64_t>(value)) {
      return std::string(row.name);
    }
  }
  return std::to_string(static_cast<std::int64_t>(value));
}

template <class T>
void vote(const Fact<T>& fact, const Voter& voter, Ballot& ballot) {
  ballot.cast(fact, voter, [](const T& value) { return yaml(value); });
}

void poll_speed(const LearnedPort& port, Ballot& ballot) {
  for_lowers(port, ballot, [&](const Netdev& netdev) {
    if (const auto* why = netdev.link.unknown()) {
      ballot.abstain(*why, port.voter);
    } else {
      vote(netdev.link.known()->speed_mbps, port.voter, ballot);
    }
  });
}

void poll_active_mtu(const LearnedPort& port, Ballot& ballot) {
  if (const auto* rdma = port.port->view.port) {
    vote(rdma->active_mtu_bytes, port.voter, ballot);
  } else {
    ballot.abstain(port.port->view.port_unknown, port.voter);
  }
}

void poll_netdev_mtu(const LearnedPort& port, Ballot& ballot) {
  for_lowers(port, ballot,
             [&](const Netdev& netdev) { vote(netdev.mtu_bytes, port.voter, ballot); });
}

void poll_gid_family(const LearnedPort& port, Ballot& ballot) {
  const auto* rdma = port.port->view.port;
  const auto* gids = rdma == nullptr ? nullptr : rdma->gids.known();
  if (gids == nullptr) {
    ballot.abstain(rdma == nullptr ? port.port->view.port_unknown : *rdma->gids.unknown(),
                   port.voter);
    return;
  }
  ballot.cast(routable_families(*gids), port.voter, [](const auto& families) {
    return families.size() == 1 ? yaml(*families.begin()) : std::string("any");
  });
}

// As qos-dcbx-owner-not-policy sees it.
void poll_dcbx_owner(const LearnedPort& port, Ballot& ballot) {
  for_lowers(port, ballot, [&](const Netdev& netdev) {
    const auto* dcbx = netdev.dcb.dcbx.known();
    if (dcbx == nullptr) {
      ballot.abstain(*netdev.dcb.dcbx.unknown(), port.voter);
      return;
    }
    const bool mlx5 = port.port->view.device->driver.is("mlx5_core");
    if (dcbx->lld_managed || (mlx5 && !dcbx->host)) {
      ballot.vote(yaml(DcbxOwner::firmware), port.voter);
    } else {
      ballot.vote(yaml(dcbx->host ? DcbxOwner::host : DcbxOwner::any), port.voter);
    }
  });
}

void poll_read_request(const LearnedPort& port, Ballot& ballot) {
  vote(port.port->pcie.max_read_request_bytes, port.voter, ballot);
}

void poll_ats(const LearnedPort& port, Ballot& ballot) {
  vote(port.port->pcie.ats, port.voter, ballot);
}

/// The distances of the GPUs that the port serves; a port without any is not asked.
void poll_gpu_distances(const LearnedPort& port, Ballot& ballot) {
  const auto& gpus = port.port->gpus;
  const auto* paths = gpus.paths.known();
  const auto* served = gpus.served.known();
  if (paths == nullptr || served == nullptr) {
    ballot.abstain(paths == nullptr ? *gpus.paths.unknown() : *gpus.served.unknown(), port.voter);
    return;
  }
  std::set<PciDistance> distances;
  for (const auto& path : *paths) {
    if (std::ranges::find(*served, path.address) == served->end()) {
      continue;
    }
    if (const auto* why = path.distance.unknown()) {
      ballot.abstain(*why, port.voter);
      return;
    }
    distances.insert(*path.distance.known());
  }
  std::string list;
  for (const auto distance : distances) {
    list += (list.empty() ? "[" : ", ") + yaml(distance);
  }
  if (!list.empty()) {
    ballot.vote(list + ']', port.voter);
  }
}

/// As gdr-required-missing sees it; a host without GPUs is not asked.
void poll_gdr(const LearnedPort& port, Ballot& ballot) {
  const auto& has_gpus = port.port->pcie.has_gpus;
  const auto& gpu = port.snapshot->host.gpu;
  const auto& dmabuf = port.port->view.device->dmabuf;
  const auto* no_nvidia = gpu.nvidia_version.unknown();
  const bool exports = gpu.nvidia_open.is(true) || (no_nvidia != nullptr && is_absent(*no_nvidia));
  if (has_gpus.is(false)) {
    return;
  }
  if (has_gpus.is(true) && (gpu.peer_memory.is(true) || (dmabuf.is(true) && exports))) {
    ballot.vote("true", port.voter);
    return;
  }
  const bool asks_driver = dmabuf.is(true);  // the GPU's, which has to know dma-buf as well
  for (const auto* why :
       {has_gpus.unknown(), gpu.peer_memory.unknown(), dmabuf.unknown(),
        asks_driver ? no_nvidia : nullptr, asks_driver ? gpu.nvidia_open.unknown() : nullptr}) {
    if (why != nullptr && !is_absent(*why)) {
      ballot.abstain(*why, port.voter);
      return;
    }
  }
  ballot.vote("false", port.voter);
}

void poll_source_routing(const LearnedPort& port, Ballot& ballot) {
  const auto* sources = port.port->addressing.sources.known();
  if (sources == nullptr) {
    ballot.abstain(*port.port->addressing.sources.unknown(), port.voter);
    return;
  }
  for (const auto& source : *sources) {
    vote(source.own_table, port.voter, ballot);
  }
}

/// One that a pattern would take for anything is not written as one.
void vote_for_pattern(const std::string& text, const LearnedPort& port, Ballot& ballot) {
  if (text.find_first_of("*?") != std::string::npos) {
    ballot.abstain(yaml(text) + " has a character that stands for others in a pattern", port.voter);
  } else {
    ballot.vote('[' + yaml(text) + ']', port.voter);
  }
}

void poll_firmware(const LearnedPort& port, Ballot& ballot) {
  const auto& device = *port.port->view.device;
  const auto* board = device.board_id.known();
  const auto* version = device.firmware_version.known();
  if (board == nullptr || version == nullptr) {
    ballot.abstain(
        board == nullptr ? *device.board_id.unknown() : *device.firmware_version.unknown(),
        port.voter);
    return;
  }
  vote_for_pattern(*board + ' ' + *version, port, ballot);
}

/// One that lag-mode-unfit would fail is in a bond, but not rightly.
void poll_bonding(const LearnedPort& port, Ballot& ballot) {
  const auto& lag = port.port->lag;
  const auto* mode = lag.mode.known();
  if (lag.bond.known() == nullptr) {
    ballot.abstain(*lag.bond.unknown(), port.voter);
  } else if (lag.bond.is("")) {
    ballot.vote(yaml(Bonding::forbidden), port.voter);
  } else if (mode == nullptr) {
    ballot.abstain(*lag.mode.unknown(), port.voter);
  } else if (*mode != BondMode::active_backup && *mode != BondMode::balance_xor &&
             *mode != BondMode::lacp) {
    ballot.abstain("RDMA can't use a bond of mode " + yaml(*mode), port.voter);
  } else {
    ballot.vote(yaml(Bonding::required), port.voter);
  }
}

void poll_optics(const LearnedPort& port, Ballot& ballot) {
  for_lowers(port, ballot, [&](const Netdev& netdev) {
    if (const auto* why = netdev.module.unknown()) {
      ballot.abstain(*why, port.voter);
    } else {
      const auto& module = *netdev.module.known();
      vote_for_pattern(module.vendor + ' ' + module.part_number, port, ballot);
    }
  });
}

void poll_fec(const LearnedPort& port, Ballot& ballot) {
  for_lowers(port, ballot, [&](const Netdev& netdev) {
    const auto* fec = netdev.fec.known();
    const auto* why = fec == nullptr ? netdev.fec.unknown() : fec->active.unknown();
    if (why != nullptr) {
      ballot.abstain(*why, port.voter);
    } else {
      ballot.vote('[' + yaml(*fec->active.known()) + ']', port.voter);
    }
  });
}

/// The numbers before what the distribution adds: "6.8.0-45-generic" is 6.8.0.
void poll_kernel(const LearnedHost& host, Ballot& ballot) {
  const auto& release = host.judged.snapshot->host.kernel_release;
  if (release.known() == nullptr) {
    vote(release, host.voter, ballot);
    return;
  }
  const auto& text = *release.known();
  auto numbers = text.substr(0, text.find_first_not_of("0123456789."));
  while (numbers.ends_with('.')) {
    numbers.pop_back();
  }
  if (numbers.empty() || numbers.front() == '.') {
    ballot.abstain("it has no number", host.voter);
  } else {
    ballot.vote(yaml(numbers), host.voter);
  }
}

void poll_governor(const LearnedHost& host, Ballot& ballot) {
  const auto& governors = host.judged.snapshot->host.system.cpu_governors;
  if (const auto* why = governors.unknown()) {
    ballot.abstain(*why, host.voter);
    return;
  }
  for (const auto& governor : *governors.known()) {
    ballot.vote(yaml(governor), host.voter);
  }
}

void poll_namespace_mode(const LearnedHost& host, Ballot& ballot) {
  vote(host.judged.snapshot->host.rdma_namespace_mode, host.voter, ballot);
}

}  // namespace

std::span<const PortParameter> port_parameters() {
  static constexpr std::array kParameters{
      PortParameter{"expect.speed_mbps", poll_speed},
      PortParameter{"mtu.active_bytes", poll_active_mtu},
      PortParameter{"mtu.netdev_bytes", poll_netdev_mtu},
      PortParameter{"gid.family", poll_gid_family, "any"},
      PortParameter{"dcbx.owner", poll_dcbx_owner, "any"},
      PortParameter{"pcie.max_read_request_bytes", poll_read_request},
      PortParameter{"pcie.gpu_distances", poll_gpu_distances},
      PortParameter{"pcie.ats", poll_ats},
      PortParameter{"gdr.required", poll_gdr, "false"},
      PortParameter{"addressing.source_routing", poll_source_routing, "false"},
      PortParameter{"firmware.allowed", poll_firmware},
      PortParameter{"bonding", poll_bonding},
      PortParameter{"optics", poll_optics},
      PortParameter{"fec", poll_fec},
  };
  return kParameters;
}

std::span<const HostParameter> host_parameters() {
  static constexpr std::array kParameters{
      HostParameter{"system.kernel_release", poll_kernel},
      HostParameter{"system.cpu_governor", poll_governor},
      HostParameter{"system.rdma_namespace_mode", poll_namespace_mode},
  };
  return kParameters;
}

bool is_within_limits(std::string_view parameter, std::string_view value) {
  const auto limit = std::ranges::find(kParameterLimits, parameter, &ParameterLimit::parameter);
  std::int64_t number = 0;
  const auto* end = value.data() + value.size();
  if (limit == kParameterLimits.end() || std::from_chars(value.data(), end, number).ptr != end) {
    return true;
  }
  return limit->allowed.empty() ? number >= limit->least && number <= limit->most
                                : std::ranges::find(limit->allowed, number) != limit->allowed.end();
}

void keep_within_limits(LearnedValue& value) {
  if (value.agreed && !is_within_limits(value.parameter, value.value)) {
    value.agreed = false;
    value.note = "a policy does not take this number: " + value.value;
  }
}

}  // namespace rocelint
