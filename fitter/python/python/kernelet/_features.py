"""Features in double precision, for heads of scikit-learn."""

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import check_is_fitted, validate_data

from . import _native
from ._base import seed, spelled

#: The largest number of distinct whole numbers that are classes, as for ``kernelet fit``.
MOST_CLASSES = 20


class _Features(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    def _bandwidth(self, X):
        if isinstance(self.bandwidth, str):
            return _native.bandwidth(self.bandwidth, X)
        if not is_number(self.bandwidth) or not 0 < self.bandwidth < np.inf:
            raise ValueError(f"bandwidth {self.bandwidth!r} is neither a rule nor a number above 0")
        return float(self.bandwidth)

    def _count(self):
        if not isinstance(self.features, (int, np.integer)) or not self.features > 0:
            raise ValueError(f"features {self.features!r}: not a whole number from 1 on")
        return int(self.features)

    def _keep(self, features):
        self._features = features
        self._n_features_out = self.n_features_ = features.count()
        return self

    def transform(self, X):
        """The features of rows: an array of (rows, features)."""
        check_is_fitted(self, "n_features_")
        X = validate_data(self, X, reset=False, dtype=np.float64)
        return self._features.transform(X)

    def __getstate__(self):
        state = dict(super().__getstate__())
        features = state.pop("_features", None)
        if features is not None:
            state["_bytes"] = features.to_bytes()
        return state

    def __setstate__(self, state):
        state = dict(state)
        stored = state.pop("_bytes", None)
        super().__setstate__(state)
        if stored is not None:
            self._features = _native.Features.from_bytes(stored)


def is_number(value):
    return isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)


class RandomFeatures(_Features):
    """Random features of a kernel: their products approximate it.

    ``z(x) = sqrt(2 / m) cos(W'x + b)`` for kernels of distances (Rahimi and Recht, 2007), with frequencies ``W`` drawn
    by Monte Carlo or by a better rule, and other maps for the arc-cosine kernels (Cho and Saul, 2009).

    Parameters
    ----------
    features : int, default=100
        Their number, m.
    draw : str, default="mc"
        ``mc``, ``orf``, ``sorf``, ``fastfood``, ``halton``, ``sobol``, ``lattice``, ``digital-net`` or ``mm``.
    kernel : str, default="gaussian"
        ``gaussian``, ``laplacian``, ``cauchy``, ``matern12``, ``matern32``, ``matern52``, ``linear``, ``arccos0``, ``arccos1``
        or ``arccos2``.
    bandwidth : float or str, default="median"
        The length scale, in units of the inputs; a rule (``median``, ``knn50`` or ``paper``) is for standardised inputs.
    random_state : int, RandomState or None, default=None
        The seed; ``None`` is 0.

    Attributes
    ----------
    bandwidth_ : float
        The bandwidth.
    n_features_ : int
        The number of features.
    """

    def __init__(self, features=100, *, draw="mc", kernel="gaussian", bandwidth="median", random_state=None):
        self.features = features
        self.draw = draw
        self.kernel = kernel
        self.bandwidth = bandwidth
        self.random_state = random_state

    def fit(self, X, y=None):
        """Draw the features; the rows decide the bandwidth alone."""
        X = validate_data(self, X, dtype=np.float64)
        self.bandwidth_ = self._bandwidth(X)
        size = [self.n_features_in_, self._count()]
        return self._keep(_native.draw(self.draw, (self.kernel, self.bandwidth_), size, seed(self.random_state)))


class SelectedFeatures(_Features):
    """The features of a drawn pool that serve the target, or the kernel.

    Parameters
    ----------
    features : int, default=100
        The largest number of features.
    method : str, default="greedy"
        ``greedy``, ``eerf``, ``surrogate``, ``leverage``, ``align``, ``small`` and others of the command.
    variant : str or list of str, optional
        Variants of the method, as for ``kernelet fit --variant``.
    draw, candidates : optional
        How the pool is drawn, and its size.
    kernel, bandwidth, random_state
        As for :class:`RandomFeatures`.

    Attributes
    ----------
    bandwidth_ : float
        The bandwidth.
    n_features_ : int
        The number of features that were found.
    """

    def __init__(self, features=100, *, method="greedy", variant=None, draw=None, candidates=None,
                 kernel="gaussian", bandwidth="median", random_state=None):
        self.features = features
        self.method = method
        self.variant = variant
        self.draw = draw
        self.candidates = candidates
        self.kernel = kernel
        self.bandwidth = bandwidth
        self.random_state = random_state

    def fit(self, X, y):
        """Draw a pool, and keep what serves the targets."""
        X, y = validate_data(self, X, y, dtype=np.float64, multi_output=True, y_numeric=False)
        self.bandwidth_ = self._bandwidth(X)
        made = {"features": self._count(), "method": self.method, "variant": self.variant, "draw": self.draw,
                "candidates": self.candidates, "kernel": self.kernel}
        choices = [(name, spelled(value)) for name, value in made.items() if value is not None]
        choices.append(("seed", str(seed(self.random_state))))
        return self._keep(_native.select(choices, self.bandwidth_, X, coded(y)))

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags


def coded(y):
    """Targets as columns: values less their mean, or 1 and -1 for each class."""
    y = np.asarray(y)
    if type_of_target(y) in ("continuous", "continuous-multioutput"):
        y = y.reshape(len(y), -1).astype(np.float64)
        return y - y.mean(axis=0)
    return np.column_stack([coded_column(column) for column in y.reshape(len(y), -1).T])


def coded_column(column):
    """A target as columns; numbers of more values than the command takes as classes are values."""
    classes, index = np.unique(column, return_inverse=True)
    if column.dtype.kind in "iuf" and len(classes) > MOST_CLASSES:
        return column - column.mean()
    if len(classes) <= 2:
        return 2.0 * index - 1.0
    return 2.0 * (index[:, None] == np.arange(len(classes))) - 1.0
