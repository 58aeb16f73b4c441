#!/usr/bin/env python3
"""Prints the test errors of `kernelet fit --flash` beside those of other models in as many bytes, as a Markdown table in the
units of budgets.py; and the cells that are lost, where ours is more than 5 % above the best of the others.

    pip install lightgbm scikit-learn pandas
    python3 fitter/benches/rivals.py --data DIR [--sets adult,...] [--sizes 1,2,4,8] [--kernelet PATH] [--known FILE] [--auto FILE] [--answers FOLDER] [--any-size]

Bytes are counted in the rivals' favour. A tree takes 4 for each split (input, threshold of 16 bits, child) and 1 for each
leaf; a network and a linear model take 1 for each weight and 4 for each bias, with 4 bits half of one; a support vector takes 1 for
each input and each score. Trees on a diet are LightGBM's in the layout of Stenkamp, Herrmann, Karic, Oehmcke and Gieseke (Boosted Trees
on a Diet, 2025): thresholds are stored once, and a split has an input and one of its thresholds in as few bits as these need. A leaf takes
6 bits, a threshold 2 bytes, and there are no pointers. That paper's reward for using a threshold again is not part of LightGBM; coarse bins
of the inputs stand for it. There is no header and no scaling of inputs, and rounding double precision to these bytes is taken to cost no
accuracy. Each rival is chosen on a fifth of the training rows: trees from 8 shapes, on a diet from 16, networks and support vector machines
from 6 fits, with and without logarithms of skewed inputs. A support vector machine is fitted to as many rows as leave it no
more vectors than the budget holds.

With `--any-size`, a further column has the best of models that no budget limits: three LightGBM models of 300 to 1,000 trees, Gaussian support
vector machines, and two networks of two times 256 units, chosen on the same fifth. Support vector machines are left out where there
are more than 40,000 rows to choose on.

For data sets of less than 6,000 rows without a test file, errors are means over three random splits, since one split says
little.

All of it takes hours. The file of `--known` (rivals.csv beside this script: set, split, KiB, kind, error) keeps the errors
of rivals (those of any size at 0 KiB), and the file of `--auto` (auto.csv: set, split, KiB, error, parts, seconds) keeps ours; both are read the next
time, and a line that is deleted is measured again. auto.csv holds for one version of the program: delete it when its fits
change.
"""
import csv
import pathlib
import tempfile
import warnings

import budgets
import lightgbm
import numpy as np
import pandas as pd
import sets
from sklearn.base import BaseEstimator, clone, is_regressor
from sklearn.compose import TransformedTargetRegressor
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.linear_model import LogisticRegression, RidgeCV
from sklearn.model_selection import train_test_split
from sklearn.neural_network import MLPClassifier, MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.svm import SVC, SVR

SPLIT, LEAF, WEIGHT, BIAS = 4, 1, 1, 4
DIET_THRESHOLD, DIET_LEAF = 16, 6  # bits
ANY, MOST_OF_VECTORS = "any size", 40_000


def read(data, name, split):
    """The inputs of training and test rows, with categories as indicators, their targets, and the labels of classes."""
    with tempfile.TemporaryDirectory() as desk:
        parts = [pd.read_csv(file, sep=None, engine="python") for file in sets.files(data, name, pathlib.Path(desk), split)]
    rows = pd.concat(parts).drop(columns=sets.IGNORED.get(name, []))
    inputs = pd.get_dummies(rows.iloc[:, :-1]).to_numpy(float)
    target = rows.iloc[:, -1].to_numpy()
    labels, target = (None, target.astype(float)) if name in sets.VALUES else np.unique(target, return_inverse=True)
    first = len(parts[0])
    return inputs[:first], inputs[first:], target[:first], target[first:], labels


def error(model, inputs, target, values):
    return error_of(model.predict(inputs), target, values)


def error_of(answers, target, values):
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


