"""Print what the grid found, and keep it in `results.json`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.judges.arms import ARMS, MODEL, ORIGINAL, PAST, Arm
from benchmarks.judges.calibration import calibrations
from benchmarks.judges.conditions import KINDS, SEATS
from benchmarks.judges.grid import COUNCILS, SEED, grid, regrets

KEPT = Path(__file__).with_name("results.json")
SHOWN = ("original", "others, median", "mean", "mean, half", "median", "pulled, whole", "model", "model, past")
"""Arms that stand in the record; the others differ little from one of them."""


def main(*, anew: bool = False) -> None:
    """The table as it is kept, or drawn anew."""
    if anew:
        found = {"councils": COUNCILS, "seed": SEED, "best wins": grid(), **calibrations()}
        KEPT.write_text(json.dumps(found, indent=1) + "\n")
    print(told(json.loads(KEPT.read_text())))


def told(found: dict[str, Any]) -> str:
    """All tables, as Markdown."""
    wins = found["best wins"]
    return "\n\n".join([_summary(wins), *(_wins(wins, seats) for seats in SEATS), _calibrated(found)])


def _row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def _summary(wins: dict[str, dict[str, float]]) -> str:
    rows = [_row("rule", "most regret", "where", "mean regret"), _row(*["---"] * 4)]
    for arm in ARMS:
        lost = regrets(wins, arm)
        worst = max(lost, key=lambda key: lost[key])
        rows.append(_row(arm.name, f"{lost[worst]:.1f}", worst, f"{sum(lost.values()) / len(lost):.2f}"))
    return "\n".join(rows)


def _wins(wins: dict[str, dict[str, float]], seats: int) -> str:
    rows = [_row(f"{seats} seats", *SHOWN), _row(*["---"] * (len(SHOWN) + 1))]
    rows += [_row(kind.name, *(f"{wins[f'{kind.name}/{seats}'][name]:.1f}" for name in SHOWN)) for kind in KINDS]
    return "\n".join(rows)


def _calibrated(found: dict[str, Any]) -> str:
    rows = [
        _row("told against true, in points, by tenth", *(f"{10 * n}+" for n in range(10)), "covered"),
        _row(*["---"] * 12),
    ]
    for key, each in found["calibration"].items():
        off = ["" if value is None else f"{value:+.0f}" for value in each["off by tenth"]]
        rows.append(_row(key, *off, f"{each['covered']:.1f}"))
    return "\n".join(rows)


def against_original(wins: dict[str, dict[str, float]], arm: Arm, *names: str) -> dict[str, float]:
    """How far an arm lies above the original's scheme under these conditions."""
    return {
        f"{name}/{seats}": wins[f"{name}/{seats}"][arm.name] - wins[f"{name}/{seats}"][ORIGINAL.name]
        for name in names
        for seats in SEATS
    }


def harshest(wins: dict[str, dict[str, float]], arm: Arm) -> dict[int, float]:
    """How often the harshest reader's answer wins where only severity differs, by seats."""
    return {seats: wins[f"severity/{seats}"][f"harshest: {arm.name}"] for seats in SEATS}


__all__ = ["MODEL", "PAST", "against_original", "harshest", "main", "told"]
