#!/usr/bin/env python3
"""Answers questions about a lake with pandas and with Spark: the same as queries of docs/lake.md do with DuckDB.

    pip install pandas pyarrow numpy duckdb pyspark
    python3 lake_questions.py LAKE                      prints the answers of pandas
    python3 lake_questions.py LAKE --check LAKE.MD      compares all three; ends with 1 if they differ

Copy what you need: each question is a function for pandas and a query for Spark. Spark needs a JDK. Percentiles of
sketches need sketches.py.
"""
import math
import re
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq

import sketches

NO_ERRORS = ["ok", "cancelled", "in_flight_at_stop", "lost"]


def rows(lake, dataset, *columns):
    """The rows of a dataset. Columns of nested records are flattened: time_to_first_token_ns.p99."""
    return pq.read_table(f"{lake}/{dataset}", columns=list(columns) or None).flatten().to_pandas()


def profiled(lake, *columns):
    requests = rows(lake, "requests", "phase", "outcome", *columns)
    return requests[requests.phase == "profiling"]


def successful(lake, *columns):
    requests = profiled(lake, *columns)
    return requests[requests.outcome == "ok"]


def slices(lake):
    all_slices = rows(lake, "slices")
    return all_slices[all_slices.label_set == ""]


def errors_percent(outcomes):
    return round(100 * (~outcomes.isin(NO_ERRORS)).mean(), 3)


def ms(nanoseconds, quantile, digits=1):
    return round(nanoseconds.astype("float64").quantile(quantile) / 1e6, digits)


# How did throughput, errors and latency develop, hour by hour?
def course(lake):
    requests = profiled(
        lake, "ended_time", "ended_epoch_ns", "handed_epoch_ns", "time_to_first_token_ns", "request_latency_ns"
    )
    for hour, part in requests.groupby(requests.ended_time.dt.floor("h")):
        seconds = max((part.ended_epoch_ns.max() - part.handed_epoch_ns.min()) / 1e9, 1)
        yield (
            hour.to_pydatetime().replace(tzinfo=None),
            len(part),
            round(len(part) / seconds, 1),
            errors_percent(part.outcome),
            ms(part.time_to_first_token_ns, 0.5),
            ms(part.time_to_first_token_ns, 0.99),
            ms(part.request_latency_ns, 0.5),
            ms(part.request_latency_ns, 0.99),
        )


COURSE = """
SELECT date_trunc('HOUR', ended_time) AS hour, count(*) AS requests,
       round(count(*) / greatest((max(ended_epoch_ns) - min(handed_epoch_ns)) / 1e9, 1), 1) AS requests_per_second,
       round(100 * avg(CAST(outcome NOT IN ('ok', 'cancelled', 'in_flight_at_stop', 'lost') AS INT)), 3) AS errors_percent,
       round(percentile(time_to_first_token_ns / 1e6, 0.5), 1) AS ttft_p50,
       round(percentile(time_to_first_token_ns / 1e6, 0.99), 1) AS ttft_p99,
       round(percentile(request_latency_ns / 1e6, 0.5), 1) AS latency_p50,
       round(percentile(request_latency_ns / 1e6, 0.99), 1) AS latency_p99
FROM requests WHERE phase = 'profiling' GROUP BY hour ORDER BY hour
"""


# How did the percentiles develop, hour by hour, without reading the requests?
def sketched(lake):
    column = "time_to_first_token_ns.histogram"
    found = slices(lake).dropna(subset=[column])
    for hour, part in found.groupby(found.start_time.dt.floor("h")):
        counts = sketches.merged(part[column])
        p50, p99 = (round(sketches.percentile(counts, each) / 1e6, 1) for each in (0.5, 0.99))
        yield hour.to_pydatetime().replace(tzinfo=None), counts.total(), p50, p99


SKETCHED = """
SELECT hour, requests, round(found[0] / 1e6, 1) AS ttft_p50, round(found[1] / 1e6, 1) AS ttft_p99
FROM (SELECT date_trunc('HOUR', start_time) AS hour, sum(time_to_first_token_ns.count) AS requests,
             sketch_percentiles(collect_list(time_to_first_token_ns.histogram), array(0.5D, 0.99D)) AS found
      FROM slices WHERE label_set = '' AND time_to_first_token_ns IS NOT NULL GROUP BY hour)
ORDER BY hour
"""


