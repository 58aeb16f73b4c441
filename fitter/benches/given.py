#!/usr/bin/env python3
"""Prints the test errors of `kernelet fit --flash` beside those of fits with given blocks and number format, as a Markdown
table in the units of budgets.py.

    python3 fitter/benches/given.py --data DIR [--sets letter,...] [--sizes 1,2,4,8] [--kernelet PATH] [--known FILE] [--auto FILE]

The lowest of many test errors is lower than the error of that choice on other rows, so `auto` may lie above it without
losing anything. A choice that does not fit into the budget has no error.

All of it takes hours. The file of `--known` (given.csv beside this script: set, KiB, given, error) keeps what was measured,
and the file of `--auto` does the same for `auto`, as in rivals.py; both are read the next time. They hold for one version of
the program: delete them when its fits change.
"""
import csv
import math
import pathlib
import subprocess
import tempfile

import budgets

OVER_BUDGET = 3  # exit code

GIVEN = {
    "linear": ["--blocks", "linear"],
    "ferns": ["--blocks", "fern"],
    "linear, ferns": ["--blocks", "linear,fern"],
    "cosine, 8 bits": ["--blocks", "cosine", "--number", "q7"],
    "cosine, 4 bits": ["--blocks", "cosine", "--number", "q3"],
    "ReLU, 8 bits": ["--blocks", "relu", "--number", "q7"],
    "ReLU, 4 bits": ["--blocks", "relu", "--number", "q3"],
    "cosine, ferns": ["--blocks", "cosine,fern"],
    "ReLU, ferns": ["--blocks", "relu,fern"],
}


def error(kernelet, options):
    """The test error of a fit, infinite where the model does not fit into the budget."""
    try:
        return budgets.error(budgets.fit(kernelet, options))
    except subprocess.CalledProcessError as refused:
        if refused.returncode != OVER_BUDGET:
            raise
        return math.inf


def known(file):
    """The errors that were measured before, by set, KiB and what was given."""
    lines = list(csv.reader(file.open())) if file.exists() else []
    return {(name, size, given): float(found) for name, size, given, found in lines}


def errors(own, name, size):
    """The test errors of everything given, from the file, or measured and added to it."""
    before = known(own.known)
    with tempfile.TemporaryDirectory() as desk:
        options = [*budgets.arguments(own.data, name, pathlib.Path(desk), 0), "--flash", f"{size}KiB"]
        options += ["--resume", pathlib.Path(desk) / "searched"]
        for given, arguments in GIVEN.items():
            if (name, size, given) not in before:
                before[name, size, given] = error(own.kernelet, [*options, *arguments])
                with own.known.open("a", newline="") as kept:
                    csv.writer(kept, lineterminator="\n").writerow([name, size, given, f"{before[name, size, given]:.3f}"])
    return [before[name, size, given] for given in GIVEN]


def main():
    parser = budgets.command_line(__doc__)
    parser.add_argument("--known", type=pathlib.Path, default=pathlib.Path(__file__).with_name("given.csv"))
    own = parser.parse_args()
    print("| test error, % | KiB | auto | " + " | ".join(GIVEN) + " | above the lowest |\n| --- | --- | --- |" + " --- |" * (len(GIVEN) + 1))
    for name in own.sets.split(","):
        for size in own.sizes.split(","):
            auto, *_ = budgets.auto(own, name, 0, size)
            given = errors(own, name, size)
            cells = " | ".join(f"{found:.2f}" if math.isfinite(found) else "-" for found in [auto, *given])
            print(f"| {name} | {size} | {cells} | {auto - min(given):.2f} |", flush=True)


if __name__ == "__main__":
    main()
