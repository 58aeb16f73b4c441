#!/usr/bin/env python3
"""Fits the coefficients in `fitter/src/pack/cost/window.rs` to the instructions of emulated cores, and prints them.

    pip install numpy scipy
    cargo test --test outside -- --ignored --nocapture streams::cost | tee measured.txt        # three minutes
    python3 fitter/benches/window_costs.py measured.txt

The fit is by least squares of relative errors, with coefficients not below zero. The range of estimate over measurement comes first.
"""
import sys

import numpy as np
from scipy.optimize import nnls

CHUNK = 32
SHARES = ["group", "group chunk", "group pair", "share chunk", "share pair", "relative", "relative sample", "relative chunk"]
STATISTICS = [f"statistic {number}{each}" for number in range(7) for each in ("", " sample")]
TERMS = ["once", *SHARES, *STATISTICS, "sample"]


def factors(length, groups):
    """How often each term is in the cost of some groups."""
    found = dict.fromkeys(TERMS, 0.0)
    found["once"] = 1
    for pooling, dilation, records in groups:
        count = len(records) // 2
        if pooling.endswith("Share"):
            positions = (length - 8 * dilation) & ~1
            pairs, chunks = positions // 2, -(-positions // CHUNK)
            terms = {"group": 1, "group chunk": chunks, "group pair": pairs, "share chunk": count * chunks, "share pair": count * pairs}
            if pooling == "RelativeShare":
                terms |= {"relative": 1, "relative sample": length, "relative chunk": count * chunks}
        elif pooling == "Statistic":
            terms = {}
            for number, segment in zip(records[::2], records[1::2]):
                samples = length >> ((segment + 1).bit_length() - 1)
                for term, more in ((f"statistic {number}", 1), (f"statistic {number} sample", samples)):
                    terms[term] = terms.get(term, 0) + more
        else:
            terms = {"sample": count}
        for term, more in terms.items():
            found[term] += more
    return [found[term] for term in TERMS]


def group(text):
    pooling, dilation, records = text.split("/")
    return pooling, int(dilation), [int(byte) for byte in records.strip("[]").split(",")]


def main():
    measured = {}
    for line in open(sys.argv[1]):
        words = line.split()
        if words and words[0] == "window":
            rows = measured.setdefault(words[1], [])
            rows.append((factors(int(words[2]), map(group, words[3:-1])), float(words[-1])))
    for core, rows in measured.items():
        terms, counts = np.array([row for row, _ in rows]), np.array([count for _, count in rows])
        costs, _ = nnls(terms / counts[:, None], np.ones(len(counts)))
        ratios = terms @ costs / counts
        print(f"{core}: {ratios.min():.3f} to {ratios.max():.3f}")
        print("\n".join(f"    {term}: {cost:.1f}" for term, cost in zip(TERMS, costs)))


if __name__ == "__main__":
    main()
