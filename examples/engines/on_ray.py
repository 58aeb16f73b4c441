"""A fit on Ray, by map_batches: python3 on_ray.py rows.parquet model.klt"""

import sys

import ray
from kernelet import _native
from kernelet._saved import estimator_of
from kernelet.dask import learned, summed


def fit(rows, target, sample_rows=100_000, **choices):
    """A classifier of all rows of a Ray dataset: features of a sample, the head of all rows."""
    share = min(1.0, sample_rows / rows.count())
    sample = rows.random_sample(share, seed=0).to_pandas() if share < 1.0 else rows.to_pandas()
    plan = learned(sample, target, True, choices)

    def statistics(batch):
        return {"sums": [summed(plan, batch, target, True, "a batch")]}

    sums = rows.map_batches(statistics, batch_format="pandas", batch_size=65_536)
    return estimator_of(_native.merged(_native.merge([row["sums"] for row in sums.iter_rows()])))


if __name__ == "__main__":
    ray.init(num_cpus=2)
    model = fit(ray.data.read_parquet(sys.argv[1]), "y", method="learned", features=60)
    model.save(sys.argv[2])
