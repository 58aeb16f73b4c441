#!/usr/bin/env python3
"""Compares the ONNX export of models with `kernelet predict --scores` on rows of a CSV file.

    tests/compare_onnx.py KERNELET DATA.csv[.gz] MODEL.klt...

Prints the largest answer (a score of classes, else a value), the largest difference as a share of its
output's largest answer, and the rows with another class. Fails where an f32 model's is more than 1e-4. Needs onnx and onnxruntime.
"""
import csv
import gzip
import io
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

try:
    import numpy as np
    import onnx
    import onnxruntime
except ImportError as missing:
    sys.exit(f"tests/compare_onnx.py needs {missing.name}: pip install numpy onnx onnxruntime")

MISSING = {"", "NA", "NaN", "nan", "?"}


def table(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", newline="") as file:
        return list(csv.DictReader(file))


def values(rows, name):
    """The column of an input, which may be the indicator of a level, such as colour=red."""
    if name in rows[0]:
        return [float("nan") if row[name] in MISSING else float(row[name]) for row in rows]
    column, level = name.split("=", 1)
    return [float("nan") if row[column] == "" else float(row[column] == level) for row in rows]


def unit(model):
    """The value of one unit of a score, behind five numbers of the header."""
    at = 9
    for _ in range(4):
        while model[at] > 127:
            at += 1
        at += 1
    return struct.unpack_from("<f", model, at)[0]


def compare(kernelet, data, path, folder):
    subprocess.run([kernelet, "export", path, "--as", "onnx", "--name", "m", "--out", folder], check=True, stdout=subprocess.DEVNULL)
    graph = pathlib.Path(folder, "m.onnx")
    onnx.checker.check_model(str(graph), full_check=True)
    session = onnxruntime.InferenceSession(str(graph))
    metadata = session.get_modelmeta().custom_metadata_map
    rows = table(data)
    inputs = np.array([values(rows, name) for name in json.loads(metadata["inputs"])], np.float32).T
    found = dict(zip([output.name for output in session.get_outputs()], session.run(None, {"inputs": inputs})))
    told = subprocess.run([kernelet, "predict", path, data, "--scores"], check=True, capture_output=True, text=True).stdout
    told = list(csv.DictReader(io.StringIO(told)))
    if "class" in found:
        names = [name for name in told[0] if name.startswith("score")]
        answers, units = found["scores"], unit(pathlib.Path(path).read_bytes())
    else:
        names = [name for name in told[0] if name.startswith("prediction")]
        answers, units = found["values"], 1.0
    expected = np.array([[float(row[name]) for name in names] for row in told]) * units
    # the largest answer of each output: targets may be of any unit
    largest = np.maximum(np.abs(expected).max(0), 1e-30)
    share = (np.abs(answers - expected).max(0) / largest).max()
    line = f"{path}: {metadata['number']}, {len(rows)} rows, answers up to {largest.max():.4g}, largest difference {share:.2g} of that"
    if "class" in found:
        labels = json.loads(metadata["classes"])
        other = sum(labels[k] != row["prediction"] for k, row in zip(found["class"], told))
        line += f", {other} rows of another class"
    print(line)
    return not metadata["number"].startswith("f32") or share <= 1e-4


kernelet, data, models = sys.argv[1], sys.argv[2], sys.argv[3:]
with tempfile.TemporaryDirectory() as folder:
    results = [compare(kernelet, data, model, folder) for model in models]
sys.exit(0 if results and all(results) else "an f32 model differs")
