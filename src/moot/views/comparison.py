"""Compare two sessions: facts, cost, verdicts, winners, findings on each member, and every answer word by word.

Two forks of one session are a controlled experiment: same answers, another adjudicator; same opinions, rebuttals in
reverse order. Unrelated sessions are compared too, with a note that more than one thing may differ. Members are paired
by seat if one session is a fork of the other or the seat has the same model, then by model; others are unpaired. The
only arithmetic is subtraction; figures come from findings. Tests: `tests/views/test_comparison.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from moot.protocols import registry
from moot.protocols.files import ComparedSession, Value
from moot.protocols.replies import latest, member_names, model_names, said_in
from moot.views.word_diff import WordDiff, word_diff
from moot.vocabulary.findings import Standing
from moot.vocabulary.seats import dollars
from moot.vocabulary.state import SessionState
from moot.vocabulary.verdicts import Verdict
from moot.vocabulary.words.endings import degraded_of, in_a_line, outcome_of
from moot.vocabulary.words.headings import stage_in_words
from moot.vocabulary.words.seat_names import change_in_names

MOST_QUESTION = 2_000
"""Maximum number of characters shown of a question."""


class Side(Struct, frozen=True, kw_only=True):
    """One of two compared sessions: its question, its outcome, its cost and its time."""

    session: str
    """Id of the session."""
    question: str
    """The question, or its beginning if it is long."""
    protocol: str
    """Protocol of the session."""
    council: str
    """The council's name, if it has one."""
    chair: str
    """The model of the chair."""
    opened_at: str
    """When the session was opened."""
    outcome: str
    """How the session ended, or that it is running."""
    degraded: tuple[str, ...]
    """Each way in which the session's result is incomplete."""
    scripted: bool
    """Whether any seat of the session is a scripted demo voice."""
    fork_of: str
    """The session from which this session was forked; empty if none. Copied results cost nothing here and take no
    time.
    """
    calls: int
    """Number of calls to models made by the session itself, without calls copied from a fork's source."""
    tokens: int
    """Number of input and output tokens of the session's calls."""
    dollars: float
    """Known cost of the session's calls, in dollars."""
    at_most: float
    """Maximum additional cost in dollars that may still be charged."""
    cost_known: bool
    """Whether `at_most` covers every call: false if a call has no known price."""
    seconds: float
    """Running time in seconds."""


class MemberPair(Struct, frozen=True, kw_only=True):
    """A member of the first session with its counterpart in the second, and their answers word by word."""

    a: str
    """Seat of the member in the first session; empty for none."""
    b: str
    """Seat of the member in the second session; empty for none."""
    a_model: str
    """Model of the member in the first session."""
    b_model: str
    """Model of the member in the second session."""
    a_place: int | None
    """Place of the member in the first ranking; `None` without a ranking."""
    b_place: int | None
    """Place of the member in the second ranking; `None` without a ranking."""
    answer: WordDiff | None
    """The member's last answers compared word by word; `None` without answers."""
    a_answered: bool
    """Whether the member answered in the first session."""
    b_answered: bool
    """Whether the member answered in the second session."""


class Sides(Struct, frozen=True, kw_only=True):
    """Two compared sessions, with their texts compared word by word."""

    a: Side
    """Data of the first session."""
    b: Side
    """Data of the second session."""
    verdict: WordDiff | None
    """The two verdicts compared word by word; `None` if neither session has one."""
    members: tuple[MemberPair, ...]
    """Members of both sessions: pairs first, in the order of the first session."""


def sides_of(a: SessionState, b: SessionState, ours: ComparedSession, theirs: ComparedSession, *, forks: bool) -> Sides:
    """Return both sessions with their members paired and their texts compared word by word.

    Args:
        a: State of the first session.
        b: State of the second session.
        ours: Values of the first session that are compared.
        theirs: Values of the second session that are compared.
        forks: Whether one is a fork of the other, or both are forks of one.
    """
    said, other = _last(ours), _last(theirs)
    placed, otherwise = _places(a), _places(b)
    models, others = _models(a), _models(b)
    pairs = [
        MemberPair(
            a=one,
            b=two,
            a_model=models.get(one, ""),
            b_model=others.get(two, ""),
            a_place=placed.get(one),
            b_place=otherwise.get(two),
            answer=word_diff(said.get(one, ""), other.get(two, "")) if one in said or two in other else None,
            a_answered=one in said,
            b_answered=two in other,
        )
        for one, two in seat_pairs(a, b, forks=forks)
    ]
    texts = [(state.verdict.text or "") if state.verdict is not None else "" for state in (a, b)]
    return Sides(
        a=_side(a),
        b=_side(b),
        verdict=word_diff(texts[0], texts[1]) if any(texts) else None,
        members=tuple(pairs),
    )


