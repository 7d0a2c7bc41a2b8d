"""What can be set for a consensus? When its rounds may end, how it judges, what members remember, and its strategy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from moot.errors import MootError
from moot.protocols.consensus.strategies import installed as strategies
from moot.protocols.protocol import Options
from moot.vocabulary.councils import OptionValue

Judging = Literal["default", "rank", "pick-one"]
Votes = Literal["stated", "opening"]


class ConsensusOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of a consensus; each strategy reads its own and leaves the others alone."""

    confidence_threshold: float = 0.8
    """The arbiter's confidence at which the rounds may end: 0 to 1, or a percentage above 1 up to 100."""
    max_iterations: int = 3
    """Most rounds."""
    min_iterations: int = 1
    """Fewest rounds."""
    strategy: str = "default"
    """Whom to ask and which answers to keep: `default`, `voting`, `elimination`, `role`, `semantic`, or another."""
    judging: Judging = "default"
    """What the arbiter does: writes a synthesis, ranks the answers (`rank`), or picks one in one pass (`pick-one`)."""
    context: Literal["auto", "manual"] = "auto"
    """What a member sees in later rounds: its own earlier answers as a conversation (`auto`), or one prompt that says
    all (`manual`)."""
    similarity_threshold: float = 0.85
    """voting: likeness (cosine) from which open answers count as the same, where an embedder measures meaning."""
    answer_length: int = 2_000
    """voting: most characters of an answer that are compared where it states nothing short."""
    votes: Votes = "stated"
    """voting: what an answer's vote is: what the whole text `stated` last, or what its `opening` of `answer_length`
    characters comes down to, as sessions before this option had it."""
    require_majority: bool = False
    """voting: whether strictly more than half of the answers must say the same."""
    fallback_to_all: bool = True
    """voting: whether, without the majority required, all answers go to the arbiter; else the round is held again."""
    eliminate_count: int = 1
    """elimination: seats that leave after a round."""
    eliminate_fraction: float = 0.0
    """elimination: share of the field that leaves, when that is more."""
    keep_minimum: int = 2
    """elimination: seats that always stay."""
    elimination_delay: int = 1
    """elimination: the first round after which seats leave."""
    roles: tuple[str, ...] | str = ()
    """role: the parts, given out in seat order; without any, three sensible ones."""
    use_dynamic_personalities: bool = True
    """role: whether seats beyond the parts are given a manner drawn from the session's seed."""
    clustering_algorithm: Literal["dbscan", "hdbscan", "tropical"] = "dbscan"
    """semantic: what clusters the answers; `tropical` is accepted, explained, and replaced by `dbscan`."""
    eps: float = 0.5
    """semantic: the cosine distance within which answers are neighbours (dbscan)."""
    min_samples: int = 2
    """semantic: answers that make a cluster."""
    strategy_params: tuple[str, ...] | str = ()
    """Further `name=value` settings, for strategies of installed packages."""
    told: ClassVar[frozenset[str]] = frozenset({"roles", "strategy_params"})
    earlier: ClassVar[Mapping[str, OptionValue]] = {"votes": "opening"}

    @property
    def parts(self) -> tuple[str, ...]:
        """The roles; a single one may be given as a text."""
        return (self.roles,) if isinstance(self.roles, str) else self.roles

    @property
    def params(self) -> dict[str, str]:
        """The further settings by name; the last of a name counts."""
        given = (self.strategy_params,) if isinstance(self.strategy_params, str) else self.strategy_params
        return {name.strip(): value.strip() for name, _, value in (setting.partition("=") for setting in given)}

    @property
    def threshold(self) -> float:
        """The threshold as a share."""
        given = self.confidence_threshold
        return given / 100 if given > 1 else given

    @property
    def judges(self) -> Judging:
        """How the arbiter judges: as asked for, unless the strategy needs a ranking."""
        return "rank" if strategies.find(self.strategy).ranks else self.judging

    @property
    def cap(self) -> int:
        """Most rounds that can take place."""
        return self.min_iterations if self.judges == "pick-one" else self.max_iterations

    def troubles(self) -> tuple[str, ...]:
        """What is wrong with these options, in words."""
        found = []
        if not 0 <= self.confidence_threshold <= 100:
            found.append(
                f"`confidence_threshold` is {self.confidence_threshold:g}; it lies between 0 and 1, or is a percentage "
                "up to 100."
            )
        if not 1 <= self.max_iterations <= MOST_ROUNDS:
            found.append(f"`max_iterations` is {self.max_iterations}; it lies between 1 and {MOST_ROUNDS}.")
        if self.min_iterations < 1:
            found.append(f"`min_iterations` is {self.min_iterations}; it is at least 1.")
        elif self.min_iterations > self.max_iterations:
            found.append(
                f"`min_iterations` is {self.min_iterations} and `max_iterations` {self.max_iterations}; "
                "the fewest rounds cannot be more than the most."
            )
        if "" in self.params:
            found.append("`strategy_params` holds a setting without a name; each reads `name=value`.")
        try:
            strategy = strategies.find(self.strategy)
        except MootError as error:
            return (*found, str(error))
        return (*found, *strategy.troubles(self))

    def idle(self) -> dict[str, str]:
        """What the strategy, the judging or the number of rounds leaves without effect."""
        found = {"verdict_output": "an arbiter's answer is a ballot, which is not cut"}
        strategy = strategies.find(self.strategy)
        if strategy.uses is not None:
            why = f"the strategy {self.strategy!r} does not heed it"
            found |= {name: why for name in (*OF_STRATEGIES, "strategy_params") if name not in strategy.uses}
        if strategy.ranks and self.judging != "rank":
            found["judging"] = f"under the strategy {self.strategy!r} the arbiter ranks the answers"
        if self.judges == "pick-one":
            found["max_iterations"] = "an arbiter that picks one answer holds `min_iterations` rounds"
        if self.cap == 1:
            found["context"] = "there is only one round"
        if strategy.uses is not None and "eps" in strategy.uses and self.clustering_algorithm == "hdbscan":
            found["eps"] = "`hdbscan` finds its own distances"
        return found


OF_STRATEGIES = (
    "similarity_threshold", "answer_length", "votes", "require_majority", "fallback_to_all", "eliminate_count",
    "eliminate_fraction", "keep_minimum", "elimination_delay", "roles", "use_dynamic_personalities",
    "clustering_algorithm", "eps", "min_samples",
)  # fmt: skip
"""Options that only some strategies heed."""
MOST_ROUNDS = 20
