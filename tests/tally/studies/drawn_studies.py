"""Studies drawn from a known truth: questions of unequal hardness, arms, repeats, and noise."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from moot.tally.studies.figures import Measured

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
) -> list[Measured]:
    """One study of two arms. The arm's true effect varies `between` questions and, by domain, `together`; noise is
    added to every repeat, and scores come in halves, as weighted scores do."""
    found: list[Measured] = []
    shared = lots.normal(0, together, max(1, domains))
    for number in range(questions):
        domain = number % domains if domains else 0
        hardness = lots.normal(30, HARD)
        effects = {"base": 0.0, "arm": effect + shared[domain] + lots.normal(0, between)}
        for arm, more in effects.items():
            for repeat in range(1, repeats + 1):
                value = round(2 * (hardness + more + lots.normal(0, noise))) / 2
                found.append(
                    Measured(
                        question=f"q{number}", arm=arm, repeat=repeat, value=value,
                        cluster=f"d{domain}" if domains else "",
                    )
                )  # fmt: skip
    return found


def unchanged(lots: np.random.Generator, *, questions: int, repeats: int, noise: float) -> Iterator[Measured]:
    """Forks of one session a question that change nothing."""
    for number in range(questions):
        middle = lots.normal(30, HARD)
        for repeat in range(1, repeats + 1):
            yield Measured(question=f"q{number}", arm="base", repeat=repeat, value=middle + lots.normal(0, noise))


def judged_study(
    lots: np.random.Generator, *, leans: dict[str, float], questions: int = 24, forks: int = 3
) -> tuple[list[Measured], list[Measured]]:
    """The same answers of three members, given whole marks on five axes by each of these judges, who lean so far; and
    so many forks in which the first of them judges again. What is measured is the members' mean of their summed marks.
    """
    measured, again = list[Measured](), list[Measured]()
    first = next(iter(leans))
    for number in range(questions):
        deserved = lots.normal(3.0, 0.6, (3, 5))

        def marked(lean: float, worth: object = deserved) -> float:
            marks = np.clip(np.rint(worth + lean + lots.normal(0, 0.5, (3, 5))), 1, 5)
            return float(marks.sum(axis=1).mean())

        for judge, lean in leans.items():
            measured.append(Measured(question=f"q{number}", arm=judge, value=marked(lean)))
        again += [
            Measured(question=f"q{number}", arm="noise", repeat=repeat, value=marked(leans[first]), source=f"s{number}")
            for repeat in range(1, forks + 1)
        ]
    return measured, again
