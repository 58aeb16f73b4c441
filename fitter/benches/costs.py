#!/usr/bin/env python3
"""Fits the coefficients of the cost model to the instructions of emulated cores and writes `fitter/src/pack/cost/table.rs`.

    pip install numpy scipy
    cargo test --test outside -- --ignored --nocapture cost:: | tee measured.txt        # half an hour
    python3 fitter/benches/costs.py measured.txt > fitter/src/pack/cost/table.rs && cargo fmt

The fit is by least squares of relative errors, with coefficients per model, feature, input, output and lane not below zero.
The errors of the estimates go to standard error. A new kind of block needs its name in KINDS and its factors in TERMS, in the
order of its file in `fitter/src/pack/cost`.
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


def whole_groups(core, kind, f):
    """Features come in groups of four, on all cores but the smallest."""
    return f if core == "cortex-m0" or kind not in GROUPED else -(-f // 4) * 4


GROUPED = {"Cosine", "Relu", "Step", "SquaredRelu", "Linear"}
TERMS = collections.defaultdict(lambda: dense, Seeded=seeded, Ferns=ferns, Sorf=structured, Fastfood=structured)


# coefficients that may be negative: of several scores instead of one, of long rows and of short ones
SIGNED = collections.defaultdict(lambda: [4, 5, 6], Seeded=[3], Ferns=[4], Sorf=[], Fastfood=[])


def read(files):
    """Instructions of blocks by core, contract and kind; of guards, logarithms, extras and predictions without blocks likewise."""
    blocks, guards, logarithms, extras, wholes = (collections.defaultdict(dict) for _ in range(5))
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
                extras[core, contract, feature.removeprefix("--features=")][int(outputs)] = int(count)
    return blocks, guards, logarithms, extras, wholes


def solve(rows, lower):
    """Fits coefficients to rows of terms, of the count that they add up to, and of the count that known parts are added to."""
    design = np.array([[term / count for term in terms] for terms, _, count in rows])
    used = np.abs(design).max(axis=0) > 0
    found = np.zeros(design.shape[1])
    scale = np.abs(design[:, used]).max(axis=0)
    bounds = (np.array(lower)[used] * scale, np.inf)
    found[used] = lsq_linear(design[:, used] / scale, [rest / count for _, rest, count in rows], bounds=bounds).x / scale
    return found


def of_scores(counts):
    """The instructions of a single score, and of several: once and for each."""
    first, each = solve([([1, k], count, count) for k, count in counts.items() if k > 1], [0.0, 0.0])
    return counts[1], first, each


def of_whole(counts):
    """The instructions of a prediction without blocks for each input, and of scores as above with no input."""
    (few, _), (many, _) = min(counts), max(counts)
    each = (counts[many, 1] - counts[few, 1]) / (many - few)
    return each, *of_scores({k: count - few * each for (i, k), count in counts.items() if i == few})


def coefficients(blocks, wholes, core, contract, kind):
    terms = TERMS[kind]
    of_input, single, first, each = wholes[core][contract]
    whole = lambda i, k: of_input * i + (first + each * k if k > 1 else single)
    counts = blocks[core, contract, kind].items()
    rows = [(terms(i, k, whole_groups(core, kind, f), t), count - whole(i, k), count) for (i, k, f, t), count in counts]
    if kind in LIKE:
        # half of the features of ReLU are zeros, which a multiplication in software is quick with; linear ones have none
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
    """To four digits, of less than one to three; to three also what would be taken for a constant of mathematics."""
    digits = 3 if f"{value:.4g}" in ("2.718", "3.142", "6.283", "1.414", "1.571", "2.303", "1.443", "3.322") else 4
    return str(float(f"{value:.{digits}g}" if abs(value) >= 1 else f"{value:.3f}"))


ANSWERS = {"probability": "the probabilities of classes", "novelty": "the novelty of a row"}
ERRORS = collections.defaultdict(list)


def main():
    blocks, guards, logarithms, extras, counts = read(sys.argv[1:])
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
    print("//! The coefficients of the cost model, for each of [`CORES`](super::CORES), made by")
    print("//! `fitter/benches/costs.py`.")
    print("//!")
    print("//! They are fitted by least squares of relative errors over 32 shapes of dense cosines, 16 each of")
    print("//! SORF, Fastfood, seeded rows, ferns and ReLU, and 5 of each other kind, which shares ReLU's")
    print("//! coefficients but for that of a feature. Coefficients per model, feature, input, output and lane")
    print("//! are not negative. On the three cores the median error of these shapes is")
    print(f"//! {percent(usual)} %, and the largest {percent(worst)} %. The last coefficient,")
    print("//! of a guarded input, is measured separately.\n")
    print("use kernelet::Contract;\nuse kernelet::block::Kind;\n")
    print("/// The coefficients of a kind's factors, for each core.\npub(super) type Table = [[f64; 8]; 3];\n")
    print("/// The instructions of a single score, and of several: once and for each, for each core.\npub(super) type Scores = [[f64; 3]; 3];\n")
    print("/// The instructions of a logarithm in fixed point, where every third input has one.")
    print(f"pub(super) const LOGARITHM: [f64; 3] = {array(mean(fixed(logarithms[core])) for core in CORES)};")
    print("/// The instructions of a logarithm in single precision.")
    print(f"pub(super) const F32_LOGARITHM: [f64; 3] = {array(logarithms[core]['F32'] for core in CORES)};\n")
    print("/// The instructions of a checkpoint for each score of 32 bits, to about a third.\npub(super) const CHECKPOINT: [f64; 3] = [12.0, 9.0, 6.0];")
    print("/// The same for each score of 64 bits, or in single precision.\npub(super) const WIDE_CHECKPOINT: [f64; 3] = [36.0, 20.0, 17.0];\n")
    scores = {"": "scores of 32 bits", "WIDE_": "scores of 64 bits", "F32_": "scores in single precision"}
    for contract, prefix in {"Q7": "", "Q15": "WIDE_", "F32": "F32_"}.items():
        print(f"/// The instructions of a prediction without blocks, for {scores[prefix]}.")
        print(f"pub(super) const {prefix}WHOLE: Scores = [{', '.join(array(wholes[core][contract][1:]) for core in CORES)}];")
        print(f"/// The same for each input.\npub(super) const {prefix}INPUT: [f64; 3] = {array(wholes[core][contract][0] for core in CORES)};")
    for feature in ("probability", "novelty"):
        for contract, prefix in {"Q7": "", "Q15": "WIDE_", "F32": "F32_"}.items():
            rows = [array(of_scores(extras[core, contract, feature])) for core in CORES]
            print(f"/// The instructions of {ANSWERS[feature]} for {scores[prefix]}.")
            print(f"pub(super) const {prefix}{feature.upper()}: Scores = [{', '.join(rows)}];")
    print("\n/// The coefficients of all kinds in all formats that were measured.\npub(super) const TABLES: [(Contract, Kind, Table); 45] = [")
    print("\n".join(tables) + "\n];")


if __name__ == "__main__":
    main()
