"""Base class of a consensus's strategies: which seats to ask in a round, in which part, and which answers to keep.

A strategy has no state: earlier rounds are passed to it, so a resumed session computes the same. It calls the floor
like the protocol does. A package adds one with an entry point in the group `moot.strategies` whose object is an
instance of `Strategy`.

Example:
    class FirstTwo(Strategy):
        title = "Ask two seats."

        def selected(self, floor, options, earlier):
            return floor.seats[:2]

Options are checked together in `consensus/options.py`.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from typing import ClassVar, Literal

from msgspec import Struct

from moot.protocols.consensus.ballots import RoundReply
from moot.protocols.consensus.findings import RoundHeld
from moot.protocols.floor_interface import Floor
from moot.protocols.installed import found_in, names_in
from moot.protocols.protocol import Options
from moot.vocabulary.seats import Seat
from moot.vocabulary.statements import Answers, Statement
from moot.vocabulary.vectors import Vectors

Judging = Literal["default", "rank", "pick-one"]


class StrategyOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Options of a consensus. A strategy ignores the options of other strategies."""

    confidence_threshold: float = 0.8
    """The arbiter's confidence at which the rounds may end: 0 to 1, or a percentage above 1 up to 100."""
    max_iterations: int = 3
    """Maximum number of rounds."""
    min_iterations: int = 1
    """Minimum number of rounds."""
    strategy: str = "default"
    """Name of the strategy, which selects the seats to ask and the answers to keep: `default`, `voting`,
    `elimination`, `role`, `semantic`, or an installed one.
    """
    judging: Judging = "default"
    """Work of the arbiter: write a synthesis, rank the answers (`rank`), or pick one in one pass (`pick-one`)."""
    context: Literal["auto", "manual"] = "auto"
    """What a member sees in later rounds: its own earlier answers as a conversation (`auto`), or one prompt with
    everything (`manual`)."""
    require_majority: bool = False
    """voting: whether strictly more than half of the answers must be the same."""
    fallback_to_all: bool = True
    """voting: whether, without a required majority, all answers go to the arbiter; else the round is repeated."""
    eliminate_count: int = 1
    """elimination: number of seats dropped after a round."""
    eliminate_fraction: float = 0.0
    """elimination: share of the seats dropped after a round, if that is more than `eliminate_count`."""
    keep_minimum: int = 2
    """elimination: minimum number of seats that stay."""
    elimination_delay: int = 1
    """elimination: the first round after which seats leave."""
    roles: tuple[str, ...] | str = ()
    """role: texts of the roles, assigned in seat order; if empty, three defaults."""
    use_dynamic_personalities: bool = True
    """role: whether seats beyond the number of roles get a manner drawn from the session's seed."""
    clustering_algorithm: Literal["dbscan", "hdbscan", "tropical"] = "dbscan"
    """semantic: the clustering algorithm; `tropical` is accepted, explained, and replaced by `dbscan`."""
    eps: float = 0.5
    """semantic: the cosine distance within which answers are neighbours (dbscan)."""
    min_samples: int = 2
    """semantic: minimum number of answers in a cluster."""
    strategy_params: tuple[str, ...] | str = ()
    """Further `name=value` settings, for strategies of installed packages."""
    told: ClassVar[frozenset[str]] = frozenset({"roles", "strategy_params"})

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the roles as a tuple, also if the option is a single role as a text."""
        return (self.roles,) if isinstance(self.roles, str) else self.roles

    @property
    def params(self) -> dict[str, str]:
        """Return the strategy's `name=value` settings by name. If a name is given twice, the last value counts."""
        given = (self.strategy_params,) if isinstance(self.strategy_params, str) else self.strategy_params
        return {name.strip(): value.strip() for name, _, value in (setting.partition("=") for setting in given)}

    @property
    def threshold(self) -> float:
        """Return the confidence threshold as a share, 0 to 1."""
        given = self.confidence_threshold
        return given / 100 if given > 1 else given


class RoundAnswer(Struct, frozen=True, kw_only=True):
    """A member's answer in the round in progress."""

    seat: Seat
    """Seat of the member."""
    reply: RoundReply
    """The parsed answer. A plain text is an answer without a confidence."""
    statement: Statement
    """The answer as recorded in the transcript, for showing or embedding."""
    whole: bool = True
    """False if the answer was cut off, or is in an unreadable ballot: such an answer is shown to the arbiter, but
    never counts as agreement and is not measured.
    """


