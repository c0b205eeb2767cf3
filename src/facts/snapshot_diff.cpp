// SPDX-License-Identifier: Apache-2.0
#include "facts/snapshot_diff.h"

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"
#include "rocelint/snapshot.h"

#include "facts/json/facts_json.h"
#include "facts/json/list_order.h"
#include "facts/snapshot_paths.h"

namespace rocelint {
namespace {

/// What outlives a rename, the surest first.
constexpr std::array<std::string_view, 2> kIdentities = {"pci_address", "node_guid"};

struct Path {
  std::string full;
  std::string fact;

  [[nodiscard]] Path member(std::string_view name) const {
    const std::string dot = full.empty() ? "" : ".";
    return {.full = full + dot + std::string(name), .fact = fact + dot + std::string(name)};
  }
  [[nodiscard]] Path element(std::string_view key) const {
    return {.full = full + '[' + std::string(key) + ']', .fact = fact};
  }
};

std::string as_json(const Type& type, const void* at) {
  std::string text;
  write_json_value(text, type, at);
  return text;
}

/// Null where it is unknown, and for a GUID of zeros, which many virtual functions share.
const std::string* identity_of(const Type& structure, std::string_view name, const void* at) {
  for (const auto& field : structure.fields) {
    if (field.name == name && field.type->fact && field.type->kind == Kind::text) {
      const auto* text = static_cast<const std::string*>(field.type->known(member(field, at)));
      const bool tells = text != nullptr && text->find_first_not_of("0:.") != std::string::npos;
      return tells ? text : nullptr;
    }
  }
  return nullptr;
}

/// Which elements of two lists are the same thing.
class Pairing {
 public:
  Pairing(const Type& list, const Field& key, const void* before, const void* after)
      : element_(*list.element), key_(key) {
    for (const auto i : order_by_key(list, key, before)) {
      before_.push_back(list.item(before, i));
    }
    for (const auto i : order_by_key(list, key, after)) {
      after_.push_back(list.item(after, i));
    }
    partner_.resize(before_.size());
    taken_.resize(after_.size());
    for (const auto identity : kIdentities) {
      pair_by(identity);
    }
    pair_by_key();
  }

  /// Calls with the elements of each pair; null where one has no partner.
  template <class Visit>
  void each(Visit visit) const {
    for (std::size_t i = 0; i < before_.size(); ++i) {
      visit(before_[i], partner_[i] ? after_[*partner_[i]] : nullptr);
    }
    for (std::size_t j = 0; j < after_.size(); ++j) {
      if (!taken_[j]) {
        visit(static_cast<const void*>(nullptr), after_[j]);
      }
    }
  }

 private:
  void join(std::size_t i, std::size_t j) {
    partner_[i] = j;
    taken_[j] = true;
  }

  /// Where the value is there once on both sides: functions of one device may share an address.
  void pair_by(std::string_view identity) {
    std::map<std::string_view, std::pair<std::vector<std::size_t>, std::vector<std::size_t>>> at;
    for (std::size_t i = 0; i < before_.size(); ++i) {
      const auto* value = identity_of(element_, identity, before_[i]);
      if (value != nullptr && !partner_[i]) {
        at[*value].first.push_back(i);
      }
    }
    for (std::size_t j = 0; j < after_.size(); ++j) {
      const auto* value = identity_of(element_, identity, after_[j]);
      if (value != nullptr && !taken_[j]) {
        at[*value].second.push_back(j);
      }
    }
    for (const auto& [value, places] : at) {
      if (places.first.size() == 1 && places.second.size() == 1) {
        join(places.first.front(), places.second.front());
      }
    }
  }

  /// Both sides are in the order of the key.
  void pair_by_key() {
    std::size_t j = 0;
    for (std::size_t i = 0; i < before_.size(); ++i) {
      if (partner_[i]) {
        continue;
      }
      while (j < after_.size() &&
             (taken_[j] || std::is_lt(compare_keys(key_, after_[j], before_[i])))) {
        ++j;
      }
      if (j < after_.size() && std::is_eq(compare_keys(key_, after_[j], before_[i])) &&
          !are_known_apart(before_[i], after_[j])) {
        join(i, j);
      }
    }
  }

