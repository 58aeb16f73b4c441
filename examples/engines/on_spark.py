"""A fit on Spark, by mapInArrow: python3 on_spark.py rows.parquet model.klt"""

import sys

import pyarrow as pa
from kernelet import _native
from kernelet._saved import estimator_of
from kernelet.dask import learned, summed
from pyspark.sql import SparkSession


def fit(frame, target, sample_rows=100_000, **choices):
    """A classifier of all rows of a Spark frame: features of a sample, the head of all rows."""
    share = min(1.0, sample_rows / frame.count())
    sample = frame.sample(share, seed=0).toPandas()
    plan = learned(sample, target, True, choices)

    def statistics(batches):
        for batch in batches:
            yield pa.RecordBatch.from_pydict({"sums": [summed(plan, batch.to_pandas(), target, True, "a batch")]})

    def merged(batches):
        parts = [part for batch in batches for part in batch["sums"].to_pylist()]
        if parts:
            yield pa.RecordBatch.from_pydict({"sums": [_native.merge(parts)]})

    sums = frame.mapInArrow(statistics, "sums binary").mapInArrow(merged, "sums binary").collect()
    return estimator_of(_native.merged(_native.merge([bytes(row.sums) for row in sums])))


if __name__ == "__main__":
    spark = SparkSession.builder.getOrCreate()
    model = fit(spark.read.parquet(sys.argv[1]), "y", method="learned", features=60)
    model.save(sys.argv[2])
