#!/usr/bin/env python3
"""Prints the statement that makes the topic longhaul.slices a table of Flink SQL, from its Avro schema.

    python3 flink_ddl.py slices.avsc HOST:PORT [TOPIC]

Flink's format `avro` expects records without the ten bytes of Avro's single-object encoding before them. As Avro, these
are a number and a double: the first two columns. Create the table again after an upgrade that changes the schema.
"""
import json
import sys
from pathlib import Path

PRIMITIVES = {
    "string": "STRING", "long": "BIGINT", "int": "INT", "double": "DOUBLE", "boolean": "BOOLEAN", "bytes": "BYTES",
}


def sql_type(schema, records):
    if isinstance(schema, list):  # null or something
        return sql_type(next(each for each in schema if each != "null"), records).removesuffix(" NOT NULL")
    if isinstance(schema, dict) and schema["type"] == "record":
        fields = ", ".join(f"`{field['name']}` {sql_type(field['type'], records)}" for field in schema["fields"])
        records[schema["name"]] = f"ROW<{fields}> NOT NULL"
        return records[schema["name"]]
    if isinstance(schema, dict) and schema["type"] == "array":
        return f"ARRAY<{sql_type(schema['items'], records)}> NOT NULL"
    name = schema["type"] if isinstance(schema, dict) else schema
    return records[name.split(".")[-1]] if name not in PRIMITIVES else f"{PRIMITIVES[name]} NOT NULL"


def main(schema, brokers, topic="longhaul.slices"):
    records = {}
    columns = ["`marker` INT NOT NULL", "`fingerprint` DOUBLE NOT NULL"]
    for field in json.loads(Path(schema).read_text())["fields"]:
        columns.append(f"`{field['name']}` {sql_type(field['type'], records)}")
    print("CREATE TABLE slices (\n  " + ",\n  ".join(columns) + "\n) WITH (")
    print(f"  'connector' = 'kafka', 'topic' = '{topic}', 'properties.bootstrap.servers' = '{brokers}',")
    print("  'scan.startup.mode' = 'earliest-offset', 'format' = 'avro'\n);")


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
