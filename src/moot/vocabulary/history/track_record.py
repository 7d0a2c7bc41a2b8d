"""Statistics of a council's models from earlier sessions, copied into a session when it opens.

A session depends only on its transcript, so these numbers are in its first event. They come from finished sessions of
the same kind of voices: sessions of scripted voices and of models never mix.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, Struct, UnsetType

from moot.vocabulary.history.session_counts import Side

CONTROL = "control-"
"""Prefix of every control claim's id."""


class KnownControl(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A claim whose truth is known, mixed into a vote to test the voters (a control claim)."""

    key: str
    """Key of the claim, so that it is not shown to the same model again soon."""
    text: str
    """Text of the claim."""
    holds: bool
    """Whether the claim is true."""


SHARED_ERRORS = 65
"""Share of the readers' agreement that is a common error, in hundredths, if not measured. In 270 recorded councils with
known answers, 65 to 75 fitted how often the best answer was first."""


class SelfMarkHabit(Struct, frozen=True, kw_only=True):
    """How much higher than others a reader has ranked its own answers in earlier sessions."""

    lift: int = 0
    """How much higher the model put its own answer than the others did, in hundredths of a sheet; subtracted from its
    own vote.
    """
    sessions: int = 0
    """Number of sessions from which the habit was computed."""


class Prior(Struct, frozen=True, kw_only=True):
    """Assumptions about how a council's readers judge, made before they do, e.g. from earlier sessions.

    The defaults use no earlier session.
    """

    own_weight: int = 50
    """Weight of a reader's vote for its own answer, in hundredths, when its habit is unknown."""
    known_own_weight: int = 75
    """Weight of a reader's vote for its own answer, in hundredths, when its habit is known and subtracted."""
    agreement: tuple[int, ...] = (4, 12, 25, 40, 55, 70, 84, 94)
    """Possible shares of a vote that depend on the answers and not on the reader, in hundredths."""
    likely: tuple[int, ...] = (8, 10, 14, 18, 20, 16, 10, 4)
    """Prior probability of each share in `agreement`, in hundredths."""
    habits: dict[str, SelfMarkHabit] = {}
    """Known habit of each reader, by seat."""
    sessions: int = 0
    """Number of earlier sessions from which these values were computed."""
    shared_errors: int = SHARED_ERRORS
    """Share of their errors that readers have in common, in hundredths; measured where enough answers are known."""


class VoterWeight(Struct, frozen=True, kw_only=True):
    """How much the votes of one seat count, and the ballots from which this weight was computed."""

    seat: str
    """The seat's id."""
    voter: str
    """Fingerprint of the voter; empty for a person, whose weight is always 1."""
    model: str
    """Model of the voter. If a fork replaces the model, no seat is weighted any more."""
    weight: float
    """Weight of the seat's votes, from 0.334 to 1; the greatest weight is 1."""
    valid: int = 0
    """Number of ballots in the voter's last ten sessions that could be parsed, at once or after a repair."""
    spoiled: int = 0
    """Number of ballots in the voter's last ten sessions that could not be parsed."""


class MovedTier(Struct, frozen=True, kw_only=True):
    """A claim of an earlier session that would be in a different tier if votes were weighted."""

    session: str
    """Id of the session."""
    claim: str
    """The claim's id."""
    equal: str
    """The claim's tier with equal votes."""
    weighted: str
    """The claim's tier with weights."""


class CouncilWeights(Struct, frozen=True, kw_only=True):
    """Weights of a council's voters, and earlier results that the weights would change."""

    council: str
    """The council's name, or its members if it has none."""
    in_force: bool
    """Whether votes were weighted in the council's last session."""
    voters: list[VoterWeight]
    """Weights of the voters in the council's last session, for a session that opens now."""
    waiting: list[str]
    """Voters with fewer than ten sessions, because of which all weights are equal; empty if weights can be used."""
    sessions: int
    """Number of earlier sessions examined, at most ten."""
    claims: int
    """Number of claims in these sessions."""
    moved: list[MovedTier]
    """Claims whose tier would change with these weights."""


PARTS = 720_720
"""Number of parts of a turn, for exact counting of shares: the least common multiple of 1 to 16."""


class Turns(Struct, frozen=True, kw_only=True):
    """How often a member has chaired debates and proposed topics, and how often it would have if all
    took equal turns.
    """

    chaired: int = 0
    """Number of debates that the model chaired."""
    chair_due: int = 0
    """The model's share of the chairs of the debates it took part in, in parts of a turn."""
    proposed: int = 0
    """Number of debates whose topic the model proposed."""
    proposal_due: int = 0
    """The model's share of the proposals of the debates it took part in, in parts of a turn."""


class Bond(Struct, frozen=True, kw_only=True):
    """How often a model agreed with one other model, disagreed with it, or was neutral, in earlier debates."""

    agreed: int = 0
    """How often the model agreed with the other model."""
    disagreed: int = 0
    """How often the model disagreed with the other model."""
    neutral: int = 0
    """How often the model was neutral towards the other model."""
    last: Side | UnsetType = UNSET
    """Stance of the model in the latest debate of both models; left out if they never debated."""


class Career(Struct, frozen=True, kw_only=True):
    """A model's record in earlier debates, summed over all seats it had."""

    debates: int = 0
    """Number of debates in which the model was a member."""
    won: int = 0
    """Number of debates in which a seat of the model was first alone."""
    marks: int = 0
    """Number of the model's marks that could be compared with another reader's."""
    contrary: int = 0
    """Number of the comparable marks that were far from the mean of the other readers."""
    rebuttals: int = 0
    """Number of the model's rebuttals after which at least one critic marked it again."""
    comebacks: int = 0
    """Number of these rebuttals after which the model's mean mark rose."""
    given: int = 0
    """Number of marks that the model gave."""
    given_sum: int = 0
    """Sum of the marks that the model gave."""
    received: int = 0
    """Number of marks that the model received."""
    received_sum: int = 0
    """Sum of the marks that the model received."""
    full: int = 0
    """Number of latest consecutive debates in which the model completed every request."""
    unwon: int = 0
    """Number of debates since the model was last first alone."""
    bonds: dict[str, Bond] = {}
    """Stances of the model towards each other model of this council that it has met."""


class SameVotes(Struct, frozen=True, kw_only=True):
    """Notice that voters cast the same vote on nearly every claim, so that their independence cannot be estimated."""

    voters: int
    """Number of voters."""
    share: float
    """Minimum share of claims on which any two of them cast the same vote."""


def same_votes_in_words(same: SameVotes) -> str:
    """Return a sentence on why the number of independent voters cannot be estimated."""
    share = f"{same.share:.0%}"
    return (
        f"{same.voters} of them cast the same vote on {share} of claims: whether they are independent cannot be told "
        f"from votes"
    )


class Past(Struct, frozen=True, kw_only=True):
    """Statistics of earlier sessions about the models of a council, stored in a session when it opens."""

    sessions: int = 0
    """Number of sessions from which the statistics were computed."""
    careers: dict[str, Career] = {}
    """Debate figures of each model."""
    turns: dict[str, Turns] = {}
    """Turns of each holder. Two seats of one model are two holders (see `holders`)."""
    silent: dict[str, int] = {}
    """For each model, the number of latest consecutive sessions in which it cast none of the requested ballots."""
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
    """Return a name for each seat under which its turns as chair and proposer are counted.

    The name is the model, with ` (2)` appended for the second seat of the same model.
    """
    seen: dict[str, int] = {}
    names = []
    for model in models:
        seen[model] = seen.get(model, 0) + 1
        names.append(model if seen[model] == 1 else f"{model} ({seen[model]})")
    return tuple(names)
