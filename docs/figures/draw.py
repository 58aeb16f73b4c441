#!/usr/bin/env python3
"""Draws error-against-bytes.svg from error-against-bytes.csv, with the standard library alone.

    docs/figures/draw.py            writes the figure
    docs/figures/draw.py --check    fails where the figure is not the one of the CSV, or RESULTS.md has another error
"""
import csv
import math
import pathlib
import sys
from html import escape

HERE = pathlib.Path(__file__).parent
FIGURE = HERE / "error-against-bytes.svg"
DATA = HERE / "error-against-bytes.csv"
RESULTS = HERE.parents[1] / "RESULTS.md"

WIDTH, HEIGHT = 800, 500
LEFT, RIGHT, TOP, BOTTOM = 66, 774, 82, 430
BYTES, ERRORS = (448, 80 * 1024), (1.25, 45)
SIZES = [(512 << step, name) for step, name in enumerate(["512 B", "1 KiB", "2 KiB", "4 KiB", "8 KiB", "16 KiB", "32 KiB", "64 KiB"])]
LEVELS = [2, 3, 5, 10, 20, 40]

# The class of a series, and its labels: text (braces stand for the error), anchor, and the offset from the point of that number.
LABELS = {
    "Kernelet": ("kernelet", [
        ("Kernelet", "end", 0, -14, 0), ("{} %", "end", 0, -14, 20), ("{} %", "end", 1, -12, 15), ("{} %", "middle", 2, 0, 23),
        ("{} %", "middle", 3, 0, 23),
    ]),
    "network": ("network", [("8-bit network", "end", 0, -12, -3), ("(scikit-learn)", "end", 0, -12, 13)]),
    "CMSIS-NN": ("network tool", [("8-bit network (CMSIS-NN)", "middle", 2, -30, 22)]),
    "float network": ("float tool", [("f32 network", "start", 2, 10, -8), ("(emlearn)", "start", 2, 10, 8)]),
    "trees": ("trees tool", [("trees (emlearn)", "start", 2, 10, 4)]),
    "ProtoNN": ("prototypes tool", [("ProtoNN", "end", 0, -12, 4)]),
    "ProtoNN published": ("prototypes", [("ProtoNN,", "middle", 0, -4, 21), ("published", "middle", 0, -4, 36)]),
    "linear": ("linear", [("linear", "start", 0, 10, 4)]),
}

STYLE = """
  svg { font-family: system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; font-size: 13px }
  .card { fill: #ffffff; stroke: #d8dee4 } .title { font-size: 17px; font-weight: 600; fill: #1f2328 }
  .note, .tick { fill: #59636e } .grid { stroke: #e6eaef } .axis { stroke: #8c959f }
  polyline { fill: none; stroke-width: 2; stroke-linejoin: round } .tool { stroke-dasharray: 6 4 } circle, path { stroke: none }
  .kernelet { stroke: #0550ae } .network { stroke: #bc4c00 } .float { stroke: #9a6700 } .trees { stroke: #1a7f37 }
  .prototypes { stroke: #8250df } .linear { stroke: #59636e } polyline.kernelet { stroke-width: 4 }
  .mark { stroke: none; stroke-dasharray: none } .mark.kernelet { fill: #0550ae } .mark.network { fill: #bc4c00 } .mark.float { fill: #9a6700 }
  .mark.trees { fill: #1a7f37 } .mark.prototypes { fill: #8250df } .mark.linear { fill: #59636e }
  text.mark { paint-order: stroke; stroke: #ffffff; stroke-width: 5px; stroke-linejoin: round } text.kernelet { font-weight: 700 }
  text.name { font-size: 18px }
  @media (prefers-color-scheme: dark) {
    .card { fill: #0d1117; stroke: #30363d } .title { fill: #f0f6fc } .note, .tick { fill: #9198a1 } .grid { stroke: #21262d }
    text.mark { stroke: #0d1117 } .axis { stroke: #656c76 } .kernelet { stroke: #58a6ff } .network { stroke: #f0883e } .float { stroke: #d29922 } .trees { stroke: #3fb950 }
    .prototypes { stroke: #bc8cff } .linear { stroke: #9198a1 } .mark.kernelet { fill: #58a6ff } .mark.network { fill: #f0883e }
    .mark.float { fill: #d29922 } .mark.trees { fill: #3fb950 } .mark.prototypes { fill: #bc8cff } .mark.linear { fill: #9198a1 }
  }
"""


