// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "rocelint/facts.h"
#include "rocelint/report.h"

#include "base/text.h"
#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/commands/commands.h"
#include "cli/commands/policy_commands.h"
#include "cli/commands/policy_json.h"
#include "cli/commands/policy_text.h"
#include "cli/io/host_source.h"
#include "cli/io/input.h"
#include "cli/io/judging.h"
#include "cli/io/site.h"
#include "cli/io/terminal.h"
#include "derive/port_name.h"
#include "judge/host_view.h"
#include "policy/parameter_list.h"
#include "policy/policy.h"
#include "report/json/json_writer.h"
#include "report/text/page.h"

namespace rocelint::cli {

namespace {

constexpr auto kFooter =
    R"(Each value with the file and line that set it. Later sources override earlier
ones: built-in, what the policy extends, the policy, its groups, --set.

Examples:
  rocelint policy show                       the policy of this host
  rocelint policy show lossless-dscp26
  rocelint policy show site.yaml --set compute.mtu.active_bytes=2048
  rocelint policy show site.yaml --snapshot gpu0417.json
                                             each port after groups

Exit codes: 0 shown, 2 the policy or the snapshot is wrong or can't be read.)";

struct ShowSettings {
  SiteSettings site;
  std::string snapshot;
  Format format{Format::text};
};

std::string in_words(const Unknown& why) {
  return to_string(why.reason) + (why.detail.empty() ? "" : " (" + why.detail + ')');
}

std::vector<std::string> undecided_lines(const ResolvedRole& resolved) {
  std::vector<std::string> lines;
  for (const auto& group : resolved.undecided) {
    lines.push_back(group.from + " not applied, it can't be decided: " + in_words(group.why));
  }
  return lines;
}

// What holds for some ports of a role alike.
struct Resolution {
  const Role* role;
  const ResolvedRole* resolved;  ///< null: the role as the policy has it, no host is looked at
  std::vector<std::string> ports;
};

bool are_alike(const ResolvedRole& a, const ResolvedRole& b) {
  return a.parameters == b.parameters && a.provenance == b.provenance &&
         undecided_lines(a) == undecided_lines(b);
}

void add_port(const JudgedPort& port, const Role& role, std::vector<Resolution>& all) {
  const auto same = std::ranges::find_if(all, [&](const Resolution& one) {
    return one.role == &role && are_alike(*one.resolved, port.resolved);
  });
  if (same != all.end()) {
    same->ports.push_back(port_name(port.view));
  } else {
    all.push_back({.role = &role, .resolved = &port.resolved, .ports = {port_name(port.view)}});
  }
}

std::vector<Resolution> resolutions_of(const HostView& host) {
  std::vector<Resolution> all;
  for (const auto& role : host.roles) {
    for (const auto index : role.ports) {
      add_port(host.ports[index], *role.role, all);
    }
  }
  return all;
}

void write_undecided_roles(Page& page, const HostView& host) {
  bool is_first = true;
  for (const auto& port : host.ports) {
    if (!port.role_doubt) {
      continue;
    }
    if (is_first) {
      page.blank();
      page.prose({}, "may be of a later role");
      is_first = false;
    }
    page.chunks({.indent = 2, .label = {}, .hang = 2},
                std::array{Chunk{.text = port_name(port.view)},
                           Chunk{.text = "it can't be decided: " + in_words(*port.role_doubt)}});
  }
}

void write_unjudged(Page& page, const HostView& host) {
  for (const auto& role : host.roles) {
    if (role.ports.empty()) {
      page.blank();
      page.prose({}, "role " + role.role->name + " has no port here");
    }
  }
  if (!host.rest.empty()) {
    page.blank();
    page.prose({}, "not judged");
  }
  for (const auto& port : host.rest) {
    page.chunks({.indent = 2, .label = {}, .hang = 2},
                std::array{Chunk{.text = port_name(port.view)}, Chunk{.text = port.reason}});
  }
}

std::string show_host(const HostView& host, const Policy& policy) {
  Page page(text_options(Verbosity::normal));
  write_heading(page, policy);
  const auto* hostname = host.snapshot->host.hostname.known();
  page.prose({}, "on " + (hostname == nullptr ? "a host without a name" : *hostname));
  for (const auto& [role, resolved, ports] : resolutions_of(host)) {
    page.blank();
    page.prose({}, "role " + role->name + " on " + fold_names(ports));
    write_parameters(page, resolved->parameters, resolved->provenance);
    for (const auto& line : undecided_lines(*resolved)) {
      page.prose({.indent = 2, .label = "group", .hang = 8}, line);
    }
  }
  write_undecided_roles(page, host);
  write_unjudged(page, host);
  return page.take();
}

void write_resolution(JsonWriter& out, const Resolution& one) {
  out.open_object();
  out.key("role").text(one.role->name);
  out.key("selector");
  one.role->ports ? out.text(one.role->ports->text()) : out.null();
  const auto from = one.role->provenance.find("ports");
  out.key("selector_from");
  from == one.role->provenance.end() ? out.null() : out.text(from->second);
  if (one.resolved == nullptr) {
    write_parameters(out, list_parameters(one.role->parameters, one.role->provenance));
    out.close_object();
    return;
  }
  out.key("ports").open_list();
  for (const auto& port : one.ports) {
    out.text(port);
  }
  out.close_list();
  write_parameters(out, list_parameters(one.resolved->parameters, one.resolved->provenance));
  out.key("undecided_groups").open_list();
  for (const auto& group : one.resolved->undecided) {
    out.open_object();
    out.key("from").text(group.from);
    out.key("unknown").text(to_string(group.why.reason));
    out.key("detail").text(group.why.detail);
    out.close_object();
  }
  out.close_list().close_object();
}

void write_undecided_roles(JsonWriter& out, const HostView& host) {
  out.key("undecided_roles").open_list();
  for (const auto& port : host.ports) {
    if (port.role_doubt) {
      out.open_object();
      out.key("port").text(port_name(port.view));
      out.key("role").text(host.roles[port.role].role->name);
      out.key("unknown").text(to_string(port.role_doubt->reason));
      out.key("detail").text(port.role_doubt->detail);
      out.close_object();
    }
  }
  out.close_list();
}

/// What a host has beside the ports that roles judge.
void write_host(JsonWriter& out, const HostView& host) {
  out.key("host").open_object();
  const auto* hostname = host.snapshot->host.hostname.known();
  out.key("hostname");
  hostname == nullptr ? out.null() : out.text(*hostname);
  out.key("roles_without_ports").open_list();
  for (const auto& role : host.roles) {
    if (role.ports.empty()) {
      out.text(role.role->name);
    }
  }
  out.close_list();
  write_undecided_roles(out, host);
  out.key("not_judged").open_list();
  for (const auto& port : host.rest) {
    out.open_object();
    out.key("port").text(port_name(port.view));
    out.key("reason").text(port.reason);
    out.close_object();
  }
  out.close_list().close_object();
}

/// `host` is null where the policy is shown by itself.
std::string as_json(const Policy& policy, const std::vector<Resolution>& all,
                    const HostView* host) {
  JsonWriter out;
  out.open_object();
  out.key("schema").text("rocelint.policy-show/1");
  write_heading(out, policy);
  out.key("roles").open_list();
  for (const auto& one : all) {
    write_resolution(out, one);
  }
  out.close_list();
  write_rest(out, policy);
  if (host != nullptr) {
    write_host(out, *host);
  }
  out.close_object();
  return out.take() + '\n';
}

std::string show_alone(const Policy& policy, Format format) {
  if (format == Format::text) {
    Page page(text_options(Verbosity::normal));
    write_policy(page, policy);
    return page.take();
  }
  std::vector<Resolution> all;
  all.reserve(policy.roles.size());
  for (const auto& role : policy.roles) {
    all.push_back({.role = &role, .resolved = nullptr, .ports = {}});
  }
  return as_json(policy, all, nullptr);
}

CommandOutput show(const ShowSettings& settings) {
  const auto loading = load_by_name(policy_of(settings.site), settings.site.set);
  if (!loading.policy) {
    return usage_error(loading.errors);
  }
  if (settings.snapshot.empty()) {
    return {.out = show_alone(*loading.policy, settings.format)};
  }
  const auto host = read_host(settings.snapshot);
  if (!host.snapshot) {
    return usage_error(host.errors);
  }
  const auto judged = build_host_view(*host.snapshot, *loading.policy);
  return {.out = settings.format == Format::json
                     ? as_json(*loading.policy, resolutions_of(judged), &judged)
                     : show_host(judged, *loading.policy),
          .err = lines_of(host.warnings)};
}

}  // namespace

void declare_policy_show(CommandLine& command) {
  const auto settings = std::make_shared<ShowSettings>();
  command.options = {{.names = "POLICY",
                      .help = "policy file, or name of a profile",
                      .target = &settings->site.policy,
                      .check = validate_name,
                      .excludes = {"--policy"}}};
  add_policy_options(command, settings->site);
  command.options.push_back({.names = "--snapshot",
                             .value = "FILE",
                             .help = "as resolved for each port of a saved host; - is stdin",
                             .target = &settings->snapshot,
                             .group = OptionGroup::source,
                             .check = validate_name});
  add_format_option(command, settings->format);
  command.footer = kFooter;
  command.run = [settings] { return show(*settings); };
}

}  // namespace rocelint::cli
