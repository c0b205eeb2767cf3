// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "facts/snapshot_paths.h"

namespace rocelint::test {

/// Fills objects with values that are hard to carry, by their field tables, so that a new fact is
/// covered on the day it is added.
class Generator {
 public:
  explicit Generator(std::uint32_t seed) : random_(seed) {}

  /// One in `n` facts is unknown; 0 makes all known.
  void set_unknown_share(std::uint32_t n) { unknown_share_ = n; }
  void set_list_size(std::size_t most) { most_elements_ = most; }

  void fill(const Type& type, void* at) {
    if (!type.fact) {
      fill_plain(type, at);
    } else if (unknown_share_ != 0 && below(unknown_share_) == 0) {
      type.set_unknown(at, unknown());
    } else {
      fill_plain(type, type.emplace(at));
    }
  }

  [[nodiscard]] Snapshot snapshot() {
    Snapshot out;
    fill(kType<Snapshot>, &out);
    out.schema = kSnapshotSchema;
    sort_lists(out);
    return out;
  }

  Unknown unknown() {
    const auto row = below(static_cast<std::uint32_t>(kEnumNames<Reason>.size()));
    return {.reason = static_cast<Reason>(kEnumNames<Reason>[row].value),
            .detail = below(3) == 0 ? "" : text(),
            .sys_errno = below(2) == 0 ? 0 : integer()};
  }

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }

  std::int64_t integer() {
    constexpr std::array<std::int64_t, 8> kHard = {0,
                                                   1,
                                                   -1,
                                                   255,
                                                   400000,
                                                   1LL << 53,
                                                   std::numeric_limits<std::int64_t>::min(),
                                                   std::numeric_limits<std::int64_t>::max()};
    return kHard[below(kHard.size())];
  }

  std::string text() {
    using std::string_literals::operator""s;
    static const std::array<std::string, 12> kHard = {"",
                                                      "ens5np0",
                                                      "\"\\/\b\f\n\r\t",
                                                      "\x1b[2J",
                                                      "\0a"s,
                                                      "\x7f\xC2\x9B",
                                                      "\xE2\x80\xAE",
                                                      "\xF0\x9F\x98\x80",
                                                      R"({"unknown":"timeout"})",
                                                      "\xEF\xBF\xBD",
                                                      "\xEF\xBB\xBF",
                                                      std::string(300, 'x')};
    return kHard[below(kHard.size())];
  }

  void fill_plain(const Type& type, void* at) {
    switch (type.kind) {
      case Kind::boolean:
        *static_cast<bool*>(at) = below(2) == 0;
        break;
      case Kind::integer:
        *static_cast<std::int64_t*>(at) = integer();
        break;
      case Kind::real:
        *static_cast<double*>(at) = real();
        break;
      case Kind::text:
        *static_cast<std::string*>(at) = text();
        break;
      case Kind::enumeration:
        type.set_enum(
            at, type.enum_names[below(static_cast<std::uint32_t>(type.enum_names.size()))].value);
        break;
      case Kind::list:
        fill_list(type, at);
        break;
      case Kind::map:
        for (auto n = below(4); n > 0; --n) {
          fill(*type.element, type.insert(at, text()));
        }
        break;
      case Kind::structure:
        for (const auto& field : type.fields) {
          fill(*field.type, field.at(at));
        }
        break;
    }
  }

  double real() {
    constexpr std::array<double, 9> kHard = {
        0.0, -0.0, 1.0, 0.1, 1e300, 5e-324, -2.5, 12345678901234567000.0, 1e22};
    return kHard[below(kHard.size())];
  }

  void fill_list(const Type& type, void* at) {
    const auto* key = key_field(*type.element);
    const auto size = below(static_cast<std::uint32_t>(most_elements_) + 1);
    for (std::size_t i = 0; i < size; ++i) {
      auto* const element = type.append(at);
      fill(*type.element, element);
      if (key != nullptr) {
        make_unique(*key, element, size - i);
      }
    }
  }

  static void make_unique(const Field& key, void* owner, std::size_t number) {
    if (key.type->kind == Kind::integer) {
      *static_cast<std::int64_t*>(key.at(owner)) = static_cast<std::int64_t>(number);
    } else {
      *static_cast<std::string*>(key.at(owner)) += std::to_string(number);
    }
  }

  std::mt19937 random_;
  std::uint32_t unknown_share_ = 4;
  std::size_t most_elements_ = 3;
};

/// Calls `visit(type)` for `type` and every type in it, each name once is not promised.
template <class Visit>
void for_each_type(const Type& type, const Visit& visit) {
  visit(type);
  if (type.element != nullptr) {
    for_each_type(*type.element, visit);
  }
  for (const auto& field : type.fields) {
    for_each_type(*field.type, visit);
  }
}

}  // namespace rocelint::test
