#!/usr/bin/env python3
"""Percentiles of any slices together: adds up the HdrHistograms of a metric in the dataset `slices`.

    pip install hdrhistogram pyarrow
    python3 merge_sketches.py LAKE [METRIC] [FIRST_SLICE LAST_SLICE]

METRIC is a column of `slices` with a histogram, such as time_to_first_token_ns (which it is when none is given).
"""
import base64
import struct
import sys
import zlib

import pyarrow.dataset as ds
from hdrh.histogram import HdrHistogram

# A day in nanoseconds, three digits: the grid of all of Longhaul's histograms.
HIGHEST, DIGITS = 86_400_000_000_000, 3
COMPRESSED_V2 = 0x1C849304


def decode(histogram):
    """This library reads the compressed form only, in Base64: a cookie, a length, and the plain form deflated."""
    deflated = zlib.compress(histogram)
    return HdrHistogram.decode(base64.b64encode(struct.pack(">II", COMPRESSED_V2, len(deflated)) + deflated))


def main(lake, metric="time_to_first_token_ns", first="0", last=str(2**62)):
    slices = ds.dataset(f"{lake}/slices", format="parquet").to_table(columns=["slice_index", "label_set", metric])
    merged, added = HdrHistogram(1, HIGHEST, DIGITS), 0
    for row in slices.to_pylist():
        if row["label_set"] == "" and int(first) <= row["slice_index"] <= int(last) and row[metric]:
            merged.add(decode(row[metric]["histogram"]))
            added += 1
    print(f"{metric}: {merged.get_total_count():,} values of {added} slices")
    for percentile in (50, 90, 95, 99, 99.9):
        print(f"p{percentile:<5} {merged.get_value_at_percentile(percentile):>16,}")


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
