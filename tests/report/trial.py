#!/usr/bin/env python3
"""Compares the answers of a page, in headless Chromium, with those of `kernelet predict`, byte for byte.

    tests/report/trial.py              builds the command and the example that writes pages, and compares
    KERNELET=… TRIAL=… tests/report/trial.py      with programs that are there already

Needs `apt-get install chromium` and `pip install playwright`; the data sets lie in $KERNELET_DATA, by default
shared/data beside the workspace. Fits a model of each kind, opens its page, drops a file, saves the page's answers,
and wants them to be those of the command. A page may write nothing to the console and ask nothing of the network.
"""
import gzip
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("KERNELET_DATA", ROOT.parent / "shared/data"))
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
# numbers that are spelled in other ways, far away, or missing
SPELLINGS = ["", "NaN", "NA", "?", " 5 ", "+3", ".5", "7.", "1e1", "2E+0", "-0", "1e30", "-1e30", "0.49999999999999994", "1e-400"]


def built(name, variable, *arguments):
    """The path of a program: that of a variable, or built by cargo."""
    if variable in os.environ:
        return os.environ[variable]
    subprocess.run(["cargo", "build", "--quiet", "--release", *arguments], cwd=ROOT, check=True)
    return str(ROOT / "target/release" / name)


def rows(path):
    with gzip.open(path, "rt", newline="") as file:
        return file.read().splitlines()


def column(lines, name):
    return lines[0].split(",").index(name)


def spelled(lines, seed, ignore=()):
    """Rows with some of their numbers spelled in other ways."""
    chance = random.Random(seed)
    out = [lines[0]]
    for line in lines[1:]:
        cells = line.split(",")
        for at in range(len(cells) - 1):
            if at not in ignore and chance.random() < 0.1:
                cells[at] = chance.choice(SPELLINGS)
        out.append(",".join(cells))
    return out


def holes(lines, seed):
    """Rows with some of their cells missing, and some categories that nobody knows."""
    chance = random.Random(seed)
    cell = lambda text: chance.choice(["", "NaN", "never seen"]) if chance.random() < 0.1 else text
    texts = [at for at, text in enumerate(lines[1].split(",")) if not text.replace(".", "").isdigit()]
    out = [lines[0]]
    for line in lines[1:]:
        cells = line.split(",")
        cells = [cell(text) if at in texts and at < len(cells) - 1 else text for at, text in enumerate(cells)]
        out.append(",".join(cells))
    return out


def recording(lines, count):
    """Recordings, a row a sample: windows one after the other."""
    header = lines[0].split(",")
    samples = ["x,recording,label"]
    for number, line in enumerate(lines[1:count + 1]):
        *values, label = line.split(",")
        samples += [f"{value},{number // 2},c{label}" for value in values]
    assert len(header) > 8
    return samples


def cases(folder):
    """Name, options of fit, training file, options of predict, and the lines of the file that is dropped."""
    letter, ccpp, adult, gun = (DATA / name for name in ["letter", "ccpp", "adult", "series/gunpoint"])
    thousand = rows(letter / "test.csv.gz")[:1001]
    yield "letter", "--flash 4KiB --seconds 20", letter / "train.csv.gz", "", thousand
    yield "letter-spelled", "--features 40 --number q15 --probability --novelty --seconds 20", letter / "train.csv.gz", "--proba --novelty", spelled(thousand, 1)
    yield "letter-ferns", "--blocks fern --flash 4KiB --seconds 20", letter / "train.csv.gz", "", spelled(thousand, 2)
    yield "ccpp", "--flash 2KiB --interval 0.9 --seconds 20", ccpp / "data.csv.gz", "--interval", rows(ccpp / "data.csv.gz")[:1001]
    yield "ccpp-f32", "--features 30 --number f32 --interval 0.9", ccpp / "data.csv.gz", "--interval", spelled(rows(ccpp / "data.csv.gz")[:1001], 3)
    yield "ccpp-targets", "--features 30 --target PE,RH", folder / "targets.csv", "", rows_of(folder / "targets.csv")[:1001]
    yield "adult", "--features 40 --probability --novelty", adult / "train.csv.gz", "--proba --novelty", holes(rows(adult / "test.csv.gz")[:1001], 4)
    yield "adult-f32", "--features 40 --number f32", adult / "train.csv.gz", "", holes(rows(adult / "test.csv.gz")[:1001], 5)
    yield "gunpoint", "--series --features 20", gun / "train.csv.gz", "", rows(gun / "test.csv.gz")
    yield "gunpoint-f32", "--series --features 20 --number f32", gun / "train.csv.gz", "", spelled(rows(gun / "test.csv.gz"), 6)
    yield "recordings", "--window 50 --stride 25 --group recording --majority 3 --features 20", folder / "recordings.csv", "", rows_of(folder / "recordings.csv")
    yield "hostile", "--features 5", folder / "hostile.csv", "", rows_of(folder / "hostile.csv")


