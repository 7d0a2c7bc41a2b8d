from __future__ import annotations

import numpy as np
import pytest

from moot.stats.evidence.figures import STATED_AGREEMENT, STATED_AUTHORS
from moot.stats.evidence.reader_agreement import FEWEST, SessionBallots, measured_from

MODELS = 8


class Store:
    """Sessions of councils from a few models, with the figures that are true of just these models."""

    def __init__(self, seed: int, sessions: int, seats: int, agreement: float, authors: float) -> None:
        chance = np.random.default_rng(seed)
        able = chance.normal(size=MODELS)
        spread = authors * float(able.var(ddof=1)) + 1 - authors
        self.agreement = agreement * spread / (agreement * spread + 1 - agreement)
        self.authors = authors * float(able.var(ddof=1)) / spread
        self.voted = [self._session(chance, able, seats, agreement, authors) for _ in range(sessions)]

    @staticmethod
    def _session(
        chance: np.random.Generator, able: np.ndarray, seats: int, agreement: float, authors: float
    ) -> SessionBallots:
        who = chance.choice(MODELS, seats, replace=False)
        worth = np.sqrt(authors) * able[who] + np.sqrt(1 - authors) * chance.normal(size=seats)
        seen = np.sqrt(agreement) * worth + np.sqrt(1 - agreement) * chance.normal(size=(seats, seats))
        return SessionBallots(
            models={f"seat-{at}": f"model-{each}" for at, each in enumerate(who)},
            ranks={
                f"seat-{reader}": {f"seat-{at}": float(-value) for at, value in enumerate(row)}
                for reader, row in enumerate(seen)
            },
        )


@pytest.mark.parametrize(
    ("sessions", "seats", "agreement", "authors"), [(60, 4, 0.45, 0.2), (60, 6, 0.2, 0.5), (120, 4, 0.8, 0.0)]
)
def test_known_figures_are_found_again_and_their_ranges_cover(
    sessions: int, seats: int, agreement: float, authors: float
) -> None:
    stores = [Store(seed, sessions, seats, agreement, authors) for seed in range(24)]
    found = [measured_from(store.voted) for store in stores]
    off = [each.agreement.value - store.agreement for each, store in zip(found, stores, strict=True)]
    of_authors = [each.authors.value - store.authors for each, store in zip(found, stores, strict=True)]
    assert abs(np.mean(off)) < 0.03
    assert abs(np.mean(of_authors)) < 0.06
    inside = [each.agreement.low <= s.agreement <= each.agreement.high for each, s in zip(found, stores, strict=True)]
    around = [each.authors.low <= s.authors <= each.authors.high for each, s in zip(found, stores, strict=True)]
    assert np.mean(inside) >= 0.83  # 20 of 24 at least, where 95 in 100 are meant
    assert np.mean(around) >= 0.83
    assert {each.sessions for each in found} == {sessions}
    assert found[0].ballots == sessions * seats


def test_too_few_sessions_leave_what_is_stated() -> None:
    found = measured_from(Store(1, FEWEST - 1, 4, 0.5, 0.2).voted)
    assert (found.agreement, found.authors) == (STATED_AGREEMENT, STATED_AUTHORS)
    assert found.sessions == FEWEST - 1
    assert measured_from([]).sessions == 0


def test_own_answers_ties_and_lone_readers_say_nothing() -> None:
    lone = SessionBallots(models={"seat-a": "m", "seat-b": "n"}, ranks={"seat-a": {"seat-a": 1, "seat-b": 2}})
    own = SessionBallots(  # with three seats two readers share one answer that neither wrote
        models={"seat-a": "m", "seat-b": "n", "seat-c": "o"},
        ranks={seat: {"seat-a": 1, "seat-b": 2, "seat-c": 3} for seat in ("seat-a", "seat-b", "seat-c")},
    )
    tied = SessionBallots(
        models={seat: seat for seat in ("a", "b", "c", "d")},
        ranks={reader: {"a": 1, "b": 1, "c": 1, "d": 1} for reader in ("a", "b")},
    )
    assert measured_from([lone, own, tied]).pairs == 0
