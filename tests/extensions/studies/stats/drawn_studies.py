"""Studies drawn from a known truth: questions of unequal hardness, arms, repeats, and noise."""

from __future__ import annotations

import numpy as np

from moot.extensions.studies.stats.figures import QuestionValue

HARD = 4.0
"""How far questions lie apart, as a standard deviation."""


def drawn_study(
    lots: np.random.Generator,
    *,
    questions: int = 24,
    repeats: int = 2,
    effect: float = 0.0,
    between: float = 1.0,
    noise: float = 2.0,
    domains: int = 0,
    together: float = 0.0,
) -> list[QuestionValue]:
    """One study of two arms. The arm's true effect varies `between` questions and, by domain, `together`; noise is
    added to every repeat, and scores come in halves, as weighted scores do."""
    found: list[QuestionValue] = []
    shared = lots.normal(0, together, max(1, domains))
    for number in range(questions):
        domain = number % domains if domains else 0
        hardness = lots.normal(30, HARD)
        effects = {"base": 0.0, "arm": effect + shared[domain] + lots.normal(0, between)}
        for arm, more in effects.items():
            for repeat in range(1, repeats + 1):
                value = round(2 * (hardness + more + lots.normal(0, noise))) / 2
                found.append(
                    QuestionValue(
                        question=f"q{number}", arm=arm, repeat=repeat, value=value,
                        cluster=f"d{domain}" if domains else "",
                    )
                )  # fmt: skip
    return found
