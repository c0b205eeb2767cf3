// SPDX-License-Identifier: Apache-2.0
#include "inputs/site_facts.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/base/diagnostic.h"
#include "rocelint/facts/fact.h"
#include "rocelint/facts/host.h"
#include "rocelint/facts/reflect.h"
#include "rocelint/facts/system.h"
#include "rocelint/snapshot.h"

#include "base/result.h"
#include "base/text_file.h"
#include "facts/json/facts_json.h"
#include "inputs/facts_program.h"
#include "inputs/fill_facts.h"

namespace rocelint {

/// One file: a part of a snapshot's host, and where it is from.
struct SiteFile {
  std::string source;
  std::string taken_at;
  Fact<std::string> boot_id;  ///< when given, the facts are those of this boot alone
  Host host;
};
template <>
struct Fields<SiteFile> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::source>("who read them", "site file"),
      field<&T::taken_at>("when, UTC, RFC 3339", "site file"),
      field<&T::boot_id>("of which boot", "site file"),
      field<&T::host>("the facts", "site file"),
  };
};

namespace {

constexpr std::size_t kMaxFileBytes = 4'000'000;

using CustomFacts = std::map<std::string, CustomFact, std::less<>>;

Diagnostic note(const std::string& file, std::string text) {
  return {.file = file, .line = 0, .column = 0, .text = std::move(text)};
}

/// Why nothing of a file can be used, or "".
std::string diagnostic_about(const SiteFile& file, const Snapshot& snapshot) {
  if (file.source.empty()) {
    return "/source: say who read these facts";
  }
  if (!is_time(file.taken_at)) {
    return "/taken_at: expected UTC like 2027-03-02T03:12:44Z";
  }
  if (file.taken_at > snapshot.taken_at) {
    return "/taken_at: is after now, " + snapshot.taken_at;
  }
  const auto* boot = file.boot_id.known();
  if (boot != nullptr && !snapshot.host.boot_id.is(*boot)) {
    return "/boot_id: the facts are of another boot";
  }
  return "";
}

bool has_one_value(const CustomFact& fact) {
  return (fact.flag.known() != nullptr ? 1 : 0) + (fact.number.known() != nullptr ? 1 : 0) +
             (fact.text.known() != nullptr ? 1 : 0) ==
         1;
}

/// host.custom is nobody's but the site's: each file adds its own names.
void add_custom(const FactOrigin& origin, const CustomFacts& given, Host& host, Filling& filling) {
  for (const auto& [name, fact] : given) {
    std::string path = "host.custom[";
    write_json_value(path, kType<std::string>, &name);
    path += "]";
    if (!has_one_value(fact)) {
      filling.notes.push_back(note(origin.file, path + ": give it one of flag, number and text"));
      continue;
    }
    auto* own = host.custom.known();
    if ((own != nullptr ? *own : host.custom.emplace()).try_emplace(name, fact).second) {
      filling.facts.push_back({.fact = path,
                               .source = origin.source,
                               .taken_at = origin.taken_at,
                               .file = origin.file});
    }
  }
}

void add_document(const std::string& path, const std::string& text, Snapshot& snapshot,
                  Filling& filling) {
  SiteFile file;
  auto reading = read_json_value(text, path, kType<SiteFile>, &file, UnknownKeys::refuse);
  if (!reading.ok) {
    std::ranges::move(reading.errors, std::back_inserter(filling.notes));
    return;
  }
  if (auto why = diagnostic_about(file, snapshot); !why.empty()) {
    filling.notes.push_back(note(path, std::move(why)));
    return;
  }
  const FactOrigin origin{
      .knower = FactProvider::site, .source = file.source, .taken_at = file.taken_at, .file = path};
  const auto before = filling.facts.size();
  if (const auto* custom = file.host.custom.known()) {
    add_custom(origin, *custom, snapshot.host, filling);
  }
  file.host.custom = Unknown{};
  fill_host(origin, file.host, snapshot.host, filling);
  if (const auto count = filling.facts.size() - before; count > 0) {
    filling.notes.push_back(
        note(path, "supplies " + std::to_string(count) + (count == 1 ? " fact" : " facts") +
                       " that this host can't tell: " + file.source + " at " + file.taken_at));
  }
}

/// What the file says, or the program of that name; an error that says why it is not used.
Result<std::string> document_at(const std::string& path, const SiteFactsOptions& options,
                                Diagnostics& notes) {
  if (path.ends_with(".json")) {
    return read_text_file(path, kMaxFileBytes);
  }
  if (!options.run_programs) {
    return tl::unexpected(note(path, "is a program: it is run only with --facts-exec"));
  }
  return run_facts_program(path, options.deadline, notes);
}

Result<std::vector<std::string>> list_files(const std::string& directory) {
  std::vector<std::string> paths;
  std::error_code error;
  std::filesystem::directory_iterator entries(directory, error);
  if (error == std::errc::no_such_file_or_directory) {
    return paths;
  }
  for (; !error && entries != std::filesystem::directory_iterator(); entries.increment(error)) {
    const auto path = entries->path().string();
    if (path.ends_with(".json") || is_program(path)) {
      paths.push_back(path);
    }
  }
  if (error) {
    return tl::unexpected(note(directory, "can't be listed: " + error.message()));
  }
  std::ranges::sort(paths);
  return paths;
}

}  // namespace

Diagnostics add_site_facts(const std::string& directory, const SiteFactsOptions& options,
                           Snapshot& snapshot) {
  const auto paths = list_files(directory);
  if (!paths) {
    return {paths.error()};
  }
  Filling filling;
  for (const auto& path : *paths) {
    if (const auto text = document_at(path, options, filling.notes)) {
      add_document(path, *text, snapshot, filling);
    } else {
      filling.notes.push_back(text.error());
    }
  }
  add_site_facts_to(snapshot.probe, std::move(filling.facts));
  return std::move(filling.notes);
}

}  // namespace rocelint
