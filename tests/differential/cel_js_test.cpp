// SPDX-License-Identifier: Apache-2.0

// Our evaluator against an independent implementation of CEL: cases.json holds expressions and
// data, cel_js_answers.json what it made of them (ask_cel_js.mjs). Each case where we differ is
// listed in cases.json with its reason.

#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rocelint/facts/reflect.h"

#include "expr/compile.h"
#include "expr/evaluator.h"
#include "expr/expression.h"
#include "expr/functions.h"
#include "expr/value.h"
#include "facts/json/facts_json.h"
#include "tests/expr/bindings.h"

namespace rocelint {

struct CelDevice {
  std::string name;
  std::int64_t mtu = 0;
  bool up = false;
  std::vector<std::int64_t> enabled;
};
template <>
struct Fields<CelDevice> {
  template <class T>
  static constexpr std::array kRows = {field<&T::name>("", ""), field<&T::mtu>("", ""),
                                       field<&T::up>("", ""), field<&T::enabled>("", "")};
};

/// Each member is a root. The script has the same types.
struct CelData {
  std::int64_t i = 0;
  std::int64_t j = 0;
  std::int64_t zero = 0;
  double d = 0;
  double half = 0;
  std::string s;
  std::string r;
  std::string empty;
  std::string wide;
  bool yes = false;
  bool no = false;
  std::vector<std::int64_t> xs;
  std::vector<std::int64_t> ys;
  std::vector<std::int64_t> none;
  std::vector<std::string> names;
  std::vector<std::vector<std::int64_t>> nested;
  std::vector<double> ds;
  std::map<std::string, std::int64_t, std::less<>> counts;
  std::vector<CelDevice> devices;
};
template <>
struct Fields<CelData> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::i>("", ""),       field<&T::j>("", ""),     field<&T::zero>("", ""),
      field<&T::d>("", ""),       field<&T::half>("", ""),  field<&T::s>("", ""),
      field<&T::r>("", ""),       field<&T::empty>("", ""), field<&T::wide>("", ""),
      field<&T::yes>("", ""),     field<&T::no>("", ""),    field<&T::xs>("", ""),
      field<&T::ys>("", ""),      field<&T::none>("", ""),  field<&T::names>("", ""),
      field<&T::nested>("", ""),  field<&T::ds>("", ""),    field<&T::counts>("", ""),
      field<&T::devices>("", ""),
  };
};

namespace expr {
namespace {

using Json = nlohmann::json;

Json read_file(std::string_view name) {
  std::ifstream in(std::string(ROCELINT_SOURCE_DIR "/tests/differential/") + std::string(name));
  return Json::parse(in, nullptr, false);
}

/// As the script spells it: strings in quotes, lists in brackets.
std::string spell(const Value& value, Evaluator& evaluator) {
  if (value.unknown() != nullptr) {
    return "error";
  }
  if (const auto* text = value.get<std::string_view>()) {
    return Json(*text).dump();
  }
  if (value.get<Object>() == nullptr && value.get<const Value::List*>() == nullptr) {
    return to_text(value);
  }
  std::string out = "[";
  for (std::size_t i = 0; i < Evaluator::size(value); ++i) {
    out += (i == 0 ? "" : ",") + spell(evaluator.item(value, i), evaluator);
  }
  return out + "]";
}

std::string ask(std::string_view text, const CelData& data) {
  std::vector<Root> roots;
  Bindings environment;
  for (const auto& field : kFields<CelData>) {
    roots.push_back({field.name, field.type});
    environment.add({member(field, &data), {}, ""});
  }
  const auto expression = compile_value(text, roots);
  if (!expression) {
    return "error";
  }
  Evaluator evaluator(environment, Evaluator::Keep::nothing);
  return spell(evaluator.run(expression->tree()), evaluator);
}

class CelJsTest : public testing::Test {
 protected:
  /// What we answer on purpose, by data set; null where we agree.
  [[nodiscard]] const Json* deliberate(const std::string& text, const std::string& set) const {
    for (const auto& row : cases_.at("differences")) {
      if (row.at("expression") == text) {
        const auto& ours = row.at("ours");
        return ours.is_object() ? &ours.at(set) : &ours;
      }
    }
    return nullptr;
  }

  Json cases_ = read_file("cases.json");
  Json answers_ = read_file("cel_js_answers.json");
};

TEST_F(CelJsTest, AgreesOnTheSharedSubset) {
  ASSERT_TRUE(cases_.is_object());
  ASSERT_TRUE(answers_.is_object());
  std::size_t compared = 0;
  for (const auto& [set, values] : cases_.at("data").items()) {
    CelData data;
    const auto reading =
        read_json_value(values.dump(), set, kType<CelData>, &data, UnknownKeys::refuse);
    ASSERT_TRUE(reading.ok) << to_string(reading.errors.at(0));
    for (const auto& expression : cases_.at("expressions")) {
      const auto text = expression.get<std::string>();
      const auto* ours = deliberate(text, set);
      const auto& theirs = answers_.at(set).at(text);
      EXPECT_EQ(ask(text, data), (ours == nullptr ? theirs : *ours).get<std::string>())
          << text << " over " << set;
      ++compared;
    }
  }
  EXPECT_GE(compared, 500U);
}

TEST_F(CelJsTest, EveryDifferenceIsRealAndHasAReason) {
  for (const auto& row : cases_.at("differences")) {
    const auto text = row.at("expression").get<std::string>();
    EXPECT_FALSE(row.at("reason").get<std::string>().empty()) << text;
    bool differs = false;
    for (const auto& [set, answers] : answers_.items()) {
      const auto* ours = deliberate(text, set);
      ASSERT_NE(ours, nullptr) << text;
      differs = differs || *ours != answers.at(text);
    }
    EXPECT_TRUE(differs) << text;
  }
}

}  // namespace
}  // namespace expr
}  // namespace rocelint
