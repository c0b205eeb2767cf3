// SPDX-License-Identifier: Apache-2.0
#include "facts/json/json_diagnostics.h"

#include <cstddef>
#include <string>
#include <utility>

#include "rocelint/base/diagnostic.h"

#include "facts/json/facts_json.h"
#include "facts/json/json_pointer.h"

namespace rocelint {
namespace {

constexpr std::size_t kMaxOfAKind = 20;

}  // namespace

Diagnostic JsonDiagnostics::say(std::string text) const {
  return {.file = std::string(file_), .text = std::move(text)};
}

bool JsonDiagnostics::has_room() const {
  return errors_.size() < kMaxOfAKind;
}

void JsonDiagnostics::fail(const JsonPointer& here, const std::string& text) {
  if (has_room()) {
    errors_.push_back(say(here.text() + ": " + text));
  } else {
    ++more_errors_;
  }
}

void JsonDiagnostics::warn_of_key(const JsonPointer& key) {
  auto path = key.without_indices();
  if (const auto seen = unknown_keys_.find(path); seen != unknown_keys_.end()) {
    ++seen->second.count;
  } else if (unknown_keys_.size() < kMaxOfAKind) {
    unknown_keys_.emplace(std::move(path), Seen{.first = key.text(), .count = 1});
  } else {
    ++more_unknown_keys_;
  }
}

JsonReading JsonDiagnostics::result() && {
  JsonReading out{.ok = errors_.empty(), .well_formed = true, .errors = {}, .warnings = {}};
  out.errors = std::move(errors_);
  if (more_errors_ != 0) {
    out.errors.push_back(say("and " + std::to_string(more_errors_) + " more errors"));
  }
  for (const auto& [path, seen] : unknown_keys_) {
    const auto times = seen.count == 1 ? "" : " (in " + std::to_string(seen.count) + " places)";
    out.warnings.push_back(say(seen.first + ": unknown key, left out" + times));
  }
  if (more_unknown_keys_ != 0) {
    out.warnings.push_back(
        say(std::to_string(more_unknown_keys_) + " more unknown keys, left out"));
  }
  return out;
}

}  // namespace rocelint
