"""Holds the files of a run against AIPerf itself.

    python check_with_aiperf.py FOLDER

Run it with the Python of an environment in which AIPerf 0.13 is installed. FOLDER is the artifact
folder of a run of `longhaul profile`, or of AIPerf. Three questions:

1. Do AIPerf's own models load profile_export_aiperf.json, every line of profile_export.jsonl, and
   inputs.json and profile_export_raw.jsonl where they are there, with no member that they do not
   know?
2. Are the figures of profile_export_aiperf.json those of the lines, computed with numpy?
3. Does `aiperf plot` read the folder and draw? Its PNG writer needs Chrome; in its place each
   figure is written as JSON.

Ends with 1 and says what is wrong when an answer is no.
"""

import json
import os
import sys
import tempfile
from datetime import datetime
from pathlib import Path

import numpy as np

# Stored values are integers of nanoseconds, picoseconds or millionths: rounded once, then exact.
TOLERANCE = 1e-9
# The summary tells the window in whole microseconds.
WINDOW_ERROR_SECONDS = 1e-6
# Rates are held in millionths.
STORED_RATE_ERROR = 1e-6
# AIPerf holds moments in 64-bit floats, which round them to 256 ns.
MOMENT_ERROR_MS = 1e-3

PERCENTS = (1, 5, 10, 25, 50, 75, 90, 95, 99)


# ---- 1. AIPerf's models ---------------------------------------------------------------------


