#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long a whole run of the command takes, from exec to exit: start, rules, sample host, one line.

Binaries run in turn, so that whatever else the machine does hits them alike; with more than one the
last column is the ratio to the first.

usage: start_up.py [-n RUNS] BINARY...
"""
import argparse
import statistics
import subprocess
import time

COMMANDS = (("version",), ("demo", "healthy", "--quiet"), ("demo", "faulty", "--format", "json"))


def seconds(binary, command):
    start = time.perf_counter()
    subprocess.run([binary, *command], stdout=subprocess.DEVNULL, check=False)
    return time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-n", type=int, default=100, metavar="RUNS")
    parser.add_argument("binary", nargs="+")
    arguments = parser.parse_args()
    for command in COMMANDS:
        taken = {binary: [] for binary in arguments.binary}
        for _ in range(arguments.n):
            for binary, times in taken.items():
                times.append(seconds(binary, command))
        first = statistics.median(taken[arguments.binary[0]])
        for binary, times in taken.items():
            median = statistics.median(times)
            slowest_tenth = statistics.quantiles(times, n=10)[-1]
            print(f"{' '.join(command):32} median {median * 1000:6.1f} ms  p90 "
                  f"{slowest_tenth * 1000:6.1f} ms  {median / first:5.2f}  {binary}")


if __name__ == "__main__":
    main()
