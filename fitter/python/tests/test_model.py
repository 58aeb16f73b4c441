"""What a fitted estimator answers, and what comes of it for the device."""

import json
import multiprocessing
import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_diabetes, load_digits, load_iris, load_wine
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import kernelet
from kernelet import KerneletClassifier, KerneletRegressor

QUICK = {"method": "mc", "features": 30}
WINE = load_wine(return_X_y=True)
DIABETES = load_diabetes(return_X_y=True)


def test_answers_are_those_of_the_scores():
    X, y = WINE
    model = KerneletClassifier(**QUICK).fit(X, y)
    scores = model.decision_function(X)
    assert scores.shape == (len(X), 3)
    assert np.array_equal(scores, scores.round())  # whole numbers, as the device has them
    assert np.array_equal(model.classes_[scores.argmax(axis=1)], model.predict(X))
    assert model.score(X, y) > 0.95
    assert len(model.model_bytes_) == model.report_["bytes"]


@pytest.mark.parametrize("labels", [[3, 20, 100], ["b", "a", "c"], [3.0, -2.0, 0.0], [" x", "z", "y"]])
def test_labels_of_any_kind_come_back(labels):
    X, y = WINE
    y = np.array(labels)[y]
    model = KerneletClassifier(**QUICK).fit(X, y)
    assert set(model.predict(X)) == set(labels)
    assert (model.predict(X) == y).mean() > 0.95
    scores = model.decision_function(X)
    assert np.array_equal(model.classes_[scores.argmax(axis=1)], model.predict(X))


def test_a_pipeline_is_searched_with_two_jobs():
    X, y = WINE
    pipeline = make_pipeline(StandardScaler(), KerneletClassifier(method="mc"))
    search = GridSearchCV(pipeline, {"kerneletclassifier__features": [5, 40]}, cv=3, n_jobs=2).fit(X, y)
    assert search.best_params_["kerneletclassifier__features"] == 40
    assert search.best_score_ > 0.9


def test_models_are_pickled_saved_and_loaded(tmp_path):
    X, y = WINE
    model = KerneletClassifier(probability=True, **QUICK).fit(X, y)
    again = pickle.loads(pickle.dumps(model))
    path = model.save(tmp_path / "wine.klt")
    loaded = kernelet.load(path)
    for other in (again, loaded):
        assert other.model_bytes_ == model.model_bytes_ == path.read_bytes()
        assert np.array_equal(other.predict(X), model.predict(X))
        assert np.array_equal(other.predict_proba(X), model.predict_proba(X))
        assert other.inspect() == model.inspect()
    assert json.loads((tmp_path / "wine.klt.json").read_text())


def test_forms_are_exported_and_nothing_is_replaced(tmp_path):
    X, y = WINE
    model = KerneletClassifier(**QUICK).fit(X, y)
    paths = model.export("c", tmp_path, name="wine")
    assert paths and all(path.exists() for path in paths)
    with pytest.raises(ValueError, match="there already"):
        model.export("c", tmp_path, name="wine")
    assert model.export("rust", tmp_path, name="wine")
    with pytest.raises(ValueError, match="no form of export"):
        model.export("basic", tmp_path)


def test_frames_have_columns_of_texts_and_gaps():
    X, y = WINE
    frame = pd.DataFrame({"alcohol": X[:, 0], "colour": X[:, 9], "kind": np.where(X[:, 6] > 2, "dry", "sweet")})
    frame.loc[3, "alcohol"] = np.nan
    frame.loc[4, "kind"] = None
    model = KerneletClassifier(**QUICK).fit(frame, y)
    assert list(model.feature_names_in_) == ["alcohol", "colour", "kind"]
    assert model.score(frame, y) > 0.85
    shuffled = frame[["kind", "colour", "alcohol"]]
    with pytest.raises(ValueError, match="feature names"):
        model.predict(shuffled)
    arrow = pytest.importorskip("pyarrow").Table.from_pandas(frame)
    assert np.array_equal(model.predict(arrow), model.predict(frame))
    with pytest.raises(ValueError, match="identifier"):
        KerneletClassifier(**QUICK).fit(frame.assign(kind=[f"id{row}" for row in range(len(frame))]), y)


