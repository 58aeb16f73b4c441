"""Models that come back from files: columns by name, classes of their type, missing-value codes."""

import json

import numpy as np
import pandas as pd
import pytest

import kernelet
from kernelet import KerneletClassifier, KerneletRegressor

QUICK = {"method": "mc", "features": 8, "number": "q7", "head": "ridge", "bandwidth": 2.0, "ridge": 0.01}
RANDOM = np.random.RandomState(0)
X = RANDOM.randn(120, 3)
Y = (X[:, 0] * X[:, 1] > 0).astype(int)
FRAME = pd.DataFrame(X, columns=list("abc"))


def again(model, folder, change=None):
    """The model, written and read; with a change of its data sheet, whose checksum goes."""
    path = model.save(folder / "m.klt")
    if change is not None:
        beside = path.with_name("m.klt.json")
        sheet = json.loads(beside.read_text())
        del sheet["digest"]
        change(sheet)
        beside.write_text(json.dumps(sheet))
    return kernelet.load(path)


def relabelled(labels):
    """The change of a sheet into one of the command with these labels."""
    def change(sheet):
        sheet.pop("arrays", None)
        sheet["schema"]["target"]["kind"]["class"]["labels"] = labels
    return change


@pytest.mark.parametrize("labels, expected", [
    (["9", "10"], [9, 10]),
    (["-1", "0"], [-1, 0]),
    (["01", "02"], ["01", "02"]),
    (["1", "²"], ["1", "²"]),
    (["--5", "7"], ["--5", "7"]),
    (["٣", "٤"], ["٣", "٤"]),
    (["3", "18446744073709551615"], np.array([3, 2**64 - 1], dtype=np.uint64)),
    (["-3", "18446744073709551615"], ["-3", "18446744073709551615"]),
])
def test_labels_of_the_command_are_whole_numbers_or_texts(tmp_path, labels, expected):
    model = KerneletClassifier(**QUICK).fit(X, Y)
    loaded = again(model, tmp_path, relabelled(labels))
    assert sorted(loaded.classes_.tolist()) == sorted(np.array(expected).tolist())
    assert np.array_equal(loaded.predict(X), np.array(expected)[model.predict(X)])


@pytest.mark.parametrize("classes", [
    np.array([False, True]), np.array([0.0, 1.0]), np.array(["10", "9"]), np.array([7, 2**60]), np.array(["b ", "a"]),
    pd.Series([3, 8], dtype="Int64"), pd.Series([False, True], dtype="boolean"), pd.Series(["u", "v"]),
    pd.Series([3, 2**53 + 1], dtype="Int64"), pd.Series([3, 2**64 - 1], dtype="UInt64"),
])
def test_classes_keep_their_type(tmp_path, classes):
    y = classes[Y] if isinstance(classes, np.ndarray) else classes.iloc[Y].reset_index(drop=True)
    model = KerneletClassifier(**QUICK).fit(X, y)
    loaded = again(model, tmp_path)
    assert loaded.classes_.dtype.kind == model.classes_.dtype.kind or model.classes_.dtype.kind in "OT"
    assert loaded.classes_.tolist() == model.classes_.tolist() == sorted(classes.tolist())
    assert {type(value) for value in model.classes_.tolist()} == {type(value) for value in classes.tolist()}
    assert np.array_equal(loaded.predict(X), model.predict(X))
    assert np.array_equal(loaded.decision_function(X), model.decision_function(X))
    plain = np.array(y.tolist(), dtype=model.classes_.dtype)
    assert loaded.score(X, plain) == model.score(X, plain) > 0.6


@pytest.mark.parametrize("classes, named", [
    ([" a", "a"], "' a' and 'a'"), (["1", "1.0"], "'1' and '1.0'"), ([2**60, 2**60 + 1], f"{2**60} and {2**60 + 1}"),
    (["", "a"], "missing"),
])
def test_classes_that_share_a_label_are_refused(classes, named):
    with pytest.raises(ValueError, match=named):
        KerneletClassifier(**QUICK).fit(X, np.array(classes)[Y])


@pytest.mark.parametrize("is_frame", [False, True])
def test_columns_that_are_no_inputs_are_still_columns(tmp_path, is_frame):
    K = np.c_[X[:, :1], np.ones(len(X)), X[:, 1:]]
    K = pd.DataFrame(K, columns=["a", "k", "b", "c"]) if is_frame else K
    model = KerneletClassifier(**QUICK).fit(K, Y)
    loaded = again(model, tmp_path)
    assert loaded.n_features_in_ == 4
    assert np.array_equal(loaded.predict(K), model.predict(K))
    with pytest.raises(ValueError, match="3 features"):
        loaded.predict(X)


def test_frames_are_read_by_name(tmp_path):
    model = KerneletClassifier(**QUICK).fit(FRAME, Y)
    loaded = again(model, tmp_path)
    wide = FRAME[["c", "a", "b"]].assign(when=pd.Timestamp("2024-01-01"), more=1)
    assert np.array_equal(loaded.predict(wide), model.predict(FRAME))
    with pytest.raises(ValueError, match='column "b": missing'):
        loaded.predict(wide.drop(columns="b"))


