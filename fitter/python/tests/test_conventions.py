"""scikit-learn's own checks of an estimator: all but one, which contradicts how models are judged."""

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


REPEATED = {
    "check_sample_weight_equivalence_on_dense_data":
        "repeated rows can be held out while the model learns from their copies; a row with a weight cannot",
}


def contradicted(estimator):
    """The checks that an estimator fails by intention: those that judge what they learn, by rows held out."""
    return REPEATED if isinstance(estimator, (KerneletClassifier, KerneletRegressor)) else {}


@parametrize_with_checks(ESTIMATORS, expected_failed_checks=contradicted)
def test_conventions(estimator, check):
    check(estimator)
