"""scikit-learn's own checks of an estimator, whole."""

import os

from sklearn.utils.estimator_checks import parametrize_with_checks

from kernelet import KerneletClassifier, KerneletRegressor, RandomFeatures, SelectedFeatures

# few drawn features take a moment; `KERNELET_CHECKS=default` checks the defaults, which take minutes
QUICK = {} if os.environ.get("KERNELET_CHECKS") == "default" else {"method": "mc", "features": 20}
ESTIMATORS = [
    KerneletClassifier(**QUICK),
    KerneletClassifier(probability=True, **QUICK),
    KerneletRegressor(**QUICK),
    RandomFeatures(20),
    SelectedFeatures(10),
]


@parametrize_with_checks(ESTIMATORS)
def test_manners(estimator, check):
    check(estimator)
