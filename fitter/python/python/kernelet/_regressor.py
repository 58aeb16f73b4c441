"""The regressor."""

import numpy as np
from sklearn.base import RegressorMixin
from sklearn.utils.validation import check_array, check_consistent_length, column_or_1d

from ._base import DeviceModel, of_rows
from ._rows import refuse_missing


class KerneletRegressor(RegressorMixin, DeviceModel):
    """A regressor for microcontrollers: random Fourier-like features and linear scores, packed into kilobytes.

    What ``predict`` answers is what the device answers, bit for bit. Several targets share the features.

    Parameters
    ----------
    interval : float, optional
        The share of new values that are to lie in their intervals; the device gives them, and ``predict_interval``.
    interval_ranges : int, optional
        The number of ranges of the prediction with an interval of its own width.
    teacher : estimator, optional
        A fitted regressor, from whose predictions of the training rows the model learns.

    The others are those of :class:`KerneletClassifier`.
    """

    _own_choices = ("interval", "interval_ranges")

    def __init__(self, *, flash="4KiB", method="learned", variant=None, ram=None, instructions=None, core=None,
                 blocks=None, features=None, draw=None, candidates=None, kernel=None, bandwidth=None, head=None, ridge=None,
                 number=None, logarithms=None, grid=None, patch=None, interval=None, interval_ranges=None,
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
        self.interval = interval
        self.interval_ranges = interval_ranges
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
        y : array of (rows,) or (rows, targets)
            The values of each row.
        sample_weight, groups : optional
            As for the classifier.
        """
        with self._unless_it_fails():
            return self._fit(X, y, {"weights": sample_weight, "groups": groups, "targets": y})

    def _fit(self, X, y, known):
        kept = self._sample(X)
        columns = [of_rows(column, kept) for column in self._targets(X, y)]
        self._is_flat = len(columns) == 1
        if self.teacher is not None:
            says = np.asarray(self.teacher.predict(of_rows(X, kept)), dtype=np.float64)
            says = says.reshape(len(says), -1)
            known["teacher"] = [np.ascontiguousarray(column) for column in says.T]
            known["teacher_weight"] = float(self.teacher_weight)
        return self._learn(X, columns, known, kept)

    @staticmethod
    def _targets(X, y):
        if y is None:
            raise ValueError("requires y to be passed, but the target y is None")
        refuse_missing(y, "y")
        y = check_array(y, ensure_2d=False, dtype=np.float64, input_name="y")
        if y.ndim == 2 and y.shape[1] == 1:
            y = column_or_1d(y, warn=True)
        check_consistent_length(X, y)
        return [np.ascontiguousarray(column) for column in y.reshape(len(y), -1).T]

    def predict(self, X):
        """The values of each row, as the device answers."""
        rows = self._rows(X)
        found = self._model.predict(rows)[0]
        return found[:, 0] if self._is_flat else found

    def predict_interval(self, X):
        """The ends of the interval around each value: ``(rows, 2)``, or ``(rows, targets, 2)``."""
        rows = self._rows(X)
        found = self._model.intervals(rows)
        return found[:, 0] if self._is_flat else found

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        return tags