def rows_of(path):
    return path.read_text().splitlines()


def prepared(folder):
    """Writes the training files that no data set has."""
    ccpp = rows(DATA / "ccpp/data.csv.gz")
    (folder / "targets.csv").write_text("\n".join(line.replace("target", "PE") for line in ccpp) + "\n")
    labels = ['"</script><img src=x onerror=alert(1)>"', '"<!-- <script> & \'"', '"""><b>, \\u003c"']
    hostile = [f"{row},{labels[row // 2 % 3]},{labels[row % 3]}" for row in range(60)]
    (folder / "hostile.csv").write_text("\n".join(['"<img src=x onerror=alert(2)>",kind <i>,target', *hostile]) + "\n")
    (folder / "recordings.csv").write_text("\n".join(recording(rows(DATA / "series/gunpoint/train.csv.gz"), 40)) + "\n")


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))}\n{done.stderr}")
    return done.stdout


def saved_by(browser, page, data):
    """The answers that a page saves for a file, what it says of them, and all that it should not do."""
    wrong, tab = [], browser.new_page(accept_downloads=True)
    tab.on("console", lambda message: wrong.append(f"console: {message.text}"))
    tab.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    tab.on("dialog", lambda dialog: (wrong.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    tab.on("request", lambda request: wrong.append(f"request: {request.url[:80]}") if request.url != page.as_uri() else None)
    tab.goto(page.as_uri())
    tab.wait_for_selector(".try-verdict")
    first = tab.text_content(".try-bits code")
    # as dropping a file does, by a transfer of its own
    tab.evaluate("""([name, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name));
      document.querySelector(".try-drop").dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }""", [data.name, data.read_text()])
    tab.wait_for_selector(".try-save, .try-said .try-warning")
    if warning := tab.query_selector(".try-said .try-warning"):
        sys.exit(f"{page.stem}: {warning.inner_text()}")
    said = tab.inner_text(".try-said p")
    with tab.expect_download() as download:
        tab.click(".try-save")
    text = Path(download.value.path()).read_text()
    tab.close()
    return text, said, first, [one for one in wrong if not one.startswith("request: blob:")]


def compare(browser, programs, folder, case):
    kernelet, trial = programs
    name, fit, train, predict, lines = case
    model, data, page = (folder / f"{name}{end}" for end in [".klt", ".csv", ".html"])
    data.write_text("\n".join(lines) + "\n")
    run(kernelet, "fit", train, *fit.split(), "--quiet", "--out", model)
    keep = ["--keep", "label"] if name == "recordings" else []
    expected = run(kernelet, "predict", model, data, "--scores", *predict.split(), "--quiet", *keep)
    run(trial, model, data, page)
    text, said, first, wrong = saved_by(browser, page, data)
    if keep:  # the command keeps a label too
        expected = "".join(",".join(cells[:1] + cells[2:]) for cells in (line.split(",") for line in expected.splitlines(True)))
    theirs, ours = expected.splitlines(), text.splitlines()
    different = [pair for pair in zip(theirs, ours) if pair[0] != pair[1]]
    ok = expected == text and not wrong
    print(f"{name:16}{len(ours) - 1:6} answers{len(theirs[0].split(',')):4} columns  {page.stat().st_size:7} bytes  {'equal' if ok else 'DIFFERENT'}  {said}", flush=True)
    for pair in different[:3]:
        print("   command", pair[0], "\n   page   ", pair[1])
    print(*wrong[:5], sep="\n", end="\n" if wrong else "")
    return ok


def main():
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        sys.exit("playwright is missing: pip install playwright")
    if not shutil.which(CHROMIUM):
        sys.exit(f"{CHROMIUM} is missing: apt-get install chromium")
    if not DATA.is_dir():
        sys.exit(f"{DATA} is absent; KERNELET_DATA names the folder of data sets")
    programs = built("kernelet", "KERNELET", "-p", "kernelet-fit"), built("examples/trial", "TRIAL", "--example", "trial")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        folder = Path(folder)
        prepared(folder)
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        wanted = [case for case in cases(folder) if len(sys.argv) < 2 or case[0] in sys.argv[1:]]
        results = [compare(browser, programs, folder, case) for case in wanted]
    sys.exit(0 if results and all(results) else 1)


if __name__ == "__main__":
    main()
