"""Rows of any kind, as the columns that the fitter takes."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
from sklearn.utils.validation import _get_feature_names, check_array, validate_data

from . import _native

#: The types of an object column's numbers.
NUMBERS = (int, float, np.integer, np.floating, np.bool_, Decimal, Fraction)


def shape(X):
    """The shape of rows of any kind."""
    X = as_frame(X)
    return X.shape if hasattr(X, "shape") else np.asarray(X).shape


def named_columns(estimator, X, reset, kept=None):
    """The columns of rows, or of those ``kept``, and the channels where the rows are windows.

    Frames give a column each, of numbers or of texts; an array of two axes gives ``x0``, ``x1``, …, or the names that the
    model was fitted with; an array of three axes (rows, channels, times) gives the samples of windows.
    """
    X = as_frame(X)
    if hasattr(X, "iloc"):
        return frame_rows(estimator, X, reset, kept), []
    if getattr(X, "ndim", 2) == 3:
        X = np.asarray(X)
        return windows(estimator, X, kept) if reset else (known_windows(estimator, X), [])
    smallest = 2 if reset else 1
    X = validate_data(estimator, X, reset=reset, dtype="numeric", ensure_all_finite=False, ensure_min_samples=smallest)
    if reset:
        fitted_to(estimator, numbered(X.shape[1]))
    return array_columns(estimator._names, X, kept), []


def fitted_to(estimator, names):
    """Keep the names of the columns that a model is fitted to."""
    estimator._names = names
    estimator._is_loaded = False


def numbered(count):
    return [f"x{place}" for place in range(count)]


def as_frame(X):
    """An Arrow table, or a frame of another library, as one of pandas; anything else as it is."""
    if hasattr(X, "to_pandas") and not hasattr(X, "iloc"):
        return X.to_pandas()
    return X


def array_columns(names, X, kept):
    if X.dtype.kind in "mM":
        raise ValueError(f"the array holds times ({X.dtype}): turn them into numbers, such as hours")
    columns = _native.Columns()
    for name, column in zip(names, X.T):
        column = finite(np.asarray(column, dtype=np.float64), name)
        columns.add_numbers(name, column if kept is None else column[kept])
    return columns


def frame_rows(estimator, frame, reset, kept):
    """The columns of a frame: those of a model that was read are found by their names, in any order."""
    if frame.ndim != 2:
        raise ValueError(f"Expected 2D container (a frame or an array of rows and inputs), got {type(frame).__name__} instead")
    if len(frame) == 0 or frame.shape[1] == 0:
        raise ValueError(f"Found array with {len(frame)} sample(s) and {frame.shape[1]} feature(s) (shape={frame.shape}) "
                         "while a minimum of 1 is required.")
    names = _get_feature_names(frame)
    reads = set() if reset or not estimator._is_loaded or names is None else set(estimator._model.inputs())
    if reads and (hasattr(estimator, "feature_names_in_") or reads <= set(names)):
        return frame_columns(frame.loc[:, [name in reads for name in names]], kept)
    validate_data(estimator, frame, reset=reset, skip_check_array=True)
    if reset:
        fitted_to(estimator, numbered(frame.shape[1]) if names is None else list(map(str, names)))
    return frame_columns(frame, kept, estimator._names)


def frame_columns(frame, kept, names=None):
    if names is None:
        names = _get_feature_names(frame)
        names = numbered(frame.shape[1]) if names is None else list(map(str, names))
    columns = _native.Columns()
    for place, name in enumerate(names):
        found = cells(frame.iloc[:, place], name)
        if kept is not None:
            found = [found[row] for row in kept] if isinstance(found, list) else found[kept]
        add = columns.add_texts if isinstance(found, list) else columns.add_numbers
        add(name, found)
    return columns


def cells(column, name):
    """A column of a frame: numbers, or texts where there are any or where it is categorical."""
    from pandas import CategoricalDtype
    from pandas.api import types

    is_category = isinstance(column.dtype, CategoricalDtype)
    if not is_category and (types.is_bool_dtype(column.dtype) or types.is_numeric_dtype(column.dtype)):
        if types.is_complex_dtype(column.dtype):
            raise ValueError(f"Complex data not supported: column {name!r}")
        return finite(column.to_numpy(dtype=np.float64, na_value=np.nan), name)
    if types.is_datetime64_any_dtype(column.dtype) or types.is_timedelta64_dtype(column.dtype):
        raise ValueError(f"column {name!r} holds times: turn them into numbers, such as hours")
    missing = column.isna().to_numpy()
    values = column.astype(object).to_numpy()
    refuse_others(values, missing, name)
    known = values[~missing]
    if not is_category and all(isinstance(value, NUMBERS) for value in known):
        found = np.full(len(values), np.nan)
        found[~missing] = known.astype(np.float64)
        return finite(found, name)
    return ["" if gone else category(value) for value, gone in zip(values, missing)]


def category(value):
    """The text of a category; whole numbers as files have them."""
    is_whole = isinstance(value, (float, np.floating)) and float(value).is_integer()
    return str(int(value)) if is_whole else str(value)


def refuse_others(values, missing, name):
    """Refuse what is neither a number nor a text, such as a date or a list."""
    for row, (value, gone) in enumerate(zip(values, missing)):
        if not (gone or isinstance(value, (str, *NUMBERS))):
            raise ValueError(f"column {name!r}, row {row + 1}, value {value!r}: is of type {type(value).__name__}, "
                             "neither a number nor a text; turn it into one, such as hours for times")


def finite(values, name):
    wrong = np.isinf(values)
    if wrong.any():
        row = int(wrong.argmax())
        raise ValueError(f"Input X contains infinity or a value too large: column {name!r}, row {row + 1}, "
                         f"value {values[row]}")
    return values


def windows(estimator, X, kept):
    """The samples of windows to fit to, ``x0_0``, ``x0_1``, … for the first channel, and the channels."""
    rows, channels, times = X.shape
    flat = X.reshape(rows, channels * times)
    flat = validate_data(estimator, flat, reset=True, dtype="numeric", ensure_min_samples=2)
    names = numbered(channels)
    fitted_to(estimator, [f"{name}_{time}" for name in names for time in range(times)])
    return array_columns(estimator._names, flat, kept), names


def known_windows(estimator, X):
    """The samples of windows by the names of the model's."""
    rows, channels, times = X.shape
    known = estimator._model.windows()
    if not known:
        raise ValueError(f"X has the shape {X.shape}, and the model reads no windows but rows and inputs")
    if (channels, times) != (len(known), len(known[0])):
        raise ValueError(f"X has {channels} channels and {times} times, "
                         f"and the model reads {len(known)} channels and {len(known[0])} times")
    flat = check_array(X.reshape(rows, channels * times), dtype="numeric")
    return array_columns([name for channel in known for name in channel], flat, None)
