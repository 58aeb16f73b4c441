"""Columns of frames and arrays: what is a number, a category, or refused."""

import datetime
import warnings
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

from kernelet import KerneletClassifier, KerneletRegressor

QUICK = {"method": "mc", "features": 8}
RANDOM = np.random.RandomState(0)
X = RANDOM.randn(60, 2)
Y = X[:, 0] + X[:, 1]
FRAME = pd.DataFrame(X, columns=["a", "b"])
DAYS = [datetime.date(2024, 1, 1 + row % 3) for row in range(60)]


def test_decimals_are_numbers():
    model = KerneletRegressor(**QUICK).fit(FRAME, Y)
    decimals = FRAME.assign(a=[Decimal(str(value)) for value in X[:, 0]])
    assert KerneletRegressor(**QUICK).fit(decimals, Y).model_bytes_ == model.model_bytes_
    arrow = pytest.importorskip("pyarrow")
    column = arrow.array([round(Decimal(value), 12) for value in X[:, 0]], arrow.decimal128(20, 12))
    table = arrow.Table.from_pandas(FRAME).set_column(0, "a", column)
    assert np.abs(KerneletRegressor(**QUICK).fit(table, Y).predict(table) - model.predict(FRAME)).max() < 1e-3


@pytest.mark.parametrize("values", [
    DAYS,
    [datetime.time(row % 24) for row in range(60)],
    pd.period_range("2024-01", periods=60, freq="M"),
    pd.date_range("2024-01-01", periods=60),
    pd.timedelta_range("1h", periods=60),
    [b"x", b"y"] * 30,
    [[1], [2]] * 30,
    [None, {"a": 1}] * 30,
])
def test_dates_times_bytes_and_lists_are_refused(values):
    with pytest.raises(ValueError, match="column 'when'"):
        KerneletRegressor(**QUICK).fit(FRAME.assign(when=values), Y)


def test_arrays_of_times_are_refused():
    with pytest.raises(ValueError, match="times"):
        KerneletRegressor(**QUICK).fit(np.array([DAYS, DAYS], dtype="datetime64[D]").T, Y)


def test_infinite_values_are_named():
    wrong = X.copy()
    wrong[6, 1] = -np.inf
    with pytest.raises(ValueError, match="column 'x1', row 7, value -inf"):
        KerneletRegressor(**QUICK).fit(wrong, Y)
    with pytest.raises(ValueError, match="column 'b', row 7"):
        KerneletRegressor(**QUICK).fit(FRAME, Y).predict(FRAME.assign(b=wrong[:, 1]))


def test_a_series_is_no_table():
    with pytest.raises(ValueError, match="got Series"):
        KerneletRegressor(**QUICK).fit(FRAME["a"], Y)


@pytest.mark.parametrize("gap", [None, np.nan, pd.NA])
def test_missing_groups_and_classes_are_told(gap):
    y = np.where(Y > 0, "high", "low").astype(object)
    groups = np.array([f"g{row // 6}" for row in range(60)], dtype=object)
    for values in (y.copy(), groups.copy()):
        values[8] = gap
        given = (values, groups) if "low" in map(str, values) else (y, values)
        for of in (list, pd.Series, np.array):
            with pytest.raises(ValueError, match="contains NaN: row 9"):
                KerneletClassifier(**QUICK).fit(X, of(given[0]), groups=of(given[1]))
    with pytest.raises(ValueError, match="groups contains NaN: row 9"):
        KerneletRegressor(**QUICK).fit(X, Y, groups=np.where(np.arange(60) == 8, np.nan, np.arange(60) // 6))
    with pytest.raises(ValueError, match="y contains NaN: row 9"):
        KerneletRegressor(**QUICK).fit(X, np.where(np.arange(60) == 8, np.nan, Y))
    with pytest.raises(ValueError, match=r"shape \(60, 1\)"):
        KerneletRegressor(**QUICK).fit(X, Y, groups=np.zeros((60, 1)))


def test_categorical_columns_are_categories():
    codes = RANDOM.randint(0, 6, 60)
    wanted = np.isin(codes, [1, 4]) * 1.0 + 0.1 * X[:, 0]
    texts = FRAME.assign(c=codes.astype(str))
    categories = FRAME.assign(c=pd.Categorical(codes))
    model, other = (KerneletRegressor(**QUICK).fit(frame, wanted) for frame in (texts, categories))
    assert other.model_bytes_ == model.model_bytes_
    assert np.array_equal(other.predict(FRAME.assign(c=codes)), model.predict(texts))


def test_rows_unlike_the_training_rows_are_warned_of():
    texts = FRAME.assign(c=np.where(X[:, 0] > 0, "up", "down"))
    model = KerneletRegressor(**QUICK).fit(texts, Y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.predict(texts)
    for frame, told in [
        (texts.assign(c="UP"), "column \"c\" has 60 cells of a category that the training rows lack"),
        (texts.assign(a=np.nan), "60 cells are missing, of inputs that every training row has: a"),
        (texts.assign(b=X[:, 1] * 1e6), "rows are far outside the range of the training rows: b"),
    ]:
        with pytest.warns(UserWarning, match=told):
            model.predict(frame)


def test_targets_that_32_bit_floats_do_not_tell_apart_are_refused():
    with pytest.raises(ValueError, match="subtract a constant"):
        KerneletRegressor(**QUICK).fit(FRAME, 1.7e9 + Y)


def test_whole_weights_are_weights():
    rows = RANDOM.randn(400, 2)
    y = rows[:, 0] * rows[:, 1] > 0
    weights = np.where(y, 3.0, 1.0)
    whole, others = (KerneletClassifier(**QUICK).fit(rows, y, sample_weight=weights * factor) for factor in (1, 0.5))
    assert whole.model_bytes_ == others.model_bytes_
