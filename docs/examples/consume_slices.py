#!/usr/bin/env python3
"""Prints the finished slices of the topic longhaul.slices, each once, as lines of JSON.

    pip install confluent-kafka fastavro
    python3 consume_slices.py HOST:PORT --schema slices.avsc [--registry URL] [--topic TOPIC] [--follow]

Reads the topic from its beginning to its present end, or with --follow until Ctrl-C. Each line has the fields of the file,
whichever version of Longhaul wrote the record: if its schema is another one, it comes from the registry that has its ID.
Slices that are missing are named on standard error.
"""
import argparse
import io
import json
import sys
import urllib.request
from pathlib import Path

import fastavro
from confluent_kafka import OFFSET_BEGINNING, Consumer, TopicPartition
from fastavro.schema import fingerprint, parse_schema, to_parsing_canonical_form

MARKER = b"\xc3\x01"


class Schemas:
    """The schema with which this program reads, and those with which records were written, by their fingerprints."""

    def __init__(self, file, registry):
        self.registry = registry
        self.written = {}
        self.read = self.add(Path(file).read_text())

    def add(self, text):
        schema = json.loads(text)
        key = bytes.fromhex(fingerprint(to_parsing_canonical_form(schema), "CRC-64-AVRO"))
        self.written[key] = parse_schema(schema)
        return self.written[key]

    def of(self, message):
        """Returns the schema with which a record was written."""
        key = message.value()[2:10]
        if key not in self.written and self.registry:
            schema_id = dict(message.headers() or []).get("schema.id")
            if schema_id:
                with urllib.request.urlopen(f"{self.registry}/schemas/ids/{int(schema_id)}") as answer:
                    self.add(json.load(answer)["schema"])
        if key not in self.written:
            raise SystemExit(f"Cannot read offset {message.offset()}: its schema is unknown (use --registry)")
        return self.written[key]


def decode(message, schemas):
    """Avro's single-object encoding: a marker, the fingerprint of the schema, and the record."""
    if message.value()[:2] != MARKER:
        raise SystemExit(f"Cannot read offset {message.offset()}: not a slice")
    return fastavro.schemaless_reader(io.BytesIO(message.value()[10:]), schemas.of(message), schemas.read)


class Deduplication:
    """Finds repeated and missing slices: those of a run and a label set come in the order of their indexes. Each slice has a
    row of all requests, with an empty label set."""

    def __init__(self):
        self.newest = {}

    def is_new(self, row):
        key, index = (row["run_id"], row["label_set"]), row["slice_index"]
        newest = self.newest.get(key, index - 1)
        if index <= newest:
            return False
        if index > newest + 1 and not row["label_set"]:
            print(f"Missing: slices {newest + 1} to {index - 1} of run {row['run_id']}", file=sys.stderr)
        self.newest[key] = index
        return True


def messages(consumer, topic, follow):
    partition = TopicPartition(topic, 0, OFFSET_BEGINNING)
    consumer.assign([partition])
    position, end = consumer.get_watermark_offsets(partition, timeout=30)
    while follow or position < end:
        message = consumer.poll(1)
        if message is not None and message.error():
            raise SystemExit(f"Cannot read {topic}: {message.error().str()}")
        if message is not None:
            position = message.offset() + 1
            yield message


def main(words):
    parser = argparse.ArgumentParser(description="Prints finished slices as lines of JSON.")
    parser.add_argument("brokers")
    parser.add_argument("--topic", default="longhaul.slices")
    parser.add_argument("--schema", required=True, help="slices.avsc, with the fields to print")
    parser.add_argument("--registry", help="URL of the schema registry, for records of other versions")
    parser.add_argument("--follow", action="store_true", help="wait for further slices")
    options = parser.parse_args(words)
    schemas, deduplication = Schemas(options.schema, options.registry), Deduplication()
    consumer = Consumer({"bootstrap.servers": options.brokers, "group.id": "slices-example", "enable.auto.commit": False})
    try:
        for message in messages(consumer, options.topic, options.follow):
            row = decode(message, schemas)
            if deduplication.is_new(row):
                # JSON has no bytes: sketches become text, as they are in hexadecimal.
                print(json.dumps(row, default=bytes.hex))
    except KeyboardInterrupt:
        pass
    finally:
        consumer.close()


if __name__ == "__main__":
    main(sys.argv[1:])
