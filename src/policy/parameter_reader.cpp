// SPDX-License-Identifier: Apache-2.0
#include "policy/parameter_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

#include "base/ip_address.h"
#include "base/tree.h"
#include "expr/versions.h"
#include "policy/diagnostic_sink.h"
#include "policy/parameters.h"
#include "policy/policy.h"

namespace rocelint::policy_loading {

namespace {

constexpr std::size_t kMaxListItems = 64;
constexpr std::string_view kBuiltIn = "built-in";

/// "roce[1].dscp" → "roce.dscp".
std::string without_indices(std::string_view path) {
  std::string out;
  bool inside = false;
  for (const char c : path) {
    inside = c == '[' || (inside && c != ']');
    if (!inside && c != ']') {
      out += c;
    }
  }
  return out;
}

bool is_any(const TreeNode& node) {
  return node.kind == TreeNode::Kind::scalar && !node.quoted && node.scalar == "any";
}

bool is_enum_with_any(const Type& type) {
  return std::ranges::any_of(type.enum_names,
                             [](const EnumName& row) { return row.name == "any"; });
}

bool is_default(std::string_view source) {
  return !source.empty() && source != kNoDefault && source != kMustBeGiven && source != kDerived;
}

/// A test holds that every default is a word of its enum or a number.
void set_default(const Type& type, void* at, std::string_view text) {
  if (type.kind == Kind::integer) {
    std::from_chars(text.data(), text.data() + text.size(),
                    *static_cast<std::int64_t*>(type.emplace(at)));
  }
  for (const auto& row : type.enum_names) {
    if (row.name == text) {
      type.set_enum(type.emplace(at), row.value);
    }
  }
}

/// Undoes whatever was written at `field`.
void reset(const Field& field, void* owner, const std::string& path, Origins& origins) {
  const Type& type = *field.type;
  void* at = field.at(owner);
  if (type.kind == Kind::structure && !type.fact) {
    for (const auto& inner : type.fields) {
      reset(inner, at, path + '.' + std::string(inner.name), origins);
    }
    return;
  }
  if (type.fact) {
    type.set_unknown(at, Unknown{});
  }
  if (!is_default(field.source)) {
    return;
  }
  set_default(type, at, field.source);
  origins[path] = Origin{.file = std::string(kBuiltIn), .line = 0, .column = 0};
}

template <class T>
void sort_unique(std::vector<T>& values) {
  std::ranges::sort(values);
  const auto rest = std::ranges::unique(values);
  values.erase(rest.begin(), rest.end());
}

/// The parameter of that name; null when there is none that may be written.
const Field* find_written(const Type& type, std::string_view name) {
  for (const auto& field : type.fields) {
    if (field.name == name && field.source != kDerived) {
      return &field;
    }
  }
  return nullptr;
}

std::string join_path(const std::string& path, std::string_view name) {
  return path.empty() ? std::string(name) : path + '.' + std::string(name);
}

bool is_within(const ParameterLimit& limit, std::int64_t number) {
  return limit.allowed.empty() ? number >= limit.least && number <= limit.most
                               : std::ranges::find(limit.allowed, number) != limit.allowed.end();
}

/// "0 to 7", "one of 256, 512".
std::string describe(const ParameterLimit& limit) {
  if (limit.allowed.empty()) {
    return std::to_string(limit.least) + " to " + std::to_string(limit.most);
  }
  std::string text = "one of ";
  for (const auto choice : limit.allowed) {
    text += (choice == limit.allowed.front() ? "" : ", ") + std::to_string(choice);
  }
  return text;
}

/// A text that rules take apart. One of another form would leave them unknown on every host, or
/// make them pass.
struct TextForm {
  std::string_view parameter;  ///< without list indices
  bool (*fits)(std::string_view text);
  std::string_view expected;
};
constexpr std::array kTextForms = {
    TextForm{.parameter = "addressing.subnets",
             .fits = [](std::string_view text) { return parse_subnet(text).has_value(); },
             .expected = "a subnet such as 10.1.0.0/16"},
    TextForm{.parameter = "system.kernel_release",
             .fits = [](std::string_view text) { return !expr::version_numbers(text).empty(); },
             .expected = "a release such as 5.15"},
};

/// A number that is not what one would read: YAML 1.1 takes 010 for 8.
bool has_ambiguous_zero(std::string_view digits) {
  return digits.size() > 1 && digits.front() == '0';
}

}  // namespace

void ParameterReader::read(const TreeNode& node, RoleParameters& into, std::string_view skip) {
  if (node.kind == TreeNode::Kind::null) {
    return;
  }
  if (node.kind != TreeNode::Kind::mapping) {
    diagnostics_.at(node, "a role must be a mapping of parameters, not " + shown(node));
    return;
  }
  TreeNode parameters = node;
  std::erase_if(parameters.entries, [&](const auto& entry) { return entry.first.scalar == skip; });
  read_structure(kType<RoleParameters>, &into, parameters, "");
}

void ParameterReader::read_structure(const Type& type, void* at, const TreeNode& node,
                                     const std::string& path) {
  std::vector<std::string_view> names;
  for (const auto& field : type.fields) {
    if (field.source != kDerived) {
      names.push_back(field.name);
    }
  }
  if (!diagnostics_.expect_mapping(node, path.empty() ? "a role" : path, names)) {
    return;
  }
  for (const auto& [key, value] : node.entries) {
    if (const auto* field = find_written(type, key.scalar)) {
      read_field(*field, at, value, join_path(path, field->name));
    }
  }
}

void ParameterReader::read_field(const Field& field, void* owner, const TreeNode& node,
                                 const std::string& path) {
  const Type& type = *field.type;
  void* at = field.at(owner);
  if (node.kind == TreeNode::Kind::null && field.source != kMustBeGiven) {
    if (!forget(path) && idle_ == IdleNull::complain) {
      diagnostics_.at(node, path + " has no inherited value that null could reset");
    }
    reset(field, owner, path, origins_);
    return;
  }
  if (type.kind == Kind::structure) {
    read_structure(type, at, node, path);
    return;
  }
  forget(path);
  origins_[path] = diagnostics_.origin(node);
  if (type.fact && is_any(node) && !is_enum_with_any(type)) {
    type.set_unknown(at, Unknown{});
    return;
  }
  void* value = type.fact ? type.emplace(at) : at;
  if (type.kind == Kind::list) {
    read_list(type, value, node, path);
  } else if (!read_value(type, value, node, path) && type.fact) {
    type.set_unknown(at, Unknown{});
  }
}

void ParameterReader::read_list(const Type& type, void* at, const TreeNode& node,
                                const std::string& path) {
  if (node.kind != TreeNode::Kind::sequence) {
    diagnostics_.at(node, path + " must be a list, not " + shown(node));
    return;
  }
  if (node.items.size() > kMaxListItems) {
    diagnostics_.at(node, path + " has more than " + std::to_string(kMaxListItems) + " items");
    return;
  }
  const Type& element = *type.element;
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const auto& item = node.items[i];
    const auto item_path = path + '[' + std::to_string(i) + ']';
    origins_[item_path] = diagnostics_.origin(item);
    void* into = type.append(at);
    if (element.kind == Kind::structure) {
      read_structure(element, into, item, item_path);
      check_required(element, item, item_path);
    } else {
      read_value(element, into, item, item_path);
    }
  }
}

