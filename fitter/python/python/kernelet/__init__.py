"""Kernel machines that fit in kilobytes.

Fit in Python, flash to a microcontroller, and get the same bits on both::

    from kernelet import KerneletClassifier
    model = KerneletClassifier(flash="4KiB").fit(X, y)
    model.predict(X_new)              # what the device answers
    model.export("c", "firmware/")    # C, Rust, or golden vectors
"""

_HOMES = {
    "KerneletClassifier": "classifier",
    "KerneletRegressor": "regressor",
    "RandomFeatures": "features",
    "SelectedFeatures": "features",
    "load": "saved",
}

__all__ = sorted(_HOMES)
__version__ = "0.1.0"


def __getattr__(name):
    # scikit-learn takes a second to import, and many programs only look at the version
    if name not in _HOMES:
        raise AttributeError(f"module 'kernelet' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"kernelet._{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__():
    return sorted([*globals(), *__all__])