def test_windows_of_three_axes():
    random = np.random.default_rng(1)
    y = np.arange(80) % 2
    times = np.arange(32)
    X = np.sin(times * (0.3 + 0.4 * y[:, None, None]) + random.uniform(0, 6, (80, 1, 1)))
    X = X + 0.1 * random.normal(size=(80, 2, 32))
    model = KerneletClassifier(method="auto", blocks="linear").fit(X[:60], y[:60])
    assert model.score(X[60:], y[60:]) == 1.0
    assert model.inspect()["series"]


@pytest.mark.parametrize("blocks", ["linear", "fern", "linear,fern", ["linear", "fern"]])
def test_blocks_without_features_need_no_other_method(blocks):
    X, y = load_iris(return_X_y=True)
    model = KerneletClassifier(flash="512", blocks=blocks).fit(X, y)
    assert model.score(X, y) > 0.9
    with pytest.raises(ValueError, match="features 20 does not go with blocks"):
        KerneletClassifier(flash="512", blocks=blocks, features=20).fit(X, y)


def test_pixels_that_do_not_vary_stay_in_their_grid():
    X, y = load_digits(return_X_y=True)
    X, y = X[:600], y[:600]
    choices = {"features": 20, "number": "q7", "random_state": 0}
    for grid in ((8, 8), [8, 8], "8x8"):
        model = KerneletClassifier(method="mc", blocks="patch", grid=grid, patch=(3, 3), **choices).fit(X, y)
        assert (model.report_["inputs"], model.report_["blocks"], model.report_["patch"]) == (64, "patch", "3x3")
        assert model.score(X, y) > 0.6
    assert KerneletClassifier(method="mc", **choices).fit(X, y).report_["inputs"] < 64
    # the default method learns patches where a grid is given
    assert KerneletClassifier(flash=600, grid=(8, 8)).fit(X[:200], y[:200]).report_["blocks"] == "patch"


def test_several_targets_share_features_and_intervals_hold_values():
    X, y = DIABETES
    both = np.column_stack([y, X[:, 2] * 3])
    model = KerneletRegressor(interval=0.9, **QUICK).fit(X[:300], both[:300])
    assert model.predict(X).shape == (442, 2)
    ends = model.predict_interval(X[300:])
    assert ends.shape == (142, 2, 2)
    inside = (ends[..., 0] <= both[300:]) & (both[300:] <= ends[..., 1])
    # 0.9 give or take four deviations of the share of 142 rows
    assert (np.abs(inside.mean(axis=0) - 0.9) < 0.1).all()
    single = KerneletRegressor(**QUICK).fit(X, y)
    assert single.predict(X).shape == (442,)
    with pytest.raises(ValueError, match="no intervals"):
        single.predict_interval(X)


def test_a_teacher_changes_what_is_learned():
    X, y = WINE
    teacher = RandomForestClassifier(20, max_depth=3, random_state=0).fit(X[::2], y[::2])
    alone = KerneletClassifier(**QUICK).fit(X, y)
    taught = KerneletClassifier(teacher=teacher, **QUICK).fit(X, y)
    assert taught.model_bytes_ != alone.model_bytes_
    assert taught.score(X, y) > 0.9


def test_the_summary_is_shown_in_notebooks():
    X, y = WINE
    model = KerneletClassifier(**QUICK)
    assert "instructions on" not in model._repr_html_()
    html = model.fit(X, y)._repr_html_()
    assert model.summary().splitlines()[0] in html


def test_variants_are_those_of_the_command():
    X, y = WINE
    models = [KerneletClassifier(method="align", features=20, variant=variant).fit(X, y).model_bytes_
              for variant in (None, "uncentred,tuned", ["uncentred", "tuned"])]
    assert models[0] != models[1] and models[1] == models[2]
    with pytest.raises(ValueError, match="mc has no variant tuned"):
        KerneletClassifier(**QUICK, variant="tuned").fit(X, y)


def test_wrong_choices_are_named():
    X, y = WINE
    for wrong, word in [({"flash": "much"}, "flash"), ({"kernel": "rbf"}, "kernel"), ({"flash": 20}, "bytes")]:
        with pytest.raises(ValueError, match=word):
            KerneletClassifier(**{**QUICK, **wrong}).fit(X, y)


