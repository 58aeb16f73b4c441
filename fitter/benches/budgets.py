#!/usr/bin/env python3
"""Test errors of `kernelet fit --flash`, a row for each data set, as a Markdown table: per cent of wrong classes, of values the root
mean square error in per cent of their deviation.

    python3 fitter/benches/budgets.py --data DIR [--sets letter,...] [--sizes 1,2,4,8] [--seeds 1] [options of fit ...]

DIR holds a folder for each set. Sets without a split of their own are split 2:1 at random by the seed; `eeg-time` learns from
the first two thirds of the recording and is tested on the last.
"""
import argparse
import gzip
import json
import pathlib
import subprocess
import tempfile

SETS = ["letter", "eeg-eye-state", "eeg-time", "satimage", "magic04", "spambase", "cod-rna", "adult", "wall-following",
        "occupancy", "wine-white", "cpu-act", "kin8nm", "airfoil"]
OPTIONS = {"occupancy": ["--ignore", "date"], "wine-white": ["--task", "regression"]}


def split_in_time(folder, desk):
    """The rows of a recording in their order, as two files."""
    head, *rows = gzip.open(folder / "data.csv.gz", "rt").read().splitlines()
    first = len(rows) * 2 // 3
    for name, part in [("train.csv", rows[:first]), ("test.csv", rows[first:])]:
        (desk / name).write_text("\n".join([head, *part]) + "\n")
    return [desk / "train.csv", "--test", desk / "test.csv"]


def arguments(data, name, desk):
    return [*files(data, name, desk), *OPTIONS.get(name, [])]


def files(data, name, desk):
    if name == "eeg-time":
        return split_in_time(data / "eeg-eye-state", desk)
    folder = data / name
    if (folder / "train.csv.gz").exists():
        return [folder / "train.csv.gz", "--test", folder / "test.csv.gz"]
    return [folder / "data.csv.gz", "--holdout", "0.333"]


def fit(kernelet, options):
    command = [kernelet, "fit", *map(str, options), "--json", "--quiet"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def error(fit):
    test = fit["test"]
    return 100 * (test["error"] if "error" in test else (1 - test["r2"]) ** 0.5)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--kernelet", default="kernelet")
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--sizes", default="1,2,4,8")
    parser.add_argument("--seeds", type=int, default=1)
    own, options = parser.parse_known_args()
    sizes = own.sizes.split(",")
    print("| test error, % | " + " | ".join(f"{size} KiB" for size in sizes) + " |")
    print("| --- |" + " --- |" * len(sizes))
    for name in own.sets.split(","):
        with tempfile.TemporaryDirectory() as desk:
            chosen = arguments(own.data, name, pathlib.Path(desk))
            cells = []
            for size in sizes:
                fits = [fit(own.kernelet, [*chosen, "--flash", f"{size}KiB", "--seed", seed, *options]) for seed in range(own.seeds)]
                mean = sum(map(error, fits)) / len(fits)
                made_of = " + ".join(fits[0]["blocks"].split(","))
                cells.append(f"{mean:.2f} ({made_of}, {fits[0]['number']}, {fits[0]['seconds']:.0f} s)")
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
