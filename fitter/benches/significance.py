"""Tests of differences between two methods, in plain Python; `kernelet compare` has the same in Rust.

Student's own data (1908): hours of sleep that ten patients gained from either of two drugs.

>>> first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
>>> second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
>>> gained = [b - a for a, b in zip(first, second)]
>>> "%.4f" % paired(gained)
'0.0028'
"""
import math


def paired(differences):
    """The two-sided p value of Student's paired t test; None where there is none.

    >>> paired([1.0]), paired([1.0, 1.0])
    (None, None)
    """
    return resampled(differences, 0.0)


def resampled(differences, test_over_train):
    """The two-sided p value of the corrected resampled t test (Nadeau and Bengio 2003, section 5).

    Repeated splits share rows, so that their results depend on each other: `t = mean / sqrt((1/J + test/train) variance)`, with J - 1 degrees of
    freedom.
    """
    count = len(differences)
    mean = sum(differences) / count
    variance = sum((one - mean) ** 2 for one in differences) / max(count - 1, 1)
    return student(mean / math.sqrt((1 / count + test_over_train) * variance), count - 1) if variance > 0 else None


def student(t, degrees):
    """The probability that Student's t is at least as far from zero. The values are SciPy's, `2 * scipy.stats.t.sf(t, degrees)`.

    >>> [case for case, known in STUDENT.items() if f"{student(*case):.9e}" != known]
    []
    """
    x = degrees / (degrees + t * t)
    return incomplete_beta(degrees / 2, 0.5, x)


def incomplete_beta(a, b, x):
    """The regularised incomplete beta function, by its continued fraction (Abramowitz and Stegun 26.5.8)."""
    if x in (0, 1):
        return float(x)
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(b, a, 1 - x)
    front = math.exp(a * math.log(x) + b * math.log1p(-x) + math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)) / a
    fraction = 1.0
    for m in range(300, 0, -1):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m - 1) * (a + b + m - 1) * x / ((a + 2 * m - 2) * (a + 2 * m - 1))
        fraction = 1 + odd / (1 + even / fraction)
    return front / fraction


def mcnemar(first, second):
    """The two-sided p value of McNemar's test (1947), exact: of so many rows that only one of two models answers wrong, and the other.

    The values are SciPy's, `binomtest(min(counts), sum(counts))`.

    >>> [f"{mcnemar(*counts):.9e}" for counts in [(10, 20), (3, 3), (0, 8), (121, 59)]]
    ['9.873714671e-02', '1.000000000e+00', '7.812500000e-03', '4.434449264e-06']
    """
    rows, fewer = first + second, min(first, second)
    log = lambda few: math.lgamma(rows + 1) - math.lgamma(few + 1) - math.lgamma(rows - few + 1) - rows * math.log(2)
    return min(1.0, 2 * sum(math.exp(log(few)) for few in range(fewer + 1)))


def holm(values):
    """The p values, adjusted by Holm's method (1979), in the same order; the example's are those of statsmodels.

    >>> [round(p, 12) for p in holm([0.01, 0.04, 0.03, 0.005, 0.5])]
    [0.04, 0.09, 0.09, 0.025, 0.5]
    """
    order = sorted(range(len(values)), key=lambda place: values[place])
    adjusted, least = [0.0] * len(values), 0.0
    for rank, place in enumerate(order):
        least = max(least, min(1.0, (len(values) - rank) * values[place]))
        adjusted[place] = least
    return adjusted


STUDENT = {
    (0.5, 1): "7.048327647e-01",
    (1.0, 4): "3.739009663e-01",
    (2.7764, 4): "5.000230772e-02",
    (-4.062, 9): "2.833432843e-03",
    (3.0, 21): "6.821825814e-03",
    (12.0, 4): "2.764285485e-04",
    (0.0, 3): "1.000000000e+00",
    (1.5, 200): "1.351913212e-01",
}
