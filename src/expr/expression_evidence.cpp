// SPDX-License-Identifier: Apache-2.0
#include "expr/expression_evidence.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/facts/reflect.h"

#include "base/json_text.h"
#include "expr/expression.h"
#include "expr/node.h"
#include "expr/value.h"
#include "facts/json/facts_json.h"
#include "facts/snapshot_paths.h"

namespace rocelint::expr {
namespace {

using Step = Origin::Step;

bool is_inside(const Origin* origin, const Origin* list) {
  while (origin != nullptr && origin != list) {
    origin = origin->parent;
  }
  return origin == list;
}

/// Where the value that names an element stands, or null when it has no such name.
const void* key_of(const Type& type, const void* at, const Field*& key) {
  if (type.fact || type.kind != Kind::structure || at == nullptr) {
    return nullptr;
  }
  key = key_field(type);
  return key == nullptr || key->type->fact ? nullptr : member(*key, at);
}

std::string element_name(const Origin& origin) {
  std::string out = "[";
  const Field* key = nullptr;
  const void* name = origin.at == nullptr ? nullptr : key_of(*origin.type, origin.at, key);
  if (name != nullptr) {
    write_json_value(out, *key->type, name);
  } else {
    out += std::to_string(origin.index);
  }
  return out + "]";
}

/// An element with a name is shown by it: the whole of every device would bury the reader.
void write_element(std::string& out, const Type& type, const void* at) {
  const Field* key = nullptr;
  if (const void* name = key_of(type, at, key)) {
    write_json_value(out, *key->type, name);
  } else if (at == nullptr) {
    out += "null";
  } else {
    write_json_value(out, type, at);
  }
}

void write_object(std::string& out, const Object& object) {
  const auto& type = *object.type;
  const auto* known = object.at;
  if (type.kind != Kind::list) {
    // `at` is the value inside the Fact, so the JSON writer must not look for the Fact again.
    auto plain = type;
    plain.fact = false;
    write_element(out, plain, known);
    return;
  }
  out += '[';
  for (std::size_t i = 0; i < type.size(known); ++i) {
    out += i == 0 ? "" : ",";
    write_element(out, *type.element, type.item(known, i));
  }
  out += ']';
}

void write_value(std::string& out, const Value& value) {
  if (const auto* boolean = value.get<bool>()) {
    write_json_value(out, kType<bool>, boolean);
  } else if (const auto* integer = value.get<std::int64_t>()) {
    write_json_value(out, kType<std::int64_t>, integer);
  } else if (const auto* real = value.get<double>()) {
    write_json_value(out, kType<double>, real);
  } else if (const auto* text = value.get<std::string_view>()) {
    write_json_text(out, *text);
  } else if (const auto* object = value.get<Object>()) {
    write_object(out, *object);
  }
}

}  // namespace

std::string Evidence::step_name(const Origin& origin) const {
  switch (origin.step) {
    case Step::root:
      return environment_.name_of(origin.root->slot);
    case Step::field:
      return "." + std::string(origin.field->name);
    case Step::element:
      return element_name(origin);
    case Step::entry:
      break;
  }
  std::string out = "[";
  write_json_text(out, origin.key);
  return out + "]";
}

Witness Evidence::make_witness(const Value& value) const {
  Witness out;
  std::vector<const Origin*> steps;
  for (const auto* step = value.origin(); step != nullptr; step = step->parent) {
    steps.push_back(step);
  }
  for (auto& step : std::ranges::reverse_view(steps)) {
    out.path += step_name(*step);
  }
  out.root = steps.back()->root->text;
  out.field = steps.front()->field;
  if (const auto* why = value.unknown()) {
    out.why = *why->first();
  } else {
    write_value(out.value, value);
  }
  return out;
}

void Evidence::forget_since(std::size_t mark) {
  forget_between(mark, reads_.size());
}

void Evidence::forget_between(std::size_t begin, std::size_t end) {
  const auto at = [this](std::size_t i) { return reads_.begin() + static_cast<std::ptrdiff_t>(i); };
  reads_.erase(at(begin), at(end));
}

void Evidence::record(const Value& value) {
  if (value.origin() != nullptr) {
    reads_.push_back(value);
  } else if (const auto* list = value.get<const Value::List*>()) {
    for (const auto& item : **list) {
      record(item);
    }
  }
}

void Evidence::fold_into(const Value& list, std::size_t mark) {
  if (list.origin() == nullptr) {
    return;
  }
  const auto start = reads_.begin() + static_cast<std::ptrdiff_t>(mark);
  reads_.erase(std::remove_if(
                   start, reads_.end(),
                   [&list](const Value& read) { return is_inside(read.origin(), list.origin()); }),
               reads_.end());
  reads_.insert(reads_.begin() + static_cast<std::ptrdiff_t>(mark), list);
}

std::vector<Witness> Evidence::witnesses() const {
  std::vector<Witness> out;
  std::set<std::string> seen;
  for (const auto& read : reads_) {
    auto witness = make_witness(read);
    if (seen.insert(witness.path).second) {
      out.push_back(std::move(witness));
    }
  }
  return out;
}

std::vector<Unknown> Evidence::unknowns() const {
  std::vector<Unknown> out;
  for (const auto& read : reads_) {
    if (const auto* why = read.unknown()) {
      out.push_back(*why->first());
    }
  }
  return out;
}

}  // namespace rocelint::expr
