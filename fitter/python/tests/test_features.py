"""The transformers beside exact kernels."""

import pickle

import numpy as np
import pytest
from sklearn.datasets import load_wine
from sklearn.metrics.pairwise import laplacian_kernel, rbf_kernel
from sklearn.preprocessing import StandardScaler

from kernelet import RandomFeatures, SelectedFeatures

X, y = load_wine(return_X_y=True)
X = StandardScaler().fit_transform(X)


@pytest.mark.parametrize("draw", ["mc", "orf", "sorf", "halton", "sobol"])
def test_products_approximate_the_gaussian_kernel(draw):
    features = RandomFeatures(4000, draw=draw, bandwidth=4.0).fit(X)
    Z = features.transform(X)
    exact = rbf_kernel(X, gamma=1 / (2 * 4.0**2))
    assert np.linalg.norm(Z @ Z.T - exact) / np.linalg.norm(exact) < 0.05


def test_products_approximate_the_laplacian_kernel():
    Z = RandomFeatures(8000, kernel="laplacian", bandwidth=6.0).fit_transform(X)
    exact = laplacian_kernel(X, gamma=1 / 6.0)
    # the mean of 8000 products of variance 1.5 at most
    assert np.linalg.norm(Z @ Z.T - exact) < np.sqrt(1.5 / 8000) * len(X)


@pytest.mark.parametrize("method", ["greedy", "eerf", "surrogate", "leverage", "align"])
def test_selected_features_serve_the_target(method):
    def left(features):
        Z = np.column_stack([features.transform(X), np.ones(len(X))])
        classes = np.eye(3)[y]
        return np.linalg.norm(Z @ np.linalg.lstsq(Z, classes, rcond=None)[0] - classes)

    selected = SelectedFeatures(12, method=method, bandwidth=4.0).fit(X, y)
    drawn = [left(RandomFeatures(selected.n_features_, bandwidth=4.0, random_state=seed).fit(X)) for seed in range(10)]
    assert selected.n_features_ <= 12
    assert left(selected) < np.mean(drawn)


def test_variants_choose_other_features():
    own, few = [SelectedFeatures(12, method="eerf", variant=variant, bandwidth=4.0).fit(X, y) for variant in (None, "pool=2")]
    assert not np.array_equal(own.transform(X), few.transform(X))


def test_names_and_pickles():
    features = SelectedFeatures(5).fit(X, y)
    assert list(features.get_feature_names_out())[0] == "selectedfeatures0"
    again = pickle.loads(pickle.dumps(features))
    assert np.array_equal(again.transform(X), features.transform(X))


def test_wrong_names_are_told():
    with pytest.raises(ValueError, match="draw"):
        RandomFeatures(5, draw="dice").fit(X)
    with pytest.raises(ValueError, match="bandwidth"):
        RandomFeatures(5, bandwidth=-1.0).fit(X)
    with pytest.raises(ValueError, match="bandwidth None"):
        RandomFeatures(5, bandwidth=None).fit(X)
    for count in (-1, 0, 2.5):
        for features in (RandomFeatures(count), SelectedFeatures(count)):
            with pytest.raises(ValueError, match=f"features {count}"):
                features.fit(X, y)
    with pytest.raises(ValueError, match="random_state -1"):
        RandomFeatures(5, random_state=-1).fit(X)


def test_each_target_is_coded_by_its_own_values():
    from kernelet._features import coded

    flags, many, kinds = np.arange(60) % 2, np.arange(60), np.arange(60) % 3
    assert np.array_equal(coded(np.column_stack([flags, many, kinds])),
                          np.column_stack([2 * flags - 1, many - many.mean(), 2 * (kinds[:, None] == np.arange(3)) - 1]))
    assert coded(many).shape == coded(many + 0.5).shape == (60, 1)
    assert coded(many.astype(str)).shape == (60, 60)


def test_further_targets_are_served():
    both = np.column_stack([y == 0, y == 1]).astype(int)
    first, second = [SelectedFeatures(8, bandwidth=4.0).fit(X, target).transform(X) for target in (both, both[:, 0])]
    assert not np.array_equal(first, second)
