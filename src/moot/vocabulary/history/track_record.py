"""Statistics of a council's models from earlier sessions, copied into a session when it opens.

A session depends only on its transcript, so these numbers are in its first event. They come from finished sessions of
the same kind of voices: sessions of scripted voices and of models never mix.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, Struct, UnsetType

from moot.vocabulary.history.controls import KnownControl
from moot.vocabulary.history.priors import Prior
from moot.vocabulary.history.session_counts import Side
from moot.vocabulary.history.weights import VoterWeight

PARTS = 720_720
"""Parts of a turn used to count shares exactly: the least common multiple of 1 to 16."""


class Turns(Struct, frozen=True, kw_only=True):
    """How often a holder had the rotating roles, and its due share."""

    chaired: int = 0
    """Debates it chaired."""
    chair_due: int = 0
    """Its share of the chairs of the debates it sat in, in parts of a turn."""
    proposed: int = 0
    """Debates whose topic it proposed."""
    proposal_due: int = 0
    """Its share of the proposals of the debates it sat in, in parts of a turn."""


class Bond(Struct, frozen=True, kw_only=True):
    """A model's stances towards another one."""

    agreed: int = 0
    """Times it agreed with it."""
    disagreed: int = 0
    """Times it disagreed with it."""
    neutral: int = 0
    """Times it was neutral."""
    last: Side | UnsetType = UNSET
    """Its stance in the latest debate with both; left out if they never debated."""


class Career(Struct, frozen=True, kw_only=True):
    """A model's figures over earlier debates, all its seats together."""

    debates: int = 0
    """Debates it sat in."""
    won: int = 0
    """Debates in which one of its seats was first alone."""
    marks: int = 0
    """Marks it gave that could be compared with another reader's."""
    contrary: int = 0
    """Those of them far from the mean of the other readers."""
    rebuttals: int = 0
    """Its rebuttals that at least one critic marked again."""
    comebacks: int = 0
    """Those of them after which its mean rose."""
    given: int = 0
    """Marks it gave."""
    given_sum: int = 0
    """Their sum."""
    received: int = 0
    """Marks it received."""
    received_sum: int = 0
    """Their sum."""
    full: int = 0
    """Latest consecutive debates in which it completed every request."""
    unwon: int = 0
    """Debates since it was last first alone."""
    bonds: dict[str, Bond] = {}
    """Its stances towards each model of this council that it has met."""


class SameVotes(Struct, frozen=True, kw_only=True):
    """Voters that cast the same vote on nearly every claim, so that their independence cannot be estimated."""

    voters: int
    """Number of voters."""
    share: float
    """Minimum share of claims on which any two of them cast the same vote."""


def same_votes_in_words(same: SameVotes) -> str:
    """Return the reason why no number of independent voters is given."""
    share = f"{same.share:.0%}"
    return (
        f"{same.voters} of them cast the same vote on {share} of claims: whether they are independent cannot be told "
        f"from votes"
    )


class Past(Struct, frozen=True, kw_only=True):
    """Statistics of earlier sessions for the models of this council."""

    sessions: int = 0
    """Number of sessions behind them."""
    careers: dict[str, Career] = {}
    """Debate figures by model."""
    turns: dict[str, Turns] = {}
    """Turns by holder; two seats of one model are two holders (see `holders`)."""
    silent: dict[str, int] = {}
    """By model, the latest consecutive sessions in which it cast none of the ballots requested."""
    judging: Prior | UnsetType = UNSET
    """Prior on how members rank their own answers, if the protocol uses one."""
    controls: tuple[KnownControl, ...] | UnsetType = UNSET
    """Control claims drawn for the session that no member met recently; left out if there are none."""
    independent: float | UnsetType = UNSET
    """Estimated number of independent voters among the members; left out if unknown."""
    same_votes: SameVotes | UnsetType = UNSET
    """Members whose votes allow no such estimate; left out if there are none."""
    weights: tuple[VoterWeight, ...] | UnsetType = UNSET
    """Weight of each seat's votes; left out if all weigh the same."""


def holders(models: Sequence[str]) -> tuple[str, ...]:
    """Return the name under which each seat's turns are counted: its model, and `MODEL (2)` for a second seat."""
    seen: dict[str, int] = {}
    names = []
    for model in models:
        seen[model] = seen.get(model, 0) + 1
        names.append(model if seen[model] == 1 else f"{model} ({seen[model]})")
    return tuple(names)
