#!/usr/bin/env python3
"""Two builds of the command beside each other, on training rows alone: python3 fitter/benches/builds.py OLD NEW --data FOLDER
[--sets letter,satimage] [--sizes 1KiB,4KiB] [--seeds 2] [--options "--blocks cosine"]

A quarter of the training rows is held out, another one for each seed; test rows are not read. Prints for each set, size and
seed the error of both (of values the root of 1 - r2) and the seconds of processors that both took, in Markdown.
"""
import argparse
import gzip
import pathlib
import random
import shlex
import tempfile

import sets
from measure import run


def split(data, name, seed, desk):
    """Three quarters and a quarter of the training rows of a set, as files."""
    path, _ = sets.files(data, name, desk)
    text = gzip.open(path, "rt").read() if path.suffix == ".gz" else path.read_text()
    head, *rows = text.splitlines()
    random.Random(100 + seed).shuffle(rows)
    quarter = len(rows) // 4
    for part, chosen in [("learnt.csv", rows[quarter:]), ("held.csv", rows[:quarter])]:
        (desk / part).write_text("\n".join([head, *chosen]) + "\n")
    return desk / "learnt.csv", desk / "held.csv"


def fit(kernelet, files, options):
    """The error in per cent and the seconds of processors of a fit."""
    words = [kernelet, "fit", files[0], "--test", files[1], *options, "--threads", "2", "--json", "--quiet"]
    found = run([str(word) for word in words])
    test = found["test"]
    return 100 * (test["error"] if test.get("error") is not None else (1 - test["r2"]) ** 0.5), found["cpu"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("builds", nargs=2)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--sets", default="letter,satimage,kin8nm")
    parser.add_argument("--sizes", default="1KiB,4KiB")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--options", default="--blocks cosine")
    given = parser.parse_args()
    print("| set | size | seed | old, % | new, % | old, s | new, s |\n| --- | --- | --- | --- | --- | --- | --- |", flush=True)
    for name in given.sets.split(","):
        for size in given.sizes.split(","):
            for seed in range(given.seeds):
                with tempfile.TemporaryDirectory() as desk:
                    files = split(given.data, name, seed, pathlib.Path(desk))
                    task = ["--task", "regression"] if name in sets.VALUES else []
                    options = ["--flash", size, "--seed", str(seed), *task, *shlex.split(given.options)]
                    (old, before), (new, after) = (fit(build, files, options) for build in given.builds)
                print(f"| {name} | {size} | {seed} | {old:.2f} | {new:.2f} | {before:.0f} | {after:.0f} |", flush=True)


if __name__ == "__main__":
    main()
