#!/usr/bin/env python3
"""Writes what `kernelet fit --seconds` takes and finds as CSV lines, one for each data set, size and limit.

    python3 fitter/benches/seconds.py --data DIR [--sets letter,...] [--sizes 1,8,64] [--seconds 5,20] [--out seconds.csv]

Taken seconds are those of the whole command by the wall clock. Held-out errors are those that the fit chose by: a share of rows, or a root mean
square error. The linear one is that of the linear model in the same size, empty where it does not fit. A line that the file has already is
not measured again.
"""
import argparse
import json
import os
import pathlib
import subprocess
import tempfile
import time

import budgets
import resumed

TEN = "letter,satimage,spambase,eeg-eye-state,magic04,cod-rna,usps,wall-following,kin8nm,cpu-act"
HEAD = ["set", "KiB", "asked", "taken", "processor", "blocks", "number", "bytes", "held_out", "linear_held_out", "test", "linear_test"]


def held_out(fit, blocks):
    """The error on rows held out of a kind of blocks, if it was tried."""
    of = [tried.get("error", tried.get("rmse")) for tried in fit.get("tried", []) if tried["blocks"] == blocks]
    return of[0] if of else None


def tested(metrics):
    return None if not metrics else metrics.get("error", metrics.get("rmse"))


def measured(own, given, key):
    _, size, seconds = key
    command = [own.kernelet, "fit", *given, "--flash", f"{size}KiB", "--seconds", seconds, "--json", "--quiet"]
    started = time.monotonic()
    process = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, text=True)
    out = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    taken, processor = time.monotonic() - started, usage.ru_utime + usage.ru_stime
    if status:
        return [f"{taken:.2f}", f"{processor:.2f}", "", "", "", "", "", "", ""]
    fit = json.loads(out)
    linear = fit.get("linear") or {}
    errors = [held_out(fit, fit["blocks"]), held_out(fit, "linear"), tested(fit["test"]), tested(linear.get("test"))]
    return [f"{taken:.2f}", f"{processor:.2f}", fit["blocks"], fit["number"], fit["bytes"], *("" if e is None else f"{e:.5g}" for e in errors)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--kernelet", default="kernelet")
    parser.add_argument("--sets", default=TEN)
    parser.add_argument("--sizes", default="1,8,64")
    parser.add_argument("--seconds", default="5,20")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(__file__).with_name("seconds.csv"))
    own = parser.parse_args()
    with resumed.table(own.out, HEAD) as (known, add), tempfile.TemporaryDirectory() as desk:
        for seconds in own.seconds.split(","):
            for name in own.sets.split(","):
                given = None
                for key in [(name, size, seconds) for size in own.sizes.split(",")]:
                    if key in known:
                        continue
                    given = given or budgets.arguments(own.data, name, pathlib.Path(desk), 0)
                    add([*key, *measured(own, given, key)])


if __name__ == "__main__":
    main()
