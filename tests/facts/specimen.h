// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "rocelint/facts.h"

namespace rocelint::test {

enum class Color : std::uint8_t { red = 1, green = 7 };

struct Part {
  std::string name;
  Fact<std::int64_t> weight;

  bool operator==(const Part&) const = default;
};

struct Read {
  std::int64_t number = 0;
  Color color{Color::red};

  bool operator==(const Read&) const = default;
};

struct Group {
  Fact<bool> flag;
  Fact<double> ratio;

  bool operator==(const Group&) const = default;
};

/// One of everything that a facts struct can hold.
struct Specimen {
  std::string label;
  bool plain_flag = false;
  double plain_ratio = 0;
  Group group;
  Fact<Read> read;
  Fact<Group> loose;
  Fact<std::vector<Part>> parts;
  Fact<std::vector<Color>> colors;
  Fact<std::vector<Fact<std::string>>> maybe_texts;
  Fact<std::map<std::string, std::string, std::less<>>> texts;
  Fact<std::map<std::string, Fact<std::int64_t>, std::less<>>> counts;

  bool operator==(const Specimen&) const = default;
};

}  // namespace rocelint::test

namespace rocelint {

template <>
inline constexpr std::array kEnumNames<test::Color> = {EnumName{1, "red"}, EnumName{7, "green"}};
template <>
inline constexpr std::array kFields<test::Part> = {
    field<&test::Part::name>("name", "none", FieldRole::key),
    field<&test::Part::weight>("weight", "none"),
};
template <>
inline constexpr std::array kFields<test::Read> = {
    field<&test::Read::number>("number", "none"),
    field<&test::Read::color>("color", "none"),
};
template <>
inline constexpr std::array kFields<test::Group> = {
    field<&test::Group::flag>("flag", "none"),
    field<&test::Group::ratio>("ratio", "none"),
};
template <>
inline constexpr std::array kFields<test::Specimen> = {
    field<&test::Specimen::label>("label", "none"),
    field<&test::Specimen::plain_flag>("flag", "none"),
    field<&test::Specimen::plain_ratio>("ratio", "none"),
    field<&test::Specimen::group>("group", "none"),
    field<&test::Specimen::read>("read", "none"),
    field<&test::Specimen::loose>("loose", "none"),
    field<&test::Specimen::parts>("parts", "none"),
    field<&test::Specimen::colors>("colors", "none"),
    field<&test::Specimen::maybe_texts>("texts that may be unknown", "none"),
    field<&test::Specimen::texts>("texts", "none"),
    field<&test::Specimen::counts>("counts", "none"),
};

}  // namespace rocelint
