// SPDX-License-Identifier: Apache-2.0
#include "advise/given_facts.h"

#include <cstdint>

#include <nlohmann/json.hpp>

#include "base/tree.h"
#include "base/whole_number.h"
#include "policy/diagnostic_sink.h"

namespace rocelint {
namespace {

using Json = nlohmann::json;

Json scalar_to_json(const TreeNode& node) {
  const auto& text = node.scalar;
  if (node.quoted) {
    return text;
  }
  if (const auto boolean = policy_loading::as_boolean(node)) {
    return *boolean;
  }
  if (const auto number = whole_number<std::int64_t>(text)) {
    return *number;
  }
  return text;
}

}  // namespace

Json json_of(const TreeNode& node) {
  switch (node.kind) {
    case TreeNode::Kind::null:
      return nullptr;
    case TreeNode::Kind::scalar:
      return scalar_to_json(node);
    case TreeNode::Kind::sequence: {
      auto list = Json::array();
      for (const auto& item : node.items) {
        list.push_back(json_of(item));
      }
      return list;
    }
    case TreeNode::Kind::mapping:
      break;
  }
  auto object = Json::object();
  for (const auto& [key, value] : node.entries) {
    object[key.scalar] = json_of(value);
  }
  return object;
}

bool is_unknown_form(const Json& value) {
  return value.is_object() && value.contains("unknown");
}

void overlay(Json& facts, const Json& over) {
  if (!facts.is_object() || !over.is_object() || is_unknown_form(facts) || is_unknown_form(over)) {
    facts = over;
    return;
  }
  for (const auto& [key, value] : over.items()) {
    overlay(facts[key], value);
  }
}

}  // namespace rocelint
