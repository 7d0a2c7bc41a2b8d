"""Recount aggregates of grouped files, row by row, by the published rules."""

from __future__ import annotations

import json
import random
import statistics
from typing import Any

from moot.extensions.studies.published.domains import domain_of

MODELS = ["lab/alpha", "lab/beta", "other/gamma", "delta", "openai/gpt-4.1", "x/y/claude-opus-4-6"]
TEXTS = [
    "In one sentence: does rent control lower rents or shrink supply? Pick one.",
    "In one sentence: does rent control lower rents or shrink the stock of homes? Pick one.",
    "Is a monorepo faster? Ünïcode – 问题",
    "Why?",
    "Does the central bank move inflation, or does inflation move the central bank?",
]
LABELS = ["Shrinks supply", "shrinks supply ", "lowers rents", "LOWERS RENTS", None, "", "  "]
FLAWS = ["hedge", "evasion", "", None, "noncompliant"]


def drawn_file(lots: random.Random, run: int) -> dict[str, Any]:
    """A grouped file with whatever such files have: zeros, ties, missing scores, flips as objects, no domain."""
    models = lots.sample(MODELS, lots.randint(1, 5))
    return {
        "run_id": lots.choice([run, str(run)]),
        "code_hash": lots.choice(["aaaaaaaaaaaa", "bbbbbbbbbbbb"]),
        "mode": lots.choice(["sistm_stress", "code_review", None]),
        "domain": lots.choice(["housing", None, None, "softeng"]),
        "unread": {"x": [1, {"y": None}]},
        "questions": [
            {
                "index": index,
                "text": text,
                "domain": lots.choice([None, None, "law"]),
                "consensus": lots.choice(LABELS),
                "phase2": lots.choice([None, {"consensus": lots.choice(LABELS), "strongest": "a"}]),
                "replies": [_drawn_reply(lots, model) for model in models],
            }
            for index, text in enumerate(lots.sample(TEXTS, lots.randint(1, 4)), start=1)
        ],
    }


def _drawn_reply(lots: random.Random, model: str) -> dict[str, Any]:
    flip = lots.choice([True, False, False, None])
    reason = lots.choice(["uncited", "cited_rebuttal", "else", None]) if flip else lots.choice(["no_change", None])
    source = lots.choice([*MODELS, None]) if flip else None
    told: dict[str, Any] = {"flip": flip, "flip_reason": reason, "flip_source": source}
    return {
        "model": model,
        "weighted_score": lots.choice([0, 0.0, 28.5, 30, None, round(lots.uniform(15, 40), 1)]),
        **({"flip": told} if lots.random() < 0.3 else told),
        "conviction_bonus": lots.choice([2, 0, -1, None]),
        "phase1": lots.choice([[{"flaw_label": lots.choice(FLAWS)}, {"label": "x"}], [], None]),
        "axes": {axis: {"axis": axis, "score": lots.randint(1, 5)} for axis in ("frame_control", "new_axis")},
    }


