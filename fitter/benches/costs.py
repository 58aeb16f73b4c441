#!/usr/bin/env python3
"""The coefficients of the cost model, from what the emulated cores took: `fitter/src/report/cost/table.rs`.

    pip install numpy scipy
    cargo test --test cost -- --ignored --nocapture | tee measured.txt        # half an hour
    python3 fitter/benches/costs.py measured.txt > fitter/src/report/cost/table.rs && cargo fmt

Least squares of relative errors; what counts per model, feature, input, output and lane is not negative. How far off the estimates
are goes to standard error.
"""
import collections
import pathlib
import sys

import numpy as np
from scipy.optimize import lsq_linear

CORES = ["cortex-m0", "cortex-m4", "riscv32"]
CONTRACTS = ["F32", "Q15", "Q7", "Q7Wide", "Q3"]
KINDS = ["Cosine", "Relu", "Step", "SquaredRelu", "Linear", "Sorf", "Fastfood", "Seeded", "Ferns"]
LIKE = {"Step": "Relu", "SquaredRelu": "Relu", "Linear": "Relu"}  # all coefficients but that of a feature


def width(inputs):
    return 1 << max(0, (inputs - 1).bit_length())


def dense(i, k, f, t):
    return [1, f, f * i, f * k, f * (k > 1), f * i * (i > 40), f * (i <= 4)]


def seeded(i, k, f, t):
    return [1, f, f * k, f * (k > 1), i, 0, 0]


def ferns(i, k, f, t):
    return [1, f, t, k * f, f * (k > 1), 0, 0]


