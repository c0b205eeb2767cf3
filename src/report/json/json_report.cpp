// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>

#include "rocelint/base/diagnostic.h"
#include "rocelint/report.h"

#include "report/json/json_parts.h"
#include "report/json/json_writer.h"

namespace rocelint {

std::string write_json(const Report& report, Verbosity verbosity) {
  const bool no_policy = report.policy.is_default;
  JsonWriter out;
  out.open_object();
  write_head(out, report);
  out.key("roles").open_list();
  for (const auto& role : report.roles) {
    write_role(out, role, no_policy);
  }
  out.close_list();
  out.key("ports").open_list();
  for (const auto& port : report.ports) {
    write_port(out, port, no_policy);
  }
  out.close_list();
  out.key("findings").open_list();
  for (const auto& finding : report.findings) {
    if (is_shown(finding, verbosity)) {
      write_finding(out, finding);
    }
  }
  out.close_list();
  write_baseline(out, report.baseline);
  write_unconfirmed(out, report.unconfirmed);
  out.close_object();
  return out.take() + "\n";
}

std::string write_json_error(const Diagnostics& errors, int exit_code) {
  JsonWriter out;
  out.open_object();
  out.key("schema").text(kReportSchema);
  out.key("complete").boolean(false);
  out.key("gate").text(to_string(Gate::error));
  out.key("exit_code").integer(exit_code);
  out.key("errors").open_list();
  for (const auto& error : errors) {
    out.open_object();
    out.key("file").text(error.file);
    out.key("line").integer(static_cast<std::int64_t>(error.line));
    out.key("column").integer(static_cast<std::int64_t>(error.column));
    out.key("text").text(error.text);
    out.close_object();
  }
  out.close_list().close_object();
  return out.take() + "\n";
}

}  // namespace rocelint