def network(bytes_, d, k, values, weight=WEIGHT):
    hidden = int((bytes_ - k * BIAS) // (d * weight + BIAS + k * weight))
    kind = MLPRegressor if values else MLPClassifier
    make = lambda alpha: kind(hidden_layer_sizes=(hidden,), alpha=alpha, batch_size=128, learning_rate_init=0.005, max_iter=120, random_state=0)
    return [scaled(make(alpha), logarithm) for alpha in (1e-4, 1e-2, 1e-1) for logarithm in (False, True)] if hidden > 0 else []


def rough_network(bytes_, d, k, values):
    """With weights of 4 bits, whose rounding is taken to cost nothing."""
    return network(bytes_, d, k, values, WEIGHT / 2)


def boosted(bytes_, d, k, values):
    kind = lightgbm.LGBMRegressor if values else lightgbm.LGBMClassifier
    trees = lambda leaves: bytes_ // (k * (leaves * LEAF + (leaves - 1) * SPLIT))
    shapes = [(leaves, rate) for leaves in (4, 8, 16, 32) for rate in (0.1, 0.3)]
    make = lambda leaves, rate: kind(n_estimators=trees(leaves), num_leaves=leaves, learning_rate=rate, verbose=-1, n_jobs=1)
    return [make(*shape) for shape in shapes if trees(shape[0]) > 0]


class OnDiet(BaseEstimator):
    """LightGBM of as many trees as the compact layout holds in so many bits."""

    def __init__(self, model, bits):
        self.model, self.bits = model, bits

    def fit(self, rows, target):
        self.fitted_ = clone(self.model).fit(rows, target)
        sizes = diet_bits(self.fitted_.booster_.dump_model())
        self.iterations_ = max(1, sum(size <= self.bits for size in sizes))
        return self

    def predict(self, rows):
        return self.fitted_.predict(rows, num_iteration=self.iterations_)


def diet_bits(dumped):
    """The bits of the first iteration in the compact layout, of the first two, and so on."""
    thresholds, splits, leaves, sizes = {}, 0, 0, []
    width = lambda count: (count - 1).bit_length()
    for at, tree in enumerate(dumped["tree_info"], 1):
        nodes = [tree["tree_structure"]]
        while nodes:
            node = nodes.pop()
            if "split_feature" in node:
                thresholds.setdefault(node["split_feature"], set()).add(node["threshold"])
                nodes += [node["left_child"], node["right_child"]]
                splits += 1
            else:
                leaves += 1
        if at % dumped["num_tree_per_iteration"] == 0:
            most = max(map(len, thresholds.values()), default=1)
            split = 1 + width(max(1, len(thresholds))) + width(most)  # the first bit tells it from a leaf
            sizes.append(splits * split + leaves * (1 + DIET_LEAF) + DIET_THRESHOLD * sum(map(len, thresholds.values())))
    return sizes


def diet(bytes_, d, k, values):
    kind = lightgbm.LGBMRegressor if values else lightgbm.LGBMClassifier
    most = lambda leaves: 8 * bytes_ // (k * (leaves * (1 + DIET_LEAF) + (leaves - 1) * 2)) + 1
    shapes = [(leaves, rate, bins) for leaves in (4, 8, 16, 32) for rate in (0.1, 0.3) for bins in (15, 63)]
    make = lambda leaves, rate, bins: kind(n_estimators=most(leaves), num_leaves=leaves, learning_rate=rate, max_bin=bins, verbose=-1, n_jobs=1)
    return [OnDiet(make(*shape), 8 * bytes_) for shape in shapes]


def forest(bytes_, d, k, values):
    kind = RandomForestRegressor if values else RandomForestClassifier
    trees = lambda leaves: bytes_ // (leaves * LEAF * (1 if values else max(1, k // 2)) + (leaves - 1) * SPLIT)
    make = lambda leaves: kind(trees(leaves), max_leaf_nodes=leaves, n_jobs=1, random_state=0)
    return [make(leaves) for leaves in (4, 8, 16, 32, 64, 128, 256, 512) if trees(leaves) > 0]


class FewVectors(BaseEstimator):
    """A support vector machine of at most `most` vectors, fitted to as many rows as this allows."""

    def __init__(self, machine, most):
        self.machine, self.most = machine, most

    def __sklearn_tags__(self):
        return self.machine.__sklearn_tags__()

    def fit(self, rows, target):
        order = np.random.default_rng(0).permutation(len(rows))
        fitted = lambda count: clone(self.machine).fit(rows[order[:count]], target[order[:count]])
        count, step = min(self.most, len(rows)), 1.5
        self.fitted_ = fitted(count)
        while step > 1.02:
            more = min(int(count * step), len(rows))
            larger = fitted(more) if more > count else None
            if larger is not None and len(larger.support_) <= self.most:
                count, self.fitted_ = more, larger
            else:
                step = 1 + (step - 1) / 2
        return self

    def predict(self, rows):
        return self.fitted_.predict(rows)


def vectors(bytes_, d, k, values):
    """Support vector machines with the Gaussian kernel."""
    most = bytes_ // (d + k)
    make = lambda cost: FewVectors(SVR(C=cost) if values else SVC(C=cost), most)
    return [scaled(make(cost), logarithm) for cost in (1, 10, 100) for logarithm in (False, True)] if most > 2 * k else []


def unlimited(rows, values):
    """Models of any size."""
    boost = lightgbm.LGBMRegressor if values else lightgbm.LGBMClassifier
    trees = [(300, 31, 0.1), (1000, 31, 0.05), (1000, 127, 0.05)]
    models = [boost(n_estimators=n, num_leaves=leaves, learning_rate=rate, verbose=-1, n_jobs=1) for n, leaves, rate in trees]
    kind = MLPRegressor if values else MLPClassifier
    wide = lambda alpha: kind(hidden_layer_sizes=(256, 256), alpha=alpha, batch_size=128, early_stopping=True, n_iter_no_change=15, random_state=0)
    few = [SVR(C=cost) if values else SVC(C=cost, cache_size=1000) for cost in (1, 10, 100)] if rows <= MOST_OF_VECTORS else []
    return models + [scaled(model, logarithm) for model in [*few, wide(1e-4), wide(1e-1)] for logarithm in (False, True)]


def best(candidates, train, target, values):
    """The candidate with the lowest error on a fifth of the rows, fitted to all of them."""
    kept, held, kept_target, held_target = train_test_split(train, target, test_size=0.2, random_state=0)
    judged = [error(model.fit(kept, kept_target), held, held_target, values) for model in candidates]
    return candidates[int(np.argmin(judged))].fit(train, target)


KINDS = {
    "LightGBM": boosted,
    "trees on a diet": diet,
    "random forest": forest,
    "network": network,
    "4-bit network": rough_network,
    "linear": linear,
    "support vectors": vectors,
}


def known(file):
    """The errors of rivals that were measured before, by set, split, KiB and kind."""
    lines = list(csv.reader(file.open())) if file.exists() else []
    return {(name, int(split), int(size), kind): float(found) for name, split, size, kind, found in lines}


def reached(own, name, size, splits):
    """The mean test errors of the rivals, from the file of earlier ones, or measured and added to it; infinite where the budget is too small."""
    errors = known(own.known)
    for split in range(splits):
        for kind in KINDS:
            if (name, split, size, kind) not in errors:
                errors[name, split, size, kind] = measured(own, name, split, size, kind)
    return [np.mean([errors[name, split, size, kind] for split in range(splits)]) for kind in KINDS]


def measured(own, name, split, size, kind):
    """The test error of a rival, added to the file if it is new; its answers go to the folder of --answers."""
    train, test, target, test_target, labels = read(own.data, name, split)
    values = name in sets.VALUES
    k = 1 if values or target.max() == 1 else int(target.max()) + 1
    some = KINDS[kind](1024 * size, train.shape[1], k, values)
    found = np.inf
    if some:
        answers = best(some, train, target, values).predict(test)
        found = error_of(answers, test_target, values)
        if file := budgets.answers_file(own, name, split, size, kind):
            pd.DataFrame({"prediction": answers if values else labels[answers]}).to_csv(file, index=False)
    if (name, split, size, kind) not in known(own.known):
        with own.known.open("a", newline="") as kept:
            csv.writer(kept, lineterminator="\n").writerow([name, split, size, kind, f"{found:.2f}"])
    return found


def of_any_size(data, name, splits, file):
    """The mean test error of the best model of any size, from `file`, or measured and added to it."""
    errors = known(file)
    for split in range(splits):
        if (name, split, 0, ANY) not in errors:
            train, test, target, test_target, _ = read(data, name, split)
            values = name in sets.VALUES
            model = best(unlimited(len(train) * 4 // 5, values), train, target, values)
            errors[name, split, 0, ANY] = error(model, test, test_target, values)
            with file.open("a", newline="") as kept:
                csv.writer(kept, lineterminator="\n").writerow([name, split, 0, ANY, f"{errors[name, split, 0, ANY]:.2f}"])
    return np.mean([errors[name, split, 0, ANY] for split in range(splits)])


def main():
    parser = budgets.command_line(__doc__)
    parser.add_argument("--known", type=pathlib.Path, default=pathlib.Path(__file__).with_name("rivals.csv"))
    parser.add_argument("--answers", type=pathlib.Path, help="a folder that keeps what every model answers to the test rows")
    parser.add_argument("--any-size", action="store_true")
    own = parser.parse_args()
    kinds = [*KINDS, ANY] if own.any_size else [*KINDS]
    warnings.filterwarnings("ignore")
    lost = []
    print("| test error, % | KiB | ours | made of | seconds | " + " | ".join(kinds) + " |\n| --- | --- | --- | --- | --- |" + " --- |" * len(kinds))
    for name in own.sets.split(","):
        splits = 3 if name in sets.SMALL else 1
        further = [f"{of_any_size(own.data, name, splits, own.known):.2f}"] if own.any_size else []
        for size in map(int, own.sizes.split(",")):
            errors, made_of, seconds = zip(*(budgets.auto(own, name, split, size) for split in range(splits)))
            found = np.mean(errors)
            rivals = reached(own, name, size, splits)
            cells = [f"{rival:.2f}" if np.isfinite(rival) else "-" for rival in rivals]
            print(f"| {name} | {size} | {found:.2f} | {made_of[0]} | {np.mean(seconds):.0f} | " + " | ".join(cells + further) + " |", flush=True)
            lost += [f"{name} {size}"] if found > 1.05 * min(rivals) else []
    print("\nlost: " + (", ".join(lost) or "none"))


if __name__ == "__main__":
    main()
