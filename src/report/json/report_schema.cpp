// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "rocelint/report.h"

// What json_report.cpp writes, key by key and in its order. tests/report/json/json_report_test.cpp
// holds the two together: a key without its line here fails, and the other way round.

namespace rocelint {

namespace {

constexpr auto kHead = R"({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "rocelint report",
  "description": "What rocelint check --format json prints. Additive changes keep the number of the schema: ignore keys that you do not know. Act on gate, never on a bare non-zero exit.",
  "anyOf": [{"$ref": "#/$defs/judged"}, {"$ref": "#/$defs/error"}],
  "$defs": {
)";

constexpr auto kJudged = R"(    "judged": {
      "type": "object",
      "description": "A host that was judged.",
      "additionalProperties": false,
      "required": ["schema", "tool_version", "rules_digest", "policy", "host", "times", "complete", "incomplete", "verdict", "gate", "exit_code", "exit_code_if_enforced", "score", "coverage", "counts", "not_run", "roles", "ports", "findings", "baseline", "unconfirmed"],
      "properties": {
        "schema": {"const": "rocelint.report/1"},
        "tool_version": {"type": "string", "description": "rocelint that judged"},
        "rules_digest": {"type": "string", "description": "of all rules that were loaded"},
        "policy": {
          "type": "object", "additionalProperties": false,
          "required": ["name", "digest", "default", "undecided"],
          "properties": {
            "name": {"type": "string", "description": "name of the policy or profile"},
            "digest": {"type": "string", "description": "of everything that the policy was made from"},
            "default": {"type": "boolean", "description": "nobody named a policy: baseline judged"},
            "undecided": {"type": "boolean", "description": "what it asks of some port could not be told, so the host is undetermined at best: incomplete says why"}
          }
        },
        "host": {
          "type": "object", "additionalProperties": false,
          "required": ["hostname", "kernel_release", "user", "environment"],
          "properties": {
            "hostname": {"type": "string", "description": "empty when it could not be read"},
            "kernel_release": {"type": "string", "description": "empty when it could not be read"},
            "user": {"type": "string", "description": "who read the facts: root, uid 1000"},
            "environment": {"type": "string", "description": "from where, when not from the host itself: user namespace, own network namespace, dead tree DIR"}
          }
        },
        "times": {
          "type": "object", "additionalProperties": false,
          "required": ["taken_at", "probe_us", "window_us"],
          "properties": {
            "taken_at": {"type": "string", "description": "when the facts were read, UTC, RFC 3339"},
            "probe_us": {"type": "integer", "description": "how long that took; 0 when not known"},
            "window_us": {"type": ["integer", "null"], "description": "for how long counters were seen to grow; null: not at all"}
          }
        },
        "complete": {"type": "boolean", "description": "every check module ran to its end, and the policy could be decided"},
        "incomplete": {"type": "array", "items": {"type": "string"}, "description": "modules that did not and what of the policy could not be decided, and why"},
        "verdict": {"$ref": "#/$defs/verdict"},
        "gate": {"enum": ["pass", "stop"], "description": "what a caller should do"},
        "exit_code": {"type": "integer", "description": "of rocelint check: 0 pass, 1 stop, 3 stop because undetermined"},
        "exit_code_if_enforced": {"type": ["integer", "null"], "description": "set when the policy says enforce: false and would have stopped"},
        "score": {
          "type": "object", "additionalProperties": false,
          "required": ["value", "upper_bound"],
          "description": "for trends and sorting, not for decisions",
          "properties": {
            "value": {"type": ["number", "null"], "description": "0 to 100"},
            "upper_bound": {"type": "boolean", "description": "something unknown caps it: read <= value"}
          }
        },
        "coverage": {
          "type": "object", "additionalProperties": false,
          "required": ["blocker", "error", "warning", "info"],
          "description": "rules decided over rules applicable, by severity",
          "properties": {
            "blocker": {"$ref": "#/$defs/coverage"},
            "error": {"$ref": "#/$defs/coverage"},
            "warning": {"$ref": "#/$defs/coverage"},
            "info": {"$ref": "#/$defs/coverage"}
          }
        },
        "counts": {
          "type": "object", "additionalProperties": false,
          "required": ["pass", "fail", "follows", "unknown", "waived", "not_applicable", "accepted"],
          "description": "rules by their worst outcome",
          "properties": {
            "pass": {"type": "integer"},
            "fail": {"type": "integer", "description": "rules that are root causes"},
            "follows": {"type": "integer", "description": "rules that failed only because of a root cause"},
            "unknown": {"type": "integer"},
            "waived": {"type": "integer"},
            "not_applicable": {"type": "integer"},
            "accepted": {"type": "integer", "description": "of the unknown, those that the policy accepts wherever they are open"}
          }
        },
        "baseline": {
          "type": ["object", "null"], "additionalProperties": false,
          "required": ["file", "new", "known", "fixed"],
          "description": "root causes held against an earlier report",
          "properties": {
            "file": {"type": "string"},
            "new": {"type": "integer", "minimum": 0},
            "known": {"type": "integer", "minimum": 0},
            "fixed": {"type": "array", "items": {"type": "string"}, "description": "ids that are none any more"}
          }
        },
        "unconfirmed": {
          "type": ["array", "null"], "items": {"type": "string"},
          "description": "ids of blockers that failed at first and not when read again (--confirm); null when nothing was read again"
        },
        "not_run": {
          "type": "array",
          "description": "rules not run for want of a job, a window or a source",
          "items": {
            "type": "object", "additionalProperties": false,
            "required": ["rules", "reason", "would_run"],
            "properties": {
              "rules": {"type": "integer", "description": "how many"},
              "reason": {"type": "string"},
              "would_run": {"type": "string", "description": "what would run them"}
            }
          }
        },
        "roles": {"type": "array", "items": {"$ref": "#/$defs/role"}},
        "ports": {"type": "array", "items": {"$ref": "#/$defs/port"}, "description": "every RDMA port, judged or not"},
        "findings": {"type": "array", "items": {"$ref": "#/$defs/finding"}, "description": "worst first; those that passed or do not apply only with --verbose"}
      }
    },
)";

