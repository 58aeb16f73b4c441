#!/usr/bin/env python3
"""Fits the coefficients of the cost model to what emulated cores count, and writes a file of `fitter/src/pack/cost/table` for each.

    pip install numpy scipy
    cargo test --test outside -- --ignored --nocapture cost::every_cost | tee measured.txt        # an hour; or of one core
    python3 fitter/benches/costs.py measured.txt && cargo fmt

A core that was not measured keeps its file; one of which some kinds of blocks were measured alone keeps the others. The fit is by least squares of relative errors, with coefficients per model, feature,
input, output and lane not below zero. The errors of the estimates go to standard error. A new kind of block needs its name in KINDS
and its factors in TERMS, in the order of its file in `fitter/src/pack/cost`.
"""
import ast
import collections
import pathlib
import re
import sys

import numpy as np
from scipy.optimize import lsq_linear

CORES = {
    "cortex-m0": "a Cortex-M0", "cortex-m3": "a Cortex-M3", "cortex-m4": "a Cortex-M4 and of a Cortex-M7",
    "cortex-m33": "a Cortex-M33 and of a Cortex-M55", "riscv32": "RV32IMC", "avr": "an AVR, in cycles of exported C",
}
SINGLE = {"cortex-m0", "avr"}  # whose features are computed one by one, not in groups of four
TABLE = pathlib.Path(__file__).parent.parent / "src/pack/cost/table"
CONTRACTS = ["F32", "Q15", "Q7", "Q7Wide", "Q3"]
KINDS = ["Cosine", "Relu", "Step", "SquaredRelu", "Linear", "Sorf", "Fastfood", "Seeded", "Ferns", "Patch"]
LIKE = {"Step": "Relu", "SquaredRelu": "Relu", "Linear": "Relu"}  # all coefficients but that of a feature


def width(inputs):
    return 1 << max(0, (inputs - 1).bit_length())


def dense(i, k, f, *_):
    return [1, f, f * i, f * k, f * (k > 1), f * i * (i > 40), f * (i <= 4)]


def seeded(i, k, f, *_):
    return [1, f, f * k, f * (k > 1), i, 0, 0]


def ferns(i, k, f, t, *_):
    return [1, f, t, k * f, f * (k > 1), 0, 0]


def patch(i, k, f, _, reads, runs):
    return [1, f, reads, runs, f * k, f * (k > 1), i]