def _side(state: SessionState) -> Side:
    chairs = [seat.model for seat in state.offices if seat.id == "chair"]
    return Side(
        session=state.session,
        question=state.question.text[:MOST_QUESTION],
        protocol=state.protocol,
        council=state.council,
        chair=chairs[0] if chairs else "",
        opened_at=state.opened_at,
        outcome=outcome_of(state),
        degraded=degraded_of(state),
        scripted=state.scripted,
        fork_of=state.fork.session if state.fork is not None else "",
        calls=state.usage.calls,
        tokens=state.usage.input + state.usage.output,
        dollars=dollars(state.cost) or 0.0,
        at_most=dollars(state.on_top) or 0.0,
        cost_known=state.cost_known,
        seconds=state.t / 1000,
    )


def _last(held: ComparedSession) -> dict[str, str]:
    """Return each member's last answer, by seat: the second of the texts that its protocol compares,
    or the only one.
    """
    found = {}
    for seat, facts in held.members.items():
        texts = [value for value in list(facts.values())[:2] if isinstance(value, str)]
        if texts and texts[-1]:
            found[seat] = texts[-1]
    return found


def _places(state: SessionState) -> dict[str, int]:
    standing = latest(state, Standing)
    if standing is None or not standing.rankable:
        return {}
    first = set(standing.winners)
    return {place.seat: 1 if place.seat in first else at for at, place in enumerate(standing.places, start=1)}


def _models(state: SessionState) -> dict[str, str]:
    return {seat.id: seat.model for seat in state.seats}


def seat_pairs(a: SessionState, b: SessionState, *, forks: bool) -> Sequence[tuple[str, str]]:
    """Pair the members of two sessions for a comparison. Return the pairs of seats in `a` and `b`.

    In forks, the same seat makes a pair. In other sessions, two seats with the same model do. A member without a
    counterpart comes last, paired with an empty id.
    """
    models, others = _models(a), _models(b)
    pairs = {seat: seat for seat, model in models.items() if seat in others and (forks or others[seat] == model)}
    left = [seat for seat in others if seat not in pairs.values()]
    for seat, model in models.items():
        if seat in pairs:
            continue
        alike = next((each for each in left if others[each] == model), None)
        if alike is not None:
            pairs[seat] = alike
            left.remove(alike)
    together = [(seat, pairs[seat]) for seat in models if seat in pairs]
    alone = [(seat, "") for seat in models if seat not in pairs]
    return [*together, *alone, *(("", seat) for seat in left)]


class Difference(Struct, frozen=True, kw_only=True):
    """One thing that differs between two sessions, with its value in each."""

    what: str
    """Kind of difference: `verdict class`, `score`, `flip`, `rank` …"""
    who: str
    """The seat or item that differs; empty for the session as a whole."""
    a: Value
    """Value in the first session."""
    b: Value
    """Value in the second session."""
    delta: float | None = None
    """For numbers: the second value minus the first."""


class SideBySide(Struct, frozen=True, kw_only=True):
    """Result of comparing two sessions: what differs, what is the same, and their texts word by word."""

    a: str
    """Id of the first session."""
    b: str
    """Id of the second session."""
    related: str
    """Relation of the two sessions, in a sentence."""
    forks: bool
    """Whether one session is a fork of the other, or both are forks of one session."""
    same_question: bool
    """Whether both sessions have the same question."""
    differences: tuple[Difference, ...]
    """The differences, the verdict first."""
    same: tuple[str, ...]
    """Kinds of facts that were compared and are equal."""
    order_sensitive: bool | None
    """Whether the sessions differ in a flip (a member that changed its position), in its source, or in a conviction
    (points for a member that kept its position); `None` if flips were not judged.
    """
    names: dict[str, str]
    """Model of each seat that both sessions have, by seat."""
    sides: Sides
    """Both sessions, and their answers compared word by word."""