constexpr auto kError = R"(    "error": {
      "type": "object",
      "description": "Nothing was judged: a wrong option, policy, rule or snapshot, or an internal error.",
      "additionalProperties": false,
      "required": ["schema", "complete", "gate", "exit_code", "errors"],
      "properties": {
        "schema": {"const": "rocelint.report/1"},
        "complete": {"const": false},
        "gate": {"const": "error"},
        "exit_code": {"type": "integer", "description": "2 usage, 4 internal; 0 with --on-error pass"},
        "errors": {
          "type": "array",
          "items": {
            "type": "object", "additionalProperties": false,
            "required": ["file", "line", "column", "text"],
            "properties": {
              "file": {"type": "string", "description": "as it was named; empty when there is none"},
              "line": {"type": "integer", "description": "from 1; 0 when not known"},
              "column": {"type": "integer", "description": "in bytes from 1; 0 when not known"},
              "text": {"type": "string"}
            }
          }
        }
      }
    },
    "verdict": {
      "enum": ["not_ready", "degraded", "undetermined", "ready_with_warnings", "ready", "consistent_with_warnings", "consistent"],
      "description": "without a policy ready reads consistent: nobody said what ready means"
    },
    "severity": {"enum": ["blocker", "error", "warning", "info"]},
    "coverage": {
      "type": "object", "additionalProperties": false,
      "required": ["decided", "applicable", "accepted"],
      "properties": {
        "decided": {"type": "integer"},
        "applicable": {"type": "integer"},
        "accepted": {"type": "integer", "description": "not decided, and the policy accepts that wherever they are open"}
      }
    },
)";

constexpr auto kPlaces = R"(    "role": {
      "type": "object", "additionalProperties": false,
      "required": ["role", "verdict", "ports_judged", "ports_ready", "ports_expected", "hardware", "summary"],
      "properties": {
        "role": {"type": "string"},
        "verdict": {"$ref": "#/$defs/verdict"},
        "ports_judged": {"type": "integer"},
        "ports_ready": {"type": "integer"},
        "ports_expected": {"type": ["integer", "null"], "description": "null when the policy does not say"},
        "hardware": {"type": "string"},
        "summary": {
          "type": "array",
          "description": "what its ports have in common, for people",
          "items": {
            "type": "object", "additionalProperties": false,
            "required": ["label", "text"],
            "properties": {"label": {"type": "string"}, "text": {"type": "string"}}
          }
        }
      }
    },
    "port": {
      "type": "object", "additionalProperties": false,
      "required": ["device", "port", "netdev", "pci", "judged", "role", "reason", "verdict"],
      "properties": {
        "device": {"type": "string"},
        "port": {"type": "integer", "description": "from 1"},
        "netdev": {"type": "string", "description": "empty when it has none here"},
        "pci": {"type": "string", "description": "PCI function; empty when it has none"},
        "judged": {"type": "boolean"},
        "role": {"type": "string", "description": "empty when it is not judged"},
        "reason": {"type": "string", "description": "why it is not judged"},
        "verdict": {"anyOf": [{"$ref": "#/$defs/verdict"}, {"type": "null"}], "description": "null when it is not judged"}
      }
    },
    "subject": {
      "type": "object", "additionalProperties": false,
      "required": ["scope", "role", "device", "port", "netdev", "pci", "driver", "board_id", "gid", "virtual_function", "peer"],
      "description": "what a finding is about; members that do not apply are empty, port 0",
      "properties": {
        "scope": {"enum": ["host", "device", "port", "gid", "netdev"]},
        "role": {"type": "string"},
        "device": {"type": "string"},
        "port": {"type": "integer"},
        "netdev": {"type": "string"},
        "pci": {"type": "string"},
        "driver": {"type": "string"},
        "board_id": {"type": "string"},
        "gid": {"type": "string"},
        "peer": {"type": "string", "description": "switch port at the other end, as LLDP tells it"},
        "virtual_function": {"type": "boolean"}
      }
    },
    "evidence": {
      "type": "object", "additionalProperties": false,
      "required": ["fact", "source"],
      "description": "a fact that decided: value, or unknown with its detail",
      "properties": {
        "fact": {"type": "string", "description": "path in the snapshot"},
        "value": {"description": "as in the snapshot"},
        "unknown": {"enum": ["not_collected", "unsupported", "not_found", "permission", "timeout", "crashed", "vanished", "io_error", "malformed", "not_authoritative"]},
        "detail": {"type": "string", "description": "what was tried, with the kernel's own words"},
        "source": {"type": "string", "description": "kernel interface that it was read from"}
      }
    },
)";

