// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/coverage_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "rocelint/report.h"

#include "advise/fact_coverage.h"
#include "base/text.h"
#include "cli/io/unchecked.h"
#include "report/json/json_writer.h"
#include "report/text/finding_groups.h"
#include "report/text/page.h"
#include "report/text/unknown_advice.h"
#include "report/text/wording.h"
#include "rules/rule.h"

namespace rocelint::cli {

namespace {

constexpr std::size_t kMostNames = 8;

constexpr std::array kRuleCoverage{Sight::decided, Sight::blind,     Sight::unread,
                                   Sight::not_run, Sight::left_open, Sight::idle};

using Counts = std::map<Sight, std::size_t>;

std::string_view area_of(const Rule& rule) {
  return std::string_view(rule.id).substr(0, rule.id.find('-'));
}

void write_line(Page& page, std::string text) {
  const std::array<Chunk, 1> line{Chunk{.text = std::move(text)}};
  page.single_line(line);
}

std::string row_of(std::string_view area, const Counts& counts) {
  std::size_t all = 0;
  std::string cells;
  for (const auto sight : kRuleCoverage) {
    const auto found = counts.find(sight);
    const auto count = found == counts.end() ? 0 : found->second;
    all += count;
    cells += fmt::format("{:>8}", count == 0 ? "." : std::to_string(count));
  }
  return fmt::format("  {:<13}{:>5}{}", area, all, cells);
}

/// The areas of one driver, or of the host as a whole.
void write_table(Page& page, const HostCoverage& coverage, const std::string& driver) {
  std::map<std::string_view, Counts> areas;
  Counts sum;
  for (const auto& sight : coverage.rule_coverage) {
    if (sight.driver == driver) {
      ++areas[area_of(*sight.rule)][sight.sight];
      ++sum[sight.sight];
    }
  }
  page.blank();
  write_line(page, fmt::format("  {:<13}{:>5}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}",
                               driver.empty() ? "the host" : clipped(printable(driver), 12),
                               "rules", "decided", "blind", "unread", "not run", "open", "idle"));
  for (const auto& [area, counts] : areas) {
    write_line(page, row_of(area, counts));
  }
  if (areas.size() > 1) {
    write_line(page, row_of("all", sum));
  }
}

/// Rules that one thing would make see, or that nothing would.
struct Obstacle {
  std::string driver;
  Sight sight{Sight::blind};
  Advice advice;
  std::vector<std::string> rules;
  std::vector<std::string> facts;
};

void add_once(std::vector<std::string>& names, std::string name) {
  if (std::ranges::find(names, name) == names.end()) {
    names.push_back(std::move(name));
  }
}

std::vector<Obstacle> obstacles_of(const HostCoverage& coverage) {
  std::vector<Obstacle> obstacles;
  for (const auto& sight : coverage.rule_coverage) {
    if (sight.sight != Sight::blind && sight.sight != Sight::unread) {
      continue;
    }
    for (const auto& spot : sight.spots) {
      const auto advice = advise(spot.fact, spot.subject, coverage.run_context);
      auto found = std::ranges::find_if(obstacles, [&](const Obstacle& known) {
        return known.driver == sight.driver && known.sight == sight.sight && known.advice == advice;
      });
      if (found == obstacles.end()) {
        found = obstacles.insert(obstacles.end(), {.driver = sight.driver,
                                                   .sight = sight.sight,
                                                   .advice = advice,
                                                   .rules = {},
                                                   .facts = {}});
      }
      add_once(found->rules, sight.rule->id);
      add_once(found->facts, short_fact(spot.fact.fact, spot.subject));
    }
  }
  std::ranges::stable_sort(obstacles, [](const Obstacle& a, const Obstacle& b) {
    return a.sight != b.sight ? a.sight > b.sight : a.rules.size() > b.rules.size();
  });
  return obstacles;
}

Margin labelled(std::string_view label) {
  return {.indent = 2, .label = label, .hang = 9};
}

void write_obstacle(Page& page, const Obstacle& obstacle) {
  page.blank();
  page.prose({}, fmt::format("{}{}: {}", obstacle.sight == Sight::blind ? "BLIND" : "UNREAD",
                             obstacle.driver.empty() ? "" : " on " + obstacle.driver,
                             obstacle.advice.why));
  page.prose(labelled("facts"), listed(obstacle.facts, kMostNames));
  page.prose(labelled("rules"),
             counted(obstacle.rules.size(), "rule") + ": " + listed(obstacle.rules, kMostNames));
  page.prose(labelled("do"), obstacle.advice.remedy);
}

void write_not_run(Page& page, const HostCoverage& coverage) {
  std::map<std::string, std::vector<std::string>> waiting;
  for (const auto& sight : coverage.rule_coverage) {
    if (sight.sight == Sight::not_run) {
      add_once(waiting[sight.waits_for], sight.rule->id);
    }
  }
  page.blank();
  for (const auto& [needs, rules] : waiting) {
    page.prose({}, "NOT RUN: " + counted(rules.size(), "rule") + " would with " + needs);
  }
}

void write_unchecked(Page& page) {
  std::vector<std::string> asks;
  for (const auto& question : unchecked_questions()) {
    asks.emplace_back(question.asks);
  }
  page.blank();
  page.prose({}, fmt::format("NO RULE on any host, for {} (why: docs/rules/not-shipped.md)",
                             counted(asks.size(), "question")));
  page.prose({.indent = 2, .label = "", .hang = 2}, join(asks, "; "));
}

}  // namespace

std::string_view to_string(Sight sight) {
  switch (sight) {
    case Sight::idle:
      return "idle";
    case Sight::left_open:
      return "left_open";
    case Sight::not_run:
      return "not_run";
    case Sight::unread:
      return "unread";
    case Sight::blind:
      return "blind";
    case Sight::decided:
      break;
  }
  return "decided";
}

std::string coverage_in_words(const HostCoverage& coverage, const TextOptions& options) {
  Page page(options);
  const auto& run_context = coverage.run_context;
  const std::array<Chunk, 4> head{
      Chunk{.text = "What rules see on " + run_context.hostname, .ink = Ink::good},
      Chunk{.text =
                run_context.kernel_release.empty() ? "" : "kernel " + run_context.kernel_release},
      Chunk{.text = run_context.environment.empty() ? run_context.user : run_context.environment},
      Chunk{.text = "policy " + coverage.policy}};
  page.chunks({}, head);
  std::set<std::string> drivers;
  for (const auto& sight : coverage.rule_coverage) {
    drivers.insert(sight.driver);
  }
  for (const auto& driver : drivers) {
    write_table(page, coverage, driver);
  }
  for (const auto& obstacle : obstacles_of(coverage)) {
    write_obstacle(page, obstacle);
  }
  write_not_run(page, coverage);
  write_unchecked(page);
  return page.take();
}

std::string coverage_as_json(const HostCoverage& coverage) {
  JsonWriter out;
  out.open_object();
  out.key("schema").text("rocelint.coverage/1");
  out.key("host").open_object();
  out.key("hostname").text(coverage.run_context.hostname);
  out.key("kernel_release").text(coverage.run_context.kernel_release);
  out.close_object();
  out.key("policy").text(coverage.policy);
  out.key("rules").open_list();
  for (const auto& sight : coverage.rule_coverage) {
    out.open_object();
    out.key("rule").text(sight.rule->id);
    out.key("driver").text(sight.driver);
    out.key("sight").text(to_string(sight.sight));
    out.key("waits_for").text(sight.waits_for);
    out.key("missing").open_list();
    for (const auto& spot : sight.spots) {
      out.open_object();
      out.key("fact").text(spot.fact.fact);
      out.key("unknown").text(spot.fact.unknown_reason);
      out.key("detail").text(spot.fact.unknown_detail);
      out.close_object();
    }
    out.close_list().close_object();
  }
  out.close_list();
  out.key("unchecked").open_list();
  for (const auto& question : unchecked_questions()) {
    out.open_object();
    out.key("asks").text(question.asks);
    out.key("why").text(question.why);
    out.close_object();
  }
  out.close_list().close_object();
  return out.take() + '\n';
}

}  // namespace rocelint::cli
