"""Which forms of sentence about votes on claims are known?

A closed list: each form has gaps for claims, counts, levels and tiers, and whatever stands in a sentence beside them is
not known. What each says is held against the tally in `holding.py`; editors are shown them in `wording.py`, which a
test holds to this list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

MOST_SIGNS = 120
"""Longer sentences are not read: nobody reads them either."""
MOST_JOINTS = 12
JOINTS = ((";", "and"), (";", "but"), (";",), (",", "and"), (",", "but"), (",", "while"), ("and",), ("but",))
"""What may stand between two clauses: none says that one is the other's reason, condition or time."""

_ONE = r"C\d\d"
SOME = rf"{_ONE}(?:(?: , {_ONE})*(?: ,)? and {_ONE})?"
CLAIMS, CLAIM = rf"(?P<claims>{SOME})", rf"(?P<claims>{_ONE})"
BE = r"(?:is|are|was|were)"
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
        rf"{CLAIMS} {BE} {TIER}{TAIL}",
        rf"{TIER} {BE} {CLAIMS}",
        rf"{TIER} : {CLAIMS}",
    ),
    "agrees": (rf"the council (?:agrees|agreed) (?:with|on) {CLAIMS}{TAIL}",),
    "split": (rf"the council {BE} (?:split|divided) on {CLAIMS}{TAIL}",),
    "rejects": (rf"the council (?:rejects|rejected) {CLAIMS}{TAIL}",),
    "recommends": (rf"the council (?:recommends|recommended) {CLAIMS}{TAIL}",),
    "votes": (
        rf"{COUNTS}(?: on)? {CLAIM}",
        rf"on {CLAIM}(?: ,)? {COUNTS}",
        rf"{CLAIM} : {COUNTS}",
        COUNTS,
        rf"{CLAIM} has a mean of {FIGURES}",
        rf"the mean is {FIGURES}",
    ),
    "listed": (rf"{CLAIMS}",),
    "voted on": (
        rf"(?:the council|(?P<n>\d+)(?: of(?: the)? (?P<whole>\d+))? (?P<who>voters|members)) voted on"
        rf" (?P<number>\d+) claims(?: : (?P<groups>{_GROUPS}))?",
    ),
    "voted": (
        r"(?:(?P<n>\d+)(?: of(?: the)? (?P<whole>\d+))? (?P<who>voters?|members?)|every (?:voter|member)) voted",
    ),
    "of a tier": (rf"(?P<number>\d+) claims? {BE} {TIER} : {CLAIMS}",),
    "totals": (rf"(?P<groups>(?={_NUMBER}(?: of(?: the)? \d+)? claims? {BE} ){_GROUPS})",),
    "question": (r"(?:the question was|the council was asked) Q",),
}  # fmt: skip
"""By what is to be held against the tally."""


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((kind, re.compile(form)) for kind, forms in _FORMS.items() for form in forms)


def readings(signs: Sequence[str]) -> Iterator[tuple[tuple[str, Mapping[str, str]], ...]]:
    """Every way to read a sentence, without its stop, as clauses of known forms."""
    if not signs or len(signs) > MOST_SIGNS:
        return
    stops = [at for at in range(1, len(signs)) if any(tuple(signs[at : at + len(one)]) == one for one in JOINTS)]
    if len(stops) <= MOST_JOINTS:
        yield from _from(tuple(signs), 0, stops)


def _from(signs: tuple[str, ...], at: int, stops: Sequence[int]) -> Iterator[tuple[tuple[str, Mapping[str, str]], ...]]:
    for end in [*(stop for stop in stops if stop > at), len(signs)]:
        clause = " ".join(signs[at:end])
        for kind, form in _patterns():
            found = form.fullmatch(clause)
            if found is None:
                continue
            here = (kind, {name: said for name, said in found.groupdict().items() if said is not None})
            if end == len(signs):
                yield (here,)
                continue
            for joint in JOINTS:
                if signs[end : end + len(joint)] == joint:
                    yield from ((here, *rest) for rest in _from(signs, end + len(joint), stops))
