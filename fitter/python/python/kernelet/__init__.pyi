from os import PathLike
from pathlib import Path
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, TransformerMixin

__version__: str

class _DeviceModel(BaseEstimator):
    model_bytes_: bytes
    report_: dict[str, Any]
    n_features_in_: int
    feature_names_in_: NDArray[np.object_]
    def inspect(self) -> dict[str, Any]: ...
    def export(self, form: Literal["c", "rust", "vectors"], out: str | PathLike[str], name: str = ...) -> list[Path]: ...
    def save(self, path: str | PathLike[str]) -> Path: ...
    def summary(self) -> str: ...

class KerneletClassifier(ClassifierMixin, _DeviceModel):
    classes_: NDArray[Any]
    def __init__(
        self,
        *,
        flash: int | str | None = ...,
        method: str | None = ...,
        variant: str | list[str] | None = ...,
        ram: int | str | None = ...,
        instructions: int | None = ...,
        core: str | None = ...,
        blocks: str | list[str] | None = ...,
        features: int | None = ...,
        draw: str | None = ...,
        candidates: int | None = ...,
        kernel: str | None = ...,
        bandwidth: float | str | None = ...,
        head: str | None = ...,
        ridge: float | str | None = ...,
        number: str | None = ...,
        logarithms: bool | str | None = ...,
        grid: tuple[int, int] | str | None = ...,
        patch: tuple[int, int] | str | None = ...,
        probability: bool = ...,
        novelty: bool | float = ...,
        early: bool | float = ...,
        folds: int | None = ...,
        seconds: float | None = ...,
        sample_rows: int | None = ...,
        teacher: Any = ...,
        teacher_weight: float = ...,
        random_state: int | np.random.RandomState | None = ...,
        verbose: int = ...,
    ) -> None: ...
    def fit(
        self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = ..., groups: ArrayLike | None = ...
    ) -> KerneletClassifier: ...
    def predict(self, X: Any) -> NDArray[Any]: ...
    def decision_function(self, X: Any) -> NDArray[np.float64]: ...
    def predict_proba(self, X: Any) -> NDArray[np.float64]: ...
    def probability_of(self, X: Any) -> NDArray[np.float64]: ...
    def early_of(self, X: Any) -> tuple[NDArray[Any], NDArray[np.int_]]: ...
    def novelty_of(self, X: Any) -> tuple[NDArray[np.float64], NDArray[np.bool_]]: ...

class KerneletRegressor(RegressorMixin, _DeviceModel):
    def __init__(
        self,
        *,
        flash: int | str | None = ...,
        method: str | None = ...,
        variant: str | list[str] | None = ...,
        ram: int | str | None = ...,
        instructions: int | None = ...,
        core: str | None = ...,
        blocks: str | list[str] | None = ...,
        features: int | None = ...,
        draw: str | None = ...,
        candidates: int | None = ...,
        kernel: str | None = ...,
        bandwidth: float | str | None = ...,
        head: str | None = ...,
        ridge: float | str | None = ...,
        number: str | None = ...,
        logarithms: bool | str | None = ...,
        grid: tuple[int, int] | str | None = ...,
        patch: tuple[int, int] | str | None = ...,
        interval: float | None = ...,
        interval_ranges: int | None = ...,
        folds: int | None = ...,
        seconds: float | None = ...,
        sample_rows: int | None = ...,
        teacher: Any = ...,
        teacher_weight: float = ...,
        random_state: int | np.random.RandomState | None = ...,
        verbose: int = ...,
    ) -> None: ...
    def fit(
        self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = ..., groups: ArrayLike | None = ...
    ) -> KerneletRegressor: ...
    def predict(self, X: Any) -> NDArray[np.float64]: ...
    def predict_interval(self, X: Any) -> NDArray[np.float64]: ...

class _Features(TransformerMixin, BaseEstimator):
    bandwidth_: float
    n_features_: int
    def transform(self, X: ArrayLike) -> NDArray[np.float64]: ...

class RandomFeatures(_Features):
    def __init__(
        self,
        features: int = ...,
        *,
        draw: str = ...,
        kernel: str = ...,
        bandwidth: float | str = ...,
        random_state: int | np.random.RandomState | None = ...,
    ) -> None: ...
    def fit(self, X: ArrayLike, y: Any = ...) -> RandomFeatures: ...

class SelectedFeatures(_Features):
    def __init__(
        self,
        features: int = ...,
        *,
        method: str = ...,
        variant: str | list[str] | None = ...,
        draw: str | None = ...,
        candidates: int | None = ...,
        kernel: str = ...,
        bandwidth: float | str = ...,
        random_state: int | np.random.RandomState | None = ...,
    ) -> None: ...
    def fit(self, X: ArrayLike, y: ArrayLike) -> SelectedFeatures: ...

def load(path: str | PathLike[str]) -> KerneletClassifier | KerneletRegressor: ...
