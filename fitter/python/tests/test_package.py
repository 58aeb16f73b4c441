"""The package itself: what an import loads, and the notebooks."""

import subprocess
import sys
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


def run(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_import_loads_neither_numpy_nor_scikit_learn():
    heavy = run("import sys, kernelet; print({'numpy', 'sklearn', 'pandas'} & set(sys.modules))")
    assert heavy.strip() == "set()"
    assert set(run("import kernelet; print(*dir(kernelet))").split()) >= {"KerneletClassifier", "load"}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(path):
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": path.parent}}).execute()


def test_there_are_notebooks():
    assert NOTEBOOKS
