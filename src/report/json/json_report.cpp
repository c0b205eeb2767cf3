// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "rocelint/base/diagnostic.h"
#include "rocelint/facts/reflect.h"
#include "rocelint/report.h"

#include "report/json/json_writer.h"
#include "report/json/report_fields.h"
#include "report/json/report_writer.h"
#include "report/text/wording.h"

namespace rocelint {

namespace {

std::string_view name_of(const Type& type, std::int64_t value) {
  const auto row = std::ranges::find(type.enum_names, value, &EnumName::value);
  return row == type.enum_names.end() ? std::string_view() : row->name;
}

// Evidence and parameters are JSON already. What is not would break the document for every reader,
// so it becomes a string.
void write_json_text(JsonWriter& out, const std::string& json) {
  json.empty() || nlohmann::json::accept(json) ? out.raw(json) : out.text(json);
}

// One decimal: no member of a report is told more exactly.
void write_real(JsonWriter& out, double value) {
  std::isfinite(value) ? out.raw(fmt::format("{:.1f}", value)) : out.null();
}

bool is_empty(const Type& type, const void* at) {
  return is_optional(type)
             ? type.known(at) == nullptr
             : type.kind == Kind::text && static_cast<const std::string*>(at)->empty();
}

}  // namespace

bool is_shown(const Finding& finding, Verbosity verbosity) {
  return verbosity == Verbosity::verbose ||
         (finding.outcome != Outcome::pass && finding.outcome != Outcome::not_applicable);
}

void ReportWriter::member_of(const Field& field, const void* owner) {
  if (field.role == FieldRole::hidden) {
    return;
  }
  const auto* at = member(field, owner);
  if (field.role != FieldRole::sparse || !is_empty(*field.type, at)) {
    out.key(field.name);
    value(*field.type, at);
  }
}

void ReportWriter::list(const Type& type, const void* at) {
  out.open_list();
  for (std::size_t i = 0; i < type.size(at); ++i) {
    const auto* item = type.item(at, i);
    if (type.element != &kType<Finding> ||
        is_shown(*static_cast<const Finding*>(item), verbosity)) {
      value(*type.element, item);
    }
  }
  out.close_list();
}

void ReportWriter::value(const Type& type, const void* at) {
  if (is_optional(type)) {
    at = type.known(at);
    if (at == nullptr) {
      out.null();
      return;
    }
  }
  switch (type.kind) {
    case Kind::boolean:
      out.boolean(*static_cast<const bool*>(at));
      break;
    case Kind::integer:
      out.integer(*static_cast<const std::int64_t*>(at));
      break;
    case Kind::real:
      write_real(out, *static_cast<const double*>(at));
      break;
    case Kind::text: {
      const auto& text = *static_cast<const std::string*>(at);
      &type == &kJsonText ? write_json_text(out, text) : void(out.text(text));
      break;
    }
    case Kind::enumeration:
      out.text(type.enum_names.data() == kEnumNames<Verdict>.data()
                   ? verdict_name(*static_cast<const Verdict*>(at), no_policy)
                   : name_of(type, type.get_enum(at)));
      break;
    case Kind::list:
      list(type, at);
      break;
    case Kind::map:  // a report has none
      out.null();
      break;
    case Kind::structure:
      out.open_object();
      for (const auto& field : type.fields) {
        member_of(field, at);
      }
      out.close_object();
      break;
  }
}

std::string write_json(const Report& report, Verbosity verbosity) {
  JsonWriter out;
  ReportWriter{.out = out, .no_policy = report.policy.is_default, .verbosity = verbosity}.value(
      kReportType, &report);
  return out.take() + "\n";
}

std::string write_json_error(const Diagnostics& errors, int exit_code) {
  ErrorReport report;
  report.exit_code = exit_code;
  for (const auto& error : errors) {
    report.errors.push_back({.file = error.file,
                             .line = static_cast<std::int64_t>(error.line),
                             .column = static_cast<std::int64_t>(error.column),
                             .text = error.text});
  }
  JsonWriter out;
  ReportWriter{.out = out}.value(kType<ErrorReport>, &report);
  return out.take() + "\n";
}

}  // namespace rocelint