# Did latency get worse?
def trend(lake):
    trusted = slices(lake)
    trusted = trusted[trusted.trusted & (trusted["time_to_first_token_ns.count"] >= 20)]
    p99, hours = trusted["time_to_first_token_ns.p99"] / 1e6, trusted.start_epoch_ns / 3.6e12
    if len(trusted) < 2:
        yield None, None, len(trusted)
    else:
        # Hours since the epoch are large numbers: a difference from their mean keeps the digits.
        slope = np.polyfit(hours - hours.mean(), p99, 1)[0]
        yield round(slope, 3), round(p99.corr(hours), 3), len(trusted)


TREND = """
SELECT round(regr_slope(time_to_first_token_ns.p99 / 1e6, start_epoch_ns / 3.6e12), 3) AS ms_per_hour,
       round(corr(time_to_first_token_ns.p99 / 1e6, start_epoch_ns / 3.6e12), 3) AS correlation, count(*) AS slices
FROM slices WHERE label_set = '' AND trusted AND time_to_first_token_ns.count >= 20
"""


# Which slices were the worst?
def worst(lake):
    found = slices(lake).dropna(subset=["time_to_first_token_ns.p99"])
    for _, each in found.nlargest(10, "time_to_first_token_ns.p99").iterrows():
        yield (
            each.slice_index,
            each.start_time.to_pydatetime().replace(tzinfo=None),
            round(each["time_to_first_token_ns.p99"] / 1e6, 1),
            each["time_to_first_token_ns.count"],
            each.trusted,
        )


WORST = """
SELECT slice_index, start_time, round(time_to_first_token_ns.p99 / 1e6, 1) AS ttft_p99,
       time_to_first_token_ns.count AS requests, trusted
FROM slices WHERE label_set = '' AND time_to_first_token_ns IS NOT NULL
ORDER BY time_to_first_token_ns.p99 DESC LIMIT 10
"""


# Which slices cannot be trusted, and why?
def distrust(lake):
    found = slices(lake)
    found = found[~found["empty"]].explode("distrust_causes", ignore_index=True)
    causes = [each if isinstance(each, dict) else {"code": "trusted"} for each in found.distrust_causes]
    found = found.assign(
        reason=[cause["code"] for cause in causes],
        value=[cause.get("value") for cause in causes],
        limit=[cause.get("limit") for cause in causes],
        unit=[cause.get("unit") for cause in causes],
        slice=found.run_id + found.slice_index.astype(str),
    )
    table = found.groupby("reason").agg(
        slices=("slice", "nunique"),
        first=("slice_index", "min"),
        last=("slice_index", "max"),
        min_value=("value", "min"),
        max_value=("value", "max"),
        limit=("limit", "first"),
        unit=("unit", "first"),
    )
    yield from table.sort_values("slices", ascending=False).itertuples(name=None)


DISTRUST = """
SELECT coalesce(cause.code, 'trusted') AS reason, count(DISTINCT run_id, slice_index) AS slices,
       min(slice_index) AS first_slice, max(slice_index) AS last_slice,
       min(cause.value) AS min_value, max(cause.value) AS max_value, first(cause.limit) AS limit_value, first(cause.unit) AS unit
FROM slices LATERAL VIEW OUTER explode(distrust_causes) causes AS cause
WHERE label_set = '' AND NOT empty GROUP BY reason ORDER BY slices DESC
"""


# What did users see if requests had to wait?
def waiting(lake):
    columns = [
        "time_to_first_token_from_schedule_ns",
        "time_to_first_token_ns",
        "request_latency_from_schedule_ns",
        "request_latency_ns",
    ]
    requests = successful(lake, *columns)
    yield tuple(ms(requests[column], 0.99) for column in columns)


WAITING = """
SELECT round(percentile(time_to_first_token_from_schedule_ns / 1e6, 0.99), 1) AS ttft_p99_from_schedule,
       round(percentile(time_to_first_token_ns / 1e6, 0.99), 1) AS ttft_p99,
       round(percentile(request_latency_from_schedule_ns / 1e6, 0.99), 1) AS latency_p99_from_schedule,
       round(percentile(request_latency_ns / 1e6, 0.99), 1) AS latency_p99
FROM requests WHERE phase = 'profiling' AND outcome = 'ok'
"""


# Which errors occurred, since when, and with which request as an example?
def errors(lake):
    found = profiled(lake, "status", "reason", "ended_time", "request_id")
    found = found[~found.outcome.isin(NO_ERRORS)]
    table = found.groupby(["outcome", "status", "reason"], dropna=False).agg(
        requests=("request_id", "size"), first=("ended_time", "min"), last=("ended_time", "max"), example=("request_id", "min")
    )
    for (outcome, status, reason), each in table.sort_values("requests", ascending=False).iterrows():
        times = (time.to_pydatetime().replace(tzinfo=None) for time in (each["first"], each["last"]))
        yield (outcome, status, reason, each["requests"], *times, each["example"])


