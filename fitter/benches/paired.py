#!/usr/bin/env python3
"""Tests `kernelet fit --flash` against the best of the rivals of rivals.py in as many bytes, as CSV lines, one for each data set and size.

    pip install lightgbm scikit-learn pandas
    python3 fitter/benches/paired.py --data DIR --answers FOLDER [--sets adult,...] [--sizes 1,2,4,8] [--kernelet PATH] [--known FILE] [--auto FILE]

The best rival is the one with the lowest error on the test rows, which favours it. Both answer the same rows:

- classes, one split: McNemar's exact test of the rows that only one of both answers wrong;
- values, one split: Student's paired t test of the squared errors of rows;
- three splits: the corrected resampled t test of their errors (Nadeau and Bengio 2003).

All p values together are adjusted by Holm's method. A difference counts where its p value is below 0.05. Differences are in the units of
budgets.py, below zero in our favour, each with half the width of its 95 % interval. FOLDER keeps answers; a model without them is fitted again.
"""
import csv
import math
import pathlib
import statistics
import sys
import tempfile
import warnings

import budgets
import numpy as np
import pandas as pd
import rivals
import sets
import significance

HEAD = ["set", "KiB", "ours, %", "best rival", "its, %", "ours less it", "±", "test", "p by Holm", "ours is"]
LEVEL = 0.05
NORMAL, STUDENT_2 = 1.960, 4.303  # what 95 % lie within, of a normal variable and of Student's t with two degrees of freedom
TEST_OVER_TRAIN = 1 / 2


def truth(own, name, split):
    """The targets of the test rows, of classes as texts."""
    with tempfile.TemporaryDirectory() as desk:
        test = pd.read_csv(sets.files(own.data, name, pathlib.Path(desk), split)[1], sep=None, engine="python").iloc[:, -1]
    return test.to_numpy(float) if name in sets.VALUES else test.astype(str).to_numpy()


def errors(own, name, split, size, kind):
    """1 for each test row that a model answers wrong, or its squared error."""
    file = budgets.answers_file(own, name, split, size, kind)
    if not file.exists() and kind == "ours":
        budgets.auto(own, name, split, size)
    elif not file.exists():
        rivals.measured(own, name, split, size, kind)
    answers, values = pd.read_csv(file, dtype=str)["prediction"], name in sets.VALUES
    target = truth(own, name, split)
    return (answers.to_numpy(float) - target) ** 2 if values else (answers.to_numpy(str) != target).astype(float)


def of_rows(own, name, size, kind):
    """Difference, half its interval, the test and its p value, of one split."""
    ours, its = (errors(own, name, 0, size, one) for one in ("ours", kind))
    rows, far = len(ours), NORMAL * np.std(ours - its, ddof=1) / math.sqrt(len(ours))
    if name in sets.VALUES:
        deviation = np.std(truth(own, name, 0))
        first, second = np.sqrt(np.mean(ours)), np.sqrt(np.mean(its))
        p = significance.paired((ours - its).tolist())
        return 100 * (first - second) / deviation, 100 * far / ((first + second) * deviation), f"{rows} rows, paired", p
    first, second = int(np.sum(ours > its)), int(np.sum(its > ours))
    return 100 * (first - second) / rows, 100 * far, f"{first} and {second} rows", significance.mcnemar(first, second)


def of_splits(own, name, size, kind):
    """The same of three."""
    error = lambda split, one: error_of(errors(own, name, split, size, one), truth(own, name, split))
    apart = [error(split, "ours") - error(split, kind) for split in range(3)]
    far = STUDENT_2 * math.sqrt((1 / 3 + TEST_OVER_TRAIN) * statistics.variance(apart))
    return statistics.fmean(apart), far, "3 splits, corrected", significance.resampled(apart, TEST_OVER_TRAIN)


def error_of(found, target):
    values = target.dtype == float
    return 100 * np.sqrt(np.mean(found)) / np.std(target) if values else 100 * np.mean(found)


def main():
    parser = budgets.command_line(__doc__)
    parser.add_argument("--known", type=pathlib.Path, default=pathlib.Path(__file__).with_name("rivals.csv"))
    parser.add_argument("--answers", type=pathlib.Path, required=True)
    own = parser.parse_args()
    warnings.filterwarnings("ignore")
    lines = []
    for name in own.sets.split(","):
        splits = 3 if name in sets.SMALL else 1
        for size in map(int, own.sizes.split(",")):
            ours = statistics.fmean(budgets.auto(own, name, split, size)[0] for split in range(splits))
            kinds = dict(zip(rivals.KINDS, rivals.reached(own, name, size, splits)))
            best = min(kinds, key=kinds.get)
            compare = of_rows if splits == 1 else of_splits
            lines.append([name, size, ours, best, kinds[best], *compare(own, name, size, best)])
    adjusted = significance.holm([line[-1] for line in lines])
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(HEAD)
    for (name, size, ours, best, its, apart, far, test, _), p in zip(lines, adjusted):
        word = "the same" if p >= LEVEL else "better" if apart < 0 else "worse"
        out.writerow([name, size, f"{ours:.2f}", best, f"{its:.2f}", f"{apart:+.2f}", f"{far:.2f}", test, f"{p:.2g}", word])


if __name__ == "__main__":
    main()
