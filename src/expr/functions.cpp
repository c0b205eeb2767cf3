// SPDX-License-Identifier: Apache-2.0
#include "expr/functions.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

#include "base/ip_address.h"
#include "base/text.h"
#include "expr/op.h"
#include "expr/scratch.h"
#include "expr/static_type.h"
#include "expr/value.h"
#include "expr/versions.h"

namespace rocelint::expr {
namespace {

std::string_view text_of(const Value& value) {
  const auto* text = value.get<std::string_view>();
  return text == nullptr ? std::string_view{} : *text;
}

Value contains(Scratch& /*scratch*/, const Arguments& arguments) {
  return Value(text_of(arguments[0]).find(text_of(arguments[1])) != std::string_view::npos);
}

Value starts_with(Scratch& /*scratch*/, const Arguments& arguments) {
  return Value(text_of(arguments[0]).starts_with(text_of(arguments[1])));
}

Value ends_with(Scratch& /*scratch*/, const Arguments& arguments) {
  return Value(text_of(arguments[0]).ends_with(text_of(arguments[1])));
}

constexpr std::int64_t kPriorities = 8;  // IEEE 802.1Q; the kernel has as many traffic classes

/// The element of a list of ints, of the facts or computed.
Value element(const Value& list, std::size_t index) {
  if (const auto* items = list.get<const Value::List*>()) {
    return (**items)[index];
  }
  const auto& object = *list.get<Object>();
  const auto& type = *object.type->element;
  const void* at = object.type->item(object.at, index);
  if (type.fact) {
    if (const auto* why = type.unknown(at)) {
      return Value(why);
    }
    at = type.known(at);
  }
  return Value(*static_cast<const std::int64_t*>(at));
}

/// The size of a string is counted in code points, as in CEL: bytes that begin one.
std::size_t code_points(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

Value size(Scratch& /*scratch*/, const Arguments& arguments) {
  const auto& value = arguments[0];
  std::size_t count = 0;
  if (const auto* object = value.get<Object>()) {
    count = object->type->size(object->at);
  } else if (const auto* list = value.get<const Value::List*>()) {
    count = (*list)->size();
  } else {
    count = code_points(text_of(value));
  }
  return Value(static_cast<std::int64_t>(count));
}

Value bitlist(Scratch& scratch, const Arguments& arguments) {
  std::string bits = "0,0,0,0,0,0,0,0";
  const Value count = size(scratch, arguments);
  for (std::int64_t i = 0; i < *count.get<std::int64_t>(); ++i) {
    const Value item = element(arguments[0], static_cast<std::size_t>(i));
    const auto* priority = item.get<std::int64_t>();
    if (priority == nullptr) {
      return item;
    }
    if (*priority < 0 || *priority >= kPriorities) {
      return scratch.unknown(Reason::malformed, "a priority is from 0 to 7");
    }
    bits[static_cast<std::size_t>(*priority) * 2] = '1';
  }
  return scratch.text(std::move(bits));
}

std::string spell(double value) {
  if (std::isnan(value)) {
    return "NaN";
  }
  if (std::isinf(value)) {
    return value > 0 ? "+Inf" : "-Inf";
  }
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return {digits.data(), end};
}

Value string(Scratch& scratch, const Arguments& arguments) {
  return scratch.text(to_text(arguments[0]));
}

Value glob(Scratch& /*scratch*/, const Arguments& arguments) {
  return Value(glob_match(text_of(arguments[0]), text_of(arguments[1])));
}

Value malformed(Scratch& scratch, const Value& value, std::string_view what) {
  return scratch.unknown(Reason::malformed,
                         "'" + std::string(text_of(value)) + "' is not " + std::string(what));
}

Value in_subnet(Scratch& scratch, const Arguments& arguments) {
  const auto address = parse_address(text_of(arguments[0]));
  if (!address) {
    return malformed(scratch, arguments[0], "an IP address");
  }
  const auto subnet = parse_subnet(text_of(arguments[1]));
  if (!subnet) {
    return malformed(scratch, arguments[1], "a subnet such as 10.0.0.0/8");
  }
  return Value(subnet->holds(*address));
}

std::string refuse_subnet(std::string_view literal) {
  return parse_subnet(literal)
             ? ""
             : "'" + std::string(literal) + "' is not a subnet such as '10.0.0.0/8'";
}

Value version_at_least(Scratch& scratch, const Arguments& arguments) {
  for (const auto& argument : arguments) {
    if (version_numbers(text_of(argument)).empty()) {
      return malformed(scratch, argument, "a version such as 28.39.1002");
    }
  }
  return Value(compare_versions(text_of(arguments[0]), text_of(arguments[1])) >= 0);
}

std::string refuse_version(std::string_view literal) {
  return !literal.empty() && version_numbers(literal) == literal
             ? ""
             : "'" + std::string(literal) + "' is not a version such as '28.39.1002'";
}

/// The two halves of the IP traffic class octet, RFC 2474 section 3 and RFC 3168 section 5.
template <class Part>
Value traffic_class(Scratch& scratch, const Arguments& arguments, Part part) {
  const auto* octet = arguments[0].get<std::int64_t>();
  if (octet == nullptr || *octet < 0 || *octet > 255) {
    return scratch.unknown(Reason::malformed, "a traffic class is from 0 to 255");
  }
  return Value(static_cast<std::int64_t>(part(static_cast<std::uint64_t>(*octet))));
}

Value dscp(Scratch& scratch, const Arguments& arguments) {
  return traffic_class(scratch, arguments, [](std::uint64_t octet) { return octet >> 2U; });
}

Value ecn(Scratch& scratch, const Arguments& arguments) {
  return traffic_class(scratch, arguments, [](std::uint64_t octet) { return octet & 3U; });
}

using enum CallStyle;
constexpr std::array kTwoTexts{Parameter::text, Parameter::text};
constexpr std::array kOneInteger{Parameter::integer, Parameter::none};

constexpr std::array kListMacros{
    ListMacro{.name = "all",
              .op = Op::all,
              .doc = "it holds for every element; true for an empty list",
              .example = "[1, 2].all(n, n > 0)"},
    ListMacro{.name = "exists",
              .op = Op::exists,
              .doc = "it holds for an element; false for an empty list",
              .example = "[1, 2].exists(n, n > 1)"},
    ListMacro{.name = "exists_one",
              .op = Op::exists_one,
              .doc = "it holds for exactly one element",
              .example = "[1, 2].exists_one(n, n > 1)"},
    ListMacro{.name = "filter",
              .op = Op::filter,
              .doc = "the elements for which it holds",
              .example = "[1, 2].filter(n, n > 1) == [2]"},
    ListMacro{.name = "map",
              .op = Op::map,
              .doc = "what each element becomes; with a condition between, of those alone",
              .example = "[1, 2].map(n, n > 1, n * 10) == [20]"},
};

constexpr std::array kNamedLists{
    NamedList{.name = "priorities",
              .size = kPriorities,
              .doc = "the priorities of IEEE 802.1Q, 0 to 7",
              .example = "priorities.filter(p, !(p in [3])) == [0, 1, 2, 4, 5, 6, 7]"},
    NamedList{.name = "traffic_classes",
              .size = kPriorities,
              .doc = "the traffic classes that the kernel knows, 0 to 7; a device may have fewer "
                     "(ets.max_classes)",
              .example = "size(traffic_classes) == 8"},
};

constexpr std::array kFunctions{
    Function{.name = "bitlist",
             .style = function,
             .parameters = {Parameter::integers, Parameter::none},
             .result = kText,
             .run = bitlist,
             .doc = "priorities as mlnx_qos takes them: a 0 or 1 for each, from 0 to 7",
             .example = R"(bitlist([3]) == "0,0,0,1,0,0,0,0")"},
    Function{.name = "contains",
             .style = method,
             .parameters = kTwoTexts,
             .result = kBoolean,
             .run = contains,
             .doc = "the string holds the other one",
             .example = R"("mlx5_core".contains("_"))"},
    Function{.name = "dscp",
             .style = function,
             .parameters = kOneInteger,
             .result = kInteger,
             .run = dscp,
             .doc = "DSCP of an IP traffic class: its upper six bits",
             .example = "dscp(106) == 26"},
    Function{.name = "ecn",
             .style = function,
             .parameters = kOneInteger,
             .result = kInteger,
             .run = ecn,
             .doc = "ECN bits of an IP traffic class: its lower two",
             .example = "ecn(106) == 2"},
    Function{.name = "endsWith",
             .style = method,
             .parameters = kTwoTexts,
             .result = kBoolean,
             .run = ends_with,
             .doc = "the string ends with the other one",
             .example = R"("mlx5_core".endsWith("core"))"},
    Function{.name = "glob",
             .style = function,
             .parameters = kTwoTexts,
             .result = kBoolean,
             .run = glob,
             .doc = "the whole string fits the pattern; * is any characters, ? is one",
             .example = R"(glob("mlx5_10", "mlx5_*"))"},
    Function{.name = "inSubnet",
             .style = function,
             .parameters = kTwoTexts,
             .result = kBoolean,
             .run = in_subnet,
             .refuse = refuse_subnet,
             .doc = "the address lies in the subnet; ::ffff:a.b.c.d is the IPv4 address a.b.c.d",
             .example = R"(inSubnet("::ffff:10.1.2.3", "10.0.0.0/8"))"},
    Function{.name = "size",
             .style = either,
             .parameters = {Parameter::sized, Parameter::none},
             .result = kInteger,
             .run = size,
             .doc = "how many elements, entries or characters",
             .example = R"(size([1, 2]) == "ab".size())"},
    Function{.name = "startsWith",
             .style = method,
             .parameters = kTwoTexts,
             .result = kBoolean,
             .run = starts_with,
             .doc = "the string starts with the other one",
             .example = R"("mlx5_core".startsWith("mlx5"))"},
    Function{.name = "string",
             .style = function,
             .parameters = {Parameter::scalar, Parameter::none},
             .result = kText,
             .run = string,
             .doc = "the value as a string",
             .example = R"(string(3) + ":on" == "3:on")"},
    Function{.name = "versionAtLeast",
             .style = function,
             .parameters = kTwoTexts,
             .result = kBoolean,
             .run = version_at_least,
             .refuse = refuse_version,
             .doc = "dotted numbers, compared number by number; what follows them does not count",
             .example = R"-(versionAtLeast("28.39.1002 (MT_0000000834)", "28.9"))-"},
};

}  // namespace

std::string to_text(const Value& value) {
  if (const auto* boolean = value.get<bool>()) {
    return *boolean ? "true" : "false";
  }
  if (const auto* integer = value.get<std::int64_t>()) {
    return std::to_string(*integer);
  }
  if (const auto* real = value.get<double>()) {
    return spell(*real);
  }
  return std::string(text_of(value));
}

std::span<const Function> functions() {
  return kFunctions;
}

const Function* find_function(std::string_view name) {
  for (const auto& function : kFunctions) {
    if (function.name == name) {
      return &function;
    }
  }
  return nullptr;
}

std::span<const ListMacro> list_macros() {
  return kListMacros;
}

std::span<const NamedList> named_lists() {
  return kNamedLists;
}

const NamedList* find_named_list(std::string_view name) {
  const auto* found = std::ranges::find(kNamedLists, name, &NamedList::name);
  return found == kNamedLists.end() ? nullptr : found;
}

bool accepts(Parameter parameter, const StaticType& type) {
  switch (parameter) {
    case Parameter::none:
      return false;
    case Parameter::text:
      return type.is_text();
    case Parameter::integer:
      return type.is(Kind::integer);
    case Parameter::integers:
      return type.is_list() && (type.base == nullptr || type.element().is(Kind::integer));
    case Parameter::scalar:
      return type.is_scalar();
    case Parameter::sized:
      return type.is_list() || type.is(Kind::map) || type.is_text();
  }
  return false;
}

std::string_view describe(Parameter parameter) {
  switch (parameter) {
    case Parameter::text:
      return "a string";
    case Parameter::integer:
      return "an int";
    case Parameter::integers:
      return "a list of ints";
    case Parameter::scalar:
      return "a bool, int, double or string";
    case Parameter::sized:
      return "a string, list or map";
    case Parameter::none:
      break;
  }
  return "";
}

}  // namespace rocelint::expr
