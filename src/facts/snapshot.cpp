// SPDX-License-Identifier: Apache-2.0
#include "rocelint/snapshot.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "rocelint/base/diagnostic.h"
#include "rocelint/facts/reflect.h"

#include "base/text.h"
#include "facts/json/facts_json.h"
#include "facts/snapshot_paths.h"

namespace rocelint {
namespace {

static_assert(lists_are_inside_facts(kType<Snapshot>));

constexpr std::string_view kSchemaFamily = "rocelint.snapshot/";

/// What is wrong with the `schema` of a document, or "".
std::string diagnostic_about_schema(std::string_view schema) {
  constexpr std::size_t kLongestQuote = 80;
  if (schema == kSnapshotSchema) {
    return "";
  }
  if (schema.empty()) {
    return "/schema: no format is named, so this is not a snapshot of rocelint";
  }
  const auto found = "\"" + shortened(schema, kLongestQuote) + "\"";
  const auto expected = "this rocelint reads \"" + std::string(kSnapshotSchema) + "\"";
  if (schema.starts_with(kSchemaFamily)) {
    return "/schema: the snapshot has the format " + found + ", " + expected;
  }
  return "/schema: " + found + " is not a snapshot, " + expected;
}

}  // namespace

std::string write_snapshot(const Snapshot& snapshot) {
  std::string out;
  write_json_value(out, kType<Snapshot>, &snapshot);
  return out;
}

SnapshotReading read_snapshot(std::string_view json, std::string_view file) {
  Snapshot snapshot;
  snapshot.schema.clear();
  auto reading = read_json_value(json, file, kType<Snapshot>, &snapshot, UnknownKeys::warn);
  if (reading.well_formed) {
    // Of another format, nothing else can be expected to fit.
    auto diagnostic = diagnostic_about_schema(snapshot.schema);
    if (!diagnostic.empty()) {
      reading.ok = false;
      reading.errors = {{.file = std::string(file), .text = std::move(diagnostic)}};
    }
  }
  SnapshotReading out{.snapshot = std::nullopt,
                      .errors = std::move(reading.errors),
                      .warnings = std::move(reading.warnings)};
  if (reading.ok) {
    sort_lists(snapshot);
    out.snapshot = std::move(snapshot);
  }
  return out;
}

}  // namespace rocelint