def compared(a: SessionState, b: SessionState) -> SideBySide:
    """Compare two sessions and return what differs. A number is given as the change from the first to the second
    session."""
    ours, theirs = _held(a), _held(b)
    pairs = [*_endings(a, b, ours, theirs), *_members(ours, theirs), *_standings(a, b), *_other_findings(a, b)]
    differences = tuple(each for each in pairs if each.a != each.b)
    changed = {each.what for each in differences}
    related, forks = _related(a, b)
    flips = [each for each in pairs if each.what in ours.ordered | theirs.ordered]
    return SideBySide(
        a=a.session,
        b=b.session,
        related=related,
        forks=forks,
        same_question=a.question.text == b.question.text,
        differences=differences,
        same=tuple(dict.fromkeys(each.what for each in pairs if each.what not in changed)),
        order_sensitive=any(each.a != each.b for each in flips) if flips else None,
        names={seat: name for seat, name in model_names(a).items() if model_names(b).get(seat) == name},
        sides=sides_of(a, b, ours, theirs, forks=forks),
    )


def _related(a: SessionState, b: SessionState) -> tuple[str, bool]:
    if a.session == b.session:
        return "Both are one and the same session.", True
    for one, other, first in ((a, b, "the first"), (b, a, "the second")):
        if other.fork is not None and other.fork.session == one.session:
            stage = stage_in_words(other.fork.stage)
            told = [change_in_names(each, member_names(one)) for each in other.fork.changed]
            changed = f", with {'; '.join(told)}" if told else ""
            second = "The second" if first == "the first" else "The first"
            return f"{second} session is a fork of {first} from {stage} on{changed}.", True
    if a.fork is not None and b.fork is not None and a.fork.session == b.fork.session:
        return "Both are forks of the same session; whatever stands before the later fork's stage is shared.", True
    more = "" if a.question.text == b.question.text else " They were not even asked the same."
    return f"They are no forks of each other, so more than one thing may account for what differs.{more}", False


def _held(state: SessionState) -> ComparedSession:
    """Return the facts that the session's protocol compares.

    If the protocol names none, these are the members' first and final answers.
    """
    if (compared := registry.files_of(state.protocol).compared) is not None:
        return compared(state)
    said = said_in(state)
    return ComparedSession(
        members={seat: {"first answer": each.first, "final answer": each.final} for seat, each in said.items()}
    )


def _endings(a: SessionState, b: SessionState, ours: ComparedSession, theirs: ComparedSession) -> list[Difference]:
    return _pairs("", {**_ending(a), **ours.facts}, {**_ending(b), **theirs.facts}, lambda value: bool(value))


def _ending(state: SessionState) -> dict[str, Value]:
    verdict: Verdict | None = state.verdict
    ruling = verdict.ruling if verdict is not None else None
    return {
        "outcome": outcome_of(state),
        "degraded": in_a_line(degraded_of(state)) or None,
        "verdict class": ruling.verdict_class if ruling is not None else None,
        "certainty": ruling.certainty if ruling is not None else None,
        "basis": ruling.basis if ruling is not None else None,
        "verdict text": verdict.text if verdict is not None else None,
        "confidence": verdict.confidence if verdict is not None else None,
        "winner": verdict.winner if verdict is not None else None,
    }


def _members(a: ComparedSession, b: ComparedSession) -> list[Difference]:
    found = []
    for seat in dict.fromkeys([*a.members, *b.members]):
        one, other = a.members.get(seat, {}), b.members.get(seat, {})
        found += _pairs(seat, one, other, lambda value: value is not None)
    return found


def _pairs(
    who: str, one: Mapping[str, Value], other: Mapping[str, Value], says: Callable[[Value], bool]
) -> list[Difference]:
    return [
        _difference(what, who, one.get(what), other.get(what))
        for what in dict.fromkeys([*one, *other])
        if says(one.get(what)) or says(other.get(what))
    ]


def _standings(a: SessionState, b: SessionState) -> list[Difference]:
    one, other = latest(a, Standing), latest(b, Standing)
    if one is None and other is None:
        return []
    found = []
    ranks = [_ranks(each) for each in (one, other)]
    for seat in dict.fromkeys([*ranks[0], *ranks[1]]):
        found.append(_difference("rank", seat, ranks[0].get(seat), ranks[1].get(seat)))
    facts = [_facts(each) for each in (one, other)]
    return found + [_difference(what, "", facts[0].get(what), facts[1].get(what)) for what in {**facts[0], **facts[1]}]


def _ranks(standing: Standing | None) -> dict[str, float]:
    return {} if standing is None else {place.seat: place.mean_rank for place in standing.places}


def _facts(standing: Standing | None) -> dict[str, Value]:
    if standing is None or not standing.rankable:
        return {}
    facts: dict[str, Value] = {"ballots to end the lead": standing.k_replaced}
    return facts if standing.clear is UNSET else {**facts, "clear lead": standing.clear}