def rows():
    """The points of the CSV, without the comment at its head."""
    with DATA.open(newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def across(size):
    return LEFT + (RIGHT - LEFT) * math.log2(size / BYTES[0]) / math.log2(BYTES[1] / BYTES[0])


def down(error):
    return BOTTOM - (BOTTOM - TOP) * math.log2(error / ERRORS[0]) / math.log2(ERRORS[1] / ERRORS[0])


def text(kind, x, y, words, anchor="start"):
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def line(kind, start, end):
    return f'<line class="{kind}" x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}"/>'


def axes():
    for size, name in SIZES:
        yield line("grid", (across(size), TOP), (across(size), BOTTOM))
        yield text("tick", across(size), BOTTOM + 20, name, "middle")
    for level in LEVELS:
        yield line("grid", (LEFT, down(level)), (RIGHT, down(level)))
        yield text("tick", LEFT - 8, down(level) + 4, f"{level} %", "end")
    yield line("axis", (LEFT, BOTTOM), (RIGHT, BOTTOM))


def mark(kind, point, published):
    x, y = point
    name = kind.split()[0]
    if published:
        return f'<path class="mark {name}" d="M{x:.1f} {y - 6:.1f}l6 6l-6 6l-6 -6z"/>'
    return f'<circle class="mark {name}" cx="{x:.1f}" cy="{y:.1f}" r="{5.5 if name == "kernelet" else 3.5}"/>'


def series(name, found):
    kind, labels = LABELS[name]
    points = [(across(int(row["bytes"])), down(float(row["error"]))) for row in found]
    if len(points) > 1:
        corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        yield f'<polyline class="{kind}" points="{corners}"/>'
    yield from (mark(kind, point, name.endswith("published")) for point in points)
    for words, anchor, at, right, below in labels:
        size = " name" if words == "Kernelet" else ""
        (x, y), words = points[at], words.format(found[at]["error"])
        yield text(f"mark {kind.split()[0]}{size}", x + right, y + below, words, anchor)


def figure():
    """The figure as text."""
    found = rows()
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img">',
        "<title>Test error against bytes of the model, letter recognition</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="card" x="0.5" y="0.5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="8"/>',
        text("title", 24, 36, "Letter recognition, 26 classes: test error against the bytes of the model"),
        text("note", 24, 58, "Lower is better; further left is smaller. Both axes are logarithmic."),
        *axes(),
    ]
    for name in reversed(LABELS):
        parts += series(name, [row for row in found if row["series"] == name])
    note = "Solid: a script of this repository. Dashed: code generated by other tools, one harness. Diamond: the paper."
    return "\n".join([*parts, text("note", 24, HEIGHT - 20, note), "</svg>", ""])


def strays():
    """Errors of the CSV that RESULTS.md does not have, or has otherwise."""
    page = RESULTS.read_text().splitlines()
    for row in rows():
        wanted = row["error"] if row["source"] != "published" else f"{100 - float(row['error']):.1f}"
        lines = [entry for entry in page if entry.startswith(row["line"])]
        if not any(wanted in entry.replace("|", " ").split() for entry in lines):
            yield f"RESULTS.md has no {wanted} in a line that begins with {row['line']!r}"


def main():
    if sys.argv[1:] == ["--check"]:
        wrong = list(strays())
        if FIGURE.read_text() != figure():
            wrong.append(f"{FIGURE.name} is not what draw.py makes of {DATA.name}: run docs/figures/draw.py")
        sys.exit("\n".join(wrong) or 0)
    FIGURE.write_text(figure())


if __name__ == "__main__":
    main()
