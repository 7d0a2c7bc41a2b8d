"""What is a strategy of a consensus? Whom to ask in a round, in which part, and which answers go on to the arbiter.

A strategy holds no state: what it needs to know of earlier rounds is handed to it, so a resumed session takes the same
course. It speaks through the floor like the protocol does. `installed.py` finds it by name.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence

from msgspec import Struct

from moot.protocols.consensus.ballots import Reply
from moot.protocols.consensus.findings import RoundHeld
from moot.protocols.consensus.strategies.options import StrategyOptions
from moot.protocols.floor import Floor
from moot.vocabulary.seats import Seat
from moot.vocabulary.statements import Answers, Statement
from moot.vocabulary.vectors import Vectors


class Heard(Struct, frozen=True, kw_only=True):
    """A member's answer in the round that is being held."""

    seat: Seat
    """Whose it is."""
    reply: Reply
    """What it was read as; plain words are an answer without a confidence."""
    statement: Statement
    """The answer, as it is dealt and measured."""
    whole: bool = True
    """False when it was cut off, or stands in a ballot that could not be read: such an answer is shown to the arbiter,
    agrees with nobody and is measured for nobody's agreement."""


class Sifted(Struct, frozen=True, kw_only=True):
    """What a strategy made of a round's answers."""

    kept: tuple[str, ...]
    """Seats whose answers go to the arbiter; none of them when the strategy found no answer to go on with."""
    note: str = ""
    """What it did, in words."""
    degraded: str = ""
    """Why this is less than the strategy promises, when it is."""


class Calls(Struct, frozen=True, kw_only=True):
    """What a strategy asks for in a round, for the estimate."""

    members: int
    """Members asked."""
    graded: int = 0
    """Calls to the grader about the answers, at most."""


class Strategy(ABC):
    """A way to hold the rounds. This one's methods ask everyone and keep every answer."""

    title: str
    """What it does, in one line."""
    ranks: bool = False
    """Whether it needs the arbiter to rank the answers, whatever judging was asked for."""
    measures: bool = False
    """Whether it needs an embedder."""
    uses: frozenset[str] | None = None
    """Which of the options that only some strategies heed it heeds; `None` says that this is not known."""

    def troubles(self, options: StrategyOptions) -> tuple[str, ...]:
        """What is wrong with its options, in words."""
        return ()

    def calls(self, seats: int, number: int, options: StrategyOptions) -> Calls:
        """What the round of this number asks for."""
        return Calls(members=seats)

    def selected(self, floor: Floor, options: StrategyOptions, earlier: Sequence[RoundHeld]) -> tuple[Seat, ...]:
        """Whom to ask in the next round."""
        return floor.seats

    def manners(self, floor: Floor, options: StrategyOptions) -> dict[str, str]:
        """What the prompts of each seat add, by seat; asked for once, in the first round."""
        return {}

    async def sifted(
        self, floor: Floor, options: StrategyOptions, heard: Sequence[Heard], vectors: Vectors | None
    ) -> Sifted:
        """Which answers go on to the arbiter; `vectors` are the answers measured, where an embedder measured them."""
        return Sifted(kept=tuple(each.seat.id for each in heard))

    def closed(self, floor: Floor, options: StrategyOptions, rounds: Sequence[RoundHeld]) -> None:
        """Another round follows: what there is to record about the one that is over."""
        return None

    def goes_on(self, options: StrategyOptions, rounds: Sequence[RoundHeld]) -> bool:
        """Whether the strategy needs another round, however sure the arbiter is."""
        return False


class Everyone(Strategy):
    """The default: no filter."""

    title = "everyone answers, every answer counts"
    uses = frozenset[str]()


EVERYONE = Everyone()
"""The default strategy."""


def statements_of(heard: Sequence[Heard]) -> Answers:
    """The answers as they are dealt or measured."""
    return Answers(statements=tuple(each.statement for each in heard))
