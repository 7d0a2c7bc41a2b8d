from __future__ import annotations

import numpy as np

from moot.stats.evidence.report import SessionBallots, ahead_from


def store(sessions: int, able: dict[str, float], seed: int = 0, noise: float = 1.0) -> list[SessionBallots]:
    """Councils of four of these models, whose readers see what their answers are worth with some noise."""
    chance = np.random.default_rng(seed)
    models = sorted(able)
    found = []
    for _ in range(sessions):
        who = [models[at] for at in chance.choice(len(models), 4, replace=False)]
        seats = {f"seat-{at}": model for at, model in enumerate(who)}
        worth = {seat: able[model] + chance.gumbel() for seat, model in seats.items()}
        ranks = {reader: {seat: -(worth[seat] + noise * float(chance.normal())) for seat in seats} for reader in seats}
        found.append(SessionBallots(models=seats, ranks=ranks))
    return found


def test_the_stronger_is_put_ahead_and_ranges_count_sessions() -> None:
    able = {"a": 1.5, "b": 0.5, "c": 0.0, "d": -0.5, "e": -1.5}
    rows = ahead_from(store(80, able))
    assert [row.model for row in rows] == sorted(able, key=lambda model: -able[model])
    assert all(row.low < row.above < row.high for row in rows)
    assert rows[0].above > 0.7
    wide = ahead_from(store(20, able))
    assert wide[2].high - wide[2].low > rows[2].high - rows[2].low


def test_equal_models_are_not_told_apart() -> None:
    inside = []
    for seed in range(12):
        inside += [row.low <= 0.5 <= row.high for row in ahead_from(store(40, dict.fromkeys("abcdef", 0.0), seed))]
    assert 0.88 < np.mean(inside) < 1
