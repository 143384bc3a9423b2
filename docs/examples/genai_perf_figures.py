"""Recomputes profile_export_genai_perf.json from profile_export.json, as GenAI-Perf's parser does.

    python genai_perf_figures.py FOLDER [NAME]

Reads every request of FOLDER/NAME.json (NAME: profile_export), takes the first, second and last
response and the tokens of each, and compares every statistic with FOLDER/NAME_genai_perf.json,
those of its sessions too.
Needs numpy. Exit status 1 when one differs by more than a billionth of it.
"""

import json
import sys
from pathlib import Path

import numpy as np

PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
NS_TO_MS = 1e-6


def arrivals(request):
    """When each piece of the answer came; events of one read stand in one response."""
    times = []
    for at, output in zip(request["response_timestamps"], request["response_outputs"]):
        events = [event for event in output["response"].split("\n\n") if event]
        times += [at] * max(len(events), 1)
    return times


def figures(requests, promised):
    values = {}

    def add(metric, value):
        values.setdefault(metric, []).append(value)

    good = 0
    for request in requests:
        start, came = request["timestamp"], arrivals(request)
        latency, first = came[-1] - start, came[0] - start
        add("request_latency", latency * NS_TO_MS)
        add("time_to_first_token", first * NS_TO_MS)
        if len(came) > 1:
            add("time_to_second_token", (came[1] - came[0]) * NS_TO_MS)
        if "input_tokens" in request:
            add("input_sequence_length", request["input_tokens"])
        if "output_tokens" in request:
            tokens = request["output_tokens"]
            add("output_sequence_length", tokens)
            if len(came) > 1 and tokens > 1:
                between = round((latency - first) / (tokens - 1))
                add("inter_token_latency", between * NS_TO_MS)
                if between:
                    add("output_token_throughput_per_user", 1e9 / between)
        good += request.get("good", False)
    seconds = (max(arrivals(r)[-1] for r in requests) - min(r["timestamp"] for r in requests)) / 1e9
    result = {metric: statistics(all_of) for metric, all_of in values.items()}
    result["request_count"] = {"avg": len(requests)}
    result["request_throughput"] = {"avg": len(requests) / seconds}
    if "output_sequence_length" in values:
        result["output_token_throughput"] = {"avg": sum(values["output_sequence_length"]) / seconds}
    if promised:
        result["request_goodput"] = {"avg": good / seconds}
    return result


def statistics(values):
    numbers = np.array(values, dtype=np.float64)
    named = {f"p{q}": np.percentile(numbers, q) for q in PERCENTILES}
    return {"avg": numbers.mean(), **named, "min": numbers.min(), "max": numbers.max(), "std": numbers.std()}


def compare(told, found):
    compared, worst = 0, 0.0
    for metric, statistic in ((m, s) for m, d in told.items() if "avg" in d for s in d if s != "unit"):
        ours, theirs = told[metric][statistic], float(found[metric][statistic])
        # A deviation of nothing is a rounding error of the mean here and 0 there.
        scale = max(abs(ours), abs(told[metric]["avg"]) * 1e-3)
        difference = abs(ours - theirs) / scale if scale else 0.0
        compared, worst = compared + 1, max(worst, difference)
        if difference > 1e-9:
            print(f"{metric}.{statistic}: {ours!r} told, {theirs!r} found")
    return compared, worst


def main(folder, name="profile_export"):
    record = json.loads(Path(folder, f"{name}.json").read_text())
    told = json.loads(Path(folder, f"{name}_genai_perf.json").read_text())
    requests = record["experiments"][0]["requests"]
    promised = bool(told["input_config"]["input"]["goodput"])
    compared, worst = compare(told, figures(requests, promised))
    for name, session in told.get("sessions", {}).items():
        turns = [request for request in requests if request["request_inputs"]["session_id"] == name]
        more, greatest = compare(session, figures(turns, False))
        compared, worst = compared + more, max(worst, greatest)
    print(f"{len(requests)} requests, {compared} figures, greatest difference {worst:.1e}")
    return 1 if worst > 1e-9 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
