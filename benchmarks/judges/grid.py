"""How often does the best answer win, by every rule under every condition? The table of decision record 0052."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.judges.arms import ARMS, Arm, Ballots, lifts, raw_marks
from benchmarks.judges.conditions import CONDITIONS, Condition
from benchmarks.judges.councils import Floats, drawn_readers, drawn_session, on_sheets, there

COUNCILS, AT_ONCE, PAST = 20_000, 1_000, 20
SEED = 2026
KEPT = Path(__file__).with_name("results.json")


def shares(condition: Condition, arms: Sequence[Arm], councils: int = COUNCILS, seed: int = SEED) -> dict[str, float]:
    """For each arm the share of councils, in hundredths, in which the best answer wins; ties are shared."""
    won = {arm.name: 0.0 for arm in arms}
    told = {"severe, others": 0.0, "severe, all": 0.0, "harshest": 0.0} if condition.severity else {}
    for part in range(0, councils, AT_ONCE):
        size = min(AT_ONCE, councils - part)
        chance = np.random.default_rng([seed, condition.seats, part, *condition.name.encode()])
        readers = drawn_readers(condition, size, chance)
        session = drawn_session(condition, readers, chance)
        present = there(condition, size)
        sheets = {
            kind: on_sheets(condition, session, kind, np.random.default_rng([seed, part]))
            for kind in dict.fromkeys(arm.sheets for arm in arms)
        }
        habits = np.zeros(present.shape)
        if any(arm.past for arm in arms):
            earlier = [
                on_sheets(condition, drawn_session(condition, readers, chance), "neighbours", chance, attacked=False)
                for _ in range(PAST)
            ]
            habits = lifts(earlier, np.ones_like(present))
        for arm in arms:
            scores = arm.score(Ballots(sheets[arm.sheets], present, habits))
            won[arm.name] += size * best_wins(scores, session.truth)
            if condition.severity and arm.name == "model":
                told["harshest"] += size * best_wins(scores, session.severity)
        for name, own in (("severe, others", False), ("severe, all", True)):
            if name in told:
                marks = Ballots(sheets["neighbours"], present, habits)
                won[name] = won.get(name, 0.0) + size * best_wins(raw_marks(marks, own), session.truth)
                told[name] += size * best_wins(raw_marks(marks, own), session.severity)
    return {name: round(100 * count / councils, 2) for name, count in won.items()} | {
        f"harshest: {name}": round(100 * count / councils, 2) for name, count in told.items()
    }


def best_wins(scores: Floats, truth: Floats) -> float:
    """How often the truly best has the highest score; of several that tie, each has its share."""
    scores = np.where(np.isnan(scores), -np.inf, scores)
    top = scores >= scores.max(axis=1, keepdims=True) - 1e-9
    best = np.argmax(truth, axis=1)[:, None]
    return float((np.take_along_axis(top, best, axis=1)[:, 0] / top.sum(axis=1)).mean())


def regrets(table: dict[str, dict[str, float]], arm: Arm, arms: Iterable[Arm] = ARMS) -> dict[str, float]:
    """For each bound condition how far an arm lies below the best of those that know no more than it does."""
    rivals = [other.name for other in arms if arm.past or not other.past]
    return {
        condition.key: max(table[condition.key][name] for name in rivals) - table[condition.key][arm.name]
        for condition in CONDITIONS
        if condition.bound and condition.key in table
    }


def main(councils: int = COUNCILS) -> dict[str, Any]:
    """The whole grid, kept in `results.json`."""
    table = {condition.key: shares(condition, ARMS, councils) for condition in CONDITIONS}
    KEPT.write_text(json.dumps({"councils": councils, "seed": SEED, "best wins": table}, indent=1) + "\n")
    return table