ERRORS = """
SELECT outcome, status, reason, count(*) AS requests, min(ended_time) AS first, max(ended_time) AS last,
       min(request_id) AS example
FROM requests
WHERE outcome NOT IN ('ok', 'cancelled', 'in_flight_at_stop', 'lost') AND phase = 'profiling'
GROUP BY outcome, status, reason ORDER BY requests DESC
"""


# How does the length of the prompt determine the time to first token?
def prompts(lake):
    requests = successful(lake, "input_tokens", "time_to_first_token_ns")
    requests = requests[requests.input_tokens > 0]
    for start, part in requests.groupby(2.0 ** np.floor(np.log2(requests.input_tokens.astype("float64")))):
        yield start, len(part), ms(part.time_to_first_token_ns, 0.5), ms(part.time_to_first_token_ns, 0.99)


PROMPTS = """
SELECT power(2, floor(log2(input_tokens))) AS from_tokens, count(*) AS requests,
       round(percentile(time_to_first_token_ns / 1e6, 0.5), 1) AS ttft_p50,
       round(percentile(time_to_first_token_ns / 1e6, 0.99), 1) AS ttft_p99
FROM requests WHERE phase = 'profiling' AND outcome = 'ok' AND input_tokens > 0
GROUP BY from_tokens ORDER BY from_tokens
"""


# Which model is slow?
def models(lake):
    for model, part in profiled(lake, "model", "time_to_first_token_ns").groupby("model"):
        first = part.time_to_first_token_ns
        yield model, len(part), errors_percent(part.outcome), ms(first, 0.5), ms(first, 0.99)


MODELS = """
SELECT model, count(*) AS requests,
       round(100 * avg(CAST(outcome NOT IN ('ok', 'cancelled', 'in_flight_at_stop', 'lost') AS INT)), 3) AS errors_percent,
       round(percentile(time_to_first_token_ns / 1e6, 0.5), 1) AS ttft_p50,
       round(percentile(time_to_first_token_ns / 1e6, 0.99), 1) AS ttft_p99
FROM requests WHERE phase = 'profiling' GROUP BY model ORDER BY model
"""


# How much energy did a good token take?
def energy(lake):
    found = slices(lake).dropna(subset=["gpu_energy_joules"])
    parts = [("run", found)] + [(str(index), part) for index, part in found.groupby("slice_index")]
    for name, part in parts:
        joules, tokens = part.gpu_energy_joules.sum(), part.good_output_tokens.astype("float64").sum(min_count=1)
        yield name, round(joules, 1), tokens, round(joules / tokens, 3) if tokens else None


ENERGY = """
SELECT coalesce(CAST(slice_index AS STRING), 'run') AS slice, joules, good_tokens,
       round(exact_joules / nullif(good_tokens, 0), 3) AS joules_per_good_token
FROM (SELECT slice_index, sum(gpu_energy_joules) AS exact_joules, round(sum(gpu_energy_joules), 1) AS joules,
             sum(good_output_tokens) AS good_tokens
      FROM slices WHERE label_set = '' AND gpu_energy_joules IS NOT NULL
      GROUP BY GROUPING SETS ((slice_index), ()))
ORDER BY slice_index NULLS FIRST
"""


# Does the memory of a GPU grow?
def memory(lake):
    samples = rows(lake, "gpu_samples")
    samples = samples[samples.slice_index >= 0]
    for key, part in samples.groupby(["run_id", "exporter_url", "gpu_uuid", "mig_instance"], dropna=False):
        used, hours = part.memory_used_bytes.astype("float64") / 1e9, part.at_epoch_ns / 3.6e12
        known = used.notna()
        grows = known.sum() > 1 and hours[known].nunique() > 1
        slope = np.polyfit((hours - hours.mean())[known], used[known], 1)[0] if grows else None
        yield (*key, len(part), round(used.min(), 2), round(used.max(), 2), slope and round(slope, 3))


MEMORY = """
SELECT run_id, exporter_url, gpu_uuid, mig_instance, count(*) AS samples,
       round(min(memory_used_bytes) / 1e9, 2) AS min_gb, round(max(memory_used_bytes) / 1e9, 2) AS max_gb,
       round(regr_slope(memory_used_bytes / 1e9, at_epoch_ns / 3.6e12), 3) AS gb_per_hour
FROM gpu_samples WHERE slice_index >= 0
GROUP BY run_id, exporter_url, gpu_uuid, mig_instance ORDER BY run_id, gpu_uuid
"""


