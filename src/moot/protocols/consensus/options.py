"""Options of a consensus: when its rounds may end, judging, memory of members, and strategy."""

from __future__ import annotations

from typing import Any

from moot.errors import MootError
from moot.protocols.consensus.strategies import strategy as strategies
from moot.protocols.consensus.strategies.strategy import Judging, StrategyOptions


class ConsensusOptions(StrategyOptions, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Options of a consensus. The options that concern a strategy are checked by the strategy chosen."""

    @property
    def judges(self) -> Judging:
        """Return how the arbiter judges: as set in the options. If the strategy needs a ranking, the arbiter always
        ranks."""
        return "rank" if strategies.find(self.strategy).ranks else self.judging

    @property
    def cap(self) -> int:
        """Return the maximum number of rounds with these options."""
        return self.min_iterations if self.judges == "pick-one" else self.max_iterations

    def troubles(self) -> tuple[str, ...]:
        """Return errors in these options, in words; empty if there are none."""
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

    @classmethod
    def shown(cls) -> dict[str, dict[str, Any]]:
        """Return bounds and suggested values of the options, for a form.

        The bounds are the same that `troubles` checks.
        """
        return {
            "confidence_threshold": {"minimum": 0, "maximum": 100},
            "max_iterations": {"minimum": 1},
            "min_iterations": {"minimum": 1},
            "strategy": {"examples": strategies.names()},
        }

    def idle(self) -> dict[str, str]:
        """Return the options that have no effect with this strategy, judging or number of rounds, each with the
        reason."""
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
    "require_majority",
    "fallback_to_all",
    "eliminate_count",
    "eliminate_fraction",
    "keep_minimum",
    "elimination_delay",
    "roles",
    "use_dynamic_personalities",
    "clustering_algorithm",
    "eps",
    "min_samples",
)
"""Names of options that only some strategies use."""
MOST_ROUNDS = 20
