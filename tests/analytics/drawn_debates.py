"""Debates drawn at random, in a real store, and what their exports say when they are counted again, one by one.

Nothing here uses what Moot counts by: an export is read as JSON, and figures are added up mark by mark.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from moot.exports.session_files import export
from moot.protocols.debate.awards import awards_from
from moot.protocols.debate.findings import Roles, Topic
from moot.protocols.debate.member_figures import deeds_from
from moot.transcripts.lease import holder_here
from moot.transcripts.sql.transcript import SqlTranscript
from moot.transcripts.transcript import Draft
from moot.vocabulary.events import FindingMade, Fork, SessionOpened
from moot.vocabulary.history.track_record import Past
from moot.vocabulary.questions import Question
from moot.vocabulary.seats import Roster, Seat
from moot.vocabulary.state import state_of
from protocols.debate.debates import marks, stances
from sessions.drafts import asked, draft, spoke, verdict

HERE = holder_here("python")
COUNCILS = ("", "", "morning", "evening")
MODELS = [f"up/model-{letter}" for letter in "stuvwx"]


def drafts_of(draw: Random, number: int, *, scripted: bool, fork: Fork | None, at: str) -> list[Draft]:
    """The events of one debate: three to five seats, now and then two of one model, an abstention, a person."""
    seats = "abcde"[: draw.randint(3, 5)]
    models = {seat: draw.choice(MODELS) for seat in seats}
    if draw.random() < 0.1:
        models["a"] = "person"
    if scripted:
        models = {seat: model.replace("up/", "rehearsal/") for seat, model in models.items()}
    lines = {}
    for reader in seats:
        marked = [other for other in seats if other != reader and draw.random() < 0.95]
        line = " ".join(
            f"{seat}{draw.randint(1, 10)}" + (f">{draw.randint(1, 10)}" if seat in seats[-2:] else "")
            for seat in marked
        )
        lines[reader] = "" if draw.random() < 0.05 else line
    board = marks(seats, **lines)
    said = " ".join(
        f"{one}{draw.choice('+-0')}{other}" for one in seats for other in seats if one != other and draw.random() < 0.9
    )
    alliances = stances(seats, said)
    firsts = {reader: " ".join(word.split(">")[0] for word in line.split()) for reader, line in lines.items()}
    roster = tuple(Seat(id=s, model=models[s], scripted=scripted, person=models[s] == "person") for s in seats)
    roles = Roles(chair=draw.choice(seats), proposer=draw.choice([None, *seats]))
    deeds = deeds_from(roster, roles, board, alliances, set())
    opened = SessionOpened(
        question=Question(text=f"Is it moot, {number}?"),
        protocol="debate",
        stages=("topic", "synthesis"),
        roster=Roster(seats=roster),
        seed="seed",
        fork=fork,
        council=Random(number).choice(COUNCILS),
    )
    found = {
        "topic/roles": roles,
        "topic/topic": Topic(text=f"Topic {number}"),
        "review/board": marks(seats, **firsts),
        "rebuttals/board": board,
        "alliances/alliances": alliances,
        "synthesis/deeds": deeds,
        "synthesis/awards": awards_from(board, alliances, deeds, Past()),
    }
    return [
        draft("opened", opened, at=at),
        *(each for seat in roster if not seat.person for each in call_of(seat, Random(f"{number} {seat.id}"), at)),
        *(draft(key, FindingMade(name=key.split("/")[1], finding=each), at=at) for key, each in found.items()),
        replace(verdict(), at=at),
    ]


def call_of(seat: Seat, draw: Random, at: str) -> list[Draft]:
    """What a member is asked and answers, at a price that now and then nobody tells."""
    key = f"opinions/{seat.id}"
    cost = draw.choice([None, 0, *range(1_000, 20_000_000, 1_000_003)])
    both = (asked(key), spoke(key, cost=cost))
    return [replace(each, at=at, body=replace(each.body, seat=seat.id, model=seat.model)) for each in both]


async def drawn(transcript: SqlTranscript, number: int, seed: int = 1) -> None:
    """So many debates; every seventh is scripted, every ninth a fork."""
    draw = Random(seed)
    for n in range(number):
        fork = Fork(session="d0", stage="synthesis") if n % 9 == 8 else None
        at = f"2031-{1 + n % 5:02}-{1 + n * 7 % 28:02}T10:00:{n % 60:02}.000Z"
        drafts = drafts_of(draw, n, scripted=n % 7 == 6, fork=fork, at=at)
        lease = (await transcript.open(f"d{n}", drafts[:1], HERE)).lease
        assert lease is not None
        await transcript.append(lease, drafts[1:-1])
        await transcript.append(lease, drafts[-1:])


class Again(Struct, frozen=True, kw_only=True):
    """One debate as its export tells it."""

    session: str
    at: str
    council: str
    costs: dict[str, int | None]
    models: dict[str, str]
    cells: list[dict[str, Any]]
    ties: list[dict[str, Any]]
    awards: list[dict[str, Any]]
    places: list[dict[str, Any]]
    winner: str | None
    lone: bool

    def received(self, model: str, *, first: bool = False) -> list[int]:
        """Marks its answers received, whoever gave them."""
        return [
            cell["score"] if first or cell.get("adjusted") is None else cell["adjusted"]
            for cell in self.cells
            if self.models[cell["seat"]] == model
        ]

    def mean(self, model: str) -> Fraction | None:
        """The mean of those that count."""
        marks = self.received(model)
        return Fraction(sum(marks), len(marks)) if marks else None

    def place(self, model: str) -> int | None:
        """Its best place: one more than the answers that stand better."""
        if not self.lone:
            return None
        by = {row["seat"]: row.get("score", row["mean"]) for row in self.places}
        mine = [by[seat] for seat, each in self.models.items() if each == model and seat in by]
        return 1 + sum(other > max(mine) for other in by.values()) if mine else None


async def exported(transcript: SqlTranscript, sessions: Sequence[str]) -> list[Again]:
    """What the exports of these sessions say."""
    found = []
    for session in sessions:
        events = await transcript.read(session)
        lines = [json.loads(line) for line in str(export(state_of(events), events, "jsonl")).splitlines()]
        events_told = [line for line in lines if "kind" in line]
        opened = next(each["body"] for each in events_told if each["kind"] == "SessionOpened")
        if opened.get("fork") is not None:
            continue
        told: dict[str, Any] = {}
        for each in events_told:
            if each["kind"] == "FindingMade":
                told[each["body"]["finding"]["type"]] = each["body"]["finding"]
        board = told["scoreboard"]
        found.append(
            Again(
                session=session,
                at=events_told[-1]["at"],
                council=opened.get("council", ""),
                costs={
                    each["body"]["seat"]: each["body"].get("cost")
                    for each in events_told
                    if each["kind"] == "SeatSpoke"
                },
                models={seat["id"]: seat["model"] for seat in opened["roster"]["seats"]},
                cells=board.get("cells", []),
                ties=told["alliances"].get("ties", []),
                awards=told["awards"].get("awards", []),
                places=board["places"],
                winner=board["winner"],
                lone=board.get("rankable", True),
            )
        )
    return sorted(found, key=lambda each: (each.at, int(each.session[1:])))


def design_of(debates: Sequence[Again]) -> tuple[Any, Any, dict[str, int], int]:
    """One row a first mark and one column a session, a model as author and a model as reader; the marks; the columns of
    authors; and how many columns are sessions'."""
    rows = [
        (at, each.models[cell["reader"]], each.models[cell["seat"]], cell["score"])
        for at, each in enumerate(debates)
        for cell in each.cells
        if "person" not in (each.models[cell["reader"]], each.models[cell["seat"]])
    ]
    models = sorted({model for _, *pair, _ in rows for model in pair})
    size, authors = len(models), {model: len(debates) + at for at, model in enumerate(models)}
    matrix, right = np.zeros((len(rows), len(debates) + 2 * size)), np.zeros(len(rows))
    for row, (at, reader, author, mark) in enumerate(rows):
        matrix[row, at] = 1
        matrix[row, authors[author]] += 1
        matrix[row, authors[reader] + size] -= 1
        right[row] = mark
    return matrix, right, authors, len(debates)


def fitted(debates: Sequence[Again]) -> dict[str, float]:
    """The adjusted marks by least squares, a row more for each column that a ridge of 1 holds to 0."""
    matrix, right, authors, sessions = design_of(debates)
    held = np.eye(matrix.shape[1])[sessions:]
    solved = np.linalg.lstsq(np.vstack([matrix, held]), np.concatenate([right, np.zeros(len(held))]), rcond=None)[0]
    return {model: float(right.mean()) + float(solved[at]) for model, at in authors.items()}


def stances_of(debates: Sequence[Again], one: str, other: str | None = None) -> dict[str, int]:
    """How often a model took which side, towards all or one."""
    sides: dict[str, int] = defaultdict(int)
    for each in debates:
        for tie in each.ties:
            reader, about = each.models[tie["reader"]], each.models[tie["seat"]]
            if reader == one and about not in ("person", one) and other in (None, about):
                sides[tie["stance"]] += 1
    return sides
