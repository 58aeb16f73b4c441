"""The data sets of budgets.py and rivals.py, each as a training and a test file that both share."""
import gzip
import random

SETS = ["adult", "a9a", "spambase", "wall-following", "occupancy", "magic04", "letter", "satimage", "eeg-eye-state", "wine-white",
        "cpu-act", "kin8nm", "airfoil", "cod-rna", "usps"]
SMALL = ["spambase", "wall-following", "wine-white", "airfoil"]  # less than 6,000 rows and no test file
VALUES = ["wine-white", "cpu-act", "kin8nm", "airfoil"]
IGNORED = {"occupancy": "date"}


def files(data, name, desk, seed=0):
    """The training and test file of a set: its own, or two thirds and one third of its rows, at random by the seed.

    `eeg-time` is split in time: the first two thirds of the recording, and the last.
    """
    if has_test(data, name):
        return data / name / "train.csv.gz", data / name / "test.csv.gz"
    head, *rows = gzip.open(data / name.replace("eeg-time", "eeg-eye-state") / "data.csv.gz", "rt").read().splitlines()
    if name != "eeg-time":
        random.Random(seed).shuffle(rows)
    first = len(rows) * 2 // 3
    for part, text in [("train.csv", rows[:first]), ("test.csv", rows[first:])]:
        (desk / part).write_text("\n".join([head, *text]) + "\n")
    return desk / "train.csv", desk / "test.csv"


def has_test(data, name):
    """True where a set has a test file of its own."""
    return (data / name / "train.csv.gz").exists()
