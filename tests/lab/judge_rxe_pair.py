#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Judges what guest/rxe_pair.sh left on both sides: over a clean cable nothing is wrong; where the
near end loses what it sends, the far one sees gaps and the near one hears of them.

usage: judge_rxe_pair.py RESULT_DIR POLICY ROCELINT
"""
import json
import pathlib
import sys

import windowed

# What each side's own counters must show, and the rules that must fail for it. The near end's
# acknowledgements are lost too, and a lost last packet is one that nobody asks for again: timeouts
# may come on top.
LOSSY = {
    "near": ("sequence_nak", "transport-sequence-nak"),
    "far": ("out_of_sequence", "transport-out-of-sequence"),
}
MAY_COME_TOO = {"transport-ack-timeout"}


def transport(results, side, name):
    snapshot = json.loads((results / side / f"{name}.json").read_text(encoding="utf-8"))
    return snapshot["host"]["devices"][0]["ports"][0]["transport"]


def diagnostics(results, side, window, judged):
    before, after = (transport(results, side, f"{window}.{end}") for end in ("before", "after"))
    if after["rx_packets"] - before["rx_packets"] < 1000:
        yield f"only {after['rx_packets'] - before['rx_packets']} packets came"
    if window == "clean":
        yield from judged.not_healthy()
        return
    counter, rule = LOSSY[side]
    if after[counter] <= before[counter]:
        yield f"{counter} has not grown"
    failed = {f["rule"] for f in judged.outcomes("fail")}
    if rule not in failed or failed - {rule} - MAY_COME_TOO:
        yield f"failed {sorted(failed)}, expected {rule}"


def main():
    results, policy, rocelint = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    problems = []
    for side in LOSSY:
        for window in ("clean", "lossy"):
            judged = windowed.judge(rocelint, policy, results / side / f"{window}.before.json",
                                    results / side / f"{window}.after.json")
            found = list(diagnostics(results, side, window, judged))
            print(f"{'FAILED' if found else 'ok'}  {side}, {window}: {judged.roots()}")
            problems += [f"{side}, {window}: {text}" for text in found]
    print("\n".join(problems) or "both sides see what they should")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
