#!/usr/bin/env python3
"""Measures learning on the device, by rehearsals of the command.

    python3 fitter/benches/online.py letters DATA      new letters from 20 rows, beside heads refitted on the host
    python3 fitter/benches/online.py drift DATA        error over time on occupancy and adult, and docs/figures/online.svg

DATA is the folder of data sets. KERNELET names the command; it is target/release/kernelet at first. `drift` needs
matplotlib and numpy, `letters` numpy. Rates are chosen on training rows alone.
"""
import csv
import gzip
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

HOME = pathlib.Path(__file__).parents[2]
COMMAND = os.environ.get("KERNELET", str(HOME / "target/release/kernelet"))
FIGURE = HOME / "docs/figures/online.svg"
RATES = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5]
NUMBERS = {
    "occupancy": ["Temperature", "Humidity", "Light", "CO2", "HumidityRatio"],
    "adult": ["age", "fnlwgt", "education_num", "capital_gain", "capital_loss", "hours_per_week"],
}


def kernelet(*words):
    done = subprocess.run([COMMAND, *map(str, words)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"kernelet {' '.join(map(str, words))}: {done.stderr}")
    return done.stdout


def table(path):
    with gzip.open(path, "rt") as file:
        rows = list(csv.reader(file))
    return rows[0], rows[1:]


def write(path, head, rows):
    with open(path, "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([head, *rows])
    return path


def walking(head, rows, columns, seed):
    """Gain and offset of each sensor walk: by the last row their deviation is that of the column."""
    random, rows, n = np.random.default_rng(seed), [list(row) for row in rows], len(rows)
    for column in columns:
        place = head.index(column)
        values = np.array([float(row[place]) for row in rows])
        gain = 1 + random.normal(size=n).cumsum() / np.sqrt(n)
        offset = random.normal(size=n).cumsum() / np.sqrt(n) * values.std()
        moved = (values - values.mean()) * gain + values.mean() + offset
        for row, value in zip(rows, moved):
            row[place] = f"{value:.6g}"
    return rows


def rehearse(folder, model, training, data, rate):
    prepared = folder / "p.klt"
    kernelet("prepare", model, training, "--rate", rate, "--out", prepared)
    answers = folder / "answers.csv"
    errors = json.loads(kernelet("rehearse", prepared, data, "--answers", answers, "--json"))
    with open(answers) as file:
        rows = list(csv.DictReader(file))
    wrong = [np.array([row[name] != row["truth"] for row in rows], float) for name in ("learnt", "without")]
    return errors, wrong


FIT = ["--method", "greedy", "--features", 60, "--number", "q7", "--quiet"]


def drift(data):
    found = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name, test, ignore in [("occupancy", "test2.csv.gz", ["--ignore", "date"]), ("adult", "test.csv.gz", [])]:
            head, rows = table(data / name / "train.csv.gz")
            later = table(data / name / test)[1]
            first, last = rows[: len(rows) * 6 // 10], rows[len(rows) * 6 // 10 :]
            paths = [write(folder / f"{name}-{part}.csv", head, rows) for part, rows in
                     [("first", first), ("all", rows)]]
            models = [folder / f"{name}-{part}.klt" for part in ("first", "all")]
            for path, model in zip(paths, models):
                kernelet("fit", path, *ignore, *FIT, "--out", model)
            for title, stream in [("file order", lambda rows, seed: rows),
                                  ("sensors drift", lambda rows, seed: walking(head, rows, NUMBERS[name], seed))]:
                held = write(folder / "held.csv", head, stream(last, 1))
                errors = {rate: rehearse(folder, models[0], paths[0], held, rate)[0]["error"] for rate in RATES}
                rate = min(errors, key=errors.get)
                test_rows = write(folder / "test.csv", head, stream(later, 2))
                after, wrong = rehearse(folder, models[1], paths[1], test_rows, rate)
                found.append((f"{name}, {title}", rate, after, wrong))
                print(f"{name}, {title}: rate {rate} (chosen on training rows: {100 * errors[rate]:.2f} %), "
                      f"error {100 * after['error']:.2f} %, without learning {100 * after['error_without']:.2f} %, "
                      f"{after['updates']} rows", flush=True)
    draw(found)


def draw(found):
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    grey = "#7f7f7f"  # seen on white and on black
    plt.rcParams.update({
        "svg.hashsalt": "kernelet", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 10, "axes.edgecolor": grey,
        "axes.labelcolor": grey, "xtick.color": grey, "ytick.color": grey, "text.color": grey,
        "axes.spines.top": False, "axes.spines.right": False,
    })
    figure, axes = plt.subplots(2, 2, figsize=(9, 5.4), layout="constrained")
    for place, (title, rate, _, wrong) in zip(axes.flat, found):
        for errors, colour, label in zip(wrong, ("#2a9d4e", "#d9730d"), (f"learning, rate {rate:g}", "packed model")):
            moving = np.convolve(errors, np.ones(500) / 500, "valid")
            place.plot(np.arange(len(moving))[::25] + 500, 100 * moving[::25], color=colour, linewidth=1.6, label=label)
        place.set_title(title, fontsize=11)
        place.set_ylim(bottom=0)
        place.locator_params(axis="x", nbins=6)
        place.set_ylabel("% wrong of the last 500 rows")
        place.legend(frameon=False)
    for place in axes[1]:
        place.set_xlabel("rows")
    text = io.StringIO()
    figure.savefig(text, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    FIGURE.write_text("\n".join(line.rstrip() for line in text.getvalue().splitlines()) + "\n")


def columns(model, data, option):
    rows = list(csv.reader(io.StringIO(kernelet("predict", model, data, option, "--quiet"))))
    return np.array([[float(cell) for cell in row[1:]] for row in rows[1:]])


def refitted(features, truth, weights):
    """Test answers of a head of ridge regression, of all classes, on the device's features."""
    train, test = [np.hstack([z, np.ones((len(z), 1))]) for z in features]
    targets = np.where(truth[:, None] == np.arange(26)[None, :], 1.0, -1.0)
    weighted = train * weights[:, None]
    ridge = 1e-4 * weights.sum() * np.eye(train.shape[1])
    return (test @ np.linalg.solve(weighted.T @ train + ridge, weighted.T @ targets)).argmax(axis=1)


def letters(data):
    head, rows = table(data / "letter/train.csv.gz")
    test = table(data / "letter/test.csv.gz")[1]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        test_path = write(folder / "test.csv", head, test)
        for letter in "ZAGKQ":
            others = [row for row in rows if row[-1] != letter]
            own = [row for row in rows if row[-1] == letter][:20]
            known, new = write(folder / "known.csv", head, others), write(folder / "new.csv", head, own)
            model, prepared, learnt = [folder / f"{name}.klt" for name in ("m", "p", "l")]
            kernelet("fit", known, *FIT, "--out", model)
            kernelet("prepare", model, known, "--add", letter, "--out", prepared)
            kernelet("rehearse", prepared, new, "--out", learnt)
            error = lambda model: 100 * json.loads(kernelet("evaluate", model, test_path, "--json", "--quiet"))["error"]
            both = write(folder / "both.csv", head, others + own)
            features = [columns(prepared, path, "--features") for path in (both, test_path)]
            place = lambda rows: np.array([ord(row[-1]) - ord("A") for row in rows])
            host = []
            for weight in (1, 10, 20, 30):
                weights = np.ones(len(others) + 20)
                weights[-20:] = weight
                host.append(100 * (refitted(features, place(others + own), weights) != place(test)).mean())
            print(f"{letter}: before {error(prepared):.2f} %, learnt on the device {error(learnt):.2f} %; head refitted on the "
                  f"host, the 20 rows weighed 1, 10, 20, 30 times: {', '.join(f'{e:.2f}' for e in host)} %", flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in ("letters", "drift"):
        sys.exit(__doc__)
    {"letters": letters, "drift": drift}[sys.argv[1]](pathlib.Path(sys.argv[2]))