def test_probabilities_of_the_device_add_up_to_nearly_one():
    X, y = WINE
    model = KerneletClassifier(probability=True, **QUICK).fit(X, y)
    own = model.probability_of(X)
    assert np.array_equal(own * 2**16, (own * 2**16).round())
    assert np.abs(own.sum(axis=1) - 1).max() < 5e-5
    assert np.allclose(model.predict_proba(X), own / own.sum(axis=1, keepdims=True), rtol=0, atol=0)


def test_clear_rows_are_answered_early():
    X, y = load_digits(return_X_y=True)
    X, y = X[:500], y[:500]
    model = KerneletClassifier(flash=1024, blocks="cosine", early=0.05, seconds=5).fit(X, y)
    answers, blocks = model.early_of(X)
    # the rows may all stop before the last block
    last, whole = len(model.report_["early"]["heldout"]["stopped"]), model.predict(X)
    late = blocks == last
    assert 1 <= blocks.min() < last and blocks.max() <= last and np.array_equal(answers[late], whole[late])
    assert np.mean((answers != y) & (whole == y)) < 2 * 0.05
    with pytest.raises(ValueError, match="fit it with early"):
        KerneletClassifier(**QUICK).fit(*WINE).early_of(WINE[0])


def test_remarks_are_part_of_the_summary():
    X, y = WINE
    model = KerneletClassifier(**QUICK).fit(np.c_[X, y], y)
    [copy] = [remark for remark in model.report_["remarks"] if "a copy of it" in remark]
    assert f"remark      {copy}" in model.summary() and "dropping x13 leaves it out" in copy


def answered(model, rows, found):
    found.put(model.predict(rows).tolist() + KerneletClassifier(**QUICK).fit(*WINE).predict(rows).tolist())


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="the system has no fork")
def test_a_forked_process_fits_and_predicts():
    X, y = WINE
    model = KerneletClassifier(**QUICK).fit(X, y)
    fork = multiprocessing.get_context("fork")
    found = fork.Queue()
    child = fork.Process(target=answered, args=(model, X, found), daemon=True)
    child.start()
    assert found.get(timeout=60) == 2 * model.predict(X).tolist()
    child.join(timeout=60)


