"""Rows of any kind, as the columns that the fitter takes."""

import numpy as np
from sklearn.utils.validation import _get_feature_names, validate_data

from . import _native


def shape(X):
    """The shape of rows of any kind."""
    X = as_frame(X)
    return X.shape if hasattr(X, "shape") else np.asarray(X).shape


def named_columns(estimator, X, reset, kept=None):
    """The columns of rows, or of those ``kept``, and the channels where the rows are windows.

    Frames give a column each, of numbers or of texts; an array of two axes gives ``x0``, ``x1``, …; an array of three
    axes (rows, channels, times) gives the samples of windows.
    """
    X = as_frame(X)
    if hasattr(X, "iloc"):
        validate_data(estimator, X, reset=reset, skip_check_array=True)
        if len(X) == 0 or X.shape[1] == 0:
            raise ValueError(f"Found array with {len(X)} sample(s) and {X.shape[1]} feature(s) (shape={X.shape}) "
                             "while a minimum of 1 is required.")
        return frame_columns(X, kept), []
    if getattr(X, "ndim", 2) == 3:
        return windows(estimator, np.asarray(X), reset, kept)
    smallest = 2 if reset else 1
    X = validate_data(estimator, X, reset=reset, dtype="numeric", ensure_all_finite="allow-nan",
                      ensure_min_samples=smallest)
    return array_columns([f"x{place}" for place in range(X.shape[1])], X, kept), []


def as_frame(X):
    """An Arrow table, or a frame of another library, as one of pandas; anything else as it is."""
    if hasattr(X, "to_pandas") and not hasattr(X, "iloc"):
        return X.to_pandas()
    return X


def array_columns(names, X, kept):
    columns = _native.Columns()
    for name, column in zip(names, X.T):
        columns.add_numbers(name, np.asarray(column if kept is None else column[kept], dtype=np.float64))
    return columns


def frame_columns(frame, kept):
    names = _get_feature_names(frame)
    names = [f"x{place}" for place in range(frame.shape[1])] if names is None else names
    columns = _native.Columns()
    for place, name in enumerate(names):
        found = cells(frame.iloc[:, place], name)
        if kept is not None:
            found = [found[row] for row in kept] if isinstance(found, list) else found[kept]
        add = columns.add_texts if isinstance(found, list) else columns.add_numbers
        add(str(name), found)
    return columns


def cells(column, name):
    """A column of a frame: numbers, or texts where there are any."""
    from pandas.api import types

    if types.is_bool_dtype(column.dtype) or types.is_numeric_dtype(column.dtype):
        if types.is_complex_dtype(column.dtype):
            raise ValueError(f"Complex data not supported: column {name!r}")
        return finite(column.to_numpy(dtype=np.float64, na_value=np.nan), name)
    if types.is_datetime64_any_dtype(column.dtype) or types.is_timedelta64_dtype(column.dtype):
        raise ValueError(f"column {name!r} holds times: turn them into numbers, such as hours")
    missing = column.isna().to_numpy()
    values = column.astype(object).to_numpy()
    known = values[~missing]
    if all(isinstance(value, (int, float, np.number)) for value in known):
        found = np.full(len(values), np.nan)
        found[~missing] = known.astype(np.float64)
        return finite(found, name)
    return ["" if gone else str(value) for value, gone in zip(values, missing)]


def finite(values, name):
    if np.isinf(values).any():
        raise ValueError(f"Input contains infinity or a value too large in column {name!r}")
    return values


def windows(estimator, X, reset, kept):
    """The samples of windows, ``x0_0``, ``x0_1``, … for the first channel."""
    rows, channels, times = X.shape
    flat = X.reshape(rows, channels * times)
    flat = validate_data(estimator, flat, reset=reset, dtype="numeric", ensure_min_samples=2 if reset else 1)
    names = [f"x{channel}" for channel in range(channels)]
    samples = [f"{name}_{time}" for name in names for time in range(times)]
    return array_columns(samples, flat, kept), names