bool ParameterReader::read_value(const Type& type, void* at, const TreeNode& node,
                                 const std::string& path) {
  switch (type.kind) {
    case Kind::integer:
      return read_integer(at, node, path);
    case Kind::enumeration:
      return read_enum(type, at, node, path);
    case Kind::boolean: {
      const auto value = diagnostics_.boolean(node, path);
      *static_cast<bool*>(at) = value.value_or(false);
      return value.has_value();
    }
    case Kind::text:
      return read_text(at, node, path);
    case Kind::real:
    case Kind::list:
    case Kind::map:
    case Kind::structure:
      break;  // no parameter is one; a test holds it
  }
  diagnostics_.at(node, path + " cannot be set");
  return false;
}

bool ParameterReader::read_text(void* at, const TreeNode& node, const std::string& path) {
  auto text = diagnostics_.text(node, path);
  if (!text) {
    return false;
  }
  const auto* form = std::ranges::find(kTextForms, without_indices(path), &TextForm::parameter);
  if (form != kTextForms.end() && !form->fits(*text)) {
    diagnostics_.at(node, path + " wants " + std::string(form->expected) + ", not " + shown(node));
    return false;
  }
  *static_cast<std::string*>(at) = std::move(*text);
  return true;
}

bool ParameterReader::read_integer(void* at, const TreeNode& node, const std::string& path) {
  const auto& text = node.scalar;
  std::int64_t number = 0;
  const auto* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (node.kind != TreeNode::Kind::scalar || node.quoted || stop != end ||
      error == std::errc::invalid_argument || has_ambiguous_zero(text)) {
    diagnostics_.at(node, path + " must be a decimal number, not " + shown(node));
    return false;
  }
  const auto name = without_indices(path);
  for (const auto& limit : kParameterLimits) {
    if (limit.parameter != name) {
      continue;
    }
    if (error == std::errc() && is_within(limit, number)) {
      *static_cast<std::int64_t*>(at) = number;
      return true;
    }
    diagnostics_.at(node, path + " wants " + describe(limit) + ", not " + shown(node));
    return false;
  }
  diagnostics_.at(node, path + " cannot be set");  // a test holds that every number has a limit
  return false;
}

