#!/usr/bin/env python3
"""Percentiles of many slices together: decodes the HdrHistograms in a lake and adds them up. It needs no library.

    from sketches import merged, percentile
    percentile(merged(slices["time_to_first_token_ns.histogram"]), 0.99)    # a column of a pandas DataFrame
    register(spark)    # SELECT sketch_percentiles(collect_list(time_to_first_token_ns.histogram), array(0.5D, 0.99D))

As a program, it prints the 50th, 90th, 99th and 99.9th percentile of each hour:

    python3 sketches.py LAKE [COLUMN] [--spark]      COLUMN of `slices`; default: time_to_first_token_ns

A percentile is at most 0.05 % away from the value with that rank, because no bucket is wider than 1/1024 of its values.
"""
import sys
from collections import Counter

PERCENTILES = (0.5, 0.9, 0.99, 0.999)


def decode(sketch):
    """Returns how many values are in each bucket. Behind the header of 40 bytes, each varint is the count of the next
    bucket or, if it is negative, a number of empty buckets; its lowest bit is the sign."""
    counts, bucket, varint, shift = Counter(), 0, 0, 0
    for byte in sketch[40:]:
        varint |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            if varint & 1:
                bucket += varint + 1 >> 1
            else:
                counts[bucket] += varint >> 1
                bucket += 1
            varint = shift = 0
    return counts


def middle(bucket):
    """Returns the middle of a bucket: up to 2048, a bucket is one value; beyond, each doubling has 1024 of them."""
    doublings = max(0, (bucket >> 10) - 1)
    return ((bucket - (doublings << 10)) << doublings) + ((1 << doublings) - 1) / 2


def merged(sketches):
    counts = Counter()
    for sketch in sketches:
        counts.update(decode(sketch))
    return counts


def percentile(counts, quantile):
    """Returns the smallest value for which at least this share of all values is not greater."""
    rank, below = quantile * counts.total(), 0
    for bucket in sorted(counts):
        below += counts[bucket]
        if counts[bucket] and below >= rank:
            return middle(bucket)
    return None


def register(spark):
    """Adds the function sketch_percentiles(SKETCHES, QUANTILES), both arrays, to Spark's SQL."""
    def percentiles(sketches, quantiles):
        counts = merged(sketches)
        return [percentile(counts, each) for each in quantiles]

    spark.sparkContext.addPyFile(__file__)  # the workers import this module
    spark.udf.register("sketch_percentiles", percentiles, "array<double>")


def by_pandas(lake, column):
    import pyarrow.parquet as pq

    slices = pq.read_table(f"{lake}/slices", columns=["start_time", "label_set", column]).flatten().to_pandas()
    slices = slices[slices.label_set == ""].dropna(subset=[f"{column}.histogram"])
    for hour, part in slices.groupby(slices.start_time.dt.floor("h")):
        counts = merged(part[f"{column}.histogram"])
        yield hour, counts.total(), *(percentile(counts, each) for each in PERCENTILES)


def by_spark(lake, column):
    from pyspark.sql import SparkSession

    local = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").config("spark.log.level", "ERROR")
    local = local.config("spark.ui.showConsoleProgress", "false").config("spark.sql.session.timeZone", "UTC")
    spark = local.config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1").getOrCreate()
    register(spark)
    spark.read.parquet(f"{lake}/slices").createOrReplaceTempView("slices")
    quantiles = ", ".join(f"{each}D" for each in PERCENTILES)
    rows = spark.sql(
        f"""
        SELECT date_trunc('HOUR', start_time) AS hour, sum({column}.count) AS values,
               sketch_percentiles(collect_list({column}.histogram), array({quantiles})) AS percentiles
        FROM slices WHERE label_set = '' AND {column} IS NOT NULL GROUP BY hour ORDER BY hour
        """
    )
    for hour, values, percentiles in rows.selectExpr("CAST(hour AS STRING)", "values", "percentiles").collect():
        yield hour, values, *percentiles


def main(lake, column="time_to_first_token_ns", by=by_pandas):
    print("hour (UTC)           values" + "".join(f"{'p' + format(100 * each, 'g'):>18}" for each in PERCENTILES))
    for hour, values, *percentiles in by(lake, column):
        print(str(hour)[:16], f"{values:>10,}" + "".join(f"{each:>18,.1f}" for each in percentiles))


if __name__ == "__main__":
    names = [word for word in sys.argv[1:] if word != "--spark"]
    if not 1 <= len(names) <= 2:
        sys.exit(__doc__)
    main(*names, by=by_spark if "--spark" in sys.argv else by_pandas)
