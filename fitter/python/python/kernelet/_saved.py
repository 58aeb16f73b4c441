"""Models in files."""

import json
from pathlib import Path

import numpy as np

from . import _native
from ._columns import numbered
from ._labels import array_of, classes_of


def load(path):
    """Read a packed model and the data sheet beside it, as ``save`` and ``kernelet fit`` write them.

    Columns of frames are found by their names, whatever their order, and others are ignored. Classes are of the type that
    they were fitted as; those of a model that the command fitted are whole numbers where all labels are, else texts.
    """
    return estimator_of(_native.Model.open(Path(path)))


def estimator_of(model):
    """The estimator that a packed model is."""
    from ._classifier import KerneletClassifier
    from ._regressor import KerneletRegressor

    labels = model.labels()
    estimator = KerneletClassifier() if labels else KerneletRegressor()
    contents = json.loads(model.inspect()[0])
    if labels:
        classes = json.loads(model.classes())
        found = array_of(classes) if classes else classes_of(labels)
        estimator._order = np.argsort(found, kind="stable")
        estimator.classes_ = found[estimator._order]
        # whatever was answered at the fit can be answered now
        estimator.probability = bool(contents["probability"])
    else:
        estimator._is_flat = contents["outputs"] == 1
    estimator._set_model(model)
    estimator._names, estimator._is_loaded = model.columns(), True
    names = estimator._names
    estimator.n_features_in_ = len(names)
    if names != numbered(len(names)):
        estimator.feature_names_in_ = np.array(names, dtype=object)
    return estimator
