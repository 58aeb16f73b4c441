"""What is known about rows beside their inputs: groups, missing targets, names."""

import numpy as np


def refuse_missing(values, name):
    """Refuse values of which one is missing."""
    is_array = hasattr(values, "dtype") or hasattr(values, "__array__")
    array = np.asarray(values) if is_array else np.array(values, dtype=object)
    if array.dtype.kind == "O":
        gone = np.array([is_missing(value) for value in array.ravel()], dtype=bool)
    else:
        gone = (array != array).ravel()
    if gone.any():
        row = int(gone.argmax()) // (array.size // len(array))
        raise ValueError(f"Input {name} contains NaN: row {row + 1}")


def class_column(y):
    """Classes of which none is missing; numbers and booleans of a frame's nullable columns as such."""
    refuse_missing(y, "y")
    if hasattr(y, "iloc") and y.ndim == 1 and (not isinstance(y.dtype, np.dtype) or y.dtype == object):
        values = y.astype(object).to_numpy()
        types = {type(value) for value in values}
        if types == {int}:
            return np.array(values, dtype=np.int64 if max(values) < 2**63 else np.uint64)
        if types in ({bool}, {float}):
            return np.array(values.tolist())
        return values
    return y


def is_missing(value):
    return (value is None or type(value).__name__ in ("NAType", "NaTType")
            or isinstance(value, (float, np.floating)) and bool(value != value))


def numbered_groups(groups, rows):
    """The number of each row's group."""
    refuse_missing(groups, "groups")
    groups = np.asarray(groups)
    if groups.ndim != 1:
        raise ValueError(f"groups have the shape {groups.shape}, and one group for each row is needed")
    if len(groups) != rows:
        raise ValueError(f"there are {len(groups)} groups for {rows} rows")
    try:
        return np.unique(groups, return_inverse=True)[1].astype(np.uint32)
    except TypeError:
        types = sorted({type(group).__name__ for group in groups})
        raise ValueError(f"groups are of several types: {', '.join(types)}") from None


def target_names(y, inputs):
    """The names of the targets of a frame or a series, where they are texts and no input has them."""
    if getattr(y, "ndim", 1) == 2:
        names = list(getattr(y, "columns", ()))
    else:
        names = [getattr(y, "name", None)]
    is_name = all(isinstance(name, str) and name for name in names)
    return names if names and is_name and len({*names, *inputs}) == len(names) + len(set(inputs)) else None