def recounted(files: list[dict[str, Any]], mode: str) -> dict[str, Any] | None:
    """The aggregate of the files of one mode."""
    rows, asked = [], []
    for file in files:
        if (file["mode"] or "sistm_stress") != mode:
            continue
        for question in file["questions"]:
            label = next(
                (x for x in (question["consensus"], (question["phase2"] or {}).get("consensus")) if x and x.strip()), ""
            )
            domain = question["domain"] or file["domain"] or domain_of(question["text"])
            asked.append((str(file["run_id"]), question["text"][:50].lower().strip(), label))
            for reply in question["replies"]:
                if reply["weighted_score"] is None:
                    continue
                flip = reply["flip"] if isinstance(reply["flip"], dict) else reply
                rows.append({
                    "run": str(file["run_id"]), "hash": file["code_hash"], "fp": asked[-1][1], "domain": domain,
                    "q": (id(file), question["index"]), "model": _short(reply["model"]), "s": reply["weighted_score"],
                    "flip": bool(flip["flip"]), "uncited": bool(flip["flip"]) and flip["flip_reason"] == "uncited",
                    "source": _short(flip["flip_source"] or "") if flip["flip"] else "",
                    "c": reply["conviction_bonus"] or 0, "axes": {k: v["score"] for k, v in reply["axes"].items()},
                    "flaws": [e["flaw_label"] for e in reply["phase1"] or [] if e.get("flaw_label")],
                })  # fmt: skip
    if not rows:
        return None
    told: dict[str, Any] = {"summary": {}, "by_domain": {}, "run_stats": [], "mode": mode}
    for model in sorted({row["model"] for row in rows}):
        own = [row for row in rows if row["model"] == model]
        n = len(own)
        told["summary"][model] = {
            **_scores(own),
            "flip_rate": round(sum(row["flip"] for row in own) / n, 3),
            "uncited_flip_rate": round(sum(row["uncited"] for row in own) / n, 3),
            "avg_conviction_bonus": round(sum(row["c"] for row in own) / n, 2),
            "strongest_count": _firsts(rows, model, -1),
            "weakest_count": _firsts(rows, model, 1),
            "axes": {
                axis: round(statistics.fmean(row["axes"][axis] for row in own), 2)
                for axis in ("frame_control", "new_axis")
            },
            "flaws": _counts([flaw for row in own for flaw in row["flaws"]]),
            "flip_provenance": _counts([row["source"] for row in own if row["source"]]),
        }
    for domain in {row["domain"] for row in rows}:
        inside = [row for row in rows if row["domain"] == domain]
        told["by_domain"][domain] = {
            m: _scores([r for r in inside if r["model"] == m]) for m in {r["model"] for r in inside}
        }
    for run in sorted({str(file["run_id"]) for file in files if (file["mode"] or "sistm_stress") == mode}, key=int):
        inside = [row for row in rows if row["run"] == run]
        told["run_stats"].append({
            "run_id": int(run),
            "code_hash": next(f["code_hash"] for f in files
                              if str(f["run_id"]) == run and (f["mode"] or "sistm_stress") == mode),
            "domains": sorted({row["domain"] for row in inside}),
            "models": {m: _scores([r for r in inside if r["model"] == m]) for m in {r["model"] for r in inside}},
        })  # fmt: skip
    if power := _power(rows):
        told["question_discriminative"] = power
    if stable := _stable(asked):
        told["consensus_stability"] = stable
    return told


def _short(model: str) -> str:
    last = model.split("/")[-1]
    return {"gpt-4.1": "GPT-4.1", "claude-opus-4-6": "Claude Opus", "gemini-flash-latest": "Gemini Flash"}.get(
        last, last
    )


def _scores(rows: list[dict[str, Any]]) -> dict[str, Any]:
    scores = [float(row["s"]) for row in rows]
    return {
        "avg_score": round(statistics.mean(scores), 2),
        "std_score": round(statistics.stdev(scores), 2) if len(scores) > 1 else 0.0,
        "n_replies": len(scores),
    }


def _firsts(rows: list[dict[str, Any]], model: str, sign: int) -> int:
    count = 0
    for question in {row["q"] for row in rows}:
        inside = [row for row in rows if row["q"] == question]
        count += sorted(enumerate(inside), key=lambda each: (sign * each[1]["s"], each[0]))[0][1]["model"] == model
    return count


def _counts(found: list[str]) -> dict[str, int]:
    return {each: found.count(each) for each in dict.fromkeys(found)}


def _power(rows: list[dict[str, Any]]) -> dict[str, Any]:
    found = {}
    for fingerprint in {row["fp"] for row in rows}:
        inside = [row for row in rows if row["fp"] == fingerprint and row["s"]]
        names = sorted({row["model"] for row in inside})
        each = {name: [float(row["s"]) for row in inside if row["model"] == name] for name in names}
        if len(each) > 1:
            means = {name: statistics.mean(scores) for name, scores in each.items()}
            found[fingerprint] = {
                "score_spread": round(statistics.stdev(means.values()), 2),
                "model_means": {name: round(value, 1) for name, value in means.items()},
                "n_runs": max(len(scores) for scores in each.values()),
            }
    return found


def _stable(asked: list[tuple[str, str, str]]) -> dict[str, Any]:
    found = {}
    for fingerprint in {each[1] for each in asked}:
        by_run = {run: label for run, fp, label in asked if fp == fingerprint and label}
        if len(by_run) > 1:
            plain = [label.strip().lower() for label in by_run.values()]
            often = _counts(plain)
            best = max(often, key=lambda label: often[label])
            found[fingerprint] = {
                "n_runs": len(by_run), "stability": round(often[best] / len(by_run), 2), "dominant_label": best,
                "label_distribution": often, "labels_by_run": by_run,
            }  # fmt: skip
    return found


def written(file: dict[str, Any]) -> str:
    """The file as text."""
    return json.dumps(file)
