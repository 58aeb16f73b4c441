#!/usr/bin/env python3
"""The memory that a fit from an array takes beside the array: python3 fitter/benches/memory.py [GIGABYTES] [INPUTS]

Made rows of 16 inputs and three classes, or of so many inputs. Prints the size of the array, and by how much the peak of
the process rises while a classifier with 4 KiB is fitted.
"""

import resource
import sys
import time

import numpy as np

from kernelet import KerneletClassifier


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def made(size, inputs):
    """Rows in bands of a few waves; chunk by chunk, so that making them raises no peak."""
    rows = int(size / (8 * inputs))
    random = np.random.default_rng(0)
    waves, phases = random.normal(size=(inputs, 12)) * 0.8, random.uniform(0, 2 * np.pi, 12)
    X, y = np.empty((rows, inputs)), np.empty(rows, dtype=np.int8)
    for first in range(0, rows, 10_000):
        part = X[first:first + 10_000]
        part[:] = random.normal(size=part.shape)
        y[first:first + 10_000] = np.digitize(np.cos(part @ waves + phases).sum(axis=1), [-1.0, 1.0])
    return X, y


def main():
    size = float(sys.argv[1]) * 1e9 if len(sys.argv) > 1 else 1e9
    X, y = made(size, int(sys.argv[2]) if len(sys.argv) > 2 else 16)
    before, start = peak(), time.time()
    model = KerneletClassifier(flash="4KiB").fit(X, y)
    raised, seconds = peak() - before, time.time() - start
    right = model.score(X[:100_000], y[:100_000])
    print(f"array {X.nbytes / 1e9:.3f} GB of {X.shape[0]} x {X.shape[1]}, peak raised by {raised / 1e9:.3f} GB "
          f"({raised / X.nbytes:.2f} times), {seconds:.0f} s, accuracy {right:.4f}")


if __name__ == "__main__":
    main()
