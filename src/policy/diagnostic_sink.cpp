// SPDX-License-Identifier: Apache-2.0
#include "policy/diagnostic_sink.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "rocelint/base/diagnostic.h"

#include "base/text.h"
#include "base/tree.h"

namespace rocelint::policy_loading {

namespace {

constexpr std::size_t kMaxVersionBytes = 32;
constexpr std::size_t kMaxNameBytes = 64;
constexpr std::size_t kMaxShownBytes = 60;

std::string list_words(std::span<const std::string_view> words) {
  std::string out;
  for (const auto word : words) {
    out += (out.empty() ? "" : ", ") + std::string(word);
  }
  return out;
}

}  // namespace

void DiagnosticSink::at(Place place, const std::string& text) {
  if (into_.size() < kMaxDiagnostics) {
    into_.push_back(
        Diagnostic{.file = file_, .line = place.line, .column = place.column, .text = text});
  } else if (into_.size() == kMaxDiagnostics) {
    into_.push_back(Diagnostic{.file = file_, .text = "more errors not shown"});
  }
}

bool DiagnosticSink::expect_mapping(const TreeNode& node, std::string_view what,
                                    std::span<const std::string_view> keys) {
  if (node.kind != TreeNode::Kind::mapping) {
    at(node,
       std::string(what) + " must be a mapping (" + list_words(keys) + "), not " + shown(node));
    return false;
  }
  for (const auto& [key, value] : node.entries) {
    if (std::ranges::find(keys, key.scalar) == keys.end()) {
      at(key,
         "unknown key " + shown(key) + " in " + std::string(what) + suggestion(key.scalar, keys));
    }
  }
  return true;
}

std::optional<std::string> DiagnosticSink::text(const TreeNode& node, std::string_view what) {
  if (node.kind != TreeNode::Kind::scalar || node.scalar.empty()) {
    at(node, std::string(what) + " must be a string, not " + shown(node));
    return std::nullopt;
  }
  return node.scalar;
}

std::optional<bool> DiagnosticSink::boolean(const TreeNode& node, std::string_view what) {
  const auto value = as_boolean(node);
  if (!value) {
    at(node, std::string(what) + " must be true or false, not " + shown(node));
  }
  return value;
}

std::optional<std::size_t> DiagnosticSink::word(const TreeNode& node, std::string_view what,
                                                std::span<const std::string_view> words) {
  const auto found = std::ranges::find(words, node.scalar);
  if (node.kind == TreeNode::Kind::scalar && found != words.end()) {
    return static_cast<std::size_t>(found - words.begin());
  }
  at(node, std::string(what) + " must be one of " + list_words(words) + ", not " + shown(node) +
               (node.kind == TreeNode::Kind::scalar ? suggestion(node.scalar, words) : ""));
  return std::nullopt;
}

std::optional<bool> as_boolean(const TreeNode& node) {
  static constexpr std::array<std::string_view, 9> kTrue = {"true", "True", "TRUE", "yes", "Yes",
                                                            "YES",  "on",   "On",   "ON"};
  static constexpr std::array<std::string_view, 9> kFalse = {"false", "False", "FALSE", "no", "No",
                                                             "NO",    "off",   "Off",   "OFF"};
  if (node.kind != TreeNode::Kind::scalar || node.quoted) {
    return std::nullopt;
  }
  if (std::ranges::find(kTrue, node.scalar) != kTrue.end()) {
    return true;
  }
  if (std::ranges::find(kFalse, node.scalar) != kFalse.end()) {
    return false;
  }
  return std::nullopt;
}

std::string suggestion(std::string_view name, std::span<const std::string_view> candidates) {
  const auto near = nearest(name, candidates);
  return near.empty() ? "" : ", did you mean \"" + std::string(near) + "\"?";
}

std::string shown(const TreeNode& node) {
  switch (node.kind) {
    case TreeNode::Kind::null:
      return "nothing";
    case TreeNode::Kind::sequence:
      return "a list";
    case TreeNode::Kind::mapping:
      return "a mapping";
    case TreeNode::Kind::scalar:
      break;
  }
  std::size_t end = 0;
  while (end < node.scalar.size() && end < kMaxShownBytes) {
    end += utf8_character(node.scalar, end).size;
  }
  return '"' + node.scalar.substr(0, end) + (end < node.scalar.size() ? "...\"" : "\"");
}

bool is_version(const TreeNode& node) {
  const auto& text = node.scalar;
  const auto dots = std::ranges::count(text, '.');
  return node.kind == TreeNode::Kind::scalar && text.size() <= kMaxVersionBytes &&
         (dots == 1 || dots == 2) && text.front() != '.' && text.back() != '.' &&
         text.find("..") == std::string::npos &&
         text.find_first_not_of("0123456789.") == std::string::npos;
}

bool is_name(std::string_view text) {
  static constexpr std::string_view kSafe =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
  return !text.empty() && text.size() <= kMaxNameBytes && text.front() != '-' &&
         text.front() != '.' && text.find_first_not_of(kSafe) == std::string_view::npos;
}

}  // namespace rocelint::policy_loading
