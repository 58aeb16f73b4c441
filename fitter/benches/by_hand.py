#!/usr/bin/env python3
"""Test errors of `kernelet fit --flash` beside those of fits that are told by hand what the model is made of, and its number format; as a
Markdown table in the units of budgets.py.

    python3 fitter/benches/by_hand.py --data DIR [--sets letter,...] [--sizes 1,2,4,8] [--kernelet PATH]

The least of so many test errors is lower than that of any one of them would be on other rows: what `auto` is above it is no loss
yet. What does not fit has no error.
"""
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
}


def error(kernelet, options):
    """The test error of a fit, infinite where nothing of the kind is within the budget."""
    try:
        return budgets.error(budgets.fit(kernelet, options))
    except subprocess.CalledProcessError as refused:
        if refused.returncode != OVER_BUDGET:
            raise
        return math.inf


def main():
    own = budgets.command_line(__doc__).parse_args()
    print("| test error, % | KiB | auto | " + " | ".join(HANDS) + " | above the least |\n| --- | --- | --- |" + " --- |" * (len(HANDS) + 1))
    for name in own.sets.split(","):
        for size in own.sizes.split(","):
            with tempfile.TemporaryDirectory() as desk:
                options = [*budgets.arguments(own.data, name, pathlib.Path(desk), 0), "--flash", f"{size}KiB"]
                auto, *hands = (error(own.kernelet, [*options, *hand]) for hand in ([], *HANDS.values()))
            cells = " | ".join(f"{found:.2f}" if math.isfinite(found) else "-" for found in [auto, *hands])
            print(f"| {name} | {size} | {cells} | {auto - min(hands):.2f} |", flush=True)


if __name__ == "__main__":
    main()
