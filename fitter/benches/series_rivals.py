#!/usr/bin/env python3
"""Writes the test errors of other models over windows as CSV lines, on the splits of series.py.

    pip install aeon scikit-learn pandas jax optax
    python3 fitter/benches/series_rivals.py --data DIR [--sets gunpoint,...] [--sizes 1,2,4,8] [--seeds 0,1,2] [--out series_rivals.csv]

- rocket: MiniRocket with about 10,000 features in single precision and a ridge classifier (Dempster, Schmidt and Webb 2021), at full size.
- convolutions: a convolutional network in the same bytes: two convolutions with ReLU, the mean over time, and a dense layer.
- spectra: log energies of 16 bands, mean, deviation and range of each channel, and a network with one hidden layer in the same bytes.

Bytes are counted in the rivals' favour: 1 for a weight, 4 for a bias, none for anything else, and rounding is taken to cost no accuracy.
The width of a network follows from the bytes; its kernels are chosen on a fifth of the training windows. A line that the file has already
is not measured again.
"""
import argparse
import pathlib
import tempfile
import time

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pandas as pd
import resumed
import series
from aeon.transformations.collection.convolution_based import MiniRocket
from sklearn.linear_model import RidgeClassifierCV
from sklearn.model_selection import train_test_split
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

HEAD = ["set", "KiB", "seed", "rival", "rows", "error", "seconds"]
WEIGHT, BIAS = 1, 4
KERNELS = (5, 9, 15)
EPOCHS, BATCH, RATE = 200, 32, 3e-3
STEPS = 6_000


def cut(rows, length, stride, group):
    """Windows of recordings, with the label of most of their samples."""
    windows, labels = [], []
    for _, own in rows.groupby(group, sort=False):
        values = own.drop(columns=[group, "target", "subject"], errors="ignore").to_numpy(np.float32)
        for first in range(0, len(own) - length + 1, stride):
            windows.append(values[first : first + length].T)
            labels.append(own["target"].iloc[first : first + length].mode()[0])
    return np.array(windows), np.array(labels)


def windows(file, options):
    """Windows, `rows x channels x samples`, and their labels."""
    rows = pd.read_csv(file)
    if "--window" in options:
        length, stride, group = (options[options.index(name) + 1] for name in ("--window", "--stride", "--group"))
        return cut(rows, int(length), int(stride), group)
    names = rows.columns.str.extract(r"^(.*?)_?(\d+)$")
    counts = names[0].value_counts()
    channels = [name for name in names[0].dropna().unique() if counts[name] >= 8]
    columns = [rows.columns[names[0] == name] for name in channels]
    return np.stack([rows[own].to_numpy(np.float32) for own in columns], 1), rows["target"].to_numpy()


def rocket(train, test, _, seed):
    transform = MiniRocket(random_state=seed)
    model = make_pipeline(StandardScaler(with_mean=False), RidgeClassifierCV(np.logspace(-3, 3, 10)))
    model.fit(transform.fit_transform(train[0]), train[1])
    return model.predict(transform.transform(test[0]))


