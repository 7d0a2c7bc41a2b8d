"""How often were members, and the council, right on questions whose answer is known, and do they err together?

What could not be read as an answer is neither right nor wrong, and is counted. An answer counts as wrong only where it
certainly says something else than the known one. `tests/tally/evidence/test_known_answers.py`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from moot.tally.answers.agreement import agreed_by, certainly_differ, close, groups_by_form, turned_around
from moot.tally.answers.closed import ClosedAnswer, Kind, closed_answer, closed_answers, stated
from moot.tally.answers.in_prose import mentions, states, takes_back, without_contrast
from moot.tally.answers.listed import listed_alike
from moot.tally.answers.marked import final_line
from moot.tally.answers.number_marks import counts_otherwise
from moot.tally.answers.of_a_kind import between
from moot.tally.answers.other_thing import content_of, lists_other, names_other
from moot.tally.answers.quantities import ABOUT, date_at, is_converted
from moot.tally.answers.restated import said_beyond, same_city
from moot.tally.answers.words import tokens_of
from moot.tally.evidence.shared_part import RankedAnswers
from moot.tally.shared_errors import FEWEST, SharedErrors, shared_errors
from moot.vocabulary.seats import Seat

IN_PROSE: frozenset[Kind] = frozenset(("number", "date", "phrase"))
"""Kinds of answers that a sentence may state; a letter or a yes is told by its form alone."""
LONGEST_DAY = 80
"""Characters of an answer that is a day and nothing else."""
_BITS_OR_BYTES = re.compile(r"\d\s?[kKMGTP]i?([bB])\b")
THE_COUNCIL = "the council"
MOST_VOTES = "most votes"
"""The answer most members gave first; where several answers have as many votes, none."""


class Answered(Struct, frozen=True, kw_only=True):
    """A question with a known answer, and what was answered."""

    question: str
    """The question."""
    known: str
    """The answer known to be right; empty where none is."""
    answers: dict[str, str]
    """Member and its first answer, given before it saw any other."""
    verdict: str = ""
    """What the council said; empty where it said nothing."""
    ranks: dict[str, dict[str, float]] = {}
    """Reader, and where its ballot put each member's answer: smaller is better."""


class Spoke(NamedTuple):
    """A member's words, in the order of a session."""

    seat: str
    """Who spoke."""
    stage: str
    """In which stage."""
    text: str
    """The words."""


class RightRecord(Struct, frozen=True, kw_only=True):
    """How often one was right."""

    name: str
    """The member's model, `the council`, or `most votes`."""
    right: int
    """Questions answered as known."""
    wrong: int
    """Questions answered otherwise."""
    unread: int
    """Questions whose answer could not be told right or wrong, and those it gave none to."""
    family: str = ""
    """The member's family of models, where it is known."""


class KnownAnswers(Struct, frozen=True, kw_only=True):
    """What the questions with known answers say."""

    questions: int
    """Questions with a known answer."""
    members: tuple[RightRecord, ...]
    """Each member, the best first: known afterwards, and partly luck."""
    council: RightRecord
    """What the council said."""
    most_votes: RightRecord
    """What most of its members answered first."""
    beside_best: RightRecord
    """What the council said to the questions on which its best member's answer could be told right or wrong."""
    errors: SharedErrors
    """How members' errors go together."""
    fewest: int = FEWEST
    """Questions both answered, below which nothing is told of a pair."""


def first_answers(spoken: Iterable[Spoke], seats: Sequence[Seat]) -> dict[str, str]:
    """Each member's first answer, by its model (a second seat of one model has a number): the first words of members
    in the first stage in which more than one of them spoke, so that none had read another's."""
    names = names_of(seats)
    by_stage: dict[str, dict[str, str]] = {}
    for each in spoken:
        if each.seat in names:
            by_stage.setdefault(each.stage, {}).setdefault(each.seat, each.text)
    first = next((said for said in by_stage.values() if len(said) > 1 or len(names) == 1), {})
    return {names[seat]: first[seat] for seat in names if seat in first}


def names_of(seats: Sequence[Seat]) -> dict[str, str]:
    """Seat and what its member is called across sessions; of people nothing is kept."""
    often: Counter[str] = Counter()
    names = {}
    for seat in seats:
        if not seat.person:
            often[seat.model] += 1
            names[seat.id] = seat.model if often[seat.model] == 1 else f"{seat.model} ({often[seat.model]})"
    return names


def known_answers(asked: Sequence[Answered], families: Mapping[str, str]) -> KnownAnswers | None:
    """What these questions say; `None` where no answer is known."""
    if not asked:
        return None
    members = list(dict.fromkeys(member for each in asked for member in each.answers))
    judged = [_judged(each) for each in asked]
    wrong = [[None if (right := row.get(member)) is None else not right for member in members] for row in judged]
    records = [_record(member, judged, families.get(member, "")) for member in members]
    # a few right answers make nobody the best: one right and one wrong are added to each record
    order = sorted(
        range(len(members)),
        key=lambda at: (-(records[at].right + 1) / (records[at].right + records[at].wrong + 2), members[at]),
    )
    best = members[order[0]] if order else ""
    return KnownAnswers(
        questions=len(asked),
        members=tuple(records[at] for at in order),
        council=_record(THE_COUNCIL, judged),
        most_votes=_record(MOST_VOTES, judged),
        beside_best=_record(THE_COUNCIL, [row for row in judged if row.get(best) is not None]),
        errors=shared_errors(
            [members[at] for at in order],
            [families.get(members[at], "") for at in order],
            [[row[at] for at in order] for row in wrong],
        ),
    )