# Which run was faster?
def runs(lake):
    requests = profiled(lake, "run_id", "time_to_first_token_ns", "request_latency_ns")
    for run, part in requests.groupby("run_id"):
        first = part.time_to_first_token_ns
        latency = ms(part.request_latency_ns, 0.99)
        yield run, len(part), errors_percent(part.outcome), ms(first, 0.5), ms(first, 0.99), latency


RUNS = """
SELECT run_id, count(*) AS requests,
       round(100 * avg(CAST(outcome NOT IN ('ok', 'cancelled', 'in_flight_at_stop', 'lost') AS INT)), 3) AS errors_percent,
       round(percentile(time_to_first_token_ns / 1e6, 0.5), 1) AS ttft_p50,
       round(percentile(time_to_first_token_ns / 1e6, 0.99), 1) AS ttft_p99,
       round(percentile(request_latency_ns / 1e6, 0.99), 1) AS latency_p99
FROM requests WHERE phase = 'profiling' GROUP BY run_id ORDER BY run_id
"""

QUESTIONS = {
    "How did throughput, errors and latency develop, hour by hour?": (course, COURSE),
    "How did the percentiles develop, hour by hour, without reading the requests?": (sketched, SKETCHED),
    "Did latency get worse?": (trend, TREND),
    "Which slices were the worst?": (worst, WORST),
    "Which slices cannot be trusted, and why?": (distrust, DISTRUST),
    "What did users see if requests had to wait?": (waiting, WAITING),
    "Which errors occurred, since when, and with which request as an example?": (errors, ERRORS),
    "How does the length of the prompt determine the time to first token?": (prompts, PROMPTS),
    "Which model is slow?": (models, MODELS),
    "How much energy did a good token take?": (energy, ENERGY),
    "Does the memory of a GPU grow?": (memory, MEMORY),
    "Which run was faster?": (runs, RUNS),
}


def spark_of(lake):
    from pyspark.sql import SparkSession

    local = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").config("spark.log.level", "ERROR")
    local = local.config("spark.ui.showConsoleProgress", "false").config("spark.sql.session.timeZone", "UTC")
    spark = local.config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1").getOrCreate()
    sketches.register(spark)
    for dataset in ("requests", "slices", "gpu_samples"):
        if (Path(lake) / dataset).is_dir():
            spark.read.parquet(f"{lake}/{dataset}").createOrReplaceTempView(dataset)
    return spark


def by_duckdb(lake, question, document):
    import duckdb

    query = re.search(re.escape(f"**{question}**") + r".*?```sql\n(.*?)```", document, re.DOTALL).group(1)
    duckdb.sql("SET TimeZone = 'UTC'")
    return duckdb.sql(query.replace("'lake/", f"'{lake}/")).fetchall()


def plain(value):
    """Without the types of each library: numbers as floats, times without a zone, nothing as None."""
    if value is None or value is pd.NA or value is pd.NaT:
        return None
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (int, float, np.integer, np.floating)):
        return None if math.isnan(value) else float(value)
    return value.replace(tzinfo=None) if hasattr(value, "tzinfo") else str(value)


def same(found, expected):
    """Rounded numbers may differ in their last digit, because libraries add in different orders."""
    if isinstance(found, float) and isinstance(expected, float):
        return math.isclose(found, expected, rel_tol=1e-6, abs_tol=0.101)
    return found == expected


def sorted_rows(answer):
    return sorted((tuple(map(plain, row)) for row in answer), key=str)


def differ(answer, expected):
    found, wanted = sorted_rows(answer), sorted_rows(expected)
    matches = len(found) == len(wanted) and all(
        len(a) == len(b) and all(map(same, a, b)) for a, b in zip(found, wanted)
    )
    return None if matches else f"{found} instead of {wanted}"


def check(lake, document):
    spark = spark_of(lake)
    wrong = 0
    for question, (pandas_answer, spark_query) in QUESTIONS.items():
        expected = by_duckdb(lake, question, document)
        answers = {
            "pandas": list(pandas_answer(lake)),
            "Spark": [tuple(row) for row in spark.sql(spark_query).collect()],
        }
        problems = {tool: differ(answer, expected) for tool, answer in answers.items()}
        wrong += sum(1 for problem in problems.values() if problem)
        print(f"{question} {len(expected)} rows", *(f"{tool}: {why}" for tool, why in problems.items() if why), sep="\n  ")
    print(f"{len(QUESTIONS)} questions, {wrong} different answers")
    return 1 if wrong else 0


def main(lake, *options):
    if options[:1] == ("--check",):
        sys.exit(check(lake, Path(options[1]).read_text()))
    for question, (pandas_answer, _) in QUESTIONS.items():
        print(question)
        for row in pandas_answer(lake):
            print("  ", *map(plain, row), sep="  ")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
