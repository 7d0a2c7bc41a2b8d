"""What is computed in a debate? Roles, topic, scoreboard, alliances, what each member did, and who earned what."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from moot.protocols.debate.ballots import Stance
from moot.vocabulary.findings import Finding

Trait = Literal[
    "stands-apart", "goes-along", "wins-back", "moves-nobody", "marks-strictly", "marks-generously", "allied", "opposed"
]
"""What the numbers of earlier debates say of a model; each has one sentence of fixed wording."""


class Nudge(Struct, frozen=True, kw_only=True):
    """What a member is reminded of while it speaks."""

    seat: str
    """The member."""
    traits: tuple[Trait, ...]
    """What its model's numbers say."""
    figures: tuple[str, ...] | UnsetType = UNSET
    """The figure behind each of them, in words; left out where there are none, and in debates from before."""
    stood: Stance | UnsetType = UNSET
    """How its model stood towards another one here when they last debated: told once, while it states its opinion, and
    without saying who it was; left out for nothing."""


class Roles(Finding, frozen=True, kw_only=True, tag="roles"):
    """Who holds the offices that rotate."""

    chair: str
    """The member that concludes."""
    proposer: str | None = None
    """The member that phrases the topic; `None` where the question is the topic."""
    nudges: tuple[Nudge, ...] = ()
    """Members that speak with a nudge, from numbers of earlier debates; nobody is nudged while it judges."""


class Topic(Finding, frozen=True, kw_only=True, tag="topic"):
    """What is debated."""

    text: str
    """The topic, in one line; for a question that is the topic, the question."""
    by: str | None = None
    """The member that phrased it; `None` where the question is the topic."""
    reason: str = ""
    """Why nobody phrased it although somebody was to."""


class Cell(Struct, frozen=True, kw_only=True):
    """One reader's mark for one opinion, and the later one beside it."""

    reader: str
    """Who gave it."""
    seat: str
    """Whose opinion it is for."""
    score: int
    """The first mark, 1 to 10."""
    why: str
    """The line given with it."""
    adjusted: int | None = None
    """The mark after the rebuttal, the same or another; `None` where there was none to give."""
    why_adjusted: str = ""
    """The line given with that."""


class Row(Struct, frozen=True, kw_only=True):
    """One opinion on the scoreboard."""

    seat: str
    """Whose opinion it is."""
    votes: int
    """Marks it received."""
    first_mean: float
    """Mean of the first marks."""
    mean: float
    """Mean of the marks that count: the adjusted one where there is one."""
    lowest: int
    """The lowest mark that counts."""
    highest: int
    """The highest mark that counts."""
    rebutted: bool = False
    """Whether its author answered its critics."""
    score: float | UnsetType = UNSET
    """What it stands by: its marks less what each reader marks on average, those far from their median pulled in, told
    from the mean of all marks on; left out where it stands by the plain mean."""
    chance: float | UnsetType = UNSET
    """How likely it is the best, if readers share 65 % of their errors; left out where that cannot be computed."""


class Scoreboard(Finding, frozen=True, kw_only=True, tag="scoreboard"):
    """What the members think of each other's opinions, and how few ballots would change who leads."""

    places: tuple[Row, ...]
    """Best first by score, or by mean where there is none; ties in seat order. Opinions nobody marked are left out."""
    winner: str | None
    """Who leads alone; `None` on a tie at the top or when nothing was marked."""
    winners: tuple[str, ...] = ()
    """All that lead."""
    lowest: tuple[str, ...] = ()
    """The two lowest, who may answer their critics; ties are broken by lot."""
    cells: tuple[Cell, ...] = ()
    """Every mark, first and adjusted, by reader and author in seat order."""
    k_replaced: int = 0
    """Ballots that would have to be replaced for the leader not to lead alone; 0 on a tie at the top."""
    k_exact: bool | UnsetType = UNSET
    """False where that is a lower bound; left out where it is exact."""
    evened: bool | UnsetType = UNSET
    """Whether what each reader marks on average was taken off its marks, so that harshness decides nothing; left out
    where it was not."""
    own_weight: float | UnsetType = UNSET
    """What a mark for one's own opinion, given without knowing whose it is, counts of another's; left out where nobody
    marks its own. It counts in scores, chances and *k\\**; means, votes, lowest and highest are of others' marks."""
    clear: bool | UnsetType = UNSET
    """Whether one is the best with a chance of 95 % at least, and equal opinions would look so in at most 1 %;
    left out where it is not."""
    counted: int = 0
    """Ballots that were counted."""
    abstained: tuple[str, ...] = ()
    """Readers who abstained."""
    spoiled: tuple[str, ...] = ()
    """Readers whose ballot could not be read."""
    rankable: bool = True
    """False when fewer than two opinions were marked."""
    reason: str = ""
    """Why it is not rankable, or why nobody leads alone."""


