#!/usr/bin/env python3
"""Prints the instructions of a prediction on an emulated Cortex-M0: of random forests that emlearn converts, in its loadable
form, which walks a table of nodes; and of our ferns, exported as C and compiled with the same flags into the same program.

    pip install emlearn scikit-learn pandas
    python3 fitter/benches/trees_on_m0.py --data DIR [--set spambase] [--kernelet PATH]

emlearn reads inputs of 16 bits, and each is scaled to their full range. Its bytes are those of its tables. The script needs
arm-none-eabi-gcc and qemu-system-arm (tests/setup), and the C library's headers, which emlearn includes
(`apt-get install libnewlib-arm-none-eabi`).
"""
import argparse
import contextlib
import csv
import pathlib
import re
import struct
import subprocess
import tempfile

import budgets
import emlearn
import numpy as np
import rivals
from sklearn.ensemble import RandomForestClassifier

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples" / "device"
FORESTS = [(5, 16), (10, 32), (40, 32), (20, 64), (40, 128)]
FLAGS = ["-mcpu=cortex-m0", "-mthumb", "-DTICK=62500", "-O2", "-ffreestanding", "-nostdlib"]
EMULATOR = ["qemu-system-arm", "-M", "microbit", "-nographic", "-icount", "shift=7", "-semihosting-config", "enable=on,target=native"]
SHIM = """#include <stdint.h>
#define MODEL_INPUTS {inputs}
#define MODEL_OUTPUTS 1
typedef int16_t model_input;
typedef int32_t model_score;
uint16_t model_class(const model_input *inputs);
"""
SOURCE = """#define EML_TREES_REGRESSION_ENABLE 0
#include "forest.h"
#include "model.h"
uint16_t model_class(const model_input *inputs)
{{
    return (uint16_t)eml_trees_predict(&forest, inputs, {inputs});
}}
"""


def instructions(desk, rows, *flags):
    """The least and the most instructions of model.c on rows of readings, each with the expected answer."""
    (desk / "rows").write_bytes(rows)
    (desk / "memory.x").write_bytes((EXAMPLES / "boards" / "microbit.x").read_bytes())
    ports = EXAMPLES / "c"
    sources = [desk / "model.c", ports / "check.c", ports / "cortex_m.c"]
    include = ["-I", desk, "-I", ports, "-I", emlearn.includedir]
    link = ["-T", ports / "cortex_m.ld", "-L", desk, "-lgcc"]
    subprocess.run(["arm-none-eabi-gcc", *FLAGS, *flags, *include, *sources, "-o", desk / "program", *link], check=True)
    said = subprocess.run([*EMULATOR, "-kernel", desk / "program"], cwd=desk, check=True, capture_output=True, text=True).stdout
    least, most = map(int, re.search(r"mismatches=0 instructions=(\d+)\.\.(\d+)", said).groups())
    return least, most


def forest(trees, leaves, train, test, target, test_target):
    """The test error, bytes and instructions of a forest of emlearn's."""
    scale = 32767 / np.abs(train).max(axis=0)
    words = lambda inputs: np.clip(np.round(inputs * scale), -32768, 32767).astype(np.int16)
    model = RandomForestClassifier(trees, max_leaf_nodes=leaves, random_state=0, n_jobs=1).fit(words(train), target)
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):  # where emlearn builds its predictor
        desk = pathlib.Path(folder)
        converted = emlearn.convert(model, method="loadable", dtype="int16_t")
        classes = np.asarray(converted.predict(words(test)), dtype=int)
        converted.save(file=str(desk / "forest.h"), name="forest")
        (desk / "model.h").write_text(SHIM.format(inputs=train.shape[1]))
        (desk / "model.c").write_text(SOURCE.format(inputs=train.shape[1]))
        rows = b"".join(row.tobytes() + struct.pack("<H", answer) for row, answer in zip(words(test), classes))
        taken = instructions(desk, rows, "-DCHECK_CLASS")
        nodes = sum(tree.tree_.n_leaves - 1 for tree in model.estimators_)
    return 100 * np.mean(classes != test_target), 8 * nodes, taken


def ferns(kernelet, data, name, size):
    """The test error, bytes and instructions of our ferns."""
    with tempfile.TemporaryDirectory() as folder:
        desk = pathlib.Path(folder)
        options = [*budgets.arguments(data, name, desk, 0), "--blocks", "fern", "--flash", size, "--out", desk / "m.klt"]
        fit = budgets.fit(kernelet, options)
        for kind in ("c", "vectors"):
            subprocess.run([kernelet, "export", desk / "m.klt", "--as", kind, "--name", "model", "--out", desk], check=True, capture_output=True)
        with (desk / "model.csv").open() as vectors:
            rows = list(csv.DictReader(vectors))
        golden = b"".join(struct.pack(f"<{len(row) - 1}hi", *map(int, row.values())) for row in rows)
        taken = instructions(desk, golden)
    return budgets.error(fit), fit["bytes"], taken


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--set", default="spambase")
    parser.add_argument("--kernelet", default="kernelet")
    own = parser.parse_args()
    own.data = own.data.resolve()
    train, test, target, test_target, _ = rivals.read(own.data, own.set, 0)
    print("| model | test error, % | bytes | instructions, least to most |\n| --- | --- | --- | --- |")
    for trees, leaves in FORESTS:
        error, size, (least, most) = forest(trees, leaves, train, test, target, test_target)
        print(f"| emlearn, {trees} trees of {leaves} leaves | {error:.2f} | {size} | {least} to {most} |", flush=True)
    for size in ("256", "512", "1KiB", "2KiB"):
        error, size, (least, most) = ferns(own.kernelet, own.data, own.set, size)
        print(f"| ferns | {error:.2f} | {size} | {least} to {most} |", flush=True)


if __name__ == "__main__":
    main()
