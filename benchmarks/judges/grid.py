"""How often does the best answer win, by every rule under every condition? `docs/why/rankings.md` sums it up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from benchmarks.judges.arms import ARMS, Arm, Ballots, lifts
from benchmarks.judges.conditions import CONDITIONS, Condition
from benchmarks.judges.councils import Floats, drawn_readers, drawn_session, on_sheets, there

COUNCILS, AT_ONCE, PAST = 20_000, 1_000, 20
SEED = 2026


def shares(condition: Condition, arms: Sequence[Arm], councils: int = COUNCILS, seed: int = SEED) -> dict[str, float]:
    """For each arm the share of councils, in hundredths, in which the best answer wins; ties are shared. Of marks also
    how often the harshest reader's answer wins."""
    won: dict[str, float] = {}
    for part in range(0, councils, AT_ONCE):
        size = min(AT_ONCE, councils - part)
        chance = np.random.default_rng([seed, condition.seats, part, *condition.name.encode()])
        readers = drawn_readers(condition, size, chance)
        session = drawn_session(condition, readers, chance)
        marks = condition.severity > 0
        present = there(condition, size)
        sheets = {
            kind: on_sheets(condition, session, kind, np.random.default_rng([seed, part]))
            for kind in dict.fromkeys(arm.sheets for arm in arms)
        }
        habits = np.zeros(present.shape)
        if any(arm.past for arm in arms):
            earlier = []
            for _ in range(PAST):
                other = drawn_session(condition, readers, chance)._replace(severity=session.severity)
                cast = on_sheets(condition, other, "neighbours", chance, attacked=False)
                earlier.append(Ballots(cast, np.ones_like(present), habits, marks))
            habits = lifts(earlier)
        for arm in arms:
            scores = arm.score(Ballots(sheets[arm.sheets], present, habits, marks))
            won[arm.name] = won.get(arm.name, 0.0) + size * best_wins(scores, session.truth)
            if marks:
                harshest = f"harshest: {arm.name}"
                won[harshest] = won.get(harshest, 0.0) + size * best_wins(scores, session.severity)
    return {name: round(100 * count / councils, 2) for name, count in won.items()}


def best_wins(scores: Floats, truth: Floats) -> float:
    """How often the truly best has the highest score; of several that tie, each has its share."""
    scores = np.where(np.isnan(scores), -np.inf, np.round(scores, 9))
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


def grid(councils: int = COUNCILS) -> dict[str, dict[str, float]]:
    """The whole of it."""
    return {condition.key: shares(condition, ARMS, councils) for condition in CONDITIONS}
