"""Two tables of Liu 2020 that follow from its cells: distances to the paper, and counts of p values."""

# of each method of the paper, ours that may be what it did; `+` has the smaller regularisation
READINGS = {
    "RFF": ["mc"],
    "QMC": ["halton"],
    "leverage-RFF": ["leverage", "mc"],
    "surrogate": ["surrogate", "mc"],
}
SAME = {"RFF": "mc", "QMC": "halton", "leverage-RFF": "leverage", "surrogate": "surrogate"}
SIGNIFICANT = 0.05


def chosen(lines, quantity):
    """The cells of a quantity, by set, method and number of samples."""
    return {(own["data"], own["method"], own["features"]): own for own in lines if own["quantity"] == quantity}


def sets(lines):
    """The sets, each scaled by column and then by row."""
    return sorted({own["data"] for own in lines})


def distances(lines):
    """The rows of the table of mean distances to the paper."""
    cells = chosen(lines, "accuracy %")
    names = sets(lines)
    yield ["paper", "ours", *names]
    for paper, readings in READINGS.items():
        methods = [method + sign for method in readings for sign in ("", "+")]
        table = {(method, name): distance(cells, name, SAME[paper], method) for method in methods for name in names}
        least = {}
        for (_, name), value in table.items():
            both = name.removesuffix("/rows")
            least[both] = min(value, least.get(both, value))
        shown = lambda value, name: f"**{value:.2f}**" if value == least[name.removesuffix("/rows")] else f"{value:.2f}"
        for place, method in enumerate(methods):
            yield [paper if place == 0 else "", f"`{method}`", *(shown(table[method, name], name) for name in names)]


def distance(cells, name, paper, method):
    """The mean distance between a column of the paper and one of ours, over all numbers of samples."""
    papers = {size: float(own["paper"]) for (data, of, size), own in cells.items() if (data, of) == (name, paper) and own["paper"]}
    apart = [abs(float(cells[name, method, size]["ours"]) - figure) for size, figure in papers.items() if (name, method, size) in cells]
    return sum(apart) / len(apart)


def significance(lines):
    """The rows of the table that counts p values, before and after Holm's correction."""
    names = sets(lines)
    p_values = {name: sorted(float(own["ours"]) for key, own in chosen(lines, "p value to mc").items() if key[0] == name) for name in names}
    yield ["p values", *names]
    yield ["tests", *(str(len(p_values[name])) for name in names)]
    yield [f"below {SIGNIFICANT}", *(str(sum(p < SIGNIFICANT for p in p_values[name])) for name in names)]
    yield ["after Holm", *(str(holm(p_values[name])) for name in names)]


def holm(p_values):
    """The number of hypotheses that Holm's procedure rejects, of p values in ascending order."""
    count = len(p_values)
    return next((place for place, p in enumerate(p_values) if p >= SIGNIFICANT / (count - place)), count)