class Tie(Struct, frozen=True, kw_only=True):
    """What one member says of another."""

    reader: str
    """Who says it."""
    seat: str
    """Of whom."""
    stance: Stance
    """Agree, disagree or neutral."""
    why: str
    """One line on it."""


class Alliances(Finding, frozen=True, kw_only=True, tag="alliances"):
    """Who stands with whom."""

    ties: tuple[Tie, ...]
    """Everything that was said, by reader and member in seat order."""
    allies: tuple[tuple[str, str], ...] = ()
    """Pairs in which each agrees with the other, in seat order."""
    rivals: tuple[tuple[str, str], ...] = ()
    """Pairs in which each disagrees with the other, in seat order."""
    abstained: tuple[str, ...] = ()
    """Members who declined to take sides."""
    spoiled: tuple[str, ...] = ()
    """Members whose ballot could not be read."""


class Deed(Struct, frozen=True, kw_only=True):
    """What one member did in a debate, in numbers."""

    seat: str
    """The member."""
    model: str
    """The model in it."""
    holder: str
    """Under which name its turns are kept; two seats of one model are two holders."""
    share: int = 0
    """Its share of an office that rotates, in parts of a turn (`PARTS`); 0 for a person, who takes no turns."""
    chaired: bool = False
    """Whether it was drawn to conclude."""
    proposed: bool = False
    """Whether it was drawn to phrase the topic."""
    won: bool = False
    """Whether it led alone in the end."""
    full: bool = False
    """Whether it did everything it was asked: an opinion and readable ballots, a rebuttal where it was its turn."""
    marks: int = 0
    """Marks it gave that can be compared with another reader's."""
    contrary: int = 0
    """Those of them that lie at least two points from the mean of the other readers."""
    given: int = 0
    """Marks it gave, the adjusted one where there is one."""
    given_sum: int = 0
    """Their sum."""
    received: int = 0
    """Marks it received, the adjusted one where there is one."""
    received_sum: int = 0
    """Their sum."""
    rebutted: bool = False
    """Whether it answered its critics and at least one of them marked it again."""
    comeback: bool = False
    """Whether its mean rose by that."""
    towards: dict[str, Stance] = {}
    """Other member and how it stands towards it."""


class Deeds(Finding, frozen=True, kw_only=True, tag="deeds"):
    """What every member did, for the numbers kept across sessions."""

    deeds: tuple[Deed, ...]
    """In seat order, members that failed included."""
    proposals: bool = False
    """Whether a topic was to be proposed, so that turns are counted."""


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
TITLES: dict[AwardName, str] = {
    "comeback-king": "Comeback King",
    "unanimous": "Unanimous",
    "contrarian": "Contrarian",
    "peacemaker": "Peacemaker",
    "iron-wall": "Iron Wall",
    "silver-tongue": "Silver Tongue",
    "workhorse": "Workhorse",
    "dark-horse": "Dark Horse",
    "rivalry": "Rivalry",
    "best-friends": "Best Friends",
}
"""What people call each achievement."""


class Award(Struct, frozen=True, kw_only=True):
    """One achievement, earned."""

    name: AwardName
    """Which one."""
    seats: tuple[str, ...]
    """Who earned it: one member, or the two of a pair."""
    because: str
    """The figures that earned it, in words."""


class Awards(Finding, frozen=True, kw_only=True, tag="awards"):
    """The achievements of a debate."""

    awards: tuple[Award, ...]
    """In the order of the list of achievements, then in seat order."""
