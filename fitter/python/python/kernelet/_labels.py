"""Classes as the labels of a data sheet, and back."""

import re

import numpy as np

from . import _native

#: The whole numbers that come back as they were written.
WHOLE = re.compile(r"-?(0|[1-9][0-9]*)")
#: The whole numbers that a data sheet holds.
RANGE = (-2**63, 2**64 - 1)


def plain(classes):
    """The classes as booleans, whole numbers, numbers or texts, all of them of one kind."""
    values = [value.item() if isinstance(value, np.generic) else value for value in classes]
    for value in values:
        if type(value) not in (bool, int, float, str):
            raise ValueError(f"class {value!r}: a class is a bool, an int, a float or a str, "
                             f"not of type {type(value).__name__}")
        if type(value) is int and not RANGE[0] <= value <= RANGE[1]:
            raise ValueError(f"class {value!r}: whole numbers of a class are from -2**63 to 2**64 - 1")
        if type(value) is not type(values[0]):
            raise ValueError(f"classes {values[0]!r} and {value!r} are of different types")
    return values


def labels_of(values):
    """The label of each class, and its place among those of the model; two classes with one label are refused."""
    labels = [str(value) for value in values]
    places = _native.places(labels)
    first = {}
    for place, value in zip(places, values):
        if place in first:
            raise ValueError(f"classes {first[place]!r} and {value!r} have the same label in the data sheet, "
                             f"{str(value).strip()!r}: rename one of them")
        first[place] = value
    return labels, np.array(places)


def classes_of(labels):
    """The classes that labels of a file stand for: whole numbers where all of them are, else texts."""
    if all(WHOLE.fullmatch(label) for label in labels):
        for dtype in (np.int64, np.uint64):
            try:
                return np.array(list(map(int, labels)), dtype=dtype)
            except OverflowError:
                pass
    return np.array(labels)


def array_of(values):
    """The classes of a data sheet as an array."""
    if type(values[0]) is int:
        return classes_of(list(map(str, values)))
    return np.array(values)