def structured(i, k, f, t):
    blocks = -(-f // width(i))
    lanes = blocks * width(i)
    return [1, f, f * k, blocks, lanes, lanes * (width(i).bit_length() - 1), 0]


TERMS = collections.defaultdict(lambda: dense, Seeded=seeded, Ferns=ferns, Sorf=structured, Fastfood=structured)


# coefficients that may be negative: of several scores instead of one, of long rows and of short ones
SIGNED = collections.defaultdict(lambda: [4, 5, 6], Seeded=[3], Ferns=[4], Sorf=[], Fastfood=[])


def read(files):
    """Instructions by core, contract and kind; guards, logarithms, what is told, and what is no block's, likewise."""
    blocks, guards, logarithms, told, wholes = (collections.defaultdict(dict) for _ in range(5))
    for line in (line.split() for file in files for line in pathlib.Path(file).read_text().splitlines()):
        match line:
            case ["cost", core, contract, kind, i, k, f, tests, _, most, *_]:
                blocks[core, contract, kind][tuple(map(int, (i, k, f, tests)))] = int(most)
            case ["guard", core, contract, count]:
                guards[core][contract] = float(count)
            case ["logarithm", core, contract, measured, _]:
                logarithms[core][contract] = float(measured)
            case ["whole", core, contract, inputs, outputs, count]:
                wholes[core, contract][int(inputs), int(outputs)] = int(count)
            case ["told", core, contract, feature, outputs, count, *_]:
                told[core, contract, feature.removeprefix("--features=")][int(outputs)] = int(count)
    return blocks, guards, logarithms, told, wholes


def solve(rows, lower):
    """Of rows of terms, what they add up to, and what they do with what is known already."""
    design = np.array([[term / count for term in terms] for terms, _, count in rows])
    used = np.abs(design).max(axis=0) > 0
    found = np.zeros(design.shape[1])
    scale = np.abs(design[:, used]).max(axis=0)
    bounds = (np.array(lower)[used] * scale, np.inf)
    found[used] = lsq_linear(design[:, used] / scale, [rest / count for _, rest, count in rows], bounds=bounds).x / scale
    return found


def of_scores(counts):
    """What a single score takes, and several at first and each."""
    first, each = solve([([1, k], count, count) for k, count in counts.items() if k > 1], [0.0, 0.0])
    return counts[1], first, each


def of_whole(counts):
    """What a prediction without blocks takes of an input, and of scores as above with no input."""
    (few, _), (many, _) = min(counts), max(counts)
    each = (counts[many, 1] - counts[few, 1]) / (many - few)
    return each, *of_scores({k: count - few * each for (i, k), count in counts.items() if i == few})


def coefficients(blocks, wholes, core, contract, kind):
    terms = TERMS[kind]
    of_input, single, first, each = wholes[core][contract]
    whole = lambda i, k: of_input * i + (first + each * k if k > 1 else single)
    rows = [(terms(*shape), count - whole(*shape[:2]), count) for shape, count in blocks[core, contract, kind].items()]
    if kind in LIKE:
        # half of what ReLU give are zeros, which a multiplication in software is quick with; what is linear has none
        like = "Cosine" if (contract, kind) == ("F32", "Linear") else LIKE[kind]
        found = coefficients(blocks, wholes, core, contract, like)
        found[1] += np.mean([(rest - np.dot(found, terms)) / terms[1] for terms, rest, _ in rows])
    else:
        found = solve(rows, [-np.inf if place in SIGNED[kind] else 0.0 for place in range(7)])
    errors = [(np.dot(found, terms) - rest) / count for terms, rest, count in rows]
    ERRORS[core].extend(errors)
    print(f"{core} {contract} {kind}: {100 * max(map(abs, errors)):.1f} % at most, of {len(rows)} shapes", file=sys.stderr)
    return found


def literal(value):
    """To four digits, of less than one to three, which no constant of mathematics is taken for."""
    return str(float(f"{value:.4g}" if abs(value) >= 1 else f"{value:.3f}"))


TELLS = {"probability": "how probable classes are", "novelty": "whether a row is new"}
ERRORS = collections.defaultdict(list)


def main():
    blocks, guards, logarithms, told, counts = read(sys.argv[1:])
    widths = {"Q7": "Q7", "Q3": "Q7", "Q15": "Q15", "Q7Wide": "Q15", "F32": "F32"}
    wholes = {core: {contract: of_whole(counts[core, like]) for contract, like in widths.items()} for core in CORES}
    mean = lambda values: float(np.mean(list(values)))
    fixed = lambda values: [value for contract, value in values.items() if contract != "F32"]
    array = lambda values: "[" + ", ".join(literal(value) for value in values) + "]"
    tables = []
    for contract in CONTRACTS:
        for kind in KINDS:
            guard = [guards[core]["F32"] if contract == "F32" else mean(fixed(guards[core])) for core in CORES]
            rows = [array([*coefficients(blocks, wholes, core, contract, kind), guard[place]]) for place, core in enumerate(CORES)]
            tables.append(f"(Contract::{contract}, Kind::{kind}, [{', '.join(rows)}]),")
    worst = {core: max(map(abs, errors)) for core, errors in ERRORS.items()}
    usual = {core: float(np.median(np.abs(errors))) for core, errors in ERRORS.items()}
    percent = lambda shares: ", ".join(f"{100 * shares[core]:.0f}" for core in CORES)
    print("//! The coefficients of the cost model, for each of [`CORES`](super::CORES), made by `fitter/benches/costs.py`: least squares of relative")
    print("//! errors over 32 shapes of dense cosines, 16 of SORF, of Fastfood, of seeded rows, of ferns and of ReLU, and 5 of each other kind,")
    print("//! which shares ReLU's coefficients but for that of a feature. Those that count per model, feature, input, output and lane are not negative.")
    print("//!")
    print(f"//! Of these shapes half are missed by more than {percent(usual)} % on the three cores, and none by more than {percent(worst)} %. The last")
    print("//! coefficient, of a guarded input, was measured apart.\n")
    print("use kernelet::Contract;\nuse kernelet::kind::Kind;\n")
    print("/// For each core, a coefficient for each of the terms of the kind's rows.\npub(super) type Table = [[f64; 8]; 3];\n")
    print("/// For each core what a single score takes, and several at first and each.\npub(super) type Scores = [[f64; 3]; 3];\n")
    print("/// A logarithm, where every third input has one.")
    print(f"pub(super) const LOGARITHM: [f64; 3] = {array(mean(fixed(logarithms[core])) for core in CORES)};")
    print("/// In single precision.")
    print(f"pub(super) const F32_LOGARITHM: [f64; 3] = {array(logarithms[core]['F32'] for core in CORES)};\n")
    print("/// A checkpoint, for each score of 32 bits, to about a third.\npub(super) const CHECKPOINT: [f64; 3] = [12.0, 9.0, 6.0];")
    print("/// The same for each of 64 bits, or in single precision.\npub(super) const WIDE_CHECKPOINT: [f64; 3] = [36.0, 20.0, 17.0];\n")
    scores = {"": "scores of 32 bits", "WIDE_": "scores of 64 bits", "F32_": "scores in single precision"}
    for contract, prefix in {"Q7": "", "Q15": "WIDE_", "F32": "F32_"}.items():
        print(f"/// What a prediction takes of {scores[prefix]} without any block.")
        print(f"pub(super) const {prefix}WHOLE: Scores = [{', '.join(array(wholes[core][contract][1:]) for core in CORES)}];")
        print(f"/// The same of each input.\npub(super) const {prefix}INPUT: [f64; 3] = {array(wholes[core][contract][0] for core in CORES)};")
    for feature in ("probability", "novelty"):
        for contract, prefix in {"Q7": "", "Q15": "WIDE_", "F32": "F32_"}.items():
            rows = [array(of_scores(told[core, contract, feature])) for core in CORES]
            print(f"/// What telling of {TELLS[feature]} takes of {scores[prefix]}.")
            print(f"pub(super) const {prefix}{feature.upper()}: Scores = [{', '.join(rows)}];")
    print("\n/// Those of all kinds in all formats that were measured.\npub(super) const TABLES: [(Contract, Kind, Table); 45] = [")
    print("\n".join(tables) + "\n];")


if __name__ == "__main__":
    main()
