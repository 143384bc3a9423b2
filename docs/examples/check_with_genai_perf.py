"""Lets GenAI-Perf's own parser read profile_export.json and compares its figures with ours.

    pip install genai-perf
    python check_with_genai_perf.py FOLDER [NAME]

Compares with FOLDER/NAME_genai_perf.json (NAME: profile_export). Tokens are counted again, by a
tokenizer that splits at spaces. Exit status 1 when a figure differs by more than a billionth of it.
"""

import json
import sys
from pathlib import Path

from genai_perf.profile_data_parser.llm_profile_data_parser import LLMProfileDataParser
from genai_perf.profile_data_parser.profile_data_parser import ProfileDataParser


class Words:
    def __call__(self, text):
        return {"input_ids": [each.split() for each in text] if isinstance(text, list) else text.split()}

    def encode(self, text):
        return text.split()


def compare(told, statistics):
    statistics.scale_data()
    found = statistics.stats_dict
    compared, worst = 0, 0.0
    for metric, statistic in ((m, s) for m, d in told.items() if "avg" in d for s in d if s != "unit"):
        ours, theirs = told[metric][statistic], found[metric][statistic]
        scale = max(abs(ours), abs(told[metric]["avg"]) * 1e-3)
        difference = abs(ours - theirs) / scale if scale else 0.0
        compared, worst = compared + 1, max(worst, difference)
        if difference > 1e-9:
            print(f"{metric}.{statistic}: {ours!r} told, {theirs!r} found")
    return compared, worst


def main(folder, name="profile_export"):
    told = json.loads(Path(folder, f"{name}_genai_perf.json").read_text())
    config = told["input_config"]
    (mode, level), = config["perf_analyzer"]["stimulus"].items()
    record, goodput = Path(folder, f"{name}.json"), config["input"]["goodput"] or {}
    if config["endpoint"]["type"] in ("embeddings", "dynamic_grpc"):
        parser = ProfileDataParser(record, goodput)
    else:
        parser = LLMProfileDataParser(record, Words(), goodput)
    statistics = parser.get_statistics(mode, str(level))
    compared, worst = compare(told, statistics)
    for session, figures in told.get("sessions", {}).items():
        more, greatest = compare(figures, parser.get_session_statistics()[session])
        compared, worst = compared + more, max(worst, greatest)
    print(f"GenAI-Perf's parser: {compared} figures, greatest difference {worst:.1e}")
    return 1 if worst > 1e-9 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
