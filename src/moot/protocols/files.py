"""What can a protocol make of its sessions beside their verdict? Reports to keep, the files of a run, what is compared.

A protocol names a `Files` in `@protocol(files="package.module:FILES")`; it is loaded when one is asked for. A
`Counting`, named in the same way, says what a finished session comes to in figures, which the store keeps, and a
`Voting` what it shows of its voters. All of it is pure: a report says what stands in it, part by part or as a value,
and the room that writes it knows how Markdown and JSON are written safely, and where.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from moot.vocabulary.councils import OptionValue
from moot.vocabulary.earlier.calibration import (
    Band,
    BorderCurve,
    ExpectedRow,
    Separates,
    Statement,
    StatementPolled,
    Suggested,
)
from moot.vocabulary.earlier.counted import Counted
from moot.vocabulary.earlier.judgements import Judgements
from moot.vocabulary.earlier.track_record import Career
from moot.vocabulary.earlier.voters import VoterShown
from moot.vocabulary.events import Event
from moot.vocabulary.findings import Finding
from moot.vocabulary.state import SessionState

Value = str | float | int | bool | None


class Title(Struct, frozen=True):
    """What stands above what follows."""

    text: str
    """Its words."""
    level: int = 2
    """1 for the title of the whole."""


class Sentence(Struct, frozen=True):
    """Words on a line of ours."""

    text: str
    """The words."""


class Quotation(Struct, frozen=True):
    """A text somebody else wrote, shown as a quotation with its own Markdown disarmed."""

    text: str
    """The text."""


class Points(Struct, frozen=True):
    """A list, one point a line; nothing where it is empty."""

    lines: Sequence[str]
    """The points."""


class Table(Struct, frozen=True):
    """Rows of cells under a header."""

    header: Sequence[str]
    """What stands above each column."""
    rows: Sequence[Sequence[str]]
    """The rows."""


Part = Title | Sentence | Quotation | Points | Table


class Report(Struct, frozen=True, kw_only=True):
    """One file a protocol makes of a session."""

    form: str
    """By what it is asked for."""
    ending: str
    """How its name ends."""
    made: Callable[[SessionState], Sequence[Part] | Struct]
    """What stands in it: parts, written as Markdown; or a value, written as JSON. Refuses with `BadInput`."""


class Run(Struct, frozen=True, kw_only=True):
    """Sessions whose questions were asked together."""

    id: str
    """The run."""
    sessions: Sequence[Sequence[Event]]
    """What happened in each, in the order of the questions; at least one."""
    domain: str
    """What the questions are about, as the asker named it."""
    began: str
    """When the first of them was opened."""
    ended: str
    """When the last thing happened in one of them."""
    seconds: float
    """The time between."""


class RunFile(Struct, frozen=True, kw_only=True):
    """One file of a run."""

    name: str
    """Its path under the folder of artifacts."""
    value: Any
    """What it holds, as one JSON value; or the rows of a file that has one a line."""
    lines: bool = False
    """Whether it has one row a line."""


class Compared(Struct, frozen=True, kw_only=True):
    """What of a session is held against another one."""

    facts: Mapping[str, Value] = {}
    """Of the session as a whole, by what each is."""
    members: Mapping[str, Mapping[str, Value]] = {}
    """Of each member, by seat; the first two are its first and its final answer."""
    ordered: frozenset[str] = frozenset()
    """Those of the members' facts that should not hang on the order in which things were shown."""


class Listed(Struct, frozen=True, kw_only=True):
    """One thing that members found together."""

    text: str
    """What it is."""
    status: str
    """Whether several found it, or one denies it."""
    severity: str
    """How severe it is."""


class Outcome(Struct, frozen=True, kw_only=True):
    """What a session comes to in figures, so that many of them can be put together."""

    figures: Mapping[str, float] = {}
    """Of the session as a whole, by name; what was not looked at is left out."""
    scores: Mapping[str, float] = {}
    """Each model's score, where it has one."""
    listed: Sequence[Listed] | None = None
    """What members found, each thing once; `None` where they were asked for no list, or none could be read."""


class Since(Struct, frozen=True, kw_only=True):
    """What is different from an earlier session on the same matter."""

    counts: tuple[str, ...] = ()
    """The sum of it, as for a subject: `2 new`, `1 moved`."""
    lines: tuple[str, ...] = ()
    """Each change on a line; none where nothing changed."""


class Trusted(Struct, frozen=True, kw_only=True):
    """A part of the line that says how far a vote may be believed."""

    about: Literal["voters", "pairs", "controls", "weights", "borders"]
    """What it is about, which decides where more is to be known of it."""
    says: str
    """The part."""


def trust_line(parts: Sequence[Trusted]) -> str:
    """The parts as one line; how many voters there are, and how many of them are independent, belong together."""
    said = "; ".join(part.says for part in parts)
    return said.replace("; ", ", ", 1) if len(parts) > 1 and parts[1].about == "pairs" else said


