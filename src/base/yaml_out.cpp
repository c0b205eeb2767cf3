// SPDX-License-Identifier: Apache-2.0
#include "base/yaml_out.h"

#include <cstddef>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <yaml-cpp/emitter.h>
#include <yaml-cpp/emittermanip.h>

#include "base/text.h"

namespace rocelint {
namespace {

constexpr std::size_t kColumns = 80;

void emit(const YamlOut& node, YAML::Emitter& out) {
  if (!node.items.empty()) {
    out << YAML::Flow << YAML::BeginSeq;
    for (const auto& item : node.items) {
      emit(item, out);
    }
    out << YAML::EndSeq;
    return;
  }
  if (node.entries.empty()) {
    out << node.scalar;
    return;
  }
  out << YAML::BeginMap;
  for (const auto& [key, value] : node.entries) {
    if (!value.comment.empty()) {
      out << YAML::Newline << YAML::Comment(escape_for_terminal(value.comment));
    }
    if (!key.empty()) {
      out << YAML::Key << key << YAML::Value;
      emit(value, out);
    }
  }
  out << YAML::EndMap;
}

std::string wrapped(std::string_view comment, std::size_t indent) {
  const auto start = std::string(indent, ' ') + '#';
  std::istringstream words((std::string(comment)));
  std::string out;
  std::string current = start;
  for (std::string word; words >> word;) {
    if (current.size() + 1 + word.size() > kColumns && current != start) {
      out += current + '\n';
      current = start;
    }
    current += ' ' + word;
  }
  return out + current + '\n';
}

}  // namespace

std::string write_yaml(const YamlOut& document) {
  YAML::Emitter emitter;
  emit(document, emitter);
  // The emitter puts a comment of any depth at the left margin, on one line, below an empty one: it
  // gets the indentation of what it stands above. No scalar begins a line, so "#" is a comment.
  std::istringstream lines(emitter.c_str());
  std::string out;
  std::vector<std::string> comments;
  std::size_t indent = 0;
  const auto flush = [&] {
    for (const auto& comment : comments) {
      out += wrapped(comment, indent);
    }
    comments.clear();
  };
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('#')) {
      comments.push_back(line.substr(1));
    } else if (!line.empty()) {
      indent = line.find_first_not_of(' ');
      flush();
      out += line + '\n';
    }
  }
  flush();
  return out;
}

}  // namespace rocelint
