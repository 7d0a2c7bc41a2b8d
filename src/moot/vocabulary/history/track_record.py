"""What is known of a council's models from earlier sessions? Numbers only, copied into the session when it opens.

Nothing in a session depends on what lies outside its transcript, so these numbers stand in its first event. They come
from finished sessions of the same kind of voices: those of scripted voices and of models never mix.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, Struct, UnsetType

from moot.vocabulary.history.controls import KnownControl
from moot.vocabulary.history.priors import Prior
from moot.vocabulary.history.session_counts import Side
from moot.vocabulary.history.weights import VoterWeight

PARTS = 720_720
"""Parts of a turn that shares are counted in: the least number that 1 to 16 seats divide without a rest."""


class Turns(Struct, frozen=True, kw_only=True):
    """How often somebody held the offices that rotate, and how often it was due to."""

    chaired: int = 0
    """Debates it chaired."""
    chair_due: int = 0
    """Its share of the chairs of the debates it sat in, in parts of a turn."""
    proposed: int = 0
    """Debates whose topic it was drawn to propose."""
    proposal_due: int = 0
    """Its share of the proposals of the debates it sat in, in parts of a turn."""


class Bond(Struct, frozen=True, kw_only=True):
    """How a model has stood towards another."""

    agreed: int = 0
    """Times it agreed with it."""
    disagreed: int = 0
    """Times it disagreed with it."""
    neutral: int = 0
    """Times it was neutral."""
    last: Side | UnsetType = UNSET
    """What it said of it when they last debated; left out in sessions opened before that was kept."""


class Career(Struct, frozen=True, kw_only=True):
    """What a model has done in earlier debates, all its seats together."""

    debates: int = 0
    """Debates it sat in."""
    won: int = 0
    """Debates in which one of its seats came first alone."""
    marks: int = 0
    """Marks it gave that could be compared with another reader's."""
    contrary: int = 0
    """Those of them that lay far from the mean of the other readers."""
    rebuttals: int = 0
    """Rebuttals it made that at least one critic answered with a mark."""
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
    """Debates in a row, up to the latest, in which it did everything it was asked."""
    unwon: int | UnsetType = UNSET
    """Debates since it last came first alone; left out in sessions opened before that was kept."""
    bonds: dict[str, Bond] = {}
    """The other models of this council that it has met, and how it stood towards each."""


class SameVotes(Struct, frozen=True, kw_only=True):
    """Voters who cast the same vote on nearly every claim, so that votes do not tell whether they are independent."""

    voters: int
    """So many."""
    share: float
    """Share of claims on which any two of them cast the same vote, at least."""


def same_votes_in_words(same: SameVotes) -> str:
    """Why it is not told how many voters are independent."""
    share = f"{same.share:.0%}"
    return (
        f"{same.voters} of them cast the same vote on {share} of claims: whether they are independent cannot be told "
        f"from votes"
    )


class Past(Struct, frozen=True, kw_only=True):
    """Numbers from earlier sessions of the models in this council."""

    sessions: int = 0
    """Sessions they come from."""
    careers: dict[str, Career] = {}
    """Model and what it has done in debates."""
    turns: dict[str, Turns] = {}
    """Holder and its turns; two seats of one model are two holders (see `holders`)."""
    silent: dict[str, int] = {}
    """Model and the number of sessions in a row, up to the latest, in which it cast no ballot it was asked for."""
    judging: Prior | UnsetType = UNSET
    """What is known of the members as readers of their own answers, where their protocol judges by it."""
    controls: tuple[KnownControl, ...] | UnsetType = UNSET
    """Control claims with a known answer that no member met of late, drawn for it; left out where none are."""
    independent: float | UnsetType = UNSET
    """How many independent voters the members are worth at most; left out where that cannot be told."""
    same_votes: SameVotes | UnsetType = UNSET
    """Members whose votes do not tell it; left out where there are none."""
    weights: tuple[VoterWeight, ...] | UnsetType = UNSET
    """What each seat's votes weigh; left out where all weigh the same."""


def holders(models: Sequence[str]) -> tuple[str, ...]:
    """Under which name the turns of each seat are kept: its model, and the second seat of a model as `MODEL (2)`."""
    seen: dict[str, int] = {}
    names = []
    for model in models:
        seen[model] = seen.get(model, 0) + 1
        names.append(model if seen[model] == 1 else f"{model} ({seen[model]})")
    return tuple(names)
