"""Made rows of two classes in bands of a few waves, written as Parquet part by part, so that making them takes no memory."""

import os

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

#: The rows of a part.
PART = 250_000


def waves(inputs):
    """The waves that the classes follow."""
    random = np.random.default_rng(0)
    return random.normal(size=(inputs, 12)) * 1.5 / inputs**0.5, random.uniform(0, 2 * np.pi, 12), random.normal(size=12)


def part(rows, inputs, seed):
    """Inputs in single precision, and classes with some noise."""
    random = np.random.default_rng([1, seed])
    frequencies, phases, weights = waves(inputs)
    X = random.standard_normal((rows, inputs), dtype=np.float32)
    signal = np.cos(X @ frequencies.astype(np.float32) + phases.astype(np.float32)) @ weights.astype(np.float32)
    y = (signal + 0.3 * random.standard_normal(rows, dtype=np.float32) > 0).astype(np.int8)
    return X, y


def table(rows, inputs, seed):
    """A part as a table of Arrow."""
    X, y = part(rows, inputs, seed)
    columns = {f"x{i}": pa.array(np.ascontiguousarray(X[:, i])) for i in range(inputs)}
    return pa.table(columns | {"y": pa.array(y)})


def write(path, rows, inputs, first=0):
    """Writes so many rows, of parts from `first` on. Numbers at random do not compress."""
    if os.path.exists(path):
        return
    whole = path + ".part"
    schema = table(1, inputs, 0).schema
    with pq.ParquetWriter(whole, schema, compression="none", use_dictionary=False) as writer:
        for place in range(-(-rows // PART)):
            count = min(PART, rows - place * PART)
            writer.write_table(table(count, inputs, first + place), row_group_size=PART)
    os.replace(whole, path)
