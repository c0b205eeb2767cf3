// SPDX-License-Identifier: Apache-2.0
#pragma once

// A small world of facts for the tests of the rule language, with every type and every way of not
// being known. A test row reads: what is written, and what comes out in one line.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

#include "expr/expression.h"
#include "expr/template.h"
#include "tests/expr/bindings.h"

namespace rocelint {

enum class WorldMode : std::uint8_t { required, forbidden, unmanaged };
template <>
inline constexpr std::array kEnumNames<WorldMode> = {
    EnumName{0, "required"}, EnumName{1, "forbidden"}, EnumName{2, "unmanaged"}};

/// Has no key: an element is [0].
struct WorldEntry {
  std::int64_t protocol = 0;
  Fact<std::int64_t> priority;

  bool operator==(const WorldEntry&) const = default;
};
template <>
struct Fields<WorldEntry> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::protocol>("protocol", "test"),
      field<&T::priority>("priority", "test"),
  };
};

struct WorldPort {
  std::int64_t number = 0;
  Fact<bool> up;

  bool operator==(const WorldPort&) const = default;
};
template <>
struct Fields<WorldPort> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::number>("number", "test", FieldRole::key),
      field<&T::up>("up", "test"),
  };
};

struct WorldDevice {
  std::string name;
  Fact<std::int64_t> mtu;
  Fact<bool> up;
  Fact<WorldMode> mode;
  Fact<std::vector<std::int64_t>> enabled;
  Fact<std::vector<WorldPort>> ports;
  Fact<std::vector<WorldEntry>> app;

  bool operator==(const WorldDevice&) const = default;
};
template <>
struct Fields<WorldDevice> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::name>("name", "test", FieldRole::key),
      field<&T::mtu>("mtu", "test"),
      field<&T::up>("up", "test"),
      field<&T::mode>("mode", "test"),
      field<&T::enabled>("enabled", "test"),
      field<&T::ports>("ports", "test"),
      field<&T::app>("app", "test"),
  };
};

using WorldMap = std::map<std::string, std::int64_t, std::less<>>;
using WorldDeviceMap = std::map<std::string, WorldDevice, std::less<>>;

/// Each member is a root. Of the unknown ones, `u…` lack permission and `v` timed out.
struct World {
  Fact<bool> t{true};
  Fact<bool> f{false};
  Fact<bool> u{Unknown{Reason::permission, "no", 1}};
  Fact<bool> v{Unknown{Reason::timeout, "slow", 0}};
  Fact<std::int64_t> i{std::int64_t{7}};
  Fact<std::int64_t> ui{Unknown{Reason::permission, "no", 1}};
  Fact<double> d{2.5};
  Fact<double> ud{Unknown{Reason::permission, "no", 1}};
  Fact<std::string> s{std::string("mlx5_core")};
  Fact<std::string> us{Unknown{Reason::permission, "no", 1}};
  Fact<WorldMode> e{WorldMode::required};
  Fact<WorldMode> ue{Unknown{Reason::permission, "no", 1}};
  Fact<std::vector<std::int64_t>> l{std::vector<std::int64_t>{3, 4}};
  Fact<std::vector<std::int64_t>> none{std::vector<std::int64_t>{}};
  Fact<std::vector<std::int64_t>> ul{Unknown{Reason::permission, "no", 1}};
  Fact<std::vector<Fact<std::int64_t>>> holes{
      std::vector<Fact<std::int64_t>>{std::int64_t{3}, Unknown{Reason::io_error, "bad", 5}}};
  Fact<std::vector<std::int64_t>> many{std::vector<std::int64_t>(300, 1)};
  Fact<std::string> large{std::string(50'000, 'x')};
  Fact<std::vector<WorldMode>> modes{
      std::vector<WorldMode>{WorldMode::required, WorldMode::unmanaged}};
  Fact<WorldMap> m{WorldMap{{"a", 1}, {"b", 2}}};
  Fact<WorldMap> um{Unknown{Reason::permission, "no", 1}};
  Fact<WorldDeviceMap> by_name;
  Fact<std::vector<WorldDevice>> devices;
  Fact<std::vector<WorldDevice>> udevices{Unknown{Reason::permission, "no", 1}};
  Fact<std::vector<const WorldDevice*>> lowers;
  WorldDevice dev;
  Fact<WorldDevice> unsupported{Unknown{Reason::unsupported, "no such thing", 95}};
  Fact<WorldDevice> not_found{Unknown{Reason::not_found, "no such object", 2}};

  bool operator==(const World&) const = default;
};
template <>
struct Fields<World> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::t>("", ""),         field<&T::f>("", ""),       field<&T::u>("", ""),
      field<&T::v>("", ""),         field<&T::i>("", ""),       field<&T::ui>("", ""),
      field<&T::d>("", ""),         field<&T::ud>("", ""),      field<&T::s>("", ""),
      field<&T::us>("", ""),        field<&T::e>("", ""),       field<&T::ue>("", ""),
      field<&T::l>("", ""),         field<&T::none>("", ""),    field<&T::ul>("", ""),
      field<&T::holes>("", ""),     field<&T::many>("", ""),    field<&T::large>("", ""),
      field<&T::modes>("", ""),     field<&T::m>("", ""),       field<&T::um>("", ""),
      field<&T::by_name>("", ""),   field<&T::devices>("", ""), field<&T::udevices>("", ""),
      field<&T::lowers>("", ""),    field<&T::dev>("", ""),     field<&T::unsupported>("", ""),
      field<&T::not_found>("", ""),
  };
};

