"""Reads the tables of a catalog in SQLite again and again until standard input ends, with PyIceberg, DuckDB or Spark.

Each look prints the numbers of rows and of distinct IDs in the table of requests. The last line is a JSON object.
"""
import glob
import json
import os
import sqlite3
import sys
import threading

reader, catalog, endpoint, libraries = sys.argv[1:5]
KEY, SECRET, REGION = "key", "secret", "us-east-1"
BETWEEN_LOOKS_SECONDS = 1


def locations():
    """Returns the newest metadata of each table with rows."""
    try:
        with sqlite3.connect(f"file:{catalog}?mode=ro", uri=True) as database:
            return dict(database.execute("SELECT table_name, metadata_location FROM iceberg_tables"))
    except sqlite3.OperationalError:  # the run has not created it yet
        return {}


def pyiceberg():
    from pyiceberg.catalog.sql import SqlCatalog

    store = {"s3.endpoint": endpoint, "s3.access-key-id": KEY, "s3.secret-access-key": SECRET, "s3.region": REGION}
    tables = SqlCatalog("longhaul", uri=f"sqlite:///{catalog}", **(store if endpoint else {}))

    def read(table, *columns):
        rows = tables.load_table(f"longhaul.{table}").scan(selected_fields=columns).to_arrow()
        return list(zip(*(rows.column(name).to_pylist() for name in columns)))

    read.files = lambda: len(list(tables.load_table("longhaul.requests").scan().plan_files()))
    return read


def duckdb():
    sys.path.insert(0, f"{libraries}/duckdb")
    import duckdb

    database = duckdb.connect(config={"threads": 1})
    for extension in ("avro", "httpfs", "iceberg"):
        package = os.path.dirname(__import__(f"duckdb_extension_{extension}").__file__)
        database.execute(f"LOAD '{glob.glob(package + '/extensions/*/*')[0]}'")
    if endpoint:
        database.execute(
            f"CREATE SECRET (TYPE s3, KEY_ID '{KEY}', SECRET '{SECRET}', REGION '{REGION}',"
            f" ENDPOINT '{endpoint.removeprefix('http://')}', URL_STYLE 'path', USE_SSL false)"
        )

    def read(table, *columns):
        return database.sql(f"SELECT {', '.join(columns)} FROM iceberg_scan('{locations()[table]}')").fetchall()

    return read


def spark():
    from pyspark.sql import SparkSession

    settings = {
        "spark.jars": ",".join(glob.glob(f"{libraries}/spark/*.jar")),
        "spark.ui.enabled": "false",
        "spark.log.level": "ERROR",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.shuffle.partitions": "1",
        "spark.sql.catalog.longhaul": "org.apache.iceberg.spark.SparkCatalog",
        "spark.sql.catalog.longhaul.type": "jdbc",
        "spark.sql.catalog.longhaul.uri": f"jdbc:sqlite:{catalog}",
        "spark.sql.catalog.longhaul.warehouse": "s3://soak/unused",
        "spark.sql.catalog.longhaul.cache-enabled": "false",
    }
    if endpoint:
        store = {"endpoint": endpoint, "path-style-access": "true", "access-key-id": KEY, "secret-access-key": SECRET}
        settings.update({f"spark.sql.catalog.longhaul.s3.{name}": value for name, value in store.items()})
        settings["spark.sql.catalog.longhaul.io-impl"] = "org.apache.iceberg.aws.s3.S3FileIO"
        settings["spark.sql.catalog.longhaul.client.region"] = REGION
    builder = SparkSession.builder.master("local[1]")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()

    def read(table, *columns):
        return [tuple(row) for row in session.table(f"longhaul.longhaul.{table}").select(*columns).collect()]

    return read


def main():
    read = {"pyiceberg": pyiceberg, "duckdb": duckdb, "spark": spark}[reader]()
    print("ready", flush=True)
    ended = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), ended.set()), daemon=True).start()
    while not ended.wait(BETWEEN_LOOKS_SECONDS):
        if "requests" in locations():
            ids = [row[0] for row in read("requests", "request_id")]
            print(len(ids), len(set(ids)), flush=True)
    tables = sorted(locations())

    def rows(table, *columns):
        return read(table, *columns) if table in tables else []

    print(
        json.dumps(
            {
                "rows": {table: len(rows(table, "run_id")) for table in tables},
                "requests": [
                    {"id": row[0], "sent": row[1] is not None} for row in rows("requests", "request_id", "sent_epoch_ns")
                ],
                "late": [row[0] for row in rows("late", "request_id")],
                "unseen": sum(row[0] for row in rows("runs", "unseen_requests")),
                "files": read.files() if "requests" in tables and hasattr(read, "files") else None,
            }
        )
    )


main()
