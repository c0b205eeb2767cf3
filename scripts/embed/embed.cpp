// SPDX-License-Identifier: Apache-2.0
// Build tool: checks rules and profiles with the engine itself and writes them as C++ source, with
// their lines and columns. usage: embed OUTPUT --rules FILE… --profiles FILE…

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/base/diagnostic.h"

#include "base/text_file.h"
#include "base/tree.h"
#include "policy/policy.h"
#include "rules/rule.h"
#include "rules/rule_pack.h"
#include "rules/shipped_documents.h"

namespace rocelint {

// The tool comes before what it writes.
std::string_view packed_rules() {
  return {};
}
std::span<const ShippedDocument> shipped_rules_with_tests() {
  return {};
}
std::span<const ShippedDocument> shipped_profiles() {
  return {};
}

namespace {

struct Document {
  std::string name;
  std::string path;
  TreeNode tree;
  std::string text;  ///< write_tree() of the tree
};
using Documents = std::vector<Document>;

std::optional<Document> read_document(const std::string& path, Diagnostics& errors) {
  const auto text = read_text_file(path, kMaxYamlBytes);
  if (!text) {
    errors.push_back(text.error());
    return std::nullopt;
  }
  auto tree = read_yaml(*text, path);
  if (!tree) {
    errors.push_back(tree.error());
    return std::nullopt;
  }
  auto written = write_tree(*tree);
  return Document{.name = std::filesystem::path(path).stem().string(),
                  .path = path,
                  .tree = *std::move(tree),
                  .text = std::move(written)};
}

Documents read_documents(std::vector<std::string> paths, Diagnostics& errors) {
  std::sort(paths.begin(), paths.end());
  Documents documents;
  for (const auto& path : paths) {
    if (auto document = read_document(path, errors)) {
      documents.push_back(*std::move(document));
    }
  }
  return documents;
}

void append(Diagnostics& into, const Diagnostics& more) {
  into.insert(into.end(), more.begin(), more.end());
}

/// The rules, checked, as they are built in.
std::string pack_documents(const Documents& documents, Diagnostics& errors) {
  std::vector<RuleFile> files;
  for (const auto& document : documents) {
    files.push_back({.name = document.path, .tree = document.tree});
  }
  auto loading = load_rules(files);
  append(errors, loading.errors);
  for (auto& rule : loading.rules.rules) {
    rule.file = std::filesystem::path(rule.file).filename().string();
  }
  return pack_rules(loading.rules);
}

void check_profiles(const Documents& documents, Diagnostics& errors) {
  const ProfileLookup lookup = [&](std::string_view name) -> std::optional<ShippedDocument> {
    const auto found = std::find_if(documents.begin(), documents.end(),
                                    [&](const Document& d) { return d.name == name; });
    return found == documents.end()
               ? std::nullopt
               : std::optional(ShippedDocument{.name = found->name, .tree = found->text});
  };
  for (const auto& document : documents) {
    append(errors, load_policy({.name_or_file = document.name, .set = {}}, lookup).errors);
  }
}

/// Numbers instead of string literals: those have a length limit (-Woverlength-strings).
void write_bytes(std::ostream& out, const std::string& symbol, const std::string& bytes) {
  constexpr std::size_t kPerLine = 24;
  out << "constexpr char " << symbol << "[] = {";
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    out << (i % kPerLine == 0 ? "\n    " : " ") << int{static_cast<signed char>(bytes[i])} << ',';
  }
  out << "\n};\n";
}

void write_table(std::ostream& out, const std::string& kind, const Documents& documents) {
  for (std::size_t i = 0; i < documents.size(); ++i) {
    write_bytes(out, kind + std::to_string(i), documents[i].text);
  }
  out << "constexpr std::array<ShippedDocument, " << documents.size() << "> " << kind << "All = {{";
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const auto symbol = kind + std::to_string(i);
    out << "\n    {\"" << documents[i].name << "\", {" << symbol << ", sizeof " << symbol << "}},";
  }
  out << "\n}};\n\n";
}

bool write_source(const std::string& path, const Documents& rules, const std::string& pack,
                  const Documents& profiles) {
  std::ofstream out(path, std::ios::binary);
  out << "// Generated from rules/ and profiles/ by scripts/embed/embed.cpp. Do not edit.\n"
         "#include <array>\n#include <span>\n#include <string_view>\n\n"
         "#include \"rules/shipped_documents.h\"\n\n"
         "namespace rocelint {\nnamespace {\n\n";
  write_table(out, "kTestedRules", rules);
  write_bytes(out, "kPackedRules", pack);
  write_table(out, "kProfiles", profiles);
  out << "}  // namespace\n\n"
         "std::string_view packed_rules() { return {kPackedRules, sizeof kPackedRules}; }\n"
         "std::span<const ShippedDocument> shipped_rules_with_tests() {\n"
         "  return kTestedRulesAll;\n}\n"
         "std::span<const ShippedDocument> shipped_profiles() { return kProfilesAll; }\n\n"
         "}  // namespace rocelint\n";
  out.close();
  return static_cast<bool>(out);
}

struct Arguments {
  std::string output;
  std::vector<std::string> rules;
  std::vector<std::string> profiles;
};

std::optional<Arguments> read_arguments(std::span<char*> words) {
  Arguments arguments;
  std::vector<std::string>* list = nullptr;
  for (const std::string_view word : words.subspan(1)) {
    if (word == "--rules") {
      list = &arguments.rules;
    } else if (word == "--profiles") {
      list = &arguments.profiles;
    } else if (list != nullptr) {
      list->emplace_back(word);
    } else if (arguments.output.empty()) {
      arguments.output = word;
    } else {
      return std::nullopt;
    }
  }
  return arguments.output.empty() ? std::nullopt : std::optional(arguments);
}

int run(const Arguments& arguments) {
  Diagnostics errors;
  const auto rules = read_documents(arguments.rules, errors);
  const auto profiles = read_documents(arguments.profiles, errors);
  const auto pack = pack_documents(rules, errors);
  check_profiles(profiles, errors);
  for (const auto& error : errors) {
    std::fprintf(stderr, "%s\n", to_string(error).c_str());
  }
  if (!errors.empty()) {
    return 1;
  }
  if (!write_source(arguments.output, rules, pack, profiles)) {
    std::fprintf(stderr, "%s: can't be written\n", arguments.output.c_str());
    return 1;
  }
  return 0;
}

}  // namespace
}  // namespace rocelint

int main(int argc, char** argv) {
  const auto arguments = rocelint::read_arguments(std::span(argv, static_cast<std::size_t>(argc)));
  if (!arguments) {
    std::fprintf(stderr, "usage: embed OUTPUT --rules FILE... --profiles FILE...\n");
    return 2;
  }
  return rocelint::run(*arguments);
}
