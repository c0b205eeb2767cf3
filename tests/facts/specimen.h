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
struct Fields<test::Part> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::name>("name", "none", FieldRole::key),
      field<&T::weight>("weight", "none"),
  };
};
template <>
struct Fields<test::Read> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::number>("number", "none"),
      field<&T::color>("color", "none"),
  };
};
template <>
struct Fields<test::Group> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::flag>("flag", "none"),
      field<&T::ratio>("ratio", "none"),
  };
};
template <>
struct Fields<test::Specimen> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::label>("label", "none"),
      field<&T::plain_flag>("flag", "none"),
      field<&T::plain_ratio>("ratio", "none"),
      field<&T::group>("group", "none"),
      field<&T::read>("read", "none"),
      field<&T::loose>("loose", "none"),
      field<&T::parts>("parts", "none"),
      field<&T::colors>("colors", "none"),
      field<&T::maybe_texts>("texts that may be unknown", "none"),
      field<&T::texts>("texts", "none"),
      field<&T::counts>("counts", "none"),
  };
};

}  // namespace rocelint
