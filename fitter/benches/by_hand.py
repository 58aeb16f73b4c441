#!/usr/bin/env python3
"""Test errors of `kernelet fit --flash` beside those of fits that are told by hand what the model is made of, and its number format; as a
Markdown table in the units of budgets.py.

    python3 fitter/benches/by_hand.py --data DIR [--sets letter,...] [--sizes 1,2,4,8] [--kernelet PATH] [--known FILE] [--auto FILE]

The least of so many test errors is lower than that of any one of them would be on other rows: what `auto` is above it is no loss
yet. What does not fit has no error.

All of it takes hours. What was measured is kept in the file of `--known` (by_hand.csv beside this script: set, KiB, what was told, error),
that of `auto` where rivals.py has it too, and taken from there the next time; of a program that fits otherwise they say nothing: delete
them then.
"""
import csv
import math
import pathlib
import subprocess
import tempfile

import budgets

OVER_BUDGET = 3  # exit code

HANDS = {
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
    """The test error of a fit, infinite where nothing of the kind is within the budget."""
    try:
        return budgets.error(budgets.fit(kernelet, options))
    except subprocess.CalledProcessError as refused:
        if refused.returncode != OVER_BUDGET:
            raise
        return math.inf


def known(file):
    """What was measured before: errors by set, KiB and what was told."""
    lines = list(csv.reader(file.open())) if file.exists() else []
    return {(name, size, hand): float(found) for name, size, hand, found in lines}


def errors(own, name, size):
    """The test errors of all hands, those of the file or measured and written there."""
    before = known(own.known)
    with tempfile.TemporaryDirectory() as desk:
        options = [*budgets.arguments(own.data, name, pathlib.Path(desk), 0), "--flash", f"{size}KiB"]
        options += ["--resume", pathlib.Path(desk) / "searched"]
        for hand, told in HANDS.items():
            if (name, size, hand) not in before:
                before[name, size, hand] = error(own.kernelet, [*options, *told])
                with own.known.open("a", newline="") as kept:
                    csv.writer(kept, lineterminator="\n").writerow([name, size, hand, f"{before[name, size, hand]:.3f}"])
    return [before[name, size, hand] for hand in HANDS]


def main():
    parser = budgets.command_line(__doc__)
    parser.add_argument("--known", type=pathlib.Path, default=pathlib.Path(__file__).with_name("by_hand.csv"))
    own = parser.parse_args()
    print("| test error, % | KiB | auto | " + " | ".join(HANDS) + " | above the least |\n| --- | --- | --- |" + " --- |" * (len(HANDS) + 1))
    for name in own.sets.split(","):
        for size in own.sizes.split(","):
            auto, *_ = budgets.auto(own, name, 0, size)
            hands = errors(own, name, size)
            cells = " | ".join(f"{found:.2f}" if math.isfinite(found) else "-" for found in [auto, *hands])
            print(f"| {name} | {size} | {cells} | {auto - min(hands):.2f} |", flush=True)


if __name__ == "__main__":
    main()
