#!/usr/bin/env python3
"""Fits the coefficients in `fitter/src/pack/cost/window_table.rs` to what emulated cores count, and prints them.

    pip install numpy scipy
    cargo test --test outside -- --ignored --nocapture streams::cost | tee measured.txt        # ten minutes
    python3 fitter/benches/window_costs.py measured.txt

The fit is by least squares of relative errors, with coefficients not below zero. The range of estimate over measurement comes first.
"""
import sys

import numpy as np
from scipy.optimize import nnls

CHUNK = 16  # pairs
SHARES = ["group", *(f"{of} {each}" for of in ("group", "share") for each in ("chunk", "rest", "rest pair")), "relative", "relative sample", "relative chunk"]
STATISTICS = [f"statistic {number}{each}" for number in range(7) for each in ("", " sample")]
PAIRS = [f"pair {number}{each}" for number in range(2) for each in ("", " sample")]
BANDS = ["band", "band piece", "band sample"]
TERMS = ["once", *SHARES, *STATISTICS, "sample", *PAIRS, *BANDS]


def factors(length, groups):
    """How often each term is in the cost of some groups."""
    found = dict.fromkeys(TERMS, 0.0)
    found["once"] = 1
    for pooling, shift, dilation, records in groups:
        count = len(records) // 2
        if pooling.endswith("Share"):
            chunks, left = divmod((length - 8 * dilation) // 2, CHUNK)
            each = {"chunk": chunks, "rest": left > 0, "rest pair": left}
            terms = {"group": 1} | {f"{of} {name}": more * times for of, times in (("group", 1), ("share", count)) for name, more in each.items()}
            if pooling == "RelativeShare":
                terms |= {"relative": 1, "relative sample": length, "relative chunk": count * (chunks + (left > 0))}
        elif pooling == "Statistic":
            terms = {}
            for number, segment in zip(records[::2], records[1::2]):
                add(terms, {f"statistic {number}": 1, f"statistic {number} sample": samples(length, segment)})
        elif pooling == "Pair":
            terms = {}
            for record in records[1::2]:
                add(terms, {f"pair {record >> 7}": 1, f"pair {record >> 7} sample": samples(length, record & 127)})
        elif pooling == "Band":
            pieces = sum(samples(length, segment) >> shift for segment in records[1::2])
            terms = {"band": count, "band piece": pieces, "band sample": pieces << shift}
        else:
            terms = {"sample": count}
        add(found, terms)
    return [found[term] for term in TERMS]


def samples(length, segment):
    return length >> ((segment + 1).bit_length() - 1)


def add(terms, more):
    for term, count in more.items():
        terms[term] = terms.get(term, 0) + count


def group(text):
    pooling, shift, dilation, records = text.split("/")
    return pooling, int(shift), int(dilation), [int(byte) for byte in records.strip("[]").split(",")]


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
        print(f"// {core}: {ratios.min():.3f} to {ratios.max():.3f}\n{constant(core, dict(zip(TERMS, costs)))}")


def constant(core, cost):
    """The costs of a core as Rust; what comes once is counted with each group."""
    array = lambda names: "[" + ", ".join(f"{cost[name]:.1f}" for name in names) + "]"
    pairs = lambda of, count: "[" + ", ".join(array([f"{of} {number}", f"{of} {number} sample"]) for number in range(count)) + "]"
    fields = {
        "group": array(["group", "group chunk", "group rest", "group rest pair"]),
        "share": array(["share chunk", "share rest", "share rest pair"]),
        "relative": array(["relative", "relative sample", "relative chunk"]),
        "statistics": pairs("statistic", 7),
        "sample": f"{cost['sample']:.1f}",
        "pairs": pairs("pair", 2),
        "band": array(BANDS),
    }
    fields = "\n".join(f"    {name}: {value}," for name, value in fields.items())
    return f"pub(super) const {core.replace('-', '_').upper()}: WindowCosts = WindowCosts {{\n{fields}\n}};"


if __name__ == "__main__":
    main()
