#!/usr/bin/env python3
"""Writes the errors of models over windows as CSV lines, one for each data set, size and seed.

    python3 fitter/benches/series.py --data DIR [--sets gunpoint,...] [--sizes 1,2,4,8] [--seeds 0,1,2] [--choose] [--out series.csv]

Test rows are those of the data sets; har-smartphone is tested on subjects 18, 20 and 24. With --choose no test row is read: a fourth of the
training rows, or of their groups, is held out by each seed. A line that the file has already is not measured again.
"""
import argparse
import gzip
import json
import pathlib
import subprocess
import tempfile
import time

import resumed

WINDOWS = ["gunpoint", "italy-power", "arrowhead", "acsf1", "japanese-vowels"]
RECORDINGS = {
    "cwru-raw": ["--window", "512", "--stride", "256", "--group", "recording"],
    "watch-gestures": ["--window", "128", "--stride", "64", "--group", "recording", "--ignore", "subject"],
}
SETS = WINDOWS + ["har-smartphone", "mitbih-beats", *RECORDINGS]
HEAD = ["set", "KiB", "seed", "rows", "blocks", "number", "features", "bytes", "error", "balanced", "held_out", "seconds"]
TESTED = {"18", "20", "24"}


def har(data, desk):
    """Splits har-smartphone by subject."""
    parts = [desk / "har-train.csv", desk / "har-test.csv"]
    if not parts[0].exists():
        with gzip.open(data / "har-smartphone" / "data.csv.gz", "rt") as rows:
            head = next(rows)
            texts = [[head], [head]]
            for row in rows:
                texts[row.split(",", 1)[0] in TESTED].append(row)
        for part, text in zip(parts, texts):
            part.write_text("".join(text))
    return parts


def arguments(data, name, desk):
    """The training file, the test file, and the options that a set needs."""
    if name == "har-smartphone":
        return (*har(data, desk), ["--series", "--group", "subject"])
    if name == "mitbih-beats":
        folder = data / name
        return folder / "train.csv.gz", folder / "test.csv.gz", ["--series", "--group", "record"]
    folder = data / "series" / name
    return folder / "train.csv.gz", folder / "test.csv.gz", RECORDINGS.get(name, ["--series"])


def measured(own, desk, key):
    name, size, seed = key
    train, test, options = arguments(own.data, name, desk)
    rows = ["--holdout", "0.25"] if own.choose else ["--test", test]
    command = [own.kernelet, "fit", train, *rows, *options, *own.options.split(), "--flash", f"{size}KiB", "--seed", seed, "--json", "--quiet"]
    started = time.monotonic()
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, text=True)
    taken = time.monotonic() - started
    if done.returncode:
        return [""] * 8 + [f"{taken:.1f}"]
    fit = json.loads(done.stdout)
    of = fit["test"]
    held = [tried.get("error") for tried in fit.get("tried", []) if tried["blocks"] == fit["blocks"]]
    error = lambda number: "" if number is None else f"{number:.4f}"
    return [
        of["rows"], fit["blocks"], fit["number"], fit["series"]["chosen"], fit["bytes"], error(of["error"]),
        error(1 - of["balanced_accuracy"] if of.get("balanced_accuracy") is not None else None), error(held[0] if held else None), f"{taken:.1f}",
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--kernelet", default="kernelet")
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--sizes", default="1,2,4,8")
    parser.add_argument("--seeds", default="0,1,2")
    parser.add_argument("--choose", action="store_true", help="hold out training rows in the place of test rows")
    parser.add_argument("--options", default="", help="more options of fit")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(__file__).with_name("series.csv"))
    own = parser.parse_args()
    with resumed.table(own.out, HEAD) as (known, add), tempfile.TemporaryDirectory() as desk:
        for name in own.sets.split(","):
            for size in own.sizes.split(","):
                for seed in own.seeds.split(","):
                    if (name, size, seed) not in known:
                        add([name, size, seed, *measured(own, pathlib.Path(desk), (name, size, seed))])


if __name__ == "__main__":
    main()
