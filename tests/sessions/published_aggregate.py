"""Read a run's files as the published aggregator of adjudicated councils does, implemented from its description.

It takes `grouped` files, or lines of `replies` where there are none. `tests/golden/aggregate` holds files and what came
of them there; what it makes of our files must follow from the same rules.
"""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from typing import Any

Rows = list[dict[str, Any]]


def rows_of_grouped(files: list[dict[str, Any]]) -> Rows:
    """Every reply of these files, with its run and question."""
    return [
        {
            **reply,
            "run": file["run_id"],
            "question": question["text"],
        }
        for file in files
        for question in file["questions"]
        for reply in question["replies"]
    ]


def rows_of_lines(lines: Rows) -> Rows:
    """The same from lines of `replies`: there a flip is an object; in older files of ours it was true or false."""
    found = []
    for line in lines:
        flip = line["flip"]
        told = flip if isinstance(flip, dict) else {"flip": flip, "flip_source": line.get("flip_source")}
        found.append(
            {
                **line,
                "run": line["_run_id"],
                "question": line["question_text"],
                "flip": told.get("flip"),
                "flip_reason": told.get("flip_reason"),
                "flip_source": told.get("flip_source"),
                "axes": line["axis_scores"],
            }
        )
    return found


def summary_of(rows: Rows) -> dict[str, Any]:
    """What is told of each model: a flip whose reason is not `uncited` counts as cited."""
    by_model: dict[str, Rows] = defaultdict(list)
    for row in rows:
        by_model[row["model"].rpartition("/")[2]].append(row)
    best, worst = _ends(rows)
    return {model: _told(of, best[model], worst[model]) for model, of in sorted(by_model.items())}


def _told(rows: Rows, strongest: int, weakest: int) -> dict[str, Any]:
    scores = [row["weighted_score"] for row in rows]
    flipped = [row for row in rows if row["flip"]]
    uncited = [row for row in flipped if row["flip_reason"] == "uncited"]
    axes: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        for name, axis in row["axes"].items():
            axes[name].append(axis["score"])
    flaws = Counter(entry["flaw_label"] for row in rows for entry in row["phase1"] if entry.get("flaw_label"))
    return {
        "avg_score": round(statistics.mean(scores), 2),
        "std_score": round(statistics.stdev(scores), 2) if len(scores) > 1 else 0.0,
        "n_replies": len(rows),
        "flip_rate": round(len(flipped) / len(rows), 3),
        "uncited_flip_rate": round(len(uncited) / len(rows), 3),
        "avg_conviction_bonus": round(statistics.mean(row["conviction_bonus"] for row in rows), 2),
        "strongest_count": strongest,
        "weakest_count": weakest,
        "axes": {name: round(statistics.mean(given), 2) for name, given in axes.items()},
        "flaws": dict(flaws),
        "flip_provenance": dict(Counter(
            row["flip_source"].rpartition("/")[2] for row in flipped if row["flip_source"]
        )),
    }  # fmt: skip


def _ends(rows: Rows) -> tuple[Counter[str], Counter[str]]:
    best: Counter[str] = Counter()
    worst: Counter[str] = Counter()
    groups: dict[tuple[str, str], Rows] = defaultdict(list)
    for row in rows:
        groups[row["run"], row["question"]].append(row)
    for of in groups.values():
        best[max(of, key=lambda row: row["weighted_score"])["model"].rpartition("/")[2]] += 1
        worst[min(of, key=lambda row: row["weighted_score"])["model"].rpartition("/")[2]] += 1
    return best, worst