def load(folder):
    """Every line as AIPerf's own model has it."""
    from aiperf.common.models.export_models import JsonExportData
    from aiperf.common.models.record_models import MetricRecordInfo

    records = []
    with open(folder / "profile_export.jsonl", encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            record = MetricRecordInfo.model_validate_json(line)
            unknown = unknown_members(record, f"line {number}")
            if unknown:
                sys.exit(f"AIPerf does not know {unknown}")
            records.append(record)
    summary = JsonExportData.model_validate_json(
        (folder / "profile_export_aiperf.json").read_bytes()
    )
    # Metrics beyond AIPerf's fixed list are further members there, and nothing else may be.
    for name, member in (summary.model_extra or {}).items():
        if "unit" not in member:
            sys.exit(f"AIPerf does not know {name} in profile_export_aiperf.json")
    loaded = [f"{len(records)} lines", "the summary", *load_payloads(folder, records)]
    print(f"1. AIPerf's models load {', '.join(loaded)}")
    return records


def load_payloads(folder, records):
    """Loads what was asked and answered, if it was written, and says what that is."""
    from aiperf.common.models.dataset_models import InputsFile
    from aiperf.common.models.record_models import RawRecordInfo

    loaded = []
    inputs = folder / "inputs.json"
    if inputs.exists():
        sessions = InputsFile.model_validate_json(inputs.read_bytes()).data
        loaded.append(f"{len(sessions)} inputs")
    raw = folder / "profile_export_raw.jsonl"
    if raw.exists():
        responses = 0
        metadata = {record.metadata.x_request_id: record.metadata for record in records}
        with open(raw, encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                record = RawRecordInfo.model_validate_json(line)
                unknown = unknown_members(record, f"raw line {number}")
                if unknown or metadata.get(record.metadata.x_request_id) != record.metadata:
                    sys.exit(f"raw line {number} has {unknown}, or no record")
                responses += len(record.responses)
        if number != len(records):
            sys.exit(f"{number} raw lines of {len(records)} records")
        loaded.append(f"{number} raw lines with {responses} responses")
    return loaded


def unknown_members(model, where):
    """Members that AIPerf's model does not name, in the model and in those below it."""
    unknown = [f"{where}.{name}" for name in model.model_extra or {}]
    for name in type(model).model_fields:
        part = getattr(model, name)
        # What is traced depends on the transport; the common model names only a part of it.
        if hasattr(part, "model_extra") and name != "trace_data":
            unknown += unknown_members(part, f"{where}.{name}")
    return unknown


# ---- 2. Figures -----------------------------------------------------------------------------


def statistics(values):
    """Of many values: linear interpolation between ranks, deviation of the population."""
    values = np.asarray(values, dtype=np.float64)
    found = {f"p{percent}": np.percentile(values, percent) for percent in PERCENTS}
    found |= {"avg": values.mean(), "min": values.min(), "max": values.max()}
    return found | {"std": values.std(), "sum": values.sum(), "count": len(values)}


def error_adjusted(values, errors):
    """Each error counts as infinite; nearest rank; what is infinite is left out."""
    ranked = sorted(values) + [np.inf] * errors
    found = {f"p{p}": ranked[round(p / 100 * (len(ranked) - 1))] for p in PERCENTS}
    found |= {"min": ranked[0], "count": len(ranked)}
    return {name: value for name, value in found.items() if np.isfinite(value)}


class Lines:
    """The lines of one phase."""

    def __init__(self, records, window_seconds):
        self.valid = [record for record in records if record.error is None]
        self.errors = [record for record in records if "error_isl" in record.metrics]
        self.window_seconds = window_seconds

    def values(self, tag):
        """All values of a metric; those of a list one by one."""
        found = []
        for record in self.valid + self.errors:
            metric = record.metrics.get(tag)
            if metric is not None:
                found += metric.value if isinstance(metric.value, list) else [metric.value]
        return found

    def pairs(self, *tags):
        """Values of several metrics, of the requests that have them all."""
        for record in self.valid:
            if all(tag in record.metrics for tag in tags):
                yield [record.metrics[tag].value for tag in tags]

    def span_ms(self, begin, end):
        """Time between two moments of each request that was answered or failed."""
        return [
            (getattr(record.metadata, end) - getattr(record.metadata, begin)) / 1e6
            for record in self.valid + self.errors
        ]

    def numbers(self):
        """Metrics that have one number, by tag."""
        good = sum(self.values("good_request_count"))
        completed = len(self.valid) + len(self.errors)
        found = {
            "request_count": len(self.valid),
            "error_request_count": len(self.errors),
            "completed_request_count": completed,
            "request_error_rate": 100 * len(self.errors) / completed if completed else None,
            "good_request_count": good,
            "good_request_fraction": good / completed if completed else None,
            "total_isl": sum(self.values("input_sequence_length")),
            "total_osl": sum(self.values("output_sequence_length")),
            "total_output_tokens": sum(self.values("output_token_count")),
            "total_reasoning_tokens": sum(self.values("reasoning_token_count")),
            "total_error_isl": sum(self.values("error_isl")),
            "osl_mismatch_count": self.mismatches(),
            "usage_discrepancy_count": self.discrepancies(),
        }
        for tag in {tag for record in self.valid for tag in record.metrics}:
            if tag.startswith("usage_") and not tag.endswith("_pct"):
                found[f"total_{tag}"] = sum(self.values(tag))
        prompt = found.get("total_usage_prompt_tokens")
        cached = found.get("total_usage_prompt_cache_read_tokens")
        if prompt and cached is not None:
            found["overall_usage_prompt_cache_read_pct"] = 100 * cached / prompt
        if self.valid:
            starts = [record.metadata.request_start_ns for record in self.valid]
            latencies = self.values("request_latency")
            ends = [start + round(ms * 1e6) for start, ms in zip(starts, latencies)]
            found["benchmark_duration"] = (max(ends) - min(starts)) / 1e9
        return found

    def mismatches(self):
        """Answers that miss the length asked for by more than 5 % or 50 tokens."""
        count = 0
        for length, percent in self.pairs("output_sequence_length", "osl_mismatch_diff_pct"):
            asked = round(length / (1 + percent / 100)) if percent > -100 else np.inf
            count += abs(length - asked) > min(asked * 0.05, 50)
        return count

    def discrepancies(self):
        """Requests whose counts and the server's are more than 10 % apart."""
        tags = ("usage_prompt_tokens_diff_pct", "usage_completion_tokens_diff_pct")
        return sum(max(pair) > 10 for pair in self.pairs(*tags))

    def rates(self):
        """Metrics that divide by the window, by tag."""
        if self.window_seconds is None:
            return {}
        numbers = self.numbers()
        per_second = {
            "request_throughput": numbers["request_count"],
            "goodput": numbers["good_request_count"],
            "input_token_throughput": numbers["total_isl"],
            "output_token_throughput": numbers["total_osl"],
            "total_token_throughput": numbers["total_isl"] + numbers["total_osl"],
        }
        return {tag: number / self.window_seconds for tag, number in per_second.items()}

    def expected(self, tag):
        """Statistics that the summary should have of a metric, and how exactly; or None."""
        if tag == "credit_to_start_latency":
            return statistics(self.span_ms("credit_issued_ns", "request_start_ns")), MOMENT_ERROR_MS
        if tag == "effective_latency":
            return statistics(self.span_ms("credit_issued_ns", "request_end_ns")), MOMENT_ERROR_MS
        if tag.startswith("adj_"):
            return error_adjusted(self.values(tag[4:]), len(self.errors)), 0
        if tag in self.rates():
            rate = self.rates()[tag]
            error = rate * WINDOW_ERROR_SECONDS / self.window_seconds
            return {"avg": rate}, error + STORED_RATE_ERROR
        if tag in self.numbers():
            return {"avg": self.numbers()[tag]}, 1e-6  # held in millionths where it is a share
        values = self.values(tag)
        return (statistics(values), 0) if values else None


def compare(folder, records):
    summary = json.loads((folder / "profile_export_aiperf.json").read_text(encoding="utf-8"))
    window = datetime.fromisoformat(summary["end_time"]) - datetime.fromisoformat(
        summary["start_time"]
    )
    phases = {
        "profiling": (summary, window.total_seconds()),
        "warmup": (summary.get("warmup_metrics", {}), None),
    }
    wrong, figures, tags, others = [], 0, set(), set()
    for phase, (metrics, seconds) in phases.items():
        of_phase = [r for r in records if r.metadata.benchmark_phase == phase]
        lines = Lines(of_phase, seconds)
        told = {tag for record in of_phase for tag in record.metrics}
        wrong += [f"{phase} {tag} is not in the summary" for tag in told - metrics.keys()]
        for tag, metric in metrics.items():
            if not isinstance(metric, dict) or "unit" not in metric:
                continue
            expected = lines.expected(tag)
            if expected is None:
                others.add(tag)
                continue
            tags.add(tag)
            for name, value in metric.items():
                if name != "unit":
                    figures += 1
                    if not is_close(value, expected[0][name], expected[1]):
                        wrong.append(
                            f"{phase} {tag}.{name}: {value}, of the lines {expected[0][name]}"
                        )
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"2. {figures} figures of {len(tags)} metrics are those of the lines")
    print(f"   not computed from lines: {', '.join(sorted(others - tags))}")


def is_close(value, expected, error):
    return abs(value - expected) <= error + TOLERANCE * max(1, abs(expected))


# ---- 3. aiperf plot -------------------------------------------------------------------------


def plot(folder):
    drawn = []

    def write_json(figure, path, **_):
        points = sum(len(trace.y) for trace in figure.data if trace.y is not None)
        drawn.append(f"{Path(path).stem} ({points} points)")
        Path(path).write_text(figure.to_json())

    with tempfile.TemporaryDirectory() as temporary:
        os.environ["HOME"] = temporary  # AIPerf keeps settings of its plots there
        import plotly.graph_objects as go
        from aiperf.plot.cli_runner import run_plot_controller

        go.Figure.write_image = write_json
        run_plot_controller([str(folder)], os.path.join(temporary, "plots"))
    if not drawn:
        sys.exit("aiperf plot drew nothing")
    print(f"3. aiperf plot draws {', '.join(sorted(drawn))}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    run = Path(sys.argv[1])
    compare(run, load(run))
    plot(run)
