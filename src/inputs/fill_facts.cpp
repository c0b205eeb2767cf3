// SPDX-License-Identifier: Apache-2.0
#include "inputs/fill_facts.h"

#include <algorithm>
#include <cctype>
#include <compare>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/base/diagnostic.h"
#include "rocelint/facts/fact.h"
#include "rocelint/facts/host.h"
#include "rocelint/facts/reflect.h"
#include "rocelint/snapshot.h"

#include "facts/json/facts_json.h"
#include "facts/json/list_order.h"
#include "facts/snapshot_paths.h"

namespace rocelint {
namespace {

/// Whether a fact is missing because nobody here can tell it. The other reasons are of a read that
/// went wrong, which is news of its own. A container has not all the files of its host.
bool may_be_supplied(Reason reason, FactProvider knower) {
  return reason == Reason::not_collected || reason == Reason::unsupported ||
         reason == Reason::permission || reason == Reason::not_authoritative ||
         reason == Reason::needs_deep ||
         (knower == FactProvider::node && reason == Reason::not_found);
}

std::string json_of(const Type& type, const void* at) {
  std::string json;
  write_json_value(json, type, at);
  return json;
}

/// Whether an identity that is known on both sides says that they are two things.
bool differ_in_identity(const Type& structure, const void* a, const void* b) {
  return std::ranges::any_of(structure.fields, [&](const Field& field) {
    const auto& type = *field.type;
    const auto* left = member(field, a);
    const auto* right = member(field, b);
    return field.role == FieldRole::identity && type.fact && type.known(left) != nullptr &&
           type.known(right) != nullptr && json_of(type, left) != json_of(type, right);
  });
}

/// Walks the host and what somebody has of it side by side.
class Filler {
 public:
  Filler(const FactOrigin& origin, Filling& filling) : origin_(origin), filling_(filling) {}

  void value(const Type& type, void* into, const void* from, const std::string& path) {
    const void* given = type.fact ? type.known(from) : from;
    if (given == nullptr) {
      return;
    }
    if (type.fact && type.known(into) == nullptr) {
      supply(type, into, from, path);
      return;
    }
    void* own = type.fact ? mutable_known(type, into) : into;
    if (type.kind == Kind::structure) {
      members(type, own, given, path);
    } else if (const auto* key = element_key(type)) {
      elements(type, *key, own, given, path);
    }
  }

 private:
  static const Field* element_key(const Type& type) {
    return type.kind == Kind::list ? key_field(*type.element) : nullptr;
  }

  /// A node's counters are of another moment than those that are read here.
  void members(const Type& structure, void* into, const void* from, const std::string& path) {
    for (const auto& field : structure.fields) {
      if (origin_.knower == FactProvider::site || field.role != FieldRole::counter) {
        value(*field.type, field.at(into), member(field, from),
              path + "." + std::string(field.name));
      }
    }
  }

  /// Through JSON, which every fact has a form in.
  void supply(const Type& type, void* into, const void* from, const std::string& path) {
    if (origin_.knower == FactProvider::site && element_key(type) != nullptr) {
      complain(path + " is not known here: nothing in it can be supplied");
      return;
    }
    const auto reason = type.unknown(into)->reason;
    if (!may_be_supplied(reason, origin_.knower)) {
      complain(path + " is not taken from here: it could not be read (" + to_string(reason) + ")");
      return;
    }
    if (read_json_value(json_of(type, from), origin_.file, type, into, UnknownKeys::refuse).ok) {
      filling_.facts.push_back({.fact = path,
                                .source = origin_.source,
                                .taken_at = origin_.taken_at,
                                .file = origin_.file});
    }
  }

  void elements(const Type& list, const Field& key, void* into, const void* from,
                const std::string& path) {
    for (std::size_t i = 0; i < list.size(from); ++i) {
      const void* given = list.item(from, i);
      const auto here = path + "[" + json_of(*key.type, member(key, given)) + "]";
      void* own = element_like(list, key, into, given);
      if (own == nullptr) {
        complain(here + " is not on this host");
      } else if (origin_.knower == FactProvider::site ||
                 !differ_in_identity(*list.element, own, given)) {
        value(*list.element, own, given, here);
      }
    }
  }

  static void* element_like(const Type& list, const Field& key, void* into, const void* given) {
    for (std::size_t i = 0; i < list.size(into); ++i) {
      if (std::is_eq(compare_keys(key, list.item(into, i), given))) {
        return mutable_item(list, into, i);
      }
    }
    return nullptr;
  }

  /// A node's snapshot has all sorts of things, meant for nobody here.
  void complain(std::string text) {
    if (origin_.knower == FactProvider::site) {
      filling_.notes.push_back(
          {.file = origin_.file, .line = 0, .column = 0, .text = std::move(text)});
    }
  }

  const FactOrigin& origin_;
  Filling& filling_;
};

}  // namespace

void fill_host(const FactOrigin& origin, const Host& from, Host& into, Filling& filling) {
  Filler(origin, filling).value(kType<Host>, &into, &from, "host");
}

void add_site_facts_to(Probe& probe, std::vector<SiteFact> facts) {
  if (facts.empty()) {
    return;
  }
  if (auto* earlier = probe.site_facts.known()) {
    std::ranges::move(*earlier, std::back_inserter(facts));
  }
  std::ranges::sort(facts, {}, &SiteFact::fact);
  probe.site_facts = std::move(facts);
}

bool is_time(std::string_view text) {
  constexpr std::string_view kForm = "0000-00-00T00:00:00Z";
  return std::ranges::equal(text, kForm, [](char c, char form) {
    return form == '0' ? std::isdigit(static_cast<unsigned char>(c)) != 0 : c == form;
  });
}

}  // namespace rocelint
