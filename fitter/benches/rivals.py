#!/usr/bin/env python3
"""Test errors of `kernelet fit --flash`, and of other models in as many bytes, as a Markdown table in the units of budgets.py; and
which of its cells are lost: where ours is more than a twentieth above the best of the others.

    pip install lightgbm scikit-learn pandas
    python3 fitter/benches/rivals.py --data DIR [--sets adult,...] [--sizes 1,2,4,8] [--kernelet PATH]

Bytes are counted in the rivals' favour: of a tree 4 for each split (input, threshold of 16 bits, child) and 1 for each leaf, of a
network and a linear model 1 for each weight and 4 for each bias, no header, no scaling of the inputs; and what is trained in
double precision is taken to lose nothing by that. Each is chosen on a fifth of the training rows: trees from 8 shapes, networks
from 6 trainings, with the logarithm of skewed inputs and without.
"""
import argparse
import pathlib
import tempfile
import warnings

import budgets
import lightgbm
import numpy as np
import pandas as pd
import sets
from sklearn.base import is_regressor
from sklearn.compose import TransformedTargetRegressor
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.linear_model import LogisticRegression, RidgeCV
from sklearn.model_selection import train_test_split
from sklearn.neural_network import MLPClassifier, MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler

SPLIT, LEAF, WEIGHT, BIAS = 4, 1, 1, 4


def read(data, name):
    """Training and test rows: inputs, with categories as indicators, and targets."""
    with tempfile.TemporaryDirectory() as desk:
        parts = [pd.read_csv(file, sep=None, engine="python") for file in sets.files(data, name, pathlib.Path(desk))]
    rows = pd.concat(parts).drop(columns=sets.IGNORED.get(name, []))
    inputs = pd.get_dummies(rows.iloc[:, :-1]).to_numpy(float)
    target = rows.iloc[:, -1].to_numpy()
    target = target.astype(float) if name in sets.VALUES else np.unique(target, return_inverse=True)[1]
    first = len(parts[0])
    return inputs[:first], inputs[first:], target[:first], target[first:]


def error(model, inputs, target, values):
    answers = model.predict(inputs)
    if values:
        return 100 * np.sqrt(np.mean((answers - target) ** 2)) / np.std(target)
    return 100 * np.mean(answers != target)


def scaled(model, logarithm):
    steps = [FunctionTransformer(lambda x: np.sign(x) * np.log1p(np.abs(x)))] if logarithm else []
    inputs = make_pipeline(*steps, StandardScaler(), model)
    return TransformedTargetRegressor(inputs, transformer=StandardScaler()) if is_regressor(model) else inputs


def linear(bytes_, d, k, values):
    fits = d * k * WEIGHT + k * BIAS <= bytes_
    model = RidgeCV(np.logspace(-3, 3, 7)) if values else LogisticRegression(max_iter=500)
    return [scaled(model, logarithm) for logarithm in (False, True)] if fits else []


def network(bytes_, d, k, values):
    hidden = (bytes_ - k * BIAS) // (d * WEIGHT + BIAS + k * WEIGHT)
    kind = MLPRegressor if values else MLPClassifier
    make = lambda alpha: kind(hidden_layer_sizes=(hidden,), alpha=alpha, batch_size=128, learning_rate_init=0.005, max_iter=120, random_state=0)
    return [scaled(make(alpha), logarithm) for alpha in (1e-4, 1e-2, 1e-1) for logarithm in (False, True)] if hidden > 0 else []


def boosted(bytes_, d, k, values):
    kind = lightgbm.LGBMRegressor if values else lightgbm.LGBMClassifier
    trees = lambda leaves: bytes_ // (k * (leaves * LEAF + (leaves - 1) * SPLIT))
    shapes = [(leaves, rate) for leaves in (4, 8, 16, 32) for rate in (0.1, 0.3)]
    make = lambda leaves, rate: kind(n_estimators=trees(leaves), num_leaves=leaves, learning_rate=rate, verbose=-1, n_jobs=1)
    return [make(*shape) for shape in shapes if trees(shape[0]) > 0]


def forest(bytes_, d, k, values):
    kind = RandomForestRegressor if values else RandomForestClassifier
    trees = lambda leaves: bytes_ // (leaves * LEAF * (1 if values else max(1, k // 2)) + (leaves - 1) * SPLIT)
    make = lambda leaves: kind(trees(leaves), max_leaf_nodes=leaves, n_jobs=1, random_state=0)
    return [make(leaves) for leaves in (4, 8, 16, 32, 64, 128, 256, 512) if trees(leaves) > 0]


def best(candidates, train, target, values):
    """The candidate of least error on a fifth of the rows, fitted to all."""
    kept, held, kept_target, held_target = train_test_split(train, target, test_size=0.2, random_state=0)
    judged = [error(model.fit(kept, kept_target), held, held_target, values) for model in candidates]
    return candidates[int(np.argmin(judged))].fit(train, target)


def ours(kernelet, data, name, size):
    """The test error of what `fit` chooses, and what that is."""
    with tempfile.TemporaryDirectory() as desk:
        fit = budgets.fit(kernelet, [*budgets.arguments(data, name, pathlib.Path(desk), 0), "--flash", f"{size}KiB"])
    return budgets.error(fit), budgets.made_of(fit)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--kernelet", default="kernelet")
    parser.add_argument("--sets", default=",".join(sets.SETS))
    parser.add_argument("--sizes", default="1,2,4,8")
    own = parser.parse_args()
    warnings.filterwarnings("ignore")
    kinds = {"LightGBM": boosted, "random forest": forest, "network": network, "linear": linear}
    lost = []
    print("| test error, % | KiB | ours | made of | " + " | ".join(kinds) + " |\n| --- | --- | --- | --- |" + " --- |" * len(kinds))
    for name in own.sets.split(","):
        train, test, target, test_target = read(own.data, name)
        values = name in sets.VALUES
        k = 1 if values or target.max() == 1 else int(target.max()) + 1
        for size in map(int, own.sizes.split(",")):
            found, made_of = ours(own.kernelet, own.data, name, size)
            candidates = [kind(1024 * size, train.shape[1], k, values) for kind in kinds.values()]
            rivals = [error(best(some, train, target, values), test, test_target, values) if some else np.inf for some in candidates]
            cells = [f"{rival:.2f}" if np.isfinite(rival) else "-" for rival in rivals]
            print(f"| {name} | {size} | {found:.2f} | {made_of} | " + " | ".join(cells) + " |", flush=True)
            lost += [f"{name} {size}"] if found > 1.05 * min(rivals) else []
    print("\nlost: " + (", ".join(lost) or "none"))


if __name__ == "__main__":
    main()
