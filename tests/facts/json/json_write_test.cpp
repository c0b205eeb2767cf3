// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rocelint/facts.h"

#include "facts/json/facts_json.h"
#include "tests/facts/generate.h"
#include "tests/facts/specimen.h"

namespace rocelint {
namespace {

using test::Color;

template <class T>
std::string written(const T& value) {
  std::string out;
  write_json_value(out, kType<T>, &value);
  return out;
}

// ---- values

struct ValueCase {
  std::string name;
  std::function<std::string()> write;
  std::string out;
};
void PrintTo(const ValueCase& row, std::ostream* out) {
  *out << row.name;
}

class JsonValue : public testing::TestWithParam<ValueCase> {};

TEST_P(JsonValue, IsWritten) {
  EXPECT_EQ(GetParam().write(), GetParam().out);
}

const Unknown kFull{.reason = Reason::permission, .detail = "no", .sys_errno = 13};
constexpr auto kLowest = std::numeric_limits<std::int64_t>::min();
constexpr auto kHighest = std::numeric_limits<std::int64_t>::max();

INSTANTIATE_TEST_SUITE_P(
    Values, JsonValue,
    testing::Values(
        ValueCase{"lowest", [] { return written(kLowest); }, "-9223372036854775808"},
        ValueCase{"highest", [] { return written(kHighest); }, "9223372036854775807"},
        ValueCase{"boolean", [] { return written(true); }, "true"},
        ValueCase{"whole_double", [] { return written(3.0); }, "3.0"},
        ValueCase{"negative_zero", [] { return written(-0.0); }, "-0.0"},
        ValueCase{"long_double", [] { return written(12345678901234567000.0); },
                  "12345678901234567168.0"},
        ValueCase{"tiny_double", [] { return written(5e-324); }, "5e-324"},
        ValueCase{"enumeration", [] { return written(Color::green); }, R"("green")"},
        ValueCase{"known_fact", [] { return written(Fact<std::int64_t>(7)); }, "7"},
        ValueCase{"not_collected_by_itself", [] { return written(Fact<std::int64_t>()); },
                  R"({"unknown":"not_collected"})"},
        ValueCase{"unknown_with_all", [] { return written(Fact<bool>(kFull)); },
                  R"({"unknown":"permission","detail":"no","errno":13})"},
        ValueCase{"unknown_bare",
                  [] { return written(Fact<bool>(Unknown{Reason::timeout, "", 0})); },
                  R"({"unknown":"timeout"})"},
        ValueCase{"members_not_collected_are_left_out", [] { return written(test::Group{}); },
                  "{}"},
        ValueCase{"not_collected_with_detail_is_not",
                  [] { return written(test::Group{Unknown{Reason::not_collected, "off", 0}, {}}); },
                  R"({"flag":{"unknown":"not_collected","detail":"off"}})"},
        ValueCase{"elements_not_collected_are_not",
                  [] { return written(std::vector<Fact<bool>>{Unknown{}, true}); },
                  R"([{"unknown":"not_collected"},true])"},
        ValueCase{"empty_list", [] { return written(std::vector<Color>{}); }, "[]"},
        ValueCase{"list_in_order_of_its_key",
                  [] { return written(std::vector<test::Part>{{"b", {}}, {"a", 1}, {"b", 2}}); },
                  R"([{"name":"a","weight":1},{"name":"b"},{"name":"b","weight":2}])"}),
    [](const auto& row) { return row.param.name; });

// ---- what has no JSON form

TEST(JsonWithoutForm, MakesTheFactMalformed) {
  EXPECT_EQ(written(Fact<Color>(static_cast<Color>(3))),
            R"({"unknown":"malformed","detail":"Color has no value 3"})");
  EXPECT_EQ(written(Fact<double>(std::nan(""))),
            R"({"unknown":"malformed","detail":"not a finite number"})");
  EXPECT_EQ(written(Fact<std::vector<Color>>({Color::red, static_cast<Color>(9)})),
            R"({"unknown":"malformed","detail":"Color has no value 9"})");
}

TEST(JsonWithoutForm, CostsTheInnermostFactOnly) {
  const test::Group group{true, std::numeric_limits<double>::infinity()};
  EXPECT_EQ(written(Fact<test::Group>(group)),
            R"({"flag":true,"ratio":{"unknown":"malformed","detail":"not a finite number"}})");
}

TEST(JsonWithoutForm, OutsideAFactIsNull) {
  EXPECT_EQ(written(std::vector<double>{std::nan(""), 1.5}), "[null,1.5]");
}

TEST(JsonWithoutForm, MapThatReadsAsUnknown) {
  using Texts = std::map<std::string, std::string, std::less<>>;
  EXPECT_EQ(written(Fact<Texts>(Texts{{"unknown", "timeout"}})),
            R"({"unknown":"malformed","detail":"the map has the keys of an unknown"})");
  EXPECT_EQ(written(Fact<Texts>(Texts{{"unknown", "timeout"}, {"x", ""}})),
            R"({"unknown":"timeout","x":""})");
  EXPECT_EQ(written(Fact<Texts>(Texts{{"unknown", "no reason"}})), R"({"unknown":"no reason"})");
}

TEST(JsonWithoutForm, NamesThatWouldReadTheSame) {
  const std::string alike =
      R"({"unknown":"malformed","detail":"two names in it are not UTF-8 and would read the same"})";
  using Counts = std::map<std::string, std::int64_t, std::less<>>;
  EXPECT_EQ(written(Fact<Counts>(Counts{{"S\xfa", 5}, {"S\xfb", 5}})), alike);
  EXPECT_EQ(written(Fact<Counts>(Counts{{"S\xfa", 5}, {"S\xef\xbf\xbd", 5}})), alike);
  EXPECT_EQ(written(Fact<Counts>(Counts{{"S\xfa", 5}, {"T\xfa", 6}})),
            "{\"S\xef\xbf\xbd\":5,\"T\xef\xbf\xbd\":6}");
  using Parts = std::vector<test::Part>;
  EXPECT_EQ(written(Fact<Parts>(Parts{{"\xfa", 1}, {"\xfb", 2}})), alike);
}

}  // namespace
}  // namespace rocelint