@pytest.mark.filterwarnings("ignore:X .*feature names")
def test_arrays_are_read_by_position(tmp_path):
    model = KerneletClassifier(**QUICK).fit(FRAME, Y)
    of_array = KerneletClassifier(**QUICK).fit(X, Y)
    for known in (model, again(model, tmp_path)):
        assert np.array_equal(known.predict(X), model.predict(FRAME))
    for known in (of_array, again(of_array, tmp_path)):
        assert np.array_equal(known.predict(FRAME), of_array.predict(X))


def test_codes_of_missing_values_are_obeyed(tmp_path):
    def code(sheet):
        sheet["schema"]["dialect"] = {"missing": ["-200", "none"]}

    frame = FRAME.assign(d=np.where(X[:, 2] > 0, "up", "down"))
    frame.loc[::7, "a"] = np.nan
    frame.loc[::5, "d"] = None
    loaded = again(KerneletRegressor(**QUICK).fit(frame, X[:, 0] + X[:, 1]), tmp_path, code)
    coded = frame.fillna({"a": -200.0, "d": "none"})
    assert np.array_equal(loaded.predict(coded), loaded.predict(frame))


def test_windows_are_read_as_arrays_of_three_and_two_axes(tmp_path):
    times = np.arange(16)
    W = np.sin(times * (0.3 + 0.4 * Y[:80, None, None]) + RANDOM.uniform(0, 6, (80, 1, 1))) + 0.1 * RANDOM.randn(80, 2, 16)
    model = KerneletClassifier(method="auto", blocks="linear").fit(W, Y[:80])

    def recordings(sheet):
        sheet["series"]["cut"] = {"window": 16, "stride": 16, "label": "last", "group": None}
        sheet["schema"]["fields"] = [{"name": name, "kind": "number"} for name in ("x0", "x1")]

    for loaded in (again(model, tmp_path), again(model, tmp_path, recordings)):
        assert np.array_equal(loaded.predict(W), model.predict(W))
        assert np.array_equal(loaded.predict(W.reshape(80, 32)), model.predict(W))
        with pytest.raises(ValueError, match="3 channels and 16 times"):
            loaded.predict(np.zeros((5, 3, 16)))
    with pytest.raises(ValueError, match="no windows"):
        KerneletClassifier(**QUICK).fit(X, Y).predict(W)


def test_targets_keep_their_names(tmp_path):
    targets = pd.DataFrame({"height": X[:, 0], "width": X[:, 1]})
    path = KerneletRegressor(**QUICK).fit(X, targets).save(tmp_path / "m.klt")
    target = json.loads(path.with_name("m.klt.json").read_text())["schema"]["target"]
    assert (target["name"], target["further"]) == ("height", ["width"])


def test_a_missing_file_is_not_found(tmp_path):
    with pytest.raises(FileNotFoundError, match="missing.klt"):
        kernelet.load(tmp_path / "missing.klt")


def test_booleans_are_the_texts_that_a_file_had(tmp_path):
    texts = FRAME.assign(d=np.where(X[:, 2] > 0, "true", "false"))
    model = KerneletRegressor(**QUICK).fit(texts, X[:, 0] + X[:, 2])
    found = again(model, tmp_path).predict(FRAME.assign(d=X[:, 2] > 0))
    assert np.array_equal(found, model.predict(texts))


@pytest.mark.parametrize("spelled", [("true", "false"), ("True", "False")])
def test_booleans_are_the_same_in_every_spelling(tmp_path, spelled):
    texts = FRAME.assign(d=np.where(X[:, 2] > 0, *spelled))
    model = KerneletRegressor(**QUICK).fit(texts, X[:, 0] + 3 * (X[:, 2] > 0))
    known = again(model, tmp_path).predict(FRAME.assign(d=X[:, 2] > 0))
    assert np.array_equal(known, model.predict(texts))
    numbers = KerneletRegressor(**QUICK).fit(FRAME.assign(d=X[:, 2] > 0), X[:, 0] + 3 * (X[:, 2] > 0))
    assert np.array_equal(again(numbers, tmp_path).predict(texts), numbers.predict(FRAME.assign(d=X[:, 2] > 0)))


@pytest.mark.parametrize("levels", [[1.0, 2.0, 3.0], [1.0, 2.0, "other"], [1e16, 1e22, 0.5], [2, 30, 400]])
def test_categories_of_numbers_are_those_of_a_file(tmp_path, levels):
    """A file spells a whole number as 2 or 2.0, by what else is in its column."""
    levels = np.array(levels, dtype=object)
    frame = pd.DataFrame({"k": pd.Series(levels[np.arange(90) % 3]), "z": np.sin(np.arange(90.0))})
    y = np.where((np.arange(90) % 3 == 1) ^ (frame.z > 0), "p", "q")
    frame.loc[::10, "k"] = np.nan
    frame["k"] = frame["k"].astype("category")
    model = KerneletClassifier(**QUICK).fit(frame, y)
    frame.to_csv(tmp_path / "rows.csv", index=False)
    again = pd.read_csv(tmp_path / "rows.csv", dtype={"k": str})
    loaded = kernelet.load(model.save(tmp_path / "m.klt"))
    assert np.array_equal(loaded.decision_function(again), model.decision_function(frame))


def test_infinite_categories_are_refused():
    frame = pd.DataFrame({"k": ["inf", "a"] * 20, "z": np.arange(40.0)})
    with pytest.raises(ValueError, match="\"k\".*\"inf\" is infinite"):
        KerneletClassifier(**QUICK).fit(frame, [0, 0, 1, 1] * 10)
