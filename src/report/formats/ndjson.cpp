// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <string_view>

#include "rocelint/report.h"

#include "report/json/json_writer.h"
#include "report/json/report_fields.h"
#include "report/json/report_writer.h"
#include "report/report_formats.h"

namespace rocelint {
namespace {

/// A line says by itself what it is and of which host: shippers take lines apart.
template <class Write>
std::string line_of(const Report& report, std::string_view kind, Write write) {
  JsonWriter out;
  out.open_object();
  out.key("kind").text(kind);
  out.key("hostname").text(report.run_context.hostname);
  out.key("taken_at").text(report.run_context.taken_at);
  out.key(kind);
  ReportWriter writer{.out = out, .no_policy = report.policy.is_default};
  write(writer);
  out.close_object();
  return out.take() + '\n';
}

/// Ports and findings have lines of their own.
void write_rest(ReportWriter& writer, const Report& report) {
  writer.out.open_object();
  for (const auto& row : kReportRows) {
    if (row.type != &kType<std::vector<PortReport>> && row.type != &kType<std::vector<Finding>>) {
      writer.member_of(row, &report);
    }
  }
  writer.out.close_object();
}

}  // namespace

std::string write_ndjson(const Report& report, Verbosity verbosity) {
  auto lines = line_of(report, "report", [&](ReportWriter& writer) { write_rest(writer, report); });
  for (const auto& port : report.ports) {
    lines += line_of(report, "port",
                     [&](ReportWriter& writer) { writer.value(kType<PortReport>, &port); });
  }
  for (const auto& finding : report.findings) {
    if (is_shown(finding, verbosity)) {
      lines += line_of(report, "finding",
                       [&](ReportWriter& writer) { writer.value(kType<Finding>, &finding); });
    }
  }
  return lines;
}

}  // namespace rocelint