bool ParameterReader::read_enum(const Type& type, void* at, const TreeNode& node,
                                const std::string& path) {
  std::vector<std::string_view> words;
  for (const auto& row : type.enum_names) {
    words.push_back(row.name);
  }
  const auto word = diagnostics_.word(node, path, words);
  if (word) {
    type.set_enum(at, type.enum_names[*word].value);
  }
  return word.has_value();
}

void ParameterReader::check_required(const Type& type, const TreeNode& node,
                                     const std::string& path) {
  if (node.kind != TreeNode::Kind::mapping) {
    return;
  }
  for (const auto& field : type.fields) {
    if (field.source == kMustBeGiven && node.find(field.name) == nullptr) {
      diagnostics_.at(node, path + " has no " + std::string(field.name));
    }
  }
}

bool ParameterReader::forget(const std::string& path) {
  bool written = false;
  std::erase_if(origins_, [&](const auto& entry) {
    const std::string_view other = entry.first;
    const bool inside =
        other == path || other.starts_with(path + '.') || other.starts_with(path + '[');
    written = written || (inside && entry.second.file != kBuiltIn);
    return inside;
  });
  return written;
}

RoleParameters built_in_parameters(Origins& origins) {
  RoleParameters parameters;
  for (const auto& field : kType<RoleParameters>.fields) {
    reset(field, &parameters, std::string(field.name), origins);
  }
  return parameters;
}

void finish_parameters(RoleParameters& parameters, Origins& origins) {
  if (auto* fec = parameters.fec.known()) {
    sort_unique(*fec);
  }
  parameters.roce_priorities = Unknown{};
  origins.erase("roce_priorities");
  const auto* classes = parameters.roce.known();
  if (classes == nullptr) {
    return;
  }
  auto& priorities = parameters.roce_priorities.emplace();
  for (const auto& one : *classes) {
    priorities.push_back(one.priority);
  }
  sort_unique(priorities);
  origins["roce_priorities"] = origins["roce"];
}

Provenance to_provenance(const Origins& origins) {
  Provenance provenance;
  for (const auto& [path, origin] : origins) {
    provenance.emplace(path, to_string(origin));
  }
  return provenance;
}

}  // namespace rocelint::policy_loading
