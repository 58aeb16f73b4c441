"""What both estimators share: choices, the fit, and the model that comes of it."""

import json
import warnings
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils import check_random_state
from sklearn.utils.validation import _check_sample_weight, check_is_fitted

from . import _native
from ._columns import named_columns, shape
from ._progress import listener
from ._rows import numbered_groups, target_names

#: The parameters that are choices of ``kernelet fit``, by the names that it has for them.
CHOICES = ("flash", "ram", "instructions", "core", "blocks", "method", "variant", "features", "draw", "candidates",
           "kernel", "bandwidth", "head", "ridge", "number", "logarithms", "grid", "patch", "folds", "seconds", "sample_rows")

#: The blocks without features, which no method finds.
WITHOUT_FEATURES = {"linear", "fern"}


#: The parameters that are rows and columns.
SIDES = {"grid", "patch"}


def spelled(value, between=","):
    """A value as the command spells it, with this between several."""
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return between.join(map(str, value))
    return str(value)


def is_off(value):
    """Whether an own choice of an estimator is not made; 0 is a choice, and a wrong one."""
    return value is None or isinstance(value, (bool, np.bool_)) and not value


def seed(random_state):
    """The seed of a random state; ``None`` is 0, so that a fit can be repeated."""
    if random_state is None:
        return 0
    if isinstance(random_state, (int, np.integer)):
        if not 0 <= random_state < 2**64:
            raise ValueError(f"random_state {random_state}: not a whole number from 0 to 2**64 - 1")
        return int(random_state)
    return int(check_random_state(random_state).randint(2**31 - 1))


def of_rows(values, kept):
    """The values of the rows that are kept; a frame's too."""
    if kept is None:
        return values
    return values.iloc[kept] if hasattr(values, "iloc") else np.asarray(values)[kept]


class DeviceModel(BaseEstimator):
    """A model with the bytes that go into flash; not to be used by itself."""

    def _sample(self, X, classes=None):
        """The rows to learn from; ``None`` for all of them."""
        rows, *sizes = shape(X)
        if self.sample_rows is None and len(sizes) == 2:
            return None
        most = None if self.sample_rows is None else int(self.sample_rows)
        classes = None if classes is None else classes.astype(np.uint32)
        return _native.sample([rows, int(np.prod(sizes))], most, seed(self.random_state), classes)

    @contextmanager
    def _unless_it_fails(self):
        """Keep the model that there was, and all that is known about it, where a fit fails or is interrupted."""
        before = dict(vars(self))
        try:
            yield
        except BaseException:
            vars(self).clear()
            vars(self).update(before)
            raise

    def _learn(self, X, targets, known, kept=None):
        """Fit to the rows of X that are kept; targets and teacher are those of these rows, the rest of all."""
        columns, channels = named_columns(self, X, reset=True, kept=kept)
        rows = shape(X)[0]
        facts = {"channels": channels, "groups": None, "is_series": False, "weights": None, "teacher": None,
                 "teacher_weight": 0.5, "sampled_from": rows, "classes": None, **known}
        facts["targets"] = target_names(facts["targets"], self._names)
        if facts["weights"] is not None:
            weights = _check_sample_weight(facts["weights"], np.empty((rows, 1)), dtype=np.float64)
            facts["weights"] = np.ascontiguousarray(of_rows(weights, kept))
        if facts["groups"] is not None:
            facts["groups"] = of_rows(numbered_groups(facts["groups"], rows), kept).tolist()
        with listener(self.verbose) as heard:
            self._set_model(_native.fit((columns, targets), facts, self._choices(), heard))
        report, table = self._model.report()
        self.report_ = json.loads(report)
        self._summary = "\n".join([table.rstrip("\n"), *(f"remark      {remark}" for remark in self.report_["remarks"])])
        return self

    def _choices(self):
        given = {name: getattr(self, name) for name in CHOICES if getattr(self, name) is not None}
        made = {name: spelled(value, "x" if name in SIDES else ",") for name, value in given.items()}
        if made.get("method") == "learned" and SIDES & set(made):
            made.setdefault("blocks", "patch")  # what reads a grid
        if made.get("method") == "learned" and set(made.get("blocks", "cosine").split(",")) <= WITHOUT_FEATURES:
            del made["method"]  # the default, which is to find features
        own = {name: getattr(self, name) for name in self._own_choices}
        made |= {name: spelled(value) for name, value in own.items() if not is_off(value)}
        return [*made.items(), ("seed", str(seed(self.random_state)))]

    def _set_model(self, model):
        self._model = model
        self.model_bytes_ = model.bytes()
        self._summary = None

    def _rows(self, X):
        check_is_fitted(self, "model_bytes_")
        rows = named_columns(self, X, reset=False)[0]
        for remark in self._model.unlike(rows):
            warnings.warn(remark, UserWarning, stacklevel=3)
        return rows

    def inspect(self):
        """What is in the model and what it costs: the dictionary that ``kernelet inspect --json`` prints."""
        check_is_fitted(self, "model_bytes_")
        return json.loads(self._model.inspect()[0])

    def export(self, form, out, name="model"):
        """Write the model for firmware, as ``"c"``, ``"rust"`` or ``"vectors"``, and return the paths.

        Nothing that is there is replaced.
        """
        check_is_fitted(self, "model_bytes_")
        return self._model.export(form, Path(out), name)

    def save(self, path):
        """Write the packed model, and beside it the data sheet by which ``kernelet.load`` and ``kernelet`` read it."""
        check_is_fitted(self, "model_bytes_")
        path = Path(path)
        self._model.write(path)
        return path

    def summary(self):
        """What was fitted, what it costs, and how well it answers, as a table for people."""
        check_is_fitted(self, "model_bytes_")
        return self._summary or self._model.inspect()[1]

    def _repr_html_inner(self):
        html = super()._repr_html_inner()
        if not hasattr(self, "model_bytes_"):
            return html
        from html import escape

        return f"{html}<pre>{escape(self.summary())}</pre>"

    def __getstate__(self):
        state = dict(super().__getstate__())
        model = state.pop("_model", None)
        if model is not None:
            state["_packed"] = (model.bytes(), model.sheet())
        return state

    def __setstate__(self, state):
        state = dict(state)
        packed = state.pop("_packed", None)
        super().__setstate__(state)
        if packed is not None:
            self._model = _native.Model.from_bytes(*packed)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = False
        return tags
