"""Fields of a consensus's options, as its strategies read them; `options.py` above checks them together."""

from __future__ import annotations

from typing import ClassVar, Literal

from moot.protocols.protocol import Options

Judging = Literal["default", "rank", "pick-one"]


class StrategyOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Options of a consensus; each strategy reads its own and ignores the others."""

    confidence_threshold: float = 0.8
    """The arbiter's confidence at which the rounds may end: 0 to 1, or a percentage above 1 up to 100."""
    max_iterations: int = 3
    """Most rounds."""
    min_iterations: int = 1
    """Fewest rounds."""
    strategy: str = "default"
    """Which seats to ask and which answers to keep: `default`, `voting`, `elimination`, `role`, `semantic`, or
    another."""
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
    """elimination: seats that leave after a round."""
    eliminate_fraction: float = 0.0
    """elimination: share of the field that leaves, when that is more."""
    keep_minimum: int = 2
    """elimination: seats that always stay."""
    elimination_delay: int = 1
    """elimination: the first round after which seats leave."""
    roles: tuple[str, ...] | str = ()
    """role: the parts, assigned in seat order; without any, three defaults."""
    use_dynamic_personalities: bool = True
    """role: whether seats beyond the parts get a manner drawn from the session's seed."""
    clustering_algorithm: Literal["dbscan", "hdbscan", "tropical"] = "dbscan"
    """semantic: the clustering algorithm; `tropical` is accepted, explained, and replaced by `dbscan`."""
    eps: float = 0.5
    """semantic: the cosine distance within which answers are neighbours (dbscan)."""
    min_samples: int = 2
    """semantic: fewest answers of a cluster."""
    strategy_params: tuple[str, ...] | str = ()
    """Further `name=value` settings, for strategies of installed packages."""
    told: ClassVar[frozenset[str]] = frozenset({"roles", "strategy_params"})

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the roles; a single one may be given as a text."""
        return (self.roles,) if isinstance(self.roles, str) else self.roles

    @property
    def params(self) -> dict[str, str]:
        """Return the further settings by name; the last of a name counts."""
        given = (self.strategy_params,) if isinstance(self.strategy_params, str) else self.strategy_params
        return {name.strip(): value.strip() for name, _, value in (setting.partition("=") for setting in given)}

    @property
    def threshold(self) -> float:
        """Return the threshold as a share."""
        given = self.confidence_threshold
        return given / 100 if given > 1 else given
