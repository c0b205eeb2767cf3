// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <string_view>

#include "rocelint/report.h"

#include "report/json/json_parts.h"
#include "report/json/json_writer.h"
#include "report/report_formats.h"

namespace rocelint {
namespace {

/// A line says by itself what it is and of which host: shippers take lines apart.
void open_line(JsonWriter& out, std::string_view kind, const Report& report) {
  out.open_object();
  out.key("kind").text(kind);
  out.key("hostname").text(report.run_context.hostname);
  out.key("taken_at").text(report.run_context.taken_at);
}

std::string close_line(JsonWriter& out) {
  out.close_object();
  return out.take() + '\n';
}

std::string report_line(const Report& report) {
  JsonWriter out;
  open_line(out, "report", report);
  out.key("report").open_object();
  write_head(out, report);
  out.key("roles").open_list();
  for (const auto& role : report.roles) {
    write_role(out, role, report.policy.is_default);
  }
  out.close_list();
  write_baseline(out, report.baseline);
  write_unconfirmed(out, report.unconfirmed);
  out.close_object();
  return close_line(out);
}

}  // namespace

std::string write_ndjson(const Report& report, Verbosity verbosity) {
  auto lines = report_line(report);
  for (const auto& port : report.ports) {
    JsonWriter out;
    open_line(out, "port", report);
    out.key("port");
    write_port(out, port, report.policy.is_default);
    lines += close_line(out);
  }
  for (const auto& finding : report.findings) {
    if (is_shown(finding, verbosity)) {
      JsonWriter out;
      open_line(out, "finding", report);
      out.key("finding");
      write_finding(out, finding);
      lines += close_line(out);
    }
  }
  return lines;
}

}  // namespace rocelint