def test_groups_stay_together():
    X, y = WINE
    model = KerneletClassifier(**QUICK).fit(X, y, groups=np.arange(len(y)) // 5)
    assert model.score(X, y) > 0.9
    with pytest.raises(ValueError, match="groups"):
        KerneletClassifier(**QUICK).fit(X, y, groups=[1, 2])


def test_cross_validation_is_repeatable():
    X, y = WINE
    first, second = (cross_val_score(KerneletClassifier(random_state=3, **QUICK), X, y, cv=3) for _ in range(2))
    assert np.array_equal(first, second)


def test_a_sample_of_rows_is_learned_from():
    random = np.random.default_rng(0)
    X, noise = random.normal(size=(3_000, 3)), random.normal(size=3_000)
    y = np.where(X[:, 0] * X[:, 1] > 0, "same", "other").astype(object)
    y[[5, 70, 2_500]] = "rare"
    made = {"method": "mc", "features": 10, "sample_rows": 400}
    model = kernelet.KerneletClassifier(**made).fit(X, y, sample_weight=np.ones(3_000), groups=np.arange(3_000) % 50)
    rows = model.report_["sample"]["rows"]
    assert model.report_["sample"] == {"rows": rows, "of": 3_000} and 400 <= rows <= 403
    assert any("random sample" in remark for remark in model.report_["remarks"])
    assert any("; sample_rows sets another number" in remark for remark in model.report_["remarks"])
    assert list(model.classes_) == ["other", "rare", "same"]
    frame = pd.DataFrame(X, columns=["a", "b", "c"])
    frame["d"] = np.where(X[:, 2] > 0, "up", "down")
    values = kernelet.KerneletRegressor(**made).fit(frame, noise)
    assert values.report_["sample"] == {"rows": 400, "of": 3_000}
    whole = kernelet.KerneletClassifier(method="mc", features=10).fit(X, y)
    assert "sample" not in whole.report_


class Prober:
    """A teacher that is sure of the labels, with its own order of classes."""

    def __init__(self, y, classes):
        self.classes_ = np.array(classes)
        self.says = (np.asarray(y)[:, None] == self.classes_).astype(float)

    def fit(self, X, y):
        return self

    def predict_proba(self, X):
        return self.says


def test_the_classes_of_a_teacher_are_found_by_name():
    X, y = load_wine(return_X_y=True)
    names = np.array(["10", "9", "b"])[y]
    taught = lambda classes: KerneletClassifier(teacher=Prober(names, classes), teacher_weight=0.9, **QUICK).fit(X, names)
    model = taught(["10", "9", "b"])
    assert model.score(X, names) > 0.95
    assert taught(["b", "10", "9"]).model_bytes_ == model.model_bytes_
    few = y < 2
    fewer = KerneletClassifier(teacher=Prober(y[few], [1, 0]), **QUICK)
    assert fewer.fit(X[few], y[few]).score(X[few], y[few]) > 0.95
    says = Prober(np.where(y == 2, 0, y), [1, 0])
    assert len(KerneletClassifier(teacher=says, **QUICK).fit(X, y).classes_) == 3
    with pytest.raises(ValueError, match="the teacher knows the class 'c'"):
        taught(["10", "9", "c"])


@pytest.mark.parametrize("weight", [0.0, 1.0, 2.0, -0.5, np.nan])
def test_the_weight_of_a_teacher_is_a_share(weight):
    X, y = WINE
    with pytest.raises(ValueError, match="weight of the teacher"):
        KerneletClassifier(teacher=Prober(y, [0, 1, 2]), teacher_weight=weight, **QUICK).fit(X, y)


def test_a_teacher_stays_fitted_in_a_search():
    from sklearn.frozen import FrozenEstimator

    X, y = WINE
    teacher = FrozenEstimator(RandomForestClassifier(5, max_depth=3, random_state=0).fit(X, y))
    search = GridSearchCV(KerneletClassifier(teacher=teacher, **QUICK), {"teacher_weight": [0.2, 0.6]}, cv=3).fit(X, y)
    assert search.best_score_ > 0.9


def test_a_fit_that_fails_leaves_the_model():
    X, y = WINE
    model = KerneletClassifier(**QUICK).fit(X, y)
    answers, known = model.predict(X), dict(vars(model))
    named = np.array(["c", "b", "a"])[y]
    with pytest.raises(ValueError, match="flash"):
        model.set_params(flash="much").fit(X[:, :5], named)
    assert model.n_features_in_ == known["n_features_in_"] and model.classes_ is known["classes_"]
    assert np.array_equal(model.predict(X), answers)
    values = KerneletRegressor(**QUICK).fit(*DIABETES)
    answers = values.predict(DIABETES[0])
    with pytest.raises(ValueError, match="flash"):
        values.set_params(flash="much").fit(DIABETES[0][:, :5], DIABETES[0][:, :2])
    assert np.array_equal(values.predict(DIABETES[0]), answers)


def test_choices_of_nothing_are_refused():
    X, y = WINE
    for wrong in ("novelty", "early"):
        with pytest.raises(ValueError, match=f'{wrong} "0": not between 0 and 1'):
            KerneletClassifier(**QUICK, **{wrong: 0}).fit(X, y)
    with pytest.raises(ValueError, match='interval "0.0": not between 0 and 1'):
        KerneletRegressor(**QUICK, interval=0.0).fit(*DIABETES)
    with pytest.raises(ValueError, match="random_state -1"):
        KerneletRegressor(**QUICK, random_state=-1).fit(*DIABETES)


def test_messages_speak_of_parameters():
    X, y = WINE
    teacher = RandomForestClassifier(5, random_state=0).fit(X, y)
    with pytest.raises(ValueError, match="^teacher goes with head ridge"):
        KerneletClassifier(method="mc", features=8, head="svm", teacher=teacher).fit(X, y)
    names = ["a--b", *(f"x{place}" for place in range(12))]
    texts = pd.DataFrame(X, columns=names).assign(**{"a--b": [f"id{row}" for row in range(len(X))]})
    with pytest.raises(ValueError, match='column "a--b": 178 distinct texts'):
        KerneletClassifier(**QUICK).fit(texts, y)
