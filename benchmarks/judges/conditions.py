"""Under which conditions are rules compared? Each names what goes wrong with readers, in units of the answers' spread.

Answers' strengths are standard normal; a reader sees strength plus its own error. At a noise of 1 the best of four
answers wins seven times in ten, which is about what is seen of councils.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

SEATS = (3, 4, 6, 8, 12)


class Condition(Struct, frozen=True, kw_only=True):
    """What goes wrong, and in how large a council."""

    name: str
    """Its name, the same for every size."""
    told: str
    """What it is, in one line."""
    seats: int = 4
    """Readers, each with an answer of its own."""
    noise: float = 1.0
    """Deviation of a reader's error."""
    uneven_noise: float = 0.0
    """Deviation of the logarithm of that between readers."""
    position: float = 0.0
    """How much better the first place of a sheet looks than the last, evenly in between."""
    first: float = 0.0
    """How much better the answer under the first label looks."""
    own: float = 0.0
    """How much better everyone's own answer looks to it."""
    vain: float = 0.0
    """The same for half of the readers, drawn by lot."""
    length: float = 0.0
    """How much a longer answer impresses: deviation over answers, seen by all and worth nothing."""
    shared: float = 0.0
    """Deviation of an error about each answer that all readers make."""
    contrast: float = 0.0
    """How much an answer loses for each unit of strength of the one before it on the sheet."""
    attackers: int = 0
    """Readers that put the first one's answer first and the others upside down."""
    twins: bool = False
    """Two readers make errors alike (correlation 0.8), and each takes the other's answer for its own: 0.7 too high."""
    weak: float = 0.0
    """How much weaker the answers of half of the seats are; each of these puts its own first."""
    severity: float = 0.0
    """Deviation of readers' severity, in spreads of the answers; above 0 they give marks from 1 to 10."""
    missing: int = 0
    """Ballots that are not there."""

    @property
    def bound(self) -> bool:
        """Whether regret is bound here: nobody can do much where half of the readers or more attack."""
        return 2 * self.attackers < self.seats

    @property
    def key(self) -> str:
        """Name and size."""
        return f"{self.name}/{self.seats}"


KINDS = (
    Condition(name="no bias", told="errors of the readers alone"),
    Condition(name="position", told="earlier on the sheet looks better, by 1.2 from first to last", position=1.2),
    Condition(name="first label", told="the first on the sheet looks 0.8 better", first=0.8),
    Condition(name="own alike", told="everyone sees its own answer 1.5 better", own=1.5),
    Condition(name="own uneven", told="half of the readers see their own 2.5 better, the others do not", vain=2.5),
    Condition(name="length", told="length impresses everyone, by a deviation of 0.4", length=0.4),
    Condition(name="shared error", told="all make the same error about an answer, by a deviation of 0.5", shared=0.5),
    Condition(name="contrast", told="an answer loses 0.3 of the strength of the one before it", contrast=0.3),
    Condition(name="one attacker", told="one reader puts its answer first, the others upside down", attackers=1),
    Condition(name="two attackers", told="two readers do, for the same answer", attackers=2),
    Condition(name="two of one model", told="two seats err alike, and like each other's answers", twins=True),
    Condition(name="severity", told="marks from 1 to 10, by readers of unequal severity", severity=1.0),
    Condition(name="weak and vain", told="half of the seats are 1.2 weaker, and put their own first", weak=1.2),
    Condition(name="missing ballot", told="one ballot is not there", missing=1),
    Condition(name="unequal readers", told="some readers err three times as much as others", uneven_noise=0.5),
    Condition(
        name="all at once",
        told="position, length and uneven views of one's own",
        position=1.2,
        length=0.3,
        vain=1.5,
    ),
)

CONDITIONS = tuple(replace(kind, seats=seats) for seats in SEATS for kind in KINDS)