def structured(i, k, f, *_):
    blocks = -(-f // width(i))
    lanes = blocks * width(i)
    return [1, f, f * k, blocks, lanes, lanes * (width(i).bit_length() - 1), 0]


def whole_groups(core, kind, f):
    """Features of dense rows come in groups of four on most cores."""
    return f if core in SINGLE or kind not in GROUPED else -(-f // 4) * 4


GROUPED = {"Cosine", "Relu", "Step", "SquaredRelu", "Linear"}
TERMS = collections.defaultdict(lambda: dense, Seeded=seeded, Ferns=ferns, Sorf=structured, Fastfood=structured, Patch=patch)


# coefficients that may be negative: of several scores instead of one, of long rows and of short ones
SIGNED = collections.defaultdict(lambda: [4, 5, 6], Seeded=[3], Ferns=[4], Sorf=[], Fastfood=[], Patch=[5])


def read(files):
    """Counts of blocks by core, contract and kind; of guards, logarithms, checkpoints, extras and predictions without blocks likewise."""
    blocks, guards, logarithms, checkpoints, extras, wholes = (collections.defaultdict(dict) for _ in range(6))
    for line in (line.split(" ... ")[-1].split() for file in files for line in pathlib.Path(file).read_text().splitlines()):
        match line:
            case ["cost", core, contract, kind, i, k, f, tests, reads, runs, _, most, *_]:
                blocks[core, contract, kind][tuple(map(int, (i, k, f, tests, reads, runs)))] = int(most)
            case ["guard", core, contract, count]:
                guards[core][contract] = float(count)
            case ["logarithm", core, contract, measured, _]:
                logarithms[core][contract] = float(measured)
            case ["checkpoint", core, contract, measured]:
                checkpoints[core][contract] = float(measured)
            case ["whole", core, contract, inputs, outputs, count]:
                wholes[core, contract][int(inputs), int(outputs)] = int(count)
            case ["told", core, contract, feature, outputs, count, *_]:
                extras[core, contract, feature.removeprefix("--features=").split(",")[0]][int(outputs)] = int(count)
    return blocks, guards, logarithms, checkpoints, extras, wholes


def solve(rows, lower):
    """Fits coefficients to rows of terms, of the count that they add up to, and of the count that known parts are added to."""
    design = np.array([[term / count for term in terms] for terms, _, count in rows])
    used = np.abs(design).max(axis=0) > 0
    found = np.zeros(design.shape[1])
    scale = np.abs(design[:, used]).max(axis=0)
    bounds = (np.array(lower)[used] * scale, np.inf)
    found[used] = lsq_linear(design[:, used] / scale, [rest / count for _, rest, count in rows], bounds=bounds).x / scale
    return found


def of_scores(counts, signed=False):
    """The instructions of a single score, and of several: once and for each."""
    first, each = solve([([1, k], count, count) for k, count in counts.items() if k > 1], [-np.inf if signed else 0.0, 0.0])
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
    rows = [(terms(i, k, whole_groups(core, kind, f), *rest), count - whole(i, k), count) for (i, k, f, *rest), count in counts]
    if kind in LIKE:
        # half of the features of ReLU are zeros, which a multiplication in software is quick with; linear ones have none
        like = "Cosine" if (contract, kind) == ("F32", "Linear") else LIKE[kind]
        found = coefficients(blocks, wholes, core, contract, like)
        found[1] += np.mean([(rest - np.dot(found, terms)) / terms[1] for terms, rest, _ in rows])
    else:
        found = solve(rows, [-np.inf if place in SIGNED[kind] else 0.0 for place in range(7)])
    errors = [(np.dot(found, terms) - rest) / count for terms, rest, count in rows]
    ERRORS[core][contract, kind] = errors
    print(f"{core} {contract} {kind}: {100 * max(map(abs, errors)):.1f} % at most, of {len(rows)} shapes", file=sys.stderr)
    return found


def literal(value):
    """To four digits, of less than one to three; to three also what would be taken for a constant of mathematics."""
    digits = 3 if f"{value:.4g}" in ("2.718", "3.142", "6.283", "1.414", "1.571", "2.303", "1.443", "3.322") else 4
    return str(float(f"{value:.{digits}g}" if abs(value) >= 1 else f"{value:.3f}"))


ERRORS = collections.defaultdict(dict)
WIDTHS = {"Q7": "Q7", "Q3": "Q7", "Q15": "Q15", "Q7Wide": "Q15", "F32": "F32"}  # whose scores are as wide


def array(values):
    return "[" + ", ".join(value if isinstance(value, str) else literal(value) for value in values) + "]"


def by_width(value):
    return array(value(contract) for contract in ("Q7", "Q15", "F32"))


def table(core, measured):
    """The file of a core."""
    blocks, guards, logarithms, checkpoints, extras, counts = measured
    wholes = {core: {contract: of_whole(counts[core, like]) for contract, like in WIDTHS.items()}}
    fixed = lambda values: float(np.mean([value for contract, value in values.items() if contract != "F32"]))
    rows = []
    for contract in CONTRACTS:
        guard = guards[core]["F32"] if contract == "F32" else fixed(guards[core])
        for kind in KINDS:
            row = [*coefficients(blocks, wholes, core, contract, kind), guard]
            rows.append(f"({contract}, {kind}, {array(row)}),")
    errors = np.abs(np.concatenate(list(ERRORS[core].values())))
    # no error that is said is smaller than the one that was seen
    median, largest = (int(np.ceil(100 * error)) / 100 for error in (np.median(errors), errors.max()))
    print(f"{core}: {100 * np.median(errors):.1f} % in the median, {100 * errors.max():.1f} % at most, of {len(errors)} models", file=sys.stderr)
    of_answer = lambda feature: by_width(lambda contract: array(of_scores(extras[core, contract, feature], feature == "interval")))
    lines = [
        f"//! The costs of {CORES[core]}, made by `fitter/benches/costs.py`.\n",
        "use crate::pack::cost::costs::{Costs, ErrorShare};",
        f"use kernelet::Contract::{{{', '.join(CONTRACTS)}}};",
        f"use kernelet::block::Kind::{{{', '.join(sorted(KINDS))}}};\n",
        "pub const COSTS: Costs = Costs {",
        f"error: ErrorShare {{ median: {median:.2f}, largest: {largest:.2f} }},",
        f"in_groups: {str(core not in SINGLE).lower()},",
        f"logarithm: {array([fixed(logarithms[core]), logarithms[core]['F32']])},",
        f"checkpoint: {array([checkpoints[core]['Q7'], checkpoints[core]['Q15']])},",
        f"whole: {by_width(lambda contract: array(wholes[core][contract][1:]))},",
        f"input: {by_width(lambda contract: literal(wholes[core][contract][0]))},",
        *(f"{feature}: {of_answer(feature)}," for feature in ("probability", "novelty", "interval")),
        "blocks: &[", *rows, "],", "};",
    ]
    return "\n".join(lines) + "\n"


def known(text, core):
    """The costs of a prediction without blocks that a file of a core holds, as `of_whole` gives them, and of a guard in each contract."""
    values = lambda name: ast.literal_eval(re.search(rf"^ *{name}: (.*),$", text, re.M)[1])
    scores, inputs = values("whole"), values("input")
    widths = [list(dict.fromkeys(WIDTHS.values())).index(WIDTHS[contract]) for contract in CONTRACTS]
    wholes = {contract: (inputs[width], *scores[width]) for contract, width in zip(CONTRACTS, widths)}
    guards = {contract: float(re.search(rf"\({contract}, Cosine, .*, ([0-9.]+)\]\)", text)[1]) for contract in CONTRACTS}
    return {core: wholes}, guards


def with_parts(core, blocks, checkpoints):
    """The file of a core with what was measured, kinds of blocks or checkpoints, in the place of what it had of that."""
    text = (TABLE / f"{core.replace('-', '_')}.rs").read_text()
    if checkpoints:
        text = re.sub(r"checkpoint: .*,\n", f"checkpoint: {array([checkpoints['Q7'], checkpoints['Q15']])},\n", text)
    wholes, guards = known(text, core)
    for kind in sorted({kind for of, _, kind in blocks if of == core}):
        text = re.sub(rf"^ *\(\w+, {kind}, .*\n", "", text, flags=re.M)
        for contract in CONTRACTS:
            row = array([*coefficients(blocks, wholes, core, contract, kind), guards[contract]])
            last = list(re.finditer(rf"^ *\({contract}, .*\n", text, re.M))[-1].end()
            text = f"{text[:last]}({contract}, {kind}, {row}),\n{text[last:]}"
        names = set(re.search(r"Kind::{(.*)};", text)[1].split(", ")) | {kind}
        text = re.sub(r"Kind::{.*};", f"Kind::{{{', '.join(sorted(names))}}};", text)
    return text


def main():
    measured = read(sys.argv[1:])
    for core in CORES:
        path = TABLE / f"{core.replace('-', '_')}.rs"
        if any(of == core for of, _ in measured[5]):
            path.write_text(table(core, measured))
        elif core in measured[3] or any(of == core for of, *_ in measured[0]):
            path.write_text(with_parts(core, measured[0], measured[3].get(core)))


if __name__ == "__main__":
    main()
