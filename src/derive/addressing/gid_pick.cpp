// SPDX-License-Identifier: Apache-2.0
#include "derive/addressing/gid_pick.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rocelint/facts.h"

#include "derive/addressing/gid_address.h"
#include "derive/ports.h"
#include "facts/doubt.h"
#include "facts/unknown.h"

namespace rocelint {
namespace {

/// A slot of the table as NCCL reads it; an empty one reads as all zero.
struct Slot {
  std::int64_t index = 0;
  GidAddress address;
  const Gid* gid = nullptr;  ///< null: empty
};

/// By index, empty ones left out.
Fact<std::vector<Slot>> read_slots(const std::vector<Gid>& gids) {
  std::vector<Slot> slots;
  for (const auto& gid : gids) {
    const auto address = address_of(gid);
    if (const auto* why = address.unknown()) {
      return *why;  // always malformed
    }
    slots.push_back({.index = gid.index, .address = *address.known(), .gid = &gid});
  }
  std::ranges::sort(slots, {}, &Slot::index);
  return slots;
}

/// The comparison of two entries, ncclUpdateGidIndex() in src/transport/net_ib/connect.cc of NCCL:
/// the first entry of the expected family replaces one of the other family whatever its version;
/// after that only RoCE v2 replaces what is no v2, or no usable address.
class Walk {
 public:
  Walk(AddressFamily family, const Slot& start) : family_(family), current_(start) {}

  void offer(const Slot& candidate) {
    const auto family = candidate.address.family();
    if (family != family_) {
      return;
    }
    if (unknown_) {  // whatever it stands on by now, this one may replace it
      if (is_usable(candidate)) {
        add_doubt(unknown_, candidate.gid->type.unknown());
      }
      return;
    }
    if (current_.address.family() != family) {
      current_ = candidate;
      return;
    }
    if (is_usable(candidate)) {
      compare_versions(candidate);
    }
  }

  /// Empty slots from `first` on. They read as IPv6, but are nothing to change over to.
  void offer_empty(std::int64_t first) { offer({.index = first, .address = {}, .gid = nullptr}); }

  [[nodiscard]] const std::optional<Unknown>& unknown() const { return unknown_; }
  [[nodiscard]] const Slot& current() const { return current_; }

 private:
  static bool is_usable(const Slot& slot) {
    return !slot.address.is_zero() && !slot.address.is_in_link_local_prefix();
  }

  void compare_versions(const Slot& candidate) {
    const auto& type = candidate.gid->type;
    if (is_usable(current_) && current_.gid->type.is(GidType::roce_v2)) {
      return;
    }
    if (type.known() != nullptr && !type.is(GidType::roce_v2)) {
      return;
    }
    unknown_ =
        any_unknown({type.unknown(), is_usable(current_) ? current_.gid->type.unknown() : nullptr});
    if (!unknown_) {
      current_ = candidate;
    }
  }

  AddressFamily family_;
  Slot current_;
  std::optional<Unknown> unknown_;
};

/// Whether the port has a GID that a job in this namespace can use in that family.
Fact<bool> has_usable(const std::vector<Slot>& slots, AddressFamily family) {
  Fact<bool> found = false;
  for (const auto& slot : slots) {
    if (slot.address.family() != family) {
      continue;
    }
    const auto usable = is_routable_v2(*slot.gid, slot.address);
    if (usable.is(true)) {
      return true;
    }
    if (usable.known() == nullptr) {
      add_doubt(found, usable.unknown());
    }
  }
  return found;
}

Fact<AddressFamily> family_for(const std::vector<Slot>& slots) {
  const auto ipv4 = has_usable(slots, AddressFamily::ipv4);
  const auto ipv6 = has_usable(slots, AddressFamily::ipv6);
  if (ipv4.is(true) || ipv6.is(false)) {
    return AddressFamily::ipv4;  // NCCL's default
  }
  if (auto why = any_unknown({ipv4.unknown(), ipv6.unknown()})) {
    return *std::move(why);
  }
  return AddressFamily::ipv6;
}

Walk walk(const std::vector<Slot>& slots, AddressFamily family, std::int64_t table_length) {
  const bool starts_empty = slots.empty() || slots.front().index != 0;
  Walk walk(family, starts_empty ? Slot{} : slots.front());
  std::int64_t next = 1;
  for (const auto& slot : slots) {
    if (slot.index == 0) {
      continue;
    }
    if (slot.index >= table_length) {
      break;
    }
    if (slot.index > next) {
      walk.offer_empty(next);
    }
    walk.offer(slot);
    next = slot.index + 1;
  }
  if (next < table_length) {
    walk.offer_empty(next);
  }
  return walk;
}

GidPick unknown_pick(const Unknown& why) {
  return {.family = why, .index = why, .gid = why, .type = why, .netdev = why};
}

GidPick pick_of(const Slot& slot) {
  GidPick pick;
  pick.index = slot.index;
  if (slot.gid != nullptr) {
    pick.gid = slot.gid->gid;
    pick.type = slot.gid->type;
    pick.netdev = slot.gid->netdev;
    return pick;
  }
  const Unknown empty = not_found("slot " + std::to_string(slot.index) + " is empty");
  pick.gid = empty;
  pick.type = empty;
  pick.netdev = empty;
  return pick;
}

}  // namespace

GidPick derive_gid_pick(const PortView& view, std::optional<AddressFamily> family) {
  if (view.port == nullptr) {
    return unknown_pick(view.port_unknown);
  }
  if (const auto why =
          any_unknown({view.port->gids.unknown(), view.port->gid_table_length.unknown()})) {
    return unknown_pick(*why);
  }
  const auto slots = read_slots(*view.port->gids.known());
  if (const auto* why = slots.unknown()) {
    return unknown_pick(*why);
  }
  const auto asked = family ? Fact<AddressFamily>(*family) : family_for(*slots.known());
  if (const auto* why = asked.unknown()) {
    return unknown_pick(*why);
  }
  const auto done = walk(*slots.known(), *asked.known(), *view.port->gid_table_length.known());
  auto pick = done.unknown() ? unknown_pick(*done.unknown()) : pick_of(done.current());
  pick.family = asked;
  return pick;
}

}  // namespace rocelint
