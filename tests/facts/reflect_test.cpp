// SPDX-License-Identifier: Apache-2.0

// What every field table must hold to, however many facts there are.

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "facts/json/unknown_form.h"
#include "facts/snapshot_paths.h"
#include "tests/facts/generate.h"

namespace rocelint {
namespace {

bool is_name(std::string_view name) {
  return !name.empty() && name.front() >= 'a' && name.front() <= 'z' &&
         std::ranges::all_of(name, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
         });
}

template <class Visit>
void for_each_field(const Visit& visit) {
  test::for_each_type(kType<Snapshot>, [&](const Type& type) {
    for (const auto& field : type.fields) {
      visit(type, field);
    }
  });
}

TEST(Tables, EveryFieldIsDocumented) {
  for_each_field([](const Type& type, const Field& field) {
    const auto where = std::string(type.name) + '.' + std::string(field.name);
    EXPECT_FALSE(field.doc.empty()) << where;
    // Where a structure is read piece by piece, each piece says where from.
    const bool in_pieces = field.type->kind == Kind::structure && !field.type->fact;
    EXPECT_TRUE(in_pieces || !field.source.empty()) << where;
    EXPECT_EQ(field.doc.find('\n'), std::string_view::npos) << where;
    EXPECT_FALSE(field.doc.ends_with('.')) << where;
  });
}

TEST(Tables, NamesArePlainAscii) {
  for_each_field([](const Type& type, const Field& field) {
    EXPECT_TRUE(is_name(field.name)) << type.name << '.' << field.name;
  });
  test::for_each_type(kType<Snapshot>, [](const Type& type) {
    for (const auto& row : type.enum_names) {
      // The kernel's own words may have more in them: 802.3ad, layer3+4.
      auto name = std::string(row.name);
      std::erase_if(name, [](char c) { return c == '.' || c == '+'; });
      EXPECT_TRUE(is_name("x" + name)) << type.name << ' ' << row.name;
    }
  });
}

/// {"unknown": …} stands in the place of a fact, so a structure must not look like it.
TEST(Tables, NoFieldIsCalledUnknown) {
  for_each_field([](const Type& type, const Field& field) {
    EXPECT_NE(field.name, kUnknownKey) << type.name;
  });
}

TEST(Tables, NamesAndValuesAreUnique) {
  test::for_each_type(kType<Snapshot>, [](const Type& type) {
    std::set<std::string_view> names;
    std::set<std::int64_t> values;
    for (const auto& field : type.fields) {
      EXPECT_TRUE(names.insert(field.name).second) << type.name << '.' << field.name;
    }
    for (const auto& row : type.enum_names) {
      EXPECT_TRUE(names.insert(row.name).second) << type.name << ' ' << row.name;
      EXPECT_TRUE(values.insert(row.value).second) << type.name << ' ' << row.value;
    }
  });
}

/// The schema and messages go by the name of a type.
TEST(Tables, OneNameIsOneType) {
  std::map<std::string_view, const void*> tables;
  test::for_each_type(kType<Snapshot>, [&](const Type& type) {
    const void* table = type.kind == Kind::structure ? static_cast<const void*>(type.fields.data())
                        : type.kind == Kind::enumeration ? type.enum_names.data()
                                                         : nullptr;
    if (table != nullptr) {
      EXPECT_EQ(tables.emplace(type.name, table).first->second, table) << type.name;
    }
  });
}

TEST(Tables, KeysArePlainAndOfATypeThatCanBeOrdered) {
  for_each_field([](const Type& type, const Field& field) {
    if (field.role == FieldRole::key) {
      EXPECT_FALSE(field.type->fact) << type.name;
      EXPECT_TRUE(field.type->kind == Kind::text || field.type->kind == Kind::integer) << type.name;
      EXPECT_EQ(key_field(type.fact ? *field.type : type), type.fact ? nullptr : &field);
    }
  });
}

TEST(Tables, ReasonsAreAllNamed) {
  for (int value = 0; value <= static_cast<int>(Reason::not_authoritative); ++value) {
    EXPECT_FALSE(enum_name(static_cast<Reason>(value)).empty()) << value;
  }
  EXPECT_STREQ(to_string(Reason::not_authoritative), "not_authoritative");
  EXPECT_STREQ(to_string(static_cast<Reason>(200)), "malformed");
  EXPECT_EQ(enum_value<Reason>("timeout"), Reason::timeout);
  EXPECT_EQ(enum_value<Reason>("time"), std::nullopt);
}

TEST(Tables, OnlyTextAndKeysMustBePresentOutsideFacts) {
  EXPECT_TRUE(may_be_absent(kType<Host>));
  EXPECT_TRUE(may_be_absent(kType<Dcb>));
  EXPECT_FALSE(may_be_absent(kType<Netdev>));
  EXPECT_FALSE(may_be_absent(kType<Probe>));
  EXPECT_TRUE(may_be_absent(kType<Fact<Pfc>>));
  EXPECT_FALSE(may_be_absent(kType<Pfc>));
}

TEST(Reflect, AnOptionalIsNoFact) {
  constexpr const auto& type = kType<std::optional<std::int64_t>>;
  static_assert(is_optional(type) && !is_optional(kType<std::int64_t>));
  static_assert(!is_optional(kType<Fact<std::int64_t>>));
  std::optional<std::int64_t> value;
  EXPECT_EQ(type.kind, Kind::integer);
  EXPECT_EQ(type.known(&value), nullptr);
  value = 3;
  EXPECT_EQ(type.known(&value), &*value);
}

}  // namespace
}  // namespace rocelint
