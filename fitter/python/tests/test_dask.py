"""Fits on Dask: the same bytes for any partitions, with a worker that dies."""

import os
import signal
import threading
import time

import dask.dataframe as dd
import numpy as np
import pandas as pd
import pytest
from dask.distributed import Client, LocalCluster

import kernelet.dask

ROWS = 6_000


def made(is_value):
    random = np.random.default_rng(0)
    frame = pd.DataFrame(random.normal(size=(ROWS, 3)), columns=["a", "b", "c"])
    frame["kind"] = random.choice(["up", "down"], ROWS)
    height = np.sin(2 * frame.a) + frame.b * (frame.kind == "up") + 0.1 * random.normal(size=ROWS)
    frame["y"] = height if is_value else np.where(height > 1, "high", np.where(height > 0, "middle", "low"))
    return frame


@pytest.mark.parametrize("is_value", [False, True])
def test_partitions_do_not_show_in_the_bytes(is_value):
    frame = made(is_value)
    choices = {"method": "mc", "features": 20, "flash": None, "sample_rows": 1_000}
    fit = lambda parts: kernelet.dask.fit(dd.from_pandas(frame, npartitions=parts), **choices)
    first = fit(1)
    assert all(fit(parts).model_bytes_ == first.model_bytes_ for parts in (2, 8, 37))
    # another order of the rows is the same, too
    shuffled = frame.sample(frac=1.0, random_state=1)
    assert kernelet.dask.fit(dd.from_pandas(shuffled, npartitions=5, sort=False), **choices).model_bytes_ == first.model_bytes_
    X, y = frame.drop(columns="y"), frame["y"]
    alone = type(first)(method="mc", features=20, flash=None).fit(X[:1_000], y[:1_000])
    assert first.score(X, y) > alone.score(X, y) - 0.01


def test_a_killed_worker_does_not_show_either():
    frame = made(False)
    choices = {"method": "mc", "features": 20, "flash": None, "sample_rows": 1_000}
    expected = kernelet.dask.fit(dd.from_pandas(frame, npartitions=40), **choices).model_bytes_
    with LocalCluster(n_workers=4, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        slow = dd.from_pandas(frame, npartitions=40).map_partitions(slowly, meta=frame.iloc[:0])
        workers = client.run(os.getpid)

        def kill():
            time.sleep(4)
            os.kill(next(iter(workers.values())), signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        found = kernelet.dask.fit(slow, **choices).model_bytes_
        killer.join()
        assert set(client.run(os.getpid).values()) != set(workers.values())
    assert found == expected


def slowly(part):
    time.sleep(0.15)
    return part


def test_a_partition_that_does_not_fit_is_named():
    frame = made(True)
    frame.loc[5_990, "y"] = 1e9
    parts = dd.from_pandas(frame, npartitions=3)
    with pytest.raises(ValueError, match="partition 2, row .*deviations"):
        kernelet.dask.fit(parts, method="mc", features=20, flash=None, sample_rows=100)


def test_few_rows_are_all_learned_from():
    frame = made(False)[:600]
    model = kernelet.dask.fit(dd.from_pandas(frame, npartitions=3), method="mc", features=20, flash=None)
    assert model.score(frame.drop(columns="y"), frame["y"]) > 0.7


def test_classes_keep_their_type_and_columns_their_place():
    frame = made(True)[:900].assign(k=1.0)
    frame["y"] = frame["y"] > 0
    choices = {"target": "y", "method": "mc", "features": 20, "flash": None}
    model = kernelet.dask.fit(dd.from_pandas(frame, npartitions=3), **choices)
    assert model.classes_.tolist() == [False, True]
    assert model.score(frame.drop(columns="y"), frame["y"]) == model.score(frame, frame["y"]) > 0.8
    labels = np.where(frame["y"], "1", "1.0")
    with pytest.raises(ValueError, match="'1.*have the same label"):
        kernelet.dask.fit(dd.from_pandas(frame.assign(y=labels), npartitions=3), **choices)
    with pytest.raises(ValueError, match="row .*column 'y': the target is missing"):
        gap = frame.assign(y=np.where(frame["y"], "up", "down"))
        gap.iloc[700, gap.columns.get_loc("y")] = None
        kernelet.dask.fit(dd.from_pandas(gap, npartitions=3), **choices)


def test_frames_in_memory_are_told_to_be_none_of_dask():
    with pytest.raises(TypeError, match="takes a Dask frame, not DataFrame"):
        kernelet.dask.fit(made(False))
