#!/usr/bin/env python3
"""Measures what a teacher adds to a model of 4 KiB.

    python3 fitter/benches/teachers.py weights DATA    errors by weight of the teacher, on training rows alone
    python3 fitter/benches/teachers.py test DATA       test errors with and without, three seeds

DATA is the folder of data sets; the name of one behind it measures that alone. KERNELET names the command; it is target/release/kernelet at first. The teachers are
gradient-boosted trees on adult and a support vector machine on satimage, both of scikit-learn; the model learns from their
predictions of rows that they were not fitted to.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import pandas as pd
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.model_selection import StratifiedKFold, cross_val_predict, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OrdinalEncoder, StandardScaler
from sklearn.svm import SVC

HOME = pathlib.Path(__file__).parents[2]
COMMAND = os.environ.get("KERNELET", str(HOME / "target/release/kernelet"))
# the blocks that a search without --blocks takes for these sets
BLOCKS = {"adult": "fern", "satimage": "relu"}


def boosted():
    texts = OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1)
    columns = make_column_transformer((texts, make_column_selector(dtype_exclude="number")), remainder="passthrough")
    return make_pipeline(columns, HistGradientBoostingClassifier(max_iter=300, learning_rate=0.05, random_state=0))


def machine():
    return make_pipeline(StandardScaler(), CalibratedClassifierCV(SVC(C=10, gamma="scale"), ensemble=False))


TEACHERS = {"adult": boosted, "satimage": machine}


def error(folder, name, rows, seed, probabilities=None, weight=None):
    """The error on test rows of a fit to the training rows, with a teacher or without."""
    train, test = rows
    paths = [folder / name for name in ("train.csv", "test.csv", "teacher.csv")]
    train.to_csv(paths[0], index=False)
    test.to_csv(paths[1], index=False)
    words = [COMMAND, "fit", paths[0], "--test", paths[1], "--flash", "4KiB", "--blocks", BLOCKS[name], "--seed", seed, "--task", "classification"]
    words += ["--json", "--quiet", "--out", folder / "model.klt"]
    if probabilities is not None:
        probabilities.to_csv(paths[2], index=False)
        words += ["--teacher", paths[2]] + ([] if weight is None else ["--teacher-weight", weight])
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return 100 * json.loads(done.stdout)["test"]["error"]


def taught(name, train):
    """What the teacher says of training rows that it was not fitted to, and its own error on them."""
    x, y = train.iloc[:, :-1], train.iloc[:, -1].astype(str)
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    says = cross_val_predict(TEACHERS[name](), x, y, cv=folds, method="predict_proba")
    classes = np.unique(y)
    return pd.DataFrame(says, columns=classes), 100 * np.mean(classes[says.argmax(axis=1)] != y)


def own(name, train, test):
    """The error of the teacher itself on test rows."""
    x, y = train.iloc[:, :-1], train.iloc[:, -1].astype(str)
    fitted = TEACHERS[name]().fit(x, y)
    return 100 * np.mean(fitted.predict(test.iloc[:, :-1]) != test.iloc[:, -1].astype(str))


def read(data, name, part):
    return pd.read_csv(data / name / f"{part}.csv.gz", skipinitialspace=True)


def weights(data, folder):
    print("| set | split | without | 0.25 | 0.5 | 0.75 | 1 |\n| --- | --- | --- | --- | --- | --- | --- |")
    for name in TEACHERS:
        for seed in range(2):
            rows = read(data, name, "train")
            train, held = train_test_split(rows, test_size=0.3, random_state=seed, stratify=rows.iloc[:, -1])
            says, _ = taught(name, train)
            errors = [error(folder, name, (train, held), seed)]
            errors += [error(folder, name, (train, held), seed, says, weight) for weight in (0.25, 0.5, 0.75, 1)]
            print(f"| {name} | {seed} | " + " | ".join(f"{value:.2f}" for value in errors) + " |", flush=True)


def test(data, folder):
    print("| set | teacher | 4 KiB without | with the teacher |\n| --- | --- | --- | --- |")
    for name in TEACHERS:
        train, rows = read(data, name, "train"), read(data, name, "test")
        says, _ = taught(name, train)
        found = [[error(folder, name, (train, rows), seed), error(folder, name, (train, rows), seed, says)] for seed in range(3)]
        without, taught_by = np.mean(found, axis=0)
        print(f"| {name} | {own(name, train, rows):.2f} | {without:.2f} | {taught_by:.2f} |", flush=True)
        print(f"seeds of {name}: {found}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4) or sys.argv[1] not in ("weights", "test"):
        sys.exit(__doc__)
    TEACHERS = {name: TEACHERS[name] for name in sys.argv[3:] or TEACHERS}
    with tempfile.TemporaryDirectory() as folder:
        {"weights": weights, "test": test}[sys.argv[1]](pathlib.Path(sys.argv[2]), pathlib.Path(folder))
