#!/usr/bin/env python3
"""Puts two profile_export_aiperf.json side by side, whoever wrote them: every metric that both have.

    python3 compare_runs.py FOLDER_OR_FILE FOLDER_OR_FILE

Needs nothing but Python. Prints a table in Markdown: average, p50 and p99 of each, and by how much the second differs.
"""
import json
import sys
from pathlib import Path

STATISTICS = ("avg", "p50", "p99")


def read(where):
    path = Path(where)
    return json.loads((path / "profile_export_aiperf.json" if path.is_dir() else path).read_text(encoding="utf-8"))


def metrics(run):
    return {tag: value for tag, value in run.items() if isinstance(value, dict) and "unit" in value and "avg" in value}


def figure(value):
    return "" if value is None else f"{value:,.4g}" if abs(value) < 1000 else f"{value:,.0f}"


def difference(one, other):
    if one is None or other is None:
        return ""
    if one == other:
        return "0"
    return f"{100 * (other - one) / one:+.1f} %" if one else "…"


def main(first, second):
    ones, others = metrics(read(first)), metrics(read(second))
    print("| metric | unit | " + " | ".join(f"{s} | {s}' | diff" for s in STATISTICS) + " |")
    print("|---|---|" + "---:|---:|---:|" * len(STATISTICS))
    for tag, one in ones.items():
        if tag not in others:
            continue
        cells = []
        for statistic in STATISTICS:
            mine, theirs = one.get(statistic), others[tag].get(statistic)
            cells += [figure(mine), figure(theirs), difference(mine, theirs)]
        print(f"| `{tag}` | {one['unit']} | " + " | ".join(cells) + " |")
    for name, here, there in (("first", ones, others), ("second", others, ones)):
        alone = sorted(set(here) - set(there))
        if alone:
            print(f"\nOnly in the {name}: " + ", ".join(f"`{tag}`" for tag in alone))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
