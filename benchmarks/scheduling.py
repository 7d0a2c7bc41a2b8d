"""Measure what the rate limits of other sessions cost a session without one, simulated with the real scheduler."""

from __future__ import annotations

from typing import Any

from rig.faults.simulated_endpoint import Council, TokenBucket, simulate

BUDGET = 1.3


def beside_limited() -> dict[str, Any]:
    """Return how many times longer a session takes beside eight that share 1 to 20 rate-limited models than alone."""
    healthy = Council("healthy", [f"up/h{seat}" for seat in range(5)], begins=1.0)
    alone = simulate([healthy]).took["healthy"]
    assert alone is not None
    ratios: dict[str, float | None] = {}
    for header in ("right", "none"):
        for models in (1, 2, 3, 5, 10, 20):
            failing = [
                Council(f"s{at}", [f"up/l{(at + seat) % models}" for seat in range(min(5, models))], repeats=True)
                for at in range(8)
            ]
            limits = {f"up/l{at}": TokenBucket(0.2, 2) for at in range(models)}
            took = simulate([*failing, healthy], limits=limits, header=header).took["healthy"]
            ratios[f"{models} limited, header {header}"] = None if took is None else round(took / alone, 2)
    worst = None if None in ratios.values() else max(ratio for ratio in ratios.values() if ratio is not None)
    return {"ratio": ratios, "worst": worst, "budget": BUDGET}
