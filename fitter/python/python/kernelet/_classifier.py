"""The classifier."""

import json

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_consistent_length, column_or_1d

from ._base import DeviceModel, of_rows
from ._labels import labels_of, plain
from ._rows import class_column


def _with_probability(estimator):
    if not estimator.probability:
        raise AttributeError("predict_proba needs probability=True")
    return True


class KerneletClassifier(ClassifierMixin, DeviceModel):
    """A classifier for microcontrollers: random Fourier-like features and linear scores, packed into kilobytes.

    What ``predict`` answers is what the device answers, bit for bit: the same arithmetic in whole numbers computes both.
    It is the answer of all blocks; ``early_of`` has that of a device that stops early.

    Parameters
    ----------
    flash : int or str, default="4KiB"
        The largest number of bytes of the model.
    method : str, default="learned"
        How features are found. ``"learned"`` trains frequencies, phases and head together, in seconds for a thousand
        rows; ``"auto"`` tries every kind of model, as ``kernelet fit`` does, and takes minutes. ``"mc"``, ``"orf"``,
        ``"eerf"`` and others are those of the command, and may be faster.
    variant : str or list of str, optional
        Variants of the method, as for ``kernelet fit --variant``: ``["uncentred", "tuned"]`` with ``"align"`` is the form
        of its paper.
    ram, instructions, core : optional
        The largest number of bytes of RAM, and of instructions on a core such as ``"cortex-m0"``.
    blocks, features, draw, candidates, kernel, bandwidth, head, ridge, number, logarithms : optional
        As for ``kernelet fit``.
    grid, patch : (int, int) or str, optional
        The rows and columns of the grid that the inputs form, such as ``(8, 8)`` pixels, and those of the patch that each
        feature reads. With ``method="learned"`` the features are those of patches then.
    probability : bool, default=False
        Whether the device gives probabilities too, and ``predict_proba`` with it.
    novelty : bool or float, default=False
        Whether the device says that a row is like none of the classes: the share of false alarms.
    early : bool or float, default=False
        Whether the device stops as soon as a class is clear: the share of right answers that it may cost.
    folds, seconds : optional
        The folds of the calibration, and a limit of the time of a fit.
    sample_rows : int, optional
        The largest number of rows that a model is learned from. More are sampled at random, at least 30 of each class;
        the default is 1,000,000, fewer where they have over 25 inputs, and all of windows.
    teacher : estimator, optional
        A fitted classifier with ``predict_proba`` for the training rows, from whose probabilities the model learns. Its
        ``classes_`` say which is which. ``clone`` and searches leave it unfitted, unless it is in a
        ``sklearn.frozen.FrozenEstimator``.
    teacher_weight : float, default=0.5
        The share of the teacher beside the labels, between 0 and 1.
    random_state : int, RandomState or None, default=None
        The seed. ``None`` is 0, so that a fit can be repeated.
    verbose : int, default=0
        Whether a fit says what it tries.

    Attributes
    ----------
    model_bytes_ : bytes
        The packed model.
    report_ : dict
        What ``kernelet fit --json`` prints.
    classes_ : ndarray
        The classes.
    n_features_in_, feature_names_in_
        As in scikit-learn.
    """

    _own_choices = ("probability", "novelty", "early")

    def __init__(self, *, flash="4KiB", method="learned", variant=None, ram=None, instructions=None, core=None,
                 blocks=None, features=None, draw=None, candidates=None, kernel=None, bandwidth=None, head=None, ridge=None,
                 number=None, logarithms=None, grid=None, patch=None, probability=False, novelty=False, early=False,
                 folds=None, seconds=None, sample_rows=None, teacher=None, teacher_weight=0.5, random_state=None, verbose=0):
        self.flash = flash
        self.method = method
        self.variant = variant
        self.ram = ram
        self.instructions = instructions
        self.core = core
        self.blocks = blocks
        self.features = features
        self.draw = draw
        self.candidates = candidates
        self.kernel = kernel
        self.bandwidth = bandwidth
        self.head = head
        self.ridge = ridge
        self.number = number
        self.logarithms = logarithms
        self.grid = grid
        self.patch = patch
        self.probability = probability
        self.novelty = novelty
        self.early = early
        self.folds = folds
        self.seconds = seconds
        self.sample_rows = sample_rows
        self.teacher = teacher
        self.teacher_weight = teacher_weight
        self.random_state = random_state
        self.verbose = verbose

    def fit(self, X, y, sample_weight=None, groups=None):
        """Fit the model.

        Parameters
        ----------
        X : array of (rows, inputs), frame, or array of (rows, channels, times)
            The inputs. NaN is missing. Columns of texts in a frame are categories.
        y : array of (rows,)
            The class of each row.
        sample_weight : array of (rows,), optional
            The weight of each row.
        groups : array of (rows,), optional
            The group of each row, such as its subject; no group is both fitted to and judged on.
        """
        with self._unless_it_fails():
            return self._fit(X, y, {"weights": sample_weight, "groups": groups, "targets": y})

    def _fit(self, X, y, known):
        if y is None:
            raise ValueError("requires y to be passed, but the target y is None")
        y = column_or_1d(class_column(y), warn=True)
        check_consistent_length(X, y)
        check_classification_targets(y)
        self.classes_, index = np.unique(y, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError("Classifier can't train when only one class is present.")
        known["weights"] = self._weights(known["weights"], y, index)
        classes = plain(self.classes_)
        labels, self._order = labels_of(classes)
        known["classes"] = json.dumps([classes[place] for place in np.argsort(self._order)])
        kept = self._sample(X, index)
        if self.teacher is not None:
            known["teacher"] = self._taught(of_rows(X, kept))
            known["teacher_weight"] = float(self.teacher_weight)
        return self._learn(X, [labels[place] for place in of_rows(index, kept)], known, kept)

    @staticmethod
    def _weights(weights, y, index):
        if weights is None:
            return None
        weights = _check_sample_weight(weights, y, dtype=np.float64)
        if len(np.unique(index[weights > 0])) < 2:
            raise ValueError("Classifier can't train when only one class is present in rows with a weight above 0.")
        return weights

    def _taught(self, X):
        """What the teacher says of rows, a column for each label of the model; 0 for a class that it does not know."""
        says = np.asarray(self.teacher.predict_proba(X), dtype=np.float64)
        own, known = self.classes_.tolist(), np.asarray(getattr(self.teacher, "classes_", self.classes_)).tolist()
        if says.ndim != 2 or says.shape[1] != len(known):
            raise ValueError(f"the teacher's probabilities have the shape {says.shape}, and it has {len(known)} classes")
        unknown = [label for label in known if label not in own]
        if unknown:
            raise ValueError(f"the teacher knows the class {unknown[0]!r}, which is none of y: {own}")
        columns = np.zeros((len(own), len(says)))
        columns[self._order[[own.index(label) for label in known]]] = says.T
        return list(columns)

    def predict(self, X):
        """The class of each row, as the device answers."""
        rows = self._rows(X)
        decisions = self._model.predict(rows)[0][:, 0].astype(int)
        return self.classes_[np.argsort(self._order)[decisions]]

    def decision_function(self, X):
        """The device's scores: whole numbers but for ``number="f32"``; of two classes, one score for the second."""
        rows = self._rows(X)
        scores = self._model.predict(rows)[1]
        if scores.shape[1] == 1:
            return scores[:, 0] if self._order[1] == 1 else -scores[:, 0]
        return scores[:, self._order]

    @available_if(_with_probability)
    def predict_proba(self, X):
        """The probability of each class: what the device computes, over the sum of its row.

        The device rounds probabilities to 16 bits, so the sum of theirs is 1 to within 0.00005 only.
        """
        found = self.probability_of(X)
        return found / found.sum(axis=1, keepdims=True)

    @available_if(_with_probability)
    def probability_of(self, X):
        """The probability of each class, as the device computes it: a multiple of 2**-16."""
        rows = self._rows(X)
        return self._model.probabilities(rows)[:, self._order]

    def early_of(self, X):
        """The class of each row as soon as it is clear, and the number of blocks until then, as the device finds them."""
        rows = self._rows(X)
        found = self._model.early(rows).astype(int)
        return self.classes_[np.argsort(self._order)[found[:, 0]]], found[:, 1]

    def novelty_of(self, X):
        """The distance of each row from all classes, and whether it is new, as the device finds it."""
        rows = self._rows(X)
        found = self._model.novelties(rows)
        return found[:, 0], found[:, 1] == 1
