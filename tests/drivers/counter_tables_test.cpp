// SPDX-License-Identifier: Apache-2.0
#include "drivers/counter_tables.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "rocelint/facts/counters.h"
#include "rocelint/facts/reflect.h"

#include "tests/support/golden.h"

namespace rocelint {
namespace {

template <class Counters>
void expect_members_of(std::span<const CounterRow> rows, bool by_priority) {
  std::set<std::pair<std::string_view, std::string_view>> seen;
  for (const auto& row : rows) {
    const auto& fields = kFields<Counters>;
    EXPECT_TRUE(std::ranges::any_of(fields, [&](const Field& field) {
      return field.name == row.meaning;
    })) << row.meaning;
    EXPECT_EQ(row.name.find('%') != std::string_view::npos, by_priority) << row.name;
    EXPECT_TRUE(seen.emplace(row.meaning, row.name).second) << row.name;
  }
}

TEST(CounterTables, NameMembers) {
  std::set<std::string_view> drivers;
  for (const auto& table : counter_tables()) {
    EXPECT_TRUE(drivers.insert(table.driver).second) << table.driver;
    EXPECT_FALSE(table.transport.empty()) << table.driver;
    expect_members_of<TransportCounters>(table.transport, false);
    expect_members_of<PhyCounters>(table.phy, false);
    expect_members_of<PriorityCounters>(table.prio, true);
  }
  expect_members_of<PhyCounters>(standard_phy_rows(), false);
}

// Where the driver is not known, all are tried.
TEST(CounterTables, GiveNoNameOfTheTransportTwoMeanings) {
  std::map<std::pair<CounterPlace, std::string_view>, std::string_view> meanings;
  for (const auto& table : counter_tables()) {
    for (const auto& row : table.transport) {
      const auto [found, added] = meanings.emplace(std::pair{row.place, row.name}, row.meaning);
      EXPECT_TRUE(added || found->second == row.meaning) << row.name;
    }
  }
}

// docs/counters.md, from the table on.

std::string shown_name(const CounterRow& row) {
  std::string name(row.name);
  for (auto plus = name.find('+'); plus != std::string::npos; plus = name.find('+', plus + 5)) {
    name.replace(plus, 1, "` + `");
  }
  name = '`' + name + '`';
  switch (row.place) {
    case CounterPlace::ib_port:
      return name + " (counters)";
    case CounterPlace::device:
      return name + " (device)";
    default:
      return name;
  }
}

using Part = std::span<const CounterRow> DriverCounters::*;

std::string names_of(std::string_view meaning, std::span<const CounterRow> rows) {
  std::string names;
  for (const auto& row : rows) {
    if (row.meaning == meaning) {
      names += (names.empty() ? "" : ", ") + shown_name(row);
    }
  }
  return names;
}

template <class Counters>
std::string table_of(std::string_view heading, Part part, std::span<const CounterRow> standard) {
  std::string out = "\n| " + std::string(heading) + " | what it counts | names |\n|---|---|---|\n";
  for (const auto& field : kFields<Counters>) {
    std::string cell;
    const auto add = [&cell](std::string_view who, const std::string& names) {
      if (!names.empty()) {
        cell += (cell.empty() ? "" : "; ") + std::string(who) + ' ' + names;
      }
    };
    for (const auto& table : counter_tables()) {
      if (table.driver != "idpf") {  // as ice
        add(table.driver, names_of(field.name, table.*part));
      }
    }
    add("any", names_of(field.name, standard));
    out +=
        "| `" + std::string(field.name) + "` | " + std::string(field.doc) + " | " + cell + " |\n";
  }
  return out;
}

TEST(CounterTables, AreInTheDocumentationGolden) {
  constexpr std::string_view kMark =
      "<!-- From here on written from src/drivers/counter_tables.cpp -->\n";
  std::ifstream file(std::filesystem::path(ROCELINT_SOURCE_DIR) / "docs/counters.md");
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const auto mark = text.find(kMark);
  ASSERT_NE(mark, std::string::npos);
  test::expect_golden(
      "../../docs/counters.md",
      text.substr(0, mark + kMark.size()) +
          table_of<TransportCounters>("`port.transport`", &DriverCounters::transport, {}) +
          table_of<PhyCounters>("`netdev.phy`", &DriverCounters::phy, standard_phy_rows()) +
          table_of<PriorityCounters>("`netdev.prio[\"0\"]` to `[\"7\"]`", &DriverCounters::prio,
                                     {}));
}

}  // namespace
}  // namespace rocelint
