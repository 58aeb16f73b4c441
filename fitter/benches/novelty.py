#!/usr/bin/env python3
"""Prints how well models find letters that they have never seen, with one letter left out of the training rows at a time.

The measure is the area under the receiver operating characteristic of the distance.

    python3 fitter/benches/novelty.py [--kernelet PROGRAM] [--letters AGMRX] [options of fit ...]
"""
import argparse
import bisect
import csv
import gzip
import json
import pathlib
import subprocess
import tempfile

LETTER = pathlib.Path(__file__).parents[2] / "examples/letter"


def rows(name):
    with gzip.open(LETTER / name, "rt") as file:
        header, *cells = csv.reader(file)
    return header, cells


def write(path, header, cells):
    with open(path, "w", newline="") as file:
        csv.writer(file).writerows([header, *cells])
    return path


def area(known, new):
    """The share of pairs in which the new row has the larger distance, ties counted half (Hanley and McNeil 1982)."""
    known = sorted(known)
    beaten = sum(bisect.bisect_left(known, distance) + bisect.bisect_right(known, distance) for distance in new)
    return beaten / 2 / len(known) / len(new)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    parser.add_argument("--kernelet", default="kernelet")
    parser.add_argument("--letters", default="AGMRX")
    own, options = parser.parse_known_args()
    (header, train), (_, test) = rows("train.csv.gz"), rows("test.csv.gz")
    areas = []
    print("| left out | bytes | accuracy, % | area | new letters found, % | false alarms, % |\n| --- | --- | --- | --- | --- | --- |")
    for letter in own.letters:
        with tempfile.TemporaryDirectory() as desk:
            desk = pathlib.Path(desk)
            is_new = lambda row: row[-1] == letter
            kept = write(desk / "train.csv", header, (row for row in train if not is_new(row)))
            known = write(desk / "known.csv", header, (row for row in test if not is_new(row)))
            new = write(desk / "new.csv", header, filter(is_new, train + test))
            model = desk / "m.klt"
            command = [own.kernelet, "fit", kept, "--test", known, "--novelty", "--out", model, "--json", "--quiet", *options]
            fit = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

            def novelties(data):
                command = [own.kernelet, "predict", model, data, "--novelty"]
                lines = csv.DictReader(subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines())
                return [(float(line["novelty"]), line["novel"] == "1") for line in lines]

            near, far = novelties(known), novelties(new)
            areas.append(area([row[0] for row in near], [row[0] for row in far]))
            share = lambda rows: 100 * sum(row[1] for row in rows) / len(rows)
            accuracy = 100 * fit["test"]["accuracy"]
            print(f"| {letter} | {fit['bytes']} | {accuracy:.1f} | {areas[-1]:.3f} | {share(far):.1f} | {share(near):.1f} |", flush=True)
    print(f"\nmean area {sum(areas) / len(areas):.3f}")


main()