namespace expr {

/// "permission: no"
inline std::string show(const Unknown& why) {
  return std::string("unknown(") + to_string(why.reason) + ": " + why.detail + ")";
}

/// "error at 3: text"
inline std::string show(const Error& error) {
  return "error at " + std::to_string(error.offset) + ": " + error.text;
}

inline std::string show(const Decision& decision) {
  switch (decision.outcome) {
    case Outcome::yes:
      return "true";
    case Outcome::no:
      return "false";
    case Outcome::unknown:
      break;
  }
  return show(decision.why);
}

/// A row of most tables: what is written, and what comes out.
struct Row {
  std::string_view text;
  std::string_view expected;
};
inline void PrintTo(const Row& row, std::ostream* out) {  // NOLINT(readability-identifier-naming)
  *out << row.text;
}
/// "12_dev_mtu_1_" of `dev.mtu > 1`.
inline std::string row_name(const testing::TestParamInfo<Row>& info) {
  constexpr std::size_t kLongest = 40;
  auto name = std::to_string(info.index) + "_";
  for (const char c : info.param.text.substr(0, kLongest)) {
    const bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (word || name.back() != '_') {
      name += word ? c : '_';
    }
  }
  return name;
}

/// The world, filled in and bound.
class WorldTest : public testing::TestWithParam<Row> {
 protected:
  WorldTest() {
    fill_devices();
    for (const auto& field : kFields<World>) {
      roots_.push_back({field.name, field.type});
      std::string name(field.name);
      if (field.name == "devices" || field.name == "lowers") {
        name = "host.devices";
      } else if (field.name == "dev") {
        name = R"(host.devices["mlx5_0"])";
      }
      environment_.add({member(field, &world_), {}, name});
    }
    roots_.push_back({"gone", &kType<WorldDevice>});
    environment_.add({nullptr, {Reason::vanished, "went away", 19}, "host.devices[?]"});
  }

  /// "permission timeout"; "" when it is decided.
  [[nodiscard]] std::string reasons(std::string_view text) const {
    const auto expression = compile(text, roots_);
    if (!expression) {
      return show(expression.error());
    }
    std::string out;
    for (const auto reason : evaluate(*expression, environment_).reasons) {
      out += (out.empty() ? "" : " ") + std::string(to_string(reason));
    }
    return out;
  }

  [[nodiscard]] std::string decide(std::string_view text) const {
    const auto expression = compile(text, roots_);
    return expression ? show(evaluate(*expression, environment_)) : show(expression.error());
  }

  /// The witnesses as "path=value" or "path?reason", separated by a blank.
  [[nodiscard]] std::string evidence(std::string_view text) const {
    const auto expression = compile(text, roots_);
    if (!expression) {
      return show(expression.error());
    }
    std::string out;
    for (const auto& witness : explain(*expression, environment_)) {
      out += (out.empty() ? "" : " ") + witness.path;
      out += witness.value.empty() ? std::string("?") + to_string(witness.why.reason)
                                   : "=" + witness.value;
    }
    return out;
  }

  [[nodiscard]] std::string fill(std::string_view text, Quoting quoting) const {
    const auto compiled = compile_template(text, roots_);
    if (!compiled) {
      return show(compiled.error());
    }
    const auto filled = render(*compiled, environment_, quoting);
    return filled ? *filled : show(filled.error());
  }

  World world_;
  std::vector<Root> roots_;
  Bindings environment_;

 private:
  void fill_devices() {
    auto& devices = world_.devices.emplace();
    devices.resize(3);
    devices[0].name = "mlx5_0";
    devices[0].mtu = std::int64_t{4096};
    devices[0].up = true;
    devices[0].mode = WorldMode::required;
    devices[0].enabled = std::vector<std::int64_t>{3};
    devices[0].ports.emplace() = {WorldPort{1, true}, WorldPort{2, false}};
    devices[0].app.emplace() = {WorldEntry{26, std::int64_t{3}}, WorldEntry{48, std::int64_t{6}}};
    devices[1].name = "mlx5_1";
    devices[1].mtu = std::int64_t{1024};
    devices[1].up = false;
    devices[1].mode = Unknown{Reason::unsupported, "none", 95};
    devices[1].enabled = std::vector<std::int64_t>{};
    devices[2].name = "od\"d";
    devices[2].mtu = Unknown{Reason::timeout, "slow", 0};
    devices[2].up = Unknown{Reason::not_found, "no file", 2};
    devices[2].mode = Unknown{Reason::unsupported, "none", 95, {*devices[2].up.unknown()}};
    devices[2].enabled = Unknown{Reason::permission, "no", 1, {*devices[1].mode.unknown()}};
    world_.lowers.emplace() = {devices.data(), &devices[1]};
    world_.dev = devices[0];
    world_.by_name.emplace()["x"] = devices[0];
  }
};

}  // namespace expr
}  // namespace rocelint
