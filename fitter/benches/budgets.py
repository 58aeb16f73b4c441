#!/usr/bin/env python3
"""Prints the test errors of `kernelet fit --flash` as a Markdown table, a row for each data set.

Errors of classes are in per cent of the rows; errors of values are root mean square errors in per cent of their standard
deviation.

    python3 fitter/benches/budgets.py --data DIR [--sets letter,...] [--sizes 1,2,4,8] [--seeds 1] [options of fit ...]

DIR holds a folder for each data set; sets.py splits them into training and test rows.
"""
import argparse
import csv
import json
import pathlib
import subprocess
import tempfile

import sets


def arguments(data, name, desk, seed):
    train, test = sets.files(data, name, desk, seed)
    task = ["--task", "regression"] if name in sets.VALUES else []
    ignored = ["--ignore", sets.IGNORED[name]] if name in sets.IGNORED else []
    return [train, "--test", test, *task, *ignored]


def fit(kernelet, options):
    command = [kernelet, "fit", *map(str, options), "--json", "--quiet"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def auto(own, name, split, size):
    """The test error, parts and seconds of the fit that is given the budget alone.

    They come from the file of earlier measurements, or are measured and added to it. A folder of --answers keeps the answers to the
    test rows, and what has none there is measured again."""
    lines = list(csv.reader(own.auto.open())) if own.auto.exists() else []
    known = {tuple(line[:3]): line[3:] for line in lines}
    key = (name, str(split), str(size))
    answers = answers_file(own, name, split, size, "ours")
    if key not in known or (answers and not answers.exists()):
        with tempfile.TemporaryDirectory() as desk:
            desk = pathlib.Path(desk)
            given = arguments(own.data, name, desk, split)
            found = fit(own.kernelet, [*given, "--flash", f"{size}KiB", "--out", desk / "model.klt"])
            if answers:
                predict = [own.kernelet, "predict", desk / "model.klt", given[2], "--quiet"]
                answers.write_bytes(subprocess.run([*map(str, predict)], check=True, capture_output=True).stdout)
        known[key] = [f"{error(found):.3f}", made_of(found), f"{found['seconds']:.0f}"]
        with own.auto.open("a", newline="") as kept:
            csv.writer(kept, lineterminator="\n").writerow([*key, *known[key]])
    found, made, seconds = known[key]
    return float(found), made, float(seconds)


def answers_file(own, name, split, size, kind):
    """The file of a model's answers to the test rows, a column `prediction`; None without --answers."""
    folder = getattr(own, "answers", None)
    return folder and folder / f"{name}-{split}-{size}-{kind.replace(' ', '-')}.csv"


def error(fit):
    test = fit["test"]
    return 100 * (test["error"] if "error" in test else (1 - test["r2"]) ** 0.5)


def made_of(fit):
    logarithms = ["logarithms"] if fit.get("logarithms") else []
    return " + ".join(logarithms + fit["blocks"].split(",")) + f", {fit['number']}"


def early(fit):
    """The test error of stopping early, and the mean instructions on a Cortex-M0 as a share of the maximum."""
    if "early" not in fit:
        return ""
    cost = fit["early"]["cost"]["cortex-m0"]
    stopped = "/".join(f"{100 * share:.0f}" for share in fit["early"]["test"]["stopped"])
    low, high = (100 * edge for edge in fit["early"]["test"]["early_error_interval"])
    wrong = 100 * fit["early"]["test"]["early_error"]
    return f", early {wrong:.2f} ({low:.2f} to {high:.2f}), {cost['mean'] / cost['most']:.2f} of the instructions, {stopped} % stop"


def command_line(doc):
    """The options that all tables by data set and size share."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--kernelet", default="kernelet")
    parser.add_argument("--sets", default=",".join(sets.SETS))
    parser.add_argument("--sizes", default="1,2,4,8")
    parser.add_argument("--auto", type=pathlib.Path, default=pathlib.Path(__file__).with_name("auto.csv"))
    return parser


def main():
    parser = command_line(__doc__)
    parser.add_argument("--seeds", type=int, default=1)
    own, options = parser.parse_known_args()
    sizes = own.sizes.split(",")
    print("| test error, % | " + " | ".join(f"{size} KiB" for size in sizes) + " |")
    print("| --- |" + " --- |" * len(sizes))
    for name in own.sets.split(","):
        with tempfile.TemporaryDirectory() as desk:
            cells = []
            for size in sizes:
                given = lambda seed: [*arguments(own.data, name, pathlib.Path(desk), seed), "--flash", f"{size}KiB", "--seed", seed]
                fits = [fit(own.kernelet, [*given(seed), *options]) for seed in range(own.seeds)]
                mean = sum(map(error, fits)) / len(fits)
                cells.append(f"{mean:.2f} ({made_of(fits[0])}, {fits[0]['seconds']:.0f} s{early(fits[0])})")
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