  [[nodiscard]] bool are_known_apart(const void* a, const void* b) const {
    return std::ranges::any_of(kIdentities, [&](std::string_view identity) {
      const auto* left = identity_of(element_, identity, a);
      const auto* right = identity_of(element_, identity, b);
      return left != nullptr && right != nullptr && *left != *right;
    });
  }

  const Type& element_;
  const Field& key_;
  std::vector<const void*> before_;
  std::vector<const void*> after_;
  std::vector<std::optional<std::size_t>> partner_;  // of before_
  std::vector<bool> taken_;                          // of after_
};

class Comparison {
 public:
  void value(const Type& type, const void* before, const void* after, const Path& path) {
    if (!type.fact) {
      plain(type, before, after, path);
      return;
    }
    const auto* lost = type.unknown(before);
    const auto* still_lost = type.unknown(after);
    if (lost == nullptr && still_lost == nullptr) {
      plain(type, type.known(before), type.known(after), path);
    } else if (lost == nullptr || still_lost == nullptr || lost->reason != still_lost->reason) {
      changed(type, before, after, path);
    }
  }

  std::vector<FactChange> take() { return std::move(changes_); }

 private:
  void plain(const Type& type, const void* before, const void* after, const Path& path) {
    if (type.kind == Kind::structure) {
      for (const auto& field : type.fields) {
        member_of(field, before, after, path.member(field.name));
      }
    } else if (type.kind == Kind::list && type.element->kind == Kind::structure) {
      list(type, before, after, path);
    } else if (as_json(type, before) != as_json(type, after)) {
      changed(type, before, after, path);
    }
  }

  /// Counters differ anyhow: of them it only matters whether they could be read.
  void member_of(const Field& field, const void* before, const void* after, const Path& path) {
    const Type& type = *field.type;
    const void* old = member(field, before);
    const void* young = member(field, after);
    const bool is_counter = field.role == FieldRole::counter;
    if (is_counter &&
        (!type.fact || (type.known(old) != nullptr && type.known(young) != nullptr))) {
      return;
    }
    value(type, old, young, path);
  }

  void list(const Type& type, const void* before, const void* after, const Path& path) {
    const auto* key = key_field(*type.element);
    if (key == nullptr) {
      elements(type, before, after, path);
      return;
    }
    Pairing(type, *key, before, after).each([&](const void* old, const void* young) {
      const auto name = as_json(*key->type, member(*key, old != nullptr ? old : young));
      const auto at = path.element(name);
      if (old != nullptr && young != nullptr) {
        value(*type.element, old, young, at);
      } else {
        one_sided(at, /*is_named=*/true, old == nullptr ? "" : as_json(*type.element, old),
                  young == nullptr ? "" : as_json(*type.element, young));
      }
    });
  }

  /// Elements without a name are the same when all of them is; how often each is there counts.
  void elements(const Type& type, const void* before, const void* after, const Path& path) {
    std::map<std::string, std::int64_t> count;
    for (std::size_t i = 0; i < type.size(before); ++i) {
      ++count[as_json(*type.element, type.item(before, i))];
    }
    for (std::size_t i = 0; i < type.size(after); ++i) {
      --count[as_json(*type.element, type.item(after, i))];
    }
    for (const auto& [text, surplus] : count) {
      for (auto left = surplus; left > 0; --left) {
        one_sided(path, /*is_named=*/false, text, "");
      }
      for (auto left = surplus; left < 0; ++left) {
        one_sided(path, /*is_named=*/false, "", text);
      }
    }
  }

  void changed(const Type& type, const void* before, const void* after, const Path& path) {
    changes_.push_back({.kind = ChangeKind::changed,
                        .path = path.full,
                        .fact = path.fact,
                        .is_named = false,
                        .before = as_json(type, before),
                        .after = as_json(type, after)});
  }

  void one_sided(const Path& path, bool is_named, std::string before, std::string after) {
    changes_.push_back({.kind = before.empty() ? ChangeKind::appeared : ChangeKind::vanished,
                        .path = path.full,
                        .fact = path.fact,
                        .is_named = is_named,
                        .before = std::move(before),
                        .after = std::move(after)});
  }

  std::vector<FactChange> changes_;
};

}  // namespace

std::vector<FactChange> diff_snapshots(const Snapshot& before, const Snapshot& after) {
  Comparison comparison;
  comparison.value(kType<Snapshot>, &before, &after, {});
  return comparison.take();
}

}  // namespace rocelint
