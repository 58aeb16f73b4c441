#!/usr/bin/env python3
"""A fit beside scikit-learn's partial_fit on the same rows: KERNELET=target/release/kernelet python3
fitter/benches/partial_fit.py [--rows 10000000] [--inputs 20] [--features 200] [--folder /tmp]

The rival is StandardScaler, RBFSampler and SGDClassifier (logistic loss, averaged), one pass each over batches of the same
Parquet file, with the better of three widths of the kernel by 50,000 of the first 100,000 rows. Both have as many features
and two threads; each prints its seconds, the peak of its process's memory, and the error of 200,000 test rows.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import time

import made
from large import TEST
from measure import run

BATCH = 65_536


def batches(path):
    import numpy as np
    import pyarrow.parquet as pq

    for batch in pq.ParquetFile(path).iter_batches(batch_size=BATCH):
        columns = [column.to_numpy() for column in batch.columns]
        yield np.column_stack(columns[:-1]), columns[-1]


def rival(path, test, features):
    """Fits by partial_fit in a process of its own, and prints what came out."""
    import numpy as np
    from sklearn.kernel_approximation import RBFSampler
    from sklearn.linear_model import SGDClassifier
    from sklearn.preprocessing import StandardScaler

    start = time.time()

    def classifier():
        return SGDClassifier(loss="log_loss", alpha=1e-6, average=True, random_state=0)

    scaler = StandardScaler()
    for X, _ in batches(path):
        scaler.partial_fit(X)
    parts = [part for part, _ in zip(batches(path), range(2))]
    X = scaler.transform(np.concatenate([part[0] for part in parts]))[:100_000]
    y = np.concatenate([part[1] for part in parts])[:100_000]
    half = len(X) // 2
    scores = {}
    for factor in (0.25, 1.0, 4.0):
        sampler = RBFSampler(gamma=factor / X.shape[1], n_components=features, random_state=0).fit(X)
        scores[factor] = classifier().fit(sampler.transform(X[:half]), y[:half]).score(sampler.transform(X[half:]), y[half:])
    gamma = max(scores, key=scores.get) / X.shape[1]
    sampler = RBFSampler(gamma=gamma, n_components=features, random_state=0).fit(X)
    model = classifier()
    for X, y in batches(path):
        model.partial_fit(sampler.transform(scaler.transform(X)), y, classes=[0, 1])
    seconds = time.time() - start
    wrong = [np.sum(model.predict(sampler.transform(scaler.transform(X))) != y) for X, y in batches(test)]
    rows = sum(len(y) for _, y in batches(test))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"gamma": gamma, "seconds": seconds, "peak": peak, "error": float(sum(wrong)) / rows}))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--inputs", type=int, default=20)
    parser.add_argument("--features", type=int, default=200)
    parser.add_argument("--folder", default="/tmp")
    parser.add_argument("--rival", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.rival:
        rival(*given.rival, given.features)
        return
    kernelet = os.environ.get("KERNELET", "target/release/kernelet")
    path, test = (os.path.join(given.folder, f"{name}-{given.inputs}.parquet") for name in (given.rows, "test"))
    made.write(test, 200_000, given.inputs, first=TEST)
    made.write(path, given.rows, given.inputs)
    own = [sys.executable, __file__, "--features", str(given.features), "--rival", path, test]
    threads = {name: "2" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
    found = json.loads(subprocess.run(own, check=True, capture_output=True, text=True, env=os.environ | threads).stdout)
    print(f"partial_fit: {found['seconds']:.1f} s, {found['peak']:.0f} MiB, test error {100 * found['error']:.2f} % "
          f"(gamma {found['gamma']:.4f})", flush=True)
    for options in (f"--method mc --features {given.features} --head logistic", "--method learned --features 60"):
        found = run([kernelet, "fit", path, "--test", test, "--json", "--quiet", "--threads", "2", *options.split()])
        print(f"kernelet {options}: {found['wall']:.1f} s, {found['peak']:.0f} MiB, test error "
              f"{100 * found['test']['error']:.2f} %, {found['bytes']} bytes", flush=True)


if __name__ == "__main__":
    main()
