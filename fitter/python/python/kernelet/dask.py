"""Fits on Dask: features from a sample, the head from exact sums over all partitions.

The sums are whole numbers. So the model has the same bytes however the rows are cut into partitions, whichever worker takes
them, and whichever of them has to be run again::

    import dask.dataframe as dd
    import kernelet.dask

    model = kernelet.dask.fit(dd.read_parquet("rows/"), target="class", flash="4KiB", blocks="cosine")
"""

import numpy as np
import pandas as pd

from . import _native
from ._base import of_rows
from ._classifier import KerneletClassifier
from ._columns import frame_columns
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
    from dask import delayed

    target = frame.columns[-1] if target is None else target
    is_class = task == "classification" or task is None and not pd.api.types.is_float_dtype(frame.dtypes[target])
    plan = learned(sampled(frame, target, sample_rows, is_class), target, is_class, choices)
    plan = delayed(plan)
    partitions = enumerate(frame.to_delayed())
    parts = [delayed(summed)(plan, part, target, is_class, f"partition {place}") for place, part in partitions]
    while len(parts) > 1:
        parts = [delayed(_native.merge)(parts[first:first + FAN]) for first in range(0, len(parts), FAN)]
    return estimator_of(_native.merged(parts[0].compute()))


def sampled(frame, target, most, is_class):
    """The rows with the least hashes, in the order of these."""
    counts = frame[target].value_counts().compute() if is_class else None
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
    return frame[hashes(frame) <= np.uint64(int(share * (2**64 - 1)))]


def of_least(frame, most):
    found = hashes(frame)
    return of_rows(frame, np.argsort(found, kind="stable")[:most]).reset_index(drop=True)


def targets_of(frame, target, is_class):
    if is_class:
        return [str(label).strip() for label in frame[target].tolist()]
    return [np.ascontiguousarray(frame[target].to_numpy(dtype=np.float64))]


def learned(sample, target, is_class, choices):
    """The plan of a sample, as bytes."""
    made = (KerneletClassifier if is_class else KerneletRegressor)(**choices)
    rows = (frame_columns(sample.drop(columns=target), None), targets_of(sample, target, is_class))
    known = {"channels": [], "groups": None, "is_series": False, "weights": None, "teacher": None, "teacher_weight": 0.5,
             "sampled_from": None}
    return _native.plan(rows, known, made._choices(), None)


def summed(plan, part, target, is_class, name):
    """The statistics of a partition, as bytes."""
    rows = frame_columns(part.drop(columns=target), None)
    return _native.statistics(plan, rows, targets_of(part, target, is_class), name)