class Files(Struct, frozen=True, kw_only=True):
    """What a protocol makes of its sessions."""

    reports: tuple[Report, ...] = ()
    """Reports on one session, written together under one name."""
    run: Callable[[Run], Sequence[RunFile]] | None = None
    """The files of a run."""
    strongest: Callable[[SessionState], str] | None = None
    """Whose reply came out strongest, in words for a list of runs; empty where nobody's did."""
    unjudged: Callable[[SessionState], bool] | None = None
    """Whether a verdict without a ruling stands only because nobody's judgement could be read."""
    compared: Callable[[SessionState], Compared] | None = None
    """What is held against another session; without it, what each member wrote."""
    outcome: Callable[[SessionState], Outcome] | None = None
    """What a session comes to in figures."""
    judgements: Callable[[SessionState], Judgements] | None = None
    """What was said of each reply; without it, what each member said."""
    reversing: str = ""
    """The option that turns round the order in which members read; without one, nothing tells reasons from recency."""
    since: Callable[[SessionState, SessionState], Since] | None = None
    """What changed to this session from an earlier one; without it, whether the answer is another."""
    trust: Callable[[SessionState], Sequence[Trusted]] | None = None
    """How far its votes may be believed, in parts of one line; none where nobody voted."""
    told: frozenset[str] = frozenset()
    """Tags of findings that `compared` tells of, so that their fields are not told once more."""


class Counting(Struct, frozen=True, kw_only=True):
    """How sessions of a protocol are counted. It follows from their findings alone, so that it can be done again."""

    count: Callable[[Mapping[str, Finding]], Counted | None]
    """What a session's findings, by their keys and in their order, come to; nothing where they tell too little."""
    traits: Callable[[Career, Collection[str]], Sequence[str]] = lambda career, present: ()
    """What a model's numbers say of it, at a table where these other models sit."""
    awards: Collection[str] = ()
    """The short names of what can be earned; a name that is none of them is refused. Left out, any is looked for."""


class BordersFound(Struct, frozen=True, kw_only=True):
    """What votes on claims of known controversy show of the borders of tiers."""

    borders: Mapping[str, float]
    """Option and value of every border in use."""
    hits: Band | None
    """How often statements come out as they should."""
    table: Sequence[ExpectedRow]
    """What was expected against where it came out."""
    separates: Sequence[Separates]
    """How well each measure tells contested statements from settled ones."""
    curves: Sequence[BorderCurve]
    """What moving each border does."""
    suggested: Suggested | None
    """Better borders, where there are some."""
    why_none: str
    """Why there are none."""
    claims: int
    """Claims with votes."""
    contested: int
    """Those of them that are contested."""
    unread: int
    """Votes that are missing."""


class Calibrating(Struct, frozen=True, kw_only=True):
    """How the borders of a protocol's tiers are held against claims of which is known how contested they are."""

    protocol: str
    """The protocol by which those are voted on; no council is offered it."""
    most: int
    """Statements that are voted on in one session."""
    opened_with: Callable[[str, str, Sequence[Statement], Mapping[str, int]], dict[str, OptionValue]]
    """The options of such a session: by corpus, digest, statements, and its `part` of `parts`, `order` and `round`."""
    polled: Callable[[Sequence[Event]], Sequence[StatementPolled]]
    """Its votes, once it has ended."""
    found: Callable[[Sequence[StatementPolled], Mapping[str, Any]], BordersFound]
    """What votes show of the borders under these options."""
    adopted: Callable[[Mapping[str, float], str], dict[str, OptionValue]]
    """The options that put such borders in use, and say from where they are."""


class TiersMade(Struct, frozen=True, kw_only=True):
    """How the claims of a session stood."""

    tiers: Mapping[str, str]
    """Key of the claim, which is the same wherever it comes up again, and tier."""
    weighted: bool
    """Whether votes were weighed."""
    tiers_from: str
    """From where the borders are; empty where they are as published."""


class Voting(Struct, frozen=True, kw_only=True):
    """What sessions of a protocol show of their voters. It follows from their events alone, as what is counted does."""

    stage: str
    """The stage in which ballots are cast; other stages are not read for it."""
    shown: Callable[[Sequence[Event]], Sequence[VoterShown]]
    """What the first event, the list of claims and the events of that stage show of each voter; people are left out."""
    claims_at: str = ""
    """The key of the finding that lists the claims."""
    tiers_at: str = ""
    """The key of the finding that says how claims stand."""
    made: Callable[[Finding, Finding], TiersMade | None] = lambda claims, tiers: None
    """What these two findings say."""
    best: str = ""
    """The tier of which a council that finds nearly everything in it is too lenient."""
    reweighed: Callable[[Sequence[Event], Mapping[str, float]], Mapping[str, tuple[str, str]]] | None = None
    """How claims of a session would stand with equal votes and with these weights, by seat."""
    weighted: str = ""
    """The option that has votes weighed."""
    calibrating: Calibrating | None = None
    """How its borders are calibrated."""
