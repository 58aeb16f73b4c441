"""Models in files."""

import json
from pathlib import Path

import numpy as np

from . import _native


def load(path):
    """Read a packed model and the data sheet beside it, as ``save`` and ``kernelet fit`` write them.

    Classes whose labels are whole numbers are whole numbers.
    """
    return estimator_of(_native.Model.open(Path(path)))


def estimator_of(model):
    """The estimator that a packed model is."""
    from ._classifier import KerneletClassifier
    from ._regressor import KerneletRegressor

    labels = model.labels()
    estimator = KerneletClassifier() if labels else KerneletRegressor()
    names = model.inputs()
    if labels:
        whole = all(label.lstrip("-").isdigit() for label in labels)
        estimator.classes_ = np.array(sorted(map(int, labels)) if whole else sorted(labels))
        # whatever was answered at the fit can be answered now
        contents = json.loads(model.inspect()[0])
        estimator.probability = bool(contents["probability"])
    else:
        estimator._is_flat = json.loads(model.inspect()[0])["outputs"] == 1
    estimator._set_model(model)
    estimator.n_features_in_ = len(names)
    if names != [f"x{place}" for place in range(len(names))]:
        estimator.feature_names_in_ = np.array(names, dtype=object)
    return estimator
