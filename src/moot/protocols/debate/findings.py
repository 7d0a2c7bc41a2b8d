"""Findings of a debate: roles, topic, scoreboard, alliances, each member's actions, and achievements."""

from __future__ import annotations

from typing import Literal, get_args

from msgspec import UNSET, Struct, UnsetType

from moot.protocols.debate.ballots import Stance
from moot.vocabulary.findings import BallotRanking, Finding

Trait = Literal[
    "stands-apart", "goes-along", "wins-back", "moves-nobody", "marks-strictly", "marks-generously", "allied", "opposed"
]
"""Trait of a model, computed from its numbers in earlier debates. Each trait has one fixed sentence."""


class Nudge(Struct, frozen=True, kw_only=True):
    """What one member is reminded of from earlier debates, in its prompts."""

    seat: str
    """The member's seat."""
    traits: tuple[Trait, ...]
    """Traits computed from the numbers of the member's model."""
    figures: tuple[str, ...] = ()
    """The figure from which each trait was computed, in words."""
    stood: Stance | UnsetType = UNSET
    """The stance of the member's model towards another member's model when they last debated: shown once, in the
    request for an opinion, without naming the other; left out if neutral.
    """


class Roles(Finding, frozen=True, kw_only=True, tag="roles"):
    """Who chairs a debate, who proposes its topic, and what members are reminded of from earlier debates."""

    chair: str
    """Seat of the member that concludes."""
    proposer: str | None = None
    """Seat of the member that phrases the topic; `None` if the question is the topic."""
    nudges: tuple[Nudge, ...] = ()
    """Reminders from earlier debates, by member. Members are not shown them while judging."""


class Topic(Finding, frozen=True, kw_only=True, tag="topic"):
    """The topic of a debate, with the seat of the member that phrased it, if any."""

    text: str
    """The topic in one line; equals the question if no member phrased it."""
    by: str | None = None
    """The member that phrased the topic; `None` if the question is the topic."""
    reason: str = ""
    """Why no member phrased the topic, although a member should have."""


class MarkCell(Struct, frozen=True, kw_only=True):
    """One reader's mark for one opinion, and the second mark if the reader marked again after the author's rebuttal."""

    reader: str
    """Seat of the reader that gave the mark."""
    seat: str
    """Seat of the opinion's author."""
    score: int
    """The first mark, 1 to 10."""
    why: str
    """The reason given with the mark, in one line."""
    adjusted: int | None = None
    """The mark after the rebuttal, changed or not; `None` if the reader did not mark again."""
    why_adjusted: str = ""
    """Reason given with the second mark, in one line."""


class ScoreRow(Struct, frozen=True, kw_only=True):
    """One opinion's row on the scoreboard: the marks it received, their mean, and the score by which it is ranked."""

    seat: str
    """Seat of the opinion's author."""
    votes: int
    """Number of marks that the answer received."""
    first_mean: float
    """Mean of the first marks."""
    mean: float
    """Mean of the marks that count: the second mark if there is one, else the first."""
    lowest: int
    """The lowest mark that counts."""
    highest: int
    """The highest mark that counts."""
    rebutted: bool = False
    """Whether the answer's author replied to its critics."""
    score: float | UnsetType = UNSET
    """Score for the ranking: the answer's marks less each reader's average, those far from their median pulled in,
    plus the mean of all marks; left out if it cannot be computed.
    """
    chance: float | UnsetType = UNSET
    """The chance that the answer is the best, if readers share 65 % of their errors; left out if it cannot be
    computed.
    """


class Scoreboard(BallotRanking, frozen=True, kw_only=True, tag="scoreboard"):
    """The members' marks for each other's opinions, and how few ballots would change the leader."""

    places: tuple[ScoreRow, ...]
    """The opinions with marks, best first; ties in seat order."""
    lowest: tuple[str, ...] = ()
    """Seats of the two lowest opinions, whose authors may answer their critics. Ties are broken by lot."""
    cells: tuple[MarkCell, ...] = ()
    """All marks, first and second, by reader and author in seat order."""
    k_exact: bool | UnsetType = UNSET
    """False if the number of ballots that would change the leader is a lower bound; left out if it is exact."""
    own_weight: float | UnsetType = UNSET
    r"""Weight of a member's mark for its own opinion, relative to a mark by another member; left out if members do not
    mark their own opinions. Own marks count in scores, chances and *k\**, but not in means, votes, lowest and
    highest.
    """


