#!/usr/bin/env python3
"""Writes the tables of this folder, each in several formats; needs numpy, pyarrow and scikit-learn."""
import pathlib

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
from sklearn.datasets import dump_svmlight_file

HERE = pathlib.Path(__file__).parent
ROWS = 300
random = np.random.default_rng(0)


def batches(table: pa.Table, name: str, options: pa.ipc.IpcWriteOptions) -> None:
    """Writes Arrow's two containers, in batches of 70 rows."""
    for writer, extension in ((pa.ipc.new_file, "arrow"), (pa.ipc.new_stream, "arrows")):
        with writer(HERE / f"{name}.{extension}", table.schema, options=options) as out:
            out.write_table(table, max_chunksize=70)


# numbers alone: every format holds them
x = random.normal(size=(ROWS, 4)) * [1, 100, 1e-3, 1]
x[:, 3] = random.integers(0, 5, ROWS)
y = (np.sin(3 * x[:, 0]) + x[:, 3] > 2).astype(float)
both = np.column_stack([x, y])
names = ["c0", "c1", "c2", "c3", "c4"]
numbers = pa.table(dict(zip(names, both.T)))
pa.csv.write_csv(numbers, HERE / "numbers.csv")
pa.parquet.write_table(numbers, HERE / "numbers.parquet", compression="zstd", row_group_size=128)
batches(numbers, "numbers", pa.ipc.IpcWriteOptions(compression="lz4"))
np.save(HERE / "numbers.npy", both)
np.save(HERE / "fortran.npy", np.asfortranarray(both.astype(">f8")))
np.savez_compressed(HERE / "numbers.npz", X=x, y=y.astype(np.int8))
dump_svmlight_file(x, y, str(HERE / "numbers.svm"), zero_based=False)

# texts, truths, missing values; dates that are to be ignored
words = random.choice(["red", "green", "blue"], ROWS)
has = random.integers(0, 10, ROWS) > 0
label = np.where((x[:, 0] > 0) ^ (words == "red"), "up", "down")
mixed = pa.table(
    {
        "id": pa.array([f"row {n}" for n in range(ROWS)], pa.large_string()),
        "mass": pa.array([float(v) if h else None for v, h in zip(x[:, 0], has)]),
        "count": pa.array(random.integers(-100, 100, ROWS), pa.int16()),
        "on": pa.array(random.integers(0, 2, ROWS).astype(bool)),
        "colour": pa.array(words).dictionary_encode(),
        "label": pa.array(label),
    }
)
pa.csv.write_csv(mixed, HERE / "mixed.csv")
dated = mixed.append_column("day", pa.array(np.arange(ROWS, dtype=np.int32)).cast(pa.date32()))
dated = dated.append_column("list", pa.array([[1]] * ROWS))
pa.parquet.write_table(dated, HERE / "mixed.parquet", compression="snappy")
batches(dated, "mixed", pa.ipc.IpcWriteOptions())