def _other_findings(a: SessionState, b: SessionState) -> list[Difference]:
    """Compare the findings of any protocol, such as tiers, means and counts, by the names of their items.

    If items have a text, such as claims, they are the same only if their texts are equal. If only one session has an
    item, the item is listed without figures.
    """
    ours, theirs = _worded(a), _worded(b)
    known = {words: name for name, words in ours.items()}
    called = {name: known.get(words, "") for name, words in theirs.items()}
    alone = {name for name, words in ours.items() if words not in theirs.values()}
    one = {(what, who): value for (what, who), value in _things(a).items() if who not in alone}
    other = {
        (what, called.get(who, who)): value
        for (what, who), value in _things(b).items()
        if called.get(who, who) or not who
    }
    found = [
        _difference(what, who, one.get((what, who)), other.get((what, who)))
        for what, who in dict.fromkeys([*one, *other])
    ]
    found += [_difference("only in the first", name, ours[name], None) for name in sorted(alone)]
    return found + [
        _difference("only in the second", name, None, theirs[name]) for name, same in sorted(called.items()) if not same
    ]


def _worded(state: SessionState) -> dict[str, str]:
    """Return the text of each item that has one, such as a claim, by the item's id."""
    found: dict[str, str] = {}
    for view in state.findings:
        for rows in msgspec.to_builtins(view.finding).values():
            for row in rows if isinstance(rows, Sequence) and not isinstance(rows, str) else ():
                if isinstance(row, dict) and isinstance(row.get("id"), str) and isinstance(row.get("text"), str):
                    found.setdefault(row["id"], " ".join(row["text"].split()))
    return found


_KNOWN = frozenset(("standing", "note"))
"""Names of findings that are compared elsewhere, for any protocol."""
_ABOUT = ("id", "claim", "seat", "axis", "name", "model")
"""Names of the fields that identify an item of a finding."""


def _things(state: SessionState) -> dict[tuple[str, str], Value]:
    things: dict[tuple[str, str], Value] = {}
    known = _KNOWN | registry.files_of(state.protocol).told
    for view in state.findings:
        plain = msgspec.to_builtins(view.finding)
        kind = str(plain.pop("type", view.name))
        if kind in known:
            continue
        things |= {(f"{view.name}: {name}", ""): value for name, value in _scalars(plain).items()}
        things |= _told_whole(view.name, plain)
        for rows in plain.values():
            for row in rows if isinstance(rows, Sequence) and not isinstance(rows, str) else ():
                about = next((str(row[name]) for name in _ABOUT if row.get(name)), "") if isinstance(row, dict) else ""
                if about:
                    things |= {
                        (f"{view.name}: {name}", about): value
                        for name, value in _scalars(row).items()
                        if name not in _ABOUT
                    }
    return things


def _told_whole(name: str, plain: Mapping[str, Any]) -> dict[tuple[str, str], Value]:
    """Return a finding's figures by seat or item, and each list of items without an id as one text.

    Two such lists are equal only if all their items have the same texts and members.
    """
    things: dict[tuple[str, str], Value] = {}
    for field, held in plain.items():
        if isinstance(held, dict):
            things |= {(f"{name}: {field}", str(about)): value for about, value in _scalars(held).items()}
        elif isinstance(held, Sequence) and not isinstance(held, str):
            rows = [row for row in held if isinstance(row, dict) and "text" in row and not any(map(row.get, _ABOUT))]
            if rows and len(rows) == len(held):
                things[f"{name}: {field}", ""] = "; ".join(map(_item, rows))
    return things


def _item(row: Mapping[str, Any]) -> str:
    """Return an item of a list as one line: its text, the seats that hold it, and its sides."""
    holders = f" ({', '.join(row['holders'])})" if row.get("holders") else ""
    sides = f": {' / '.join(map(_item, row['sides']))}" if row.get("sides") else ""
    return f"{row['text']}{holders}{sides}"


def _scalars(plain: Mapping[str, Any]) -> dict[str, Value]:
    return {name: value for name, value in plain.items() if value is None or isinstance(value, (str, int, float))}


def _difference(what: str, who: str, a: Value, b: Value) -> Difference:
    numbers = [each for each in (a, b) if isinstance(each, (int, float)) and not isinstance(each, bool)]
    return Difference(
        what=what, who=who, a=a, b=b, delta=round(numbers[1] - numbers[0], 9) if len(numbers) == 2 else None
    )