def spectra(train, test, size, seed):
    def features(x):
        energies = np.abs(np.fft.rfft(x - x.mean(-1, keepdims=True)))[..., 1:] ** 2
        bands = [np.log1p(band.sum(-1)) for band in np.array_split(energies, min(16, energies.shape[-1]), -1)]
        return np.concatenate([*bands, x.mean(-1), x.std(-1), x.max(-1) - x.min(-1)], -1)

    inputs, classes = features(train[0]), len(np.unique(train[1]))
    outputs = 1 if classes == 2 else classes
    hidden = int((size - BIAS * outputs) // (WEIGHT * inputs.shape[1] + BIAS + WEIGHT * outputs))
    if hidden < 1:
        return None
    model = make_pipeline(StandardScaler(), MLPClassifier((hidden,), alpha=1e-2, max_iter=500, random_state=seed))
    return model.fit(inputs, train[1]).predict(features(test[0]))


def width(size, channels, kernel, outputs):
    """The most filters of both convolutions that the bytes hold."""
    own = lambda filters: WEIGHT * filters * (kernel * (channels + filters) + outputs) + BIAS * (2 * filters + outputs)
    return max((filters for filters in range(1, 128) if own(filters) <= size), default=0)


def network(parameters, x):
    for weights, bias in parameters[:2]:
        x = jax.lax.conv_general_dilated(x, weights, (2,), "SAME") + bias[:, None]
        x = jax.nn.relu(x)
    weights, bias = parameters[2]
    return x.mean(-1) @ weights + bias


def trained(x, y, kernel, filters, seed):
    """A network of some kernels, trained by Adam with a falling rate."""
    generator, classes = np.random.default_rng(seed), int(y.max()) + 1
    he = lambda *shape: jnp.array(generator.normal(0, np.sqrt(2 / np.prod(shape[1:])), shape), jnp.float32)
    first, second = he(filters, x.shape[1], kernel), he(filters, filters, kernel)
    parameters = [(first, jnp.zeros(filters)), (second, jnp.zeros(filters)), (he(classes, filters).T, jnp.zeros(classes))]
    batch = min(BATCH, len(x))
    steps = min(STEPS, EPOCHS * -(-len(x) // batch))
    adam = optax.adam(optax.cosine_decay_schedule(RATE, steps))
    loss = lambda own, x, y: optax.softmax_cross_entropy_with_integer_labels(network(own, x), y).mean()

    @jax.jit
    def step(own, state, x, y):
        change, state = adam.update(jax.grad(loss)(own, x, y), state)
        return optax.apply_updates(own, change), state

    state = adam.init(parameters)
    for _ in range(steps):
        rows = generator.integers(0, len(x), batch)
        parameters, state = step(parameters, state, x[rows], y[rows])
    return lambda x: np.concatenate([np.asarray(network(parameters, part)).argmax(-1) for part in np.array_split(x, -(-len(x) // 512))])


def convolutions(train, test, size, seed):
    mean, deviation = (of(train[0], (0, 2), keepdims=True) for of in (np.mean, np.std))
    x, held = ((windows - mean) / (deviation + 1e-9) for windows in (train[0], test[0]))
    labels, y = np.unique(train[1], return_inverse=True)
    shapes = [(kernel, width(size, x.shape[1], kernel, len(labels))) for kernel in KERNELS]
    shapes = [shape for shape in shapes if shape[1] > 0]
    if not shapes:
        return None
    kept, out = train_test_split(np.arange(len(y)), test_size=0.2, random_state=seed)
    wrong = lambda shape: np.mean(trained(x[kept], y[kept], *shape, seed)(x[out]) != y[out])
    return labels[trained(x, y, *min(shapes, key=wrong), seed)(held)]


RIVALS = {"rocket": rocket, "convolutions": convolutions, "spectra": spectra}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--sets", default=",".join(series.SETS))
    parser.add_argument("--sizes", default="1,2,4,8")
    parser.add_argument("--seeds", default="0,1,2")
    parser.add_argument("--rivals", default=",".join(RIVALS))
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(__file__).with_name("series_rivals.csv"))
    own = parser.parse_args()
    with resumed.table(own.out, HEAD, 4) as (known, add), tempfile.TemporaryDirectory() as desk:
        for name in own.sets.split(","):
            files = series.arguments(own.data, name, pathlib.Path(desk))
            train, test = (windows(file, files[2]) for file in files[:2])
            for rival in own.rivals.split(","):
                for size in ["full"] if rival == "rocket" else own.sizes.split(","):
                    for seed in own.seeds.split(","):
                        if (name, size, seed, rival) in known:
                            continue
                        started, room = time.monotonic(), 0 if size == "full" else 1024 * int(size)
                        answers = RIVALS[rival](train, test, room, int(seed))
                        error = "" if answers is None else f"{np.mean(answers != test[1]):.4f}"
                        add([name, size, seed, rival, len(test[1]), error, f"{time.monotonic() - started:.1f}"])


if __name__ == "__main__":
    main()
