#!/usr/bin/env python3
"""Test errors of `kernelet fit --flash` beside those of single configurations, each with everything decided by hand that `auto` decides: what
the model is made of, the number format, and whether skewed inputs are taken as logarithms; as a Markdown table in the units of budgets.py.

    python3 fitter/benches/by_hand.py --data DIR [--sets letter,...] [--sizes 1,2,4,8] [--kernelet PATH]

The least of so many test errors is lower than that of any one of them would be on other rows: what `auto` is above it is no loss yet.
"""
import argparse
import pathlib
import tempfile

import budgets
import sets

HANDS = {
    "linear": ["--blocks", "linear"],
    "ferns": ["--blocks", "fern"],
    "linear, ferns": ["--blocks", "linear,fern"],
    "cosine, 8 bits": ["--blocks", "cosine", "--number", "q7"],
    "cosine, 4 bits": ["--blocks", "cosine", "--number", "q3"],
    "ReLU, 8 bits": ["--blocks", "relu", "--number", "q7"],
    "ReLU, 4 bits": ["--blocks", "relu", "--number", "q3"],
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--kernelet", default="kernelet")
    parser.add_argument("--sets", default=",".join(sets.SETS))
    parser.add_argument("--sizes", default="1,2,4,8")
    own = parser.parse_args()
    print("| test error, % | KiB | auto | " + " | ".join(HANDS) + " | above the least |\n| --- | --- | --- |" + " --- |" * (len(HANDS) + 1))
    for name in own.sets.split(","):
        for size in own.sizes.split(","):
            with tempfile.TemporaryDirectory() as desk:
                options = [*budgets.arguments(own.data, name, pathlib.Path(desk), 0), "--flash", f"{size}KiB"]
                auto, *hands = (budgets.error(budgets.fit(own.kernelet, [*options, *hand])) for hand in ([], *HANDS.values()))
            cells = " | ".join(f"{found:.2f}" for found in [auto, *hands])
            print(f"| {name} | {size} | {cells} | {auto - min(hands):.2f} |", flush=True)


if __name__ == "__main__":
    main()
