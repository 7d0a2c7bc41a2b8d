"""Which forms of sentence about votes on claims are known?

A closed list: each form has gaps for claims, counts, levels and tiers, and whatever stands in a sentence beside them is
not known. What each says is held against the tally in `holding.py`; editors are shown them in `wording.py`, which a
test holds to this list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice

from msgspec import Struct

MOST_SIGNS = 120
"""Longer sentences are not read: nobody reads them either."""
MOST_JOINTS = 12
MOST_READINGS = 60
"""Of one sentence: none that anybody writes has more than a few."""
JOINTS = ((";", "and"), (";", "but"), (";",), (",", "and"), (",", "but"), (",", "while"), ("and",), ("but",))
"""What may stand between two clauses: none says that one is the other's reason, condition or time."""

_ONE = r"C\d\d"
SOME = rf"{_ONE}(?:(?: , {_ONE})*(?: ,)? and {_ONE})?"
CLAIMS, CLAIM = rf"(?P<claims>{SOME})", rf"(?P<claims>{_ONE})"
BE = r"(?:is|are|was|were)"
NOW = rf"(?:is|are|{BE}(?= rejected))"
"""That a claim `was` HIGH says that it is so no more; that it was rejected does not."""
TIER = r"(?P<tier>HIGH|MEDIUM|contested|rejected)"
WHO = r"(?:voters?|members?)"
MANY = (
    rf"(?:all(?: \d+)? (?:voters|members)|every (?:voter|member)|no {WHO}|nobody"
    rf"|\d+(?: of(?: the)? \d+)?(?: {WHO})?)"
)
LEVEL = (
    rf"(?:strongly (?:approves?|approved|rejects?|rejected)|approves?|approved|rejects?|rejected|{BE} neutral"
    r"|abstain(?:s|ed)?)"
)
COUNT = re.compile(rf"(?P<many>{MANY}) (?P<level>{LEVEL})")
_COUNT = rf"{MANY} {LEVEL}"
_COUNTS = rf"{_COUNT}(?:(?: , {_COUNT})*(?: ,)? and {_COUNT})?"
COUNTS = rf"(?P<counts>{_COUNTS})"
FIGURES = r"(?P<mean>-?\d+\.\d+)(?: and a standard deviation of (?P<deviation>\d+\.\d+))?"
TAIL = rf"(?: (?::|, and|,) {COUNTS}|(?: ,)? with a mean of {FIGURES})?"
_NUMBER = r"(?:no|all \d+|\d+)"
GROUP = re.compile(rf"(?P<many>{_NUMBER})(?: of(?: the)? (?P<whole>\d+))?(?: claims?)?(?: {BE})? {TIER}")
_IN_GROUP = rf"(?: of(?: the)? \d+)?(?: claims?)?(?: {BE})? (?:HIGH|MEDIUM|contested|rejected)"
_GROUP = f"{_NUMBER}{_IN_GROUP}"
_GROUPS = rf"{_GROUP}(?:(?: , {_GROUP})*(?: ,)? and {_GROUP})?"

_FORMS: Mapping[str, tuple[str, ...]] = {
    "tier": (
        rf"{CLAIMS} {NOW} {TIER}{TAIL}",
        rf"{TIER} {NOW} {CLAIMS}",
        rf"{TIER} : {CLAIMS}",
    ),
    "agrees": (rf"the council (?:agrees|agreed) (?:with|on) {CLAIMS}{TAIL}",),
    "split": (rf"the council {NOW} (?:split|divided) on {CLAIMS}{TAIL}",),
    "rejects": (rf"the council (?:rejects|rejected) {CLAIMS}{TAIL}",),
    "recommends": (rf"the council (?:recommends|recommended) {CLAIMS}{TAIL}",),
    "votes": (
        rf"{COUNTS}(?: on)? {CLAIM}",
        rf"on {CLAIM}(?: ,)? {COUNTS}",
        rf"{CLAIM} : {COUNTS}",
        COUNTS,
        rf"{CLAIM} has a mean of {FIGURES}",
        r"the mean is (?P<mean>-?\d+\.\d+)(?: and the standard deviation is (?P<deviation>\d+\.\d+))?",
    ),
    "listed": (rf"{CLAIMS}",),
    "voted on": (
        rf"(?:the council|(?P<n>\d+)(?: of(?: the)? (?P<whole>\d+))? (?P<who>voters|members)) voted on"
        rf" (?:(?P<number>\d+)|the) claims(?: : (?P<groups>{_GROUPS}))?",
    ),
    "voted": (
        r"(?:(?P<n>\d+)(?: of(?: the)? (?P<whole>\d+))? (?P<who>voters?|members?)|every (?:voter|member)) voted",
    ),
    "of a tier": (rf"(?P<number>\d+) claims? {NOW} {TIER} : {CLAIMS}",),
    "totals": (rf"(?P<groups>(?={_NUMBER}(?: of(?: the)? \d+)? claims? {BE} ){_GROUPS})",),
    "question": (r"(?:the question was|the council was asked) Q",),
}  # fmt: skip
"""By what is to be held against the tally."""


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((kind, re.compile(form)) for kind, forms in _FORMS.items() for form in forms)


Clause = tuple[str, Mapping[str, str]]
"""A clause's kind, and what stands in its gaps."""


def readings(signs: Sequence[str]) -> Iterator[tuple[Clause, ...]]:
    """The ways to read a sentence, without its stop, as clauses of known forms."""
    if not signs or len(signs) > MOST_SIGNS:
        return
    stops = [at for at in range(1, len(signs)) if any(tuple(signs[at : at + len(one)]) == one for one in JOINTS)]
    if len(stops) <= MOST_JOINTS:
        yield from islice(_from(0, _steps(tuple(signs), stops), len(signs)), MOST_READINGS)


class _Step(Struct, frozen=True):
    """A clause, and where the next one begins."""

    clause: Clause
    after: int


def _steps(signs: tuple[str, ...], stops: Sequence[int]) -> Mapping[int, Sequence[_Step]]:
    """By where a clause begins, the clauses from which the sentence's end can be reached: from the end backwards, so
    that nothing is tried twice."""
    behind = {stop: [stop + len(one) for one in JOINTS if signs[stop : stop + len(one)] == one] for stop in stops}
    starts = sorted({0, *(start for some in behind.values() for start in some)}, reverse=True)
    steps: dict[int, list[_Step]] = {}
    for start in starts:
        found = []
        for end in [*(stop for stop in stops if stop > start), len(signs)]:
            nexts = [end] if end == len(signs) else [one for one in behind[end] if steps.get(one)]
            clause = " ".join(signs[start:end])
            for kind, form in _patterns() if nexts else ():
                if (matched := form.fullmatch(clause)) is not None:
                    gaps = {name: said for name, said in matched.groupdict().items() if said is not None}
                    found += [_Step((kind, gaps), after) for after in nexts]
        steps[start] = found
    return steps


def _from(at: int, steps: Mapping[int, Sequence[_Step]], end: int) -> Iterator[tuple[Clause, ...]]:
    for step in steps.get(at, ()):
        if step.after == end:
            yield (step.clause,)
        else:
            yield from ((step.clause, *rest) for rest in _from(step.after, steps, end))