def ranked_answers(asked: Iterable[Answered]) -> list[RankedAnswers]:
    """Judge the answers of each question on which ballots were cast."""
    found = []
    for each in asked:
        if each.ranks:
            right = _judged(each)
            judged = {name: said for name in each.answers if (said := right.get(name)) is not None}
            found.append(RankedAnswers(ranks=each.ranks, right=judged))
    return found


def _record(name: str, judged: Sequence[Mapping[str, bool | None]], family: str = "") -> RightRecord:
    given = [row.get(name) for row in judged]
    return RightRecord(
        name=name, right=given.count(True), wrong=given.count(False), unread=given.count(None), family=family
    )


def _says_it(question: str, right: _Said, text: str) -> bool:
    """Whether it states the known answer in a sentence, or says besides what it is not."""
    if states(question, right.text, text):
        return True
    plain = without_contrast(right.text, text)
    if plain == text[: len(plain)] or takes_back(text):
        return False
    form = closed_answer(question, plain, known=right.text)
    return (form.kind, form.key) == (right.form.kind, right.form.key) or states(question, right.text, plain)


def _day(text: str) -> str:
    """The day that a text is, as it is written anywhere; empty where it says more."""
    said = stated(text[:LONGEST_DAY]).strip(" .*_`")
    found = date_at(said)
    return found[0] if found is not None and found[1] == len(said) and len(text) <= LONGEST_DAY else ""


def _bits_and_bytes(one: str, other: str) -> bool:
    """Whether one has bits where the other has bytes, which only the size of a letter tells."""
    found = [set(_BITS_OR_BYTES.findall(each)) for each in (one, other)]
    return bool(found[0] and found[1]) and found[0] != found[1]


def _in_a_unit_of_its_own(question: str, known: str, answer: str) -> bool:
    """Whether an answer is measured in a unit where neither the question nor what is known names any."""
    one, other = (closed_answer(question, each) for each in (known, answer))
    return one.kind == "number" == other.kind and not one.unit and is_converted(other.key.partition(" ")[2])


def _of_one_measure(one: ClosedAnswer, other: ClosedAnswer) -> bool:
    """Whether both are quantities that are counted in the same: 324 m and 324 ft."""
    measures = {each.key.partition(" ")[2] if each.kind == "number" else "" for each in (one, other)}
    return len(measures) == 1 and "" not in measures


class _Said(NamedTuple):
    """An answer, and what it comes down to."""

    text: str
    form: ClosedAnswer


def _judged(asked: Answered) -> dict[str, bool | None]:
    """Who was right: members, the council, and what most of them said; `None` cannot be told."""
    names = list(asked.answers)
    given = [*asked.answers.values(), *([asked.verdict] if asked.verdict else [])]
    texts = [asked.known, *(final_line(text) or text for text in given)]
    if asked.verdict:
        names = [*names, THE_COUNCIL]
    alone = [said_beyond(asked.question, text) or text for text in texts]
    known, *whole = map(_Said, texts, closed_answers(asked.question, texts, known=asked.known))
    bare, *bared = map(_Said, alone, closed_answers(asked.question, alone, known=alone[0]))
    found: dict[str, bool | None] = {
        name: _right(asked.question, known, whole[at]) or _right(asked.question, bare, bared[at])
        for at, name in enumerate(names)
    }
    forms = [each.form for each in bared]
    forms_of = {name: forms[at] for at, name in enumerate(asked.answers) if forms[at].kind != "open" and forms[at].key}
    most = agreed_by(groups_by_form(forms_of))
    found[MOST_VOTES] = found[most.winners[0]] if most.tied == 1 and most.winners else None
    return found


def _right(question: str, right: _Said, said: _Said) -> bool | None:
    """Whether this says what is known to be right; `None` where it cannot be told."""
    (target, known), (text, form) = right, said
    if day := _day(target):
        return day == other if (other := _day(text)) else None
    if form.kind == "number" and counts_otherwise(question, target, text):
        return None
    if form.kind == "number" and _in_a_unit_of_its_own(question, target, text):
        return None
    if form.also and form.by == "nothing" and (form.kind, form.also) == (known.kind, known.key):
        return True  # nothing says how 1.250 is read, and the known 1250 has its very figures
    if form.also and form.by == "torn" and {form.key, form.also} & {known.key, known.also}:
        return None
    if form.key and known.kind != "open" and (form.kind, form.key) == (known.kind, known.key):
        return None if takes_back(text) or _bits_and_bytes(target, text) else True
    if known.kind == "phrase" and (listed_alike(question, target, text) or same_city(question, target, text)):
        return True
    if known.kind in IN_PROSE and _says_it(question, right, text):
        return True
    if known.kind == "phrase" == form.kind:
        words, given = content_of(known.key.split()), content_of(form.key.split())
        if words == given or (between(question, words, given) == "same" and not takes_back(text)):
            return True
    if lists_other(question, target, text) or names_other(question, target, text, form):
        return False
    if known.firm and form.kind != known.kind:
        return None  # a sentence beside a number may mean anything
    if known.kind in IN_PROSE and not _of_one_measure(known, form) and mentions(target, text):
        return None  # what says the known answer among other words is not wrong for certain
    if close(known, form) and ABOUT & set(tokens_of(text)):
        return None
    if not known.firm and not turned_around(target, text):
        return None  # other words may mean the same
    return False if certainly_differ(known, form, target, text) else None