class Tie(Struct, frozen=True, kw_only=True):
    """One member's stance towards another member."""

    reader: str
    """Seat of the member."""
    seat: str
    """Seat of the other member."""
    stance: Stance
    """The stance: agree, disagree or neutral."""
    why: str
    """Reason for the stance, in one line."""


class Alliances(Finding, frozen=True, kw_only=True, tag="alliances"):
    """Which members agree with each other (allies), and which disagree (rivals)."""

    ties: tuple[Tie, ...]
    """All stances, by reader and member in seat order."""
    allies: tuple[tuple[str, str], ...] = ()
    """Pairs of members that agree with each other, in seat order."""
    rivals: tuple[tuple[str, str], ...] = ()
    """Pairs of members that disagree with each other, in seat order."""
    abstained: tuple[str, ...] = ()
    """Members who declined to take sides."""
    spoiled: tuple[str, ...] = ()
    """Members whose ballot could not be parsed."""


class DebateFigures(Struct, frozen=True, kw_only=True):
    """One member's actions in a debate, in numbers."""

    seat: str
    """The member's seat."""
    model: str
    """Model of the member."""
    holder: str
    """Name under which the member's turns are counted; two seats of one model have two names."""
    share: int = 0
    """Share of a rotating office that the member is due, in parts of a turn (`PARTS`); 0 for a person, who takes no
    turns.
    """
    chaired: bool = False
    """Whether the member was drawn to conclude."""
    proposed: bool = False
    """Whether the member was drawn to phrase the topic."""
    won: bool = False
    """Whether the member was first alone in the end."""
    full: bool = False
    """Whether the member did everything asked of it: an opinion and readable ballots, and a rebuttal if it was among
    the lowest.
    """
    marks: int = 0
    """Number of marks the member gave that can be compared with another reader's."""
    contrary: int = 0
    """Number of comparable marks that are at least two points from the mean of the other readers."""
    given: int = 0
    """Number of marks that the member gave. A mark that was changed counts once, as changed."""
    given_sum: int = 0
    """Sum of the marks that the member gave."""
    received: int = 0
    """Number of marks that the member received. A mark that was changed counts once, as changed."""
    received_sum: int = 0
    """Sum of the marks that the member received."""
    rebutted: bool = False
    """Whether the member answered its critics and at least one of them marked it again."""
    comeback: bool = False
    """Whether the member's mean rose by the marks after its rebuttal."""
    towards: dict[str, Stance] = {}
    """Stances towards the other members, by seat."""


class Deeds(Finding, frozen=True, kw_only=True, tag="deeds"):
    """What each member did in a debate, recorded for the statistics kept across sessions."""

    deeds: tuple[DebateFigures, ...]
    """Figures of all members in seat order, members that failed included."""
    proposals: bool = False
    """Whether a member was to propose the topic, so that turns are counted."""


AwardName = Literal[
    "comeback-king",
    "unanimous",
    "contrarian",
    "peacemaker",
    "iron-wall",
    "silver-tongue",
    "workhorse",
    "dark-horse",
    "rivalry",
    "best-friends",
]
TITLES: dict[AwardName, str] = {name: name.replace("-", " ").title() for name in get_args(AwardName)}
"""Display name of each achievement."""


class Award(Struct, frozen=True):
    """One achievement that members earned in a debate."""

    name: AwardName
    """Name of the achievement."""
    seats: tuple[str, ...]
    """The members that earned the achievement: one member, or the two of a pair."""
    because: str
    """The figures for which the achievement was given, in words."""


class Awards(Finding, frozen=True, kw_only=True, tag="awards"):
    """The achievements of a debate."""

    awards: tuple[Award, ...]
    """The achievements in their fixed order, then in seat order."""