class RoundSelection(Struct, frozen=True, kw_only=True):
    """Which of a round's answers a strategy passes to the arbiter."""

    kept: tuple[str, ...]
    """Seats whose answers go to the arbiter; empty if the strategy found no answer to continue with."""
    note: str = ""
    """What the strategy did with the answers, in words."""
    degraded: str = ""
    """Why the strategy could not do all of its work; empty if it could."""


class Calls(Struct, frozen=True, kw_only=True):
    """How many calls a strategy makes in one round, to members and to the grader, for the cost estimate."""

    members: int
    """Number of members asked."""
    graded: int = 0
    """Maximum number of calls to the grader."""


class Strategy(ABC):
    """Base class of the strategies of a consensus, which decide whom to ask in a round and which answers the arbiter
    gets.

    By default everyone is asked, and the arbiter gets all answers.
    """

    title: str
    """Description of the strategy in one line."""
    counts_votes: bool = False
    """Whether the answer with the most votes goes to the arbiter, so that members need not be asked once this answer
    is certain.
    """
    ranks: bool = False
    """Whether the strategy requires the arbiter to rank the answers, regardless of the option `judging`."""
    measures: bool = False
    """Whether the strategy needs the answers' embedding vectors."""
    uses: frozenset[str] | None = None
    """Names of the strategy options that have an effect here; `None` if unknown."""

    def troubles(self, options: StrategyOptions) -> tuple[str, ...]:
        """Return errors in the options that the strategy uses, as sentences."""
        return ()

    def calls(self, seats: int, number: int, options: StrategyOptions) -> Calls:
        """Return how many calls the round with this number makes, for the estimate."""
        return Calls(members=seats)

    def selected(self, floor: Floor, options: StrategyOptions, earlier: Sequence[RoundHeld]) -> tuple[Seat, ...]:
        """Return the seats to ask in the next round, given the results of the earlier rounds."""
        return floor.seats

    def manners(self, floor: Floor, options: StrategyOptions) -> dict[str, str]:
        """Return extra instructions for each seat's prompts, such as a role, by seat id.

        This is called once, in round 1.
        """
        return {}

    async def sifted(
        self, floor: Floor, options: StrategyOptions, heard: Sequence[RoundAnswer], vectors: Vectors | None
    ) -> RoundSelection:
        """Return which of a round's answers go to the arbiter.

        `vectors` are the answers' embeddings, if the council has an embedder.
        """
        return RoundSelection(kept=tuple(each.seat.id for each in heard))

    def closed(self, floor: Floor, options: StrategyOptions, rounds: Sequence[RoundHeld]) -> None:
        """Record data of the last round that the strategy needs later. Called only if another round follows."""
        return None

    def goes_on(self, options: StrategyOptions, rounds: Sequence[RoundHeld]) -> bool:
        """Return whether the strategy needs another round, regardless of the arbiter's confidence."""
        return False


class Everyone(Strategy):
    """Default strategy: asks everyone and keeps every answer."""

    title = "everyone answers, every answer counts"
    uses = frozenset[str]()


EVERYONE = Everyone()
"""Instance of the default strategy."""


def statements_of(heard: Sequence[RoundAnswer]) -> Answers:
    """Return these answers as recorded statements, for showing or embedding them."""
    return Answers(statements=tuple(each.statement for each in heard))


OURS = {
    "default": "moot.protocols.consensus.strategies.strategy:EVERYONE",
    "voting": "moot.protocols.consensus.strategies.voting:VOTING",
    "elimination": "moot.protocols.consensus.strategies.elimination:ELIMINATION",
    "role": "moot.protocols.consensus.strategies.role:ROLE",
    "semantic": "moot.protocols.consensus.strategies.semantic:SEMANTIC",
}
"""Import path of each built-in strategy, by its name."""


GROUP = "moot.strategies"


def names() -> list[str]:
    """Return the name of every known strategy, built-in ones first."""
    return names_in(GROUP, OURS)


def find(name: str) -> Strategy:
    """Return the strategy of this name, built-in or installed; raise if there is none."""
    return found_in(GROUP, OURS, name, Strategy, "derive its class from `Strategy` and name an instance of it.")
