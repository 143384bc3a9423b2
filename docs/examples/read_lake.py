#!/usr/bin/env python3
"""Reads a lake with the tools that data engineers use, and compares what each of them finds.

    pip install pandas pyarrow polars duckdb deltalake "pyiceberg[sql-sqlite]" pyspark
    python3 read_lake.py LAKE [DATASET...]

Every tool is used as its documentation begins, without options. For each dataset it counts the rows of each run and day.
Prints a line for each tool, and ends with 1 when one of them fails or finds other rows than DuckDB does. A tool that is
not installed is named and left out. Delta and Iceberg write their metadata into a temporary folder beside a copy of the
lake; the lake is not changed. Spark needs a JDK.
"""
import collections
import glob
import shutil
import sys
import tempfile
from pathlib import Path

COLUMNS = ["run_id", "dt"]


def by_duckdb(dataset, _):
    import duckdb

    return duckdb.sql(f"SELECT run_id, dt FROM '{dataset}/*.parquet'").fetchall()


def by_pandas(dataset, _):
    import pandas as pd

    return pd.read_parquet(dataset)[COLUMNS].itertuples(index=False, name=None)


def by_pyarrow(dataset, _):
    import pyarrow.parquet as pq

    return rows_of(pq.read_table(dataset))


def by_polars(dataset, _):
    import polars as pl

    return pl.read_parquet(f"{dataset}/*.parquet")[COLUMNS].rows()  # not the log of a Delta table


def by_delta(dataset, copy):
    from deltalake import DeltaTable, convert_to_deltalake

    if not DeltaTable.is_deltatable(str(copy)):  # longhaul register has made none
        convert_to_deltalake(str(copy))
    return rows_of(DeltaTable(str(copy)).to_pyarrow_table())


def by_pyiceberg(dataset, copy):
    import pyarrow.parquet as pq
    from pyiceberg.catalog.sql import SqlCatalog

    with tempfile.TemporaryDirectory() as warehouse:
        catalog = SqlCatalog("lake", uri="sqlite:///:memory:", warehouse=f"file://{warehouse}")
        catalog.create_namespace("longhaul")
        files = sorted(glob.glob(f"{copy}/*.parquet"))
        table = catalog.create_table("longhaul.rows", schema=pq.read_schema(files[0]))
        table.add_files(files)
        return rows_of(table.scan(selected_fields=tuple(COLUMNS)).to_arrow())


def by_spark(dataset, _):
    from pyspark.sql import SparkSession

    local = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").config("spark.log.level", "ERROR")
    local = local.config("spark.ui.showConsoleProgress", "false")
    spark = local.config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1").getOrCreate()
    return [tuple(row) for row in spark.read.parquet(str(dataset)).select(*COLUMNS).collect()]


READERS = {
    "DuckDB": by_duckdb,
    "pandas": by_pandas,
    "PyArrow": by_pyarrow,
    "Polars": by_polars,
    "Delta": by_delta,
    "PyIceberg": by_pyiceberg,
    "Spark": by_spark,
}


def rows_of(table):
    return zip(*(table.column(name).to_pylist() for name in COLUMNS))


def main(lake, *names):
    datasets = [lake / name for name in names] or sorted(folder for folder in lake.iterdir() if folder.is_dir() and folder.name[0] != "_")
    expected = {dataset: count(by_duckdb(dataset, None)) for dataset in datasets}
    wrong = False
    for tool, reader in READERS.items():
        try:
            rows = sum(compare(reader, dataset, expected[dataset]) for dataset in datasets)
        except ImportError as missing:
            print(f"{tool:<10} not installed ({missing.name})")
        except Exception as failure:  # each library has errors of its own
            wrong = True
            print(f"{tool:<10} FAILED: {' '.join(str(failure).split())[:300]}")
        else:
            print(f"{tool:<10} {rows:,} rows of {len(datasets)} datasets")
    runs = sorted({str(run) for counts in expected.values() for run, _ in counts})
    print(f"Runs: {', '.join(runs)}")
    sys.exit(1 if wrong else 0)


def compare(reader, dataset, expected):
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / dataset.name
        shutil.copytree(dataset, copy)
        found = count(reader(dataset, copy))
    if found != expected:
        raise ValueError(f"{dataset.name} has {dict(found)}, and by DuckDB {dict(expected)}")
    return sum(found.values())


def count(rows):
    return collections.Counter((run, str(day)[:10]) for run, day in rows)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]).resolve(), *sys.argv[2:])