constexpr auto kFinding = R"(    "finding": {
      "type": "object", "additionalProperties": false,
      "required": ["id", "rule", "severity", "outcome", "subject", "title", "message", "impact", "evidence", "expected", "siblings", "folded_under", "follows", "fix", "verify", "runbook", "waiver", "gates", "baseline", "accepted"],
      "properties": {
        "id": {"type": "string", "description": "stable from run to run: pfc-off@0000:9a:00.0/1"},
        "rule": {"type": "string"},
        "severity": {"$ref": "#/$defs/severity"},
        "outcome": {"enum": ["pass", "fail", "unknown", "not_applicable", "waived"]},
        "subject": {"$ref": "#/$defs/subject"},
        "title": {"type": "string", "description": "what the rule asks for"},
        "message": {"type": "string", "description": "what was found"},
        "impact": {"type": "string", "description": "what it leads to"},
        "evidence": {"type": "array", "items": {"$ref": "#/$defs/evidence"}},
        "expected": {
          "type": "array",
          "items": {
            "type": "object", "additionalProperties": false,
            "required": ["parameter", "value", "from"],
            "properties": {
              "parameter": {"type": "string", "description": "policy parameter that decided"},
              "value": {"description": "what it is"},
              "from": {"type": "string", "description": "where that was written: file:line"}
            }
          }
        },
        "siblings": {
          "type": "object", "additionalProperties": false,
          "required": ["judged", "failed"],
          "description": "how this rule fared on all subjects",
          "properties": {"judged": {"type": "integer"}, "failed": {"type": "integer"}}
        },
        "folded_under": {"type": "string", "description": "id of the root cause that it follows from; empty for a root cause"},
        "follows": {"type": "array", "items": {"type": "string"}, "description": "rules that failed because of this"},
        "fix": {
          "type": "array",
          "items": {
            "type": "object", "additionalProperties": false,
            "required": ["run", "needs", "disrupts", "lasts", "verify"],
            "properties": {
              "run": {"type": "string", "description": "shell line; starts with # when a person must act"},
              "needs": {"type": "string", "description": "tool that it needs"},
              "disrupts": {"enum": ["none", "link", "reset", "reboot"]},
              "lasts": {"enum": ["boot", "reboot", "persistent", "next_boot"]},
              "verify": {"type": "string", "description": "shell line that shows whether it worked"}
            }
          }
        },
        "verify": {"type": "string", "description": "shell line that shows the state"},
        "runbook": {"type": "string", "description": "the site's own page, from the policy"},
        "waiver": {
          "type": ["object", "null"], "additionalProperties": false,
          "required": ["reason", "until", "from"],
          "properties": {
            "reason": {"type": "string"},
            "until": {"type": "string", "description": "last day, UTC"},
            "from": {"type": "string"}
          }
        },
        "gates": {"type": "boolean", "description": "unknown here can stop a job"},
        "baseline": {"enum": ["new", "known", null], "description": "a root cause held against --baseline"},
        "accepted": {"type": "boolean", "description": "unknown, and the policy accepts that: it weighs nothing; where gates and this are both false, it is a warning"}
      }
    }
  }
}
)";

}  // namespace

std::string report_json_schema() {
  return std::string(kHead) + kJudged + kError + kPlaces + kFinding;
}

}  // namespace rocelint
