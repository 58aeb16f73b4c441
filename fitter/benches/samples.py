#!/usr/bin/env python3
"""Test errors by the number of rows that features are learned from, with heads of all rows: KERNELET=target/release/kernelet
python3 fitter/benches/samples.py [--data ../shared/data] [--rows 10000000] [--folder /tmp]

On covtype and adult (FOLDER/train.csv.gz and test.csv.gz; a set in one file holds out a fifth), and on so many made rows of
20 inputs (made.py). Three seeds each; prints a table in Markdown.
"""

import argparse
import os

import made
from large import TEST
from measure import run

#: How models are made.
KINDS = ["--method learned --features 60", "--method mc --features 200 --head logistic"]


def errors(kernelet, words, options, sample, seeds):
    """The mean test error of some seeds, and of the sample's own head by the errors on all rows."""
    found = []
    for seed in range(seeds):
        command = [kernelet, "fit", *words, *options.split(), "--seed", str(seed), "--json", "--quiet", "--threads", "2"]
        found.append(run(command + (["--sample-rows", str(sample)] if sample else [])))
    rows = {result.get("all_rows", {}).get("head", "in memory") for result in found}
    return sum(result["test"]["error"] for result in found) / seeds, "/".join(sorted(rows))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", default="../shared/data")
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--sets", default="adult,covtype,made")
    parser.add_argument("--folder", default="/tmp")
    given = parser.parse_args()
    kernelet = os.environ.get("KERNELET", "target/release/kernelet")
    print("| set | features | 10^3 | 10^4 | 10^5 | 10^6 | all |\n| --- | --- | --- | --- | --- | --- | --- |", flush=True)
    for name in given.sets.split(","):
        if name == "made":
            test, path = (os.path.join(given.folder, f"{part}-20.parquet") for part in ("test", given.rows))
            made.write(test, 200_000, 20, first=TEST)
            made.write(path, given.rows, 20)
            words, most, seeds = [path, "--test", test], given.rows, 1
        else:
            folder = os.path.join(given.data, name)
            one = os.path.join(folder, "data.csv.gz")
            words = [one, "--holdout", "0.2"] if os.path.exists(one) else [
                os.path.join(folder, "train.csv.gz"), "--test", os.path.join(folder, "test.csv.gz")]
            most, seeds = None, given.seeds
        for options in KINDS:
            whole = run([kernelet, "fit", *words, "--method", "mc", "--features", "2", "--sample-rows", "100", "--json",
                         "--quiet"])
            rows = whole["sample"]["of"]
            cells = []
            for sample in (1_000, 10_000, 100_000, 1_000_000):
                if sample >= rows or most and sample < 10_000:
                    cells.append("")
                    continue
                error, head = errors(kernelet, words, options, sample, seeds)
                cells.append(f"{100 * error:.2f}" + ("" if head == "all-rows" else f" ({head})"))
            cells.append(f"{100 * errors(kernelet, words, options, None, seeds)[0]:.2f}" if rows <= 1_000_000 else "")
            print(f"| {name}, {rows:,} rows | `{options}` | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
