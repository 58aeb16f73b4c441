"""Fits on Dask: features from a sample, the head from exact sums over all partitions.

The sums are whole numbers. So the model has the same bytes however the rows are cut into partitions, whichever worker takes
them, and whichever of them has to be run again::

    import dask.dataframe as dd
    import kernelet.dask

    model = kernelet.dask.fit(dd.read_parquet("rows/"), target="class", flash="4KiB", blocks="cosine")
"""

import json

import numpy as np
import pandas as pd

from . import _native
from ._base import of_rows
from ._classifier import KerneletClassifier
from ._columns import frame_columns
from ._labels import labels_of, plain
from ._regressor import KerneletRegressor
from ._saved import estimator_of

#: The rows of each class that a sample has at least, if there are as many.
LEAST = 30
#: The files of statistics that one task adds up.
FAN = 16


def fit(frame, target=None, *, task=None, sample_rows=100_000, **choices):
    """Fit a classifier or a regressor to all rows of a Dask frame.

    Parameters
    ----------
    frame : dask.dataframe.DataFrame
        The rows. It is read three times: to count, to sample, and to sum up.
    target : str, optional
        The column to predict; the last one by default.
    task : "classification" or "regression", optional
        By default columns of real numbers are values, and others classes.
    sample_rows : int, default=100_000
        The rows that features are learned from: those whose hashes are least, at least 30 of each class.
    **choices
        The parameters of ``KerneletClassifier`` or ``KerneletRegressor``: those of a model that is one block of features.

    Returns
    -------
    KerneletClassifier or KerneletRegressor
        The fitted estimator. Its bytes do not depend on the partitions.
    """
    import dask.dataframe
    from dask import delayed

    if not isinstance(frame, dask.dataframe.DataFrame):
        raise TypeError(f"kernelet.dask.fit takes a Dask frame, not {type(frame).__name__}: KerneletClassifier and "
                        "KerneletRegressor fit to rows in memory, and dask.dataframe.from_pandas makes a Dask frame")
    target = frame.columns[-1] if target is None else target
    is_class = task == "classification" or task is None and not pd.api.types.is_float_dtype(frame.dtypes[target])
    counts = frame[target].value_counts().compute() if is_class else None
    if is_class:
        classes_in(counts.index.tolist())
    plan = delayed(learned(sampled(frame, target, sample_rows, counts), target, is_class, choices))
    partitions = enumerate(frame.to_delayed())
    parts = [delayed(summed)(plan, part, target, is_class, f"partition {place}") for place, part in partitions]
    while len(parts) > 1:
        parts = [delayed(_native.merge)(parts[first:first + FAN]) for first in range(0, len(parts), FAN)]
    return estimator_of(_native.merged(parts[0].compute()))


def classes_in(found):
    """The classes in the order of their labels, none of which two share."""
    values = plain(found)
    if len(values) < 2:
        raise ValueError(f"the target has one class only: {values}")
    return [values[place] for place in np.argsort(labels_of(values)[1])]


def sampled(frame, target, most, counts):
    """The rows with the least hashes, in the order of these."""
    is_class = counts is not None
    rows = int(counts.sum()) if is_class else len(frame)
    share = min(1.0, 1.2 * most / max(rows, 1))
    sample = of_least(frame.map_partitions(below, share, meta=frame._meta).compute(), most)
    if is_class and len(sample) < rows:
        found = sample[target].value_counts().reindex(counts.index, fill_value=0)
        lacking = list(counts.index[(found < LEAST) & (found < counts)])
        for label in lacking:
            own = of_least(frame[frame[target] == label].compute(), LEAST)
            sample = pd.concat([sample[sample[target] != label], own])
    return sample


def hashes(frame):
    return pd.util.hash_pandas_object(frame, index=False).to_numpy()


def below(frame, share):
    if share >= 1.0:
        return frame
    return frame[hashes(frame) <= np.uint64(int(share * (2**64 - 1)))]


def of_least(frame, most):
    found = hashes(frame)
    return of_rows(frame, np.argsort(found, kind="stable")[:most]).reset_index(drop=True)


def targets_of(frame, target, is_class, name):
    if is_class:
        column = frame[target]
        if column.isna().any():
            row = int(column.isna().to_numpy().argmax())
            raise ValueError(f"{name}, row {row + 1}, column {target!r}: the target is missing")
        return [str(label) for label in column.tolist()]
    return [np.ascontiguousarray(frame[target].to_numpy(dtype=np.float64))]


def learned(sample, target, is_class, choices):
    """The plan of a sample, as bytes."""
    made = (KerneletClassifier if is_class else KerneletRegressor)(**choices)
    rows = (frame_columns(sample.drop(columns=target), None), targets_of(sample, target, is_class, "the sample"))
    classes = json.dumps(classes_in(sample[target].unique().tolist())) if is_class else None
    facts = {"channels": [], "groups": None, "is_series": False, "weights": None, "teacher": None, "teacher_weight": 0.5,
             "sampled_from": None, "classes": classes, "targets": [str(target)]}
    return _native.plan(rows, facts, made._choices(), None)


def summed(plan, part, target, is_class, name):
    """The statistics of a partition, as bytes."""
    rows = frame_columns(part.drop(columns=target), None)
    return _native.statistics(plan, rows, targets_of(part, target, is_class, name), name)
