#!/usr/bin/env python3
"""Time and memory of a fit beside the rows of its file: KERNELET=target/release/kernelet python3 fitter/benches/large.py
[--rows 1000000,10000000] [--inputs 20] [--options "--method learned --features 60"] [--folder /tmp]

Made rows of two classes (made.py) as Parquet, 200,000 others as test data. Prints for each number of rows the seconds, the
peak of the process's memory and the test error; files are deleted at the end, unless --keep.
"""

import argparse
import os
import shlex

import made
from measure import run

#: The seed of test rows.
TEST = 1_000_000


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", default="1000000,10000000")
    parser.add_argument("--inputs", type=int, default=20)
    parser.add_argument("--options", default="--method learned --features 60")
    parser.add_argument("--folder", default="/tmp")
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    kernelet = os.environ.get("KERNELET", "target/release/kernelet")
    path = lambda name: os.path.join(given.folder, f"{name}-{given.inputs}.parquet")
    made.write(path("test"), 200_000, given.inputs, first=TEST)
    for rows in map(int, given.rows.split(",")):
        made.write(path(rows), rows, given.inputs)
        words = [kernelet, "fit", path(rows), "--test", path("test"), "--json", "--quiet", "--threads", "2"]
        found = run(words + shlex.split(given.options))
        print(f"{rows:>12,} rows: {found['wall']:7.1f} s, {found['cpu']:7.1f} s of processors, {found['peak']:5.0f} MiB, "
              f"test error {100 * found['test']['error']:.2f} %, {found.get('all_rows')}", flush=True)
        if not given.keep:
            os.remove(path(rows))
    if not given.keep:
        os.remove(path("test"))


if __name__ == "__main__":
    main()
