"""Which answers agree? Groups of answers that say the same, in no way dependent on the order they came in.

Answers of equal form are grouped first. What form cannot decide is decided by likeness (every pair of a group must
reach the threshold) or by a judge's grouping; neither may join answers that contradict each other in a number, a yes or
no, a chosen letter or a negation. Held by `tests/tally/answers/test_agreement.py`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from msgspec import Struct

from moot.tally.answers.closed import ClosedAnswer
from moot.tally.answers.in_prose import SMALL
from moot.tally.answers.quantities import CHANGING, TEMPERATURES, is_measure, is_unit
from moot.tally.answers.words import NEGATIONS, tokens_of

Groups = tuple[tuple[str, ...], ...]
"""Names of answers, grouped: the largest group first, then in the order given; names inside in the order given."""
SHORT = 40
"""Words up to which the negations of a whole answer are counted; of a longer one only its first sentence's are."""

_OPPOSITES = (
    ("true", "false"), ("more", "less"), ("higher", "lower"), ("increase", "decrease"), ("increases", "decreases"),
    ("before", "after"), ("always", "never"), ("all", "none"), ("left", "right"), ("above", "below"),
    ("allowed", "forbidden"), ("legal", "illegal"), ("safe", "dangerous"), ("accept", "reject"), ("buy", "sell"),
    ("with", "without"), ("agree", "disagree"), ("guilty", "innocent"), ("possible", "impossible"),
)  # fmt: skip
_PREFIXES = ("un", "in", "im", "dis", "non", "il", "ir")
_TURNING = ("un", "dis", "non")
"""Those that turn a word around in any case; `inflammable` is flammable."""


class Agreed(Struct, frozen=True, kw_only=True):
    """Who carries a vote among groups."""

    winners: tuple[str, ...]
    """The names in the largest group; in all of them when several are equally large."""
    votes: int
    """Size of the largest group."""
    of: int
    """Answers that were compared."""
    tied: int
    """How many groups are that large."""
    asked: int = 0
    """Who was asked for an answer, where that is more: somebody's silence makes no majority of the others."""

    @property
    def majority(self) -> bool:
        """Whether strictly more than half of those asked agree."""
        return 2 * self.votes > max(self.of, self.asked)


def groups_by_form(forms: Mapping[str, ClosedAnswer]) -> Groups:
    """Names whose answers have an equal form."""
    by_key: dict[tuple[str, str], list[str]] = {}
    for name, form in forms.items():
        by_key.setdefault((form.kind, form.key) if form.key else (form.kind, f"nothing {name}"), []).append(name)
    return ordered(by_key.values(), list(forms))


def agreed_by(groups: Groups, asked: int = 0) -> Agreed:
    """Who carries the vote among so many who were asked."""
    most = max((len(group) for group in groups), default=0)
    largest = [group for group in groups if len(group) == most]
    return Agreed(
        winners=tuple(name for group in largest for name in group),
        votes=most,
        of=sum(len(group) for group in groups),
        tied=len(largest),
        asked=asked,
    )


def undecided(groups: Groups, forms: Mapping[str, ClosedAnswer], asked: int = 0) -> bool:
    """Whether joining groups could still change who carries the vote: no majority, and something may mean the same."""
    if len(groups) < 2 or agreed_by(groups, asked).majority:
        return False
    return any(
        not certainly_differ(forms[one[0]], forms[other[0]], "", "")
        for one, other in combinations(groups, 2)
        if forms[one[0]].key and forms[other[0]].key
    )


def joined_by_likeness(
    groups: Groups,
    answers: Mapping[str, str],
    forms: Mapping[str, ClosedAnswer],
    likeness: Callable[[str, str], float],
    threshold: float,
) -> Groups:
    """Groups joined while every pair of the joined group is alike enough and none contradicts another; likest first."""
    order = list(answers)
    merged = [list(group) for group in groups]
    alike = {
        (one, other): -1.0
        if certainly_differ(forms[one], forms[other], answers[one], answers[other])
        or contradict(answers[one], answers[other])
        else likeness(one, other)
        for one, other in combinations(order, 2)
    }

    def least(one: Sequence[str], other: Sequence[str]) -> float:
        return min(alike[a, b] if (a, b) in alike else alike[b, a] for a in one for b in other)

    while len(merged) > 1:
        pairs = [(least(merged[a], merged[b]), -a, -b) for a, b in combinations(range(len(merged)), 2)]
        best, a, b = max(pairs)
        if best < threshold:
            break
        merged[-a] += merged[-b]
        del merged[-b]
    return ordered(merged, order)


def joined_by_judge(
    groups: Groups, answers: Mapping[str, str], forms: Mapping[str, ClosedAnswer], judged: Mapping[str, int]
) -> Groups:
    """Groups a judge gave the same number, unless they contradict each other; an answer without a number stays alone.

    A group of equal form stands together whatever the judge says, under the number most of it were given.
    """
    merged: list[tuple[int | None, list[str]]] = []
    for group in groups:
        numbers = Counter(judged[name] for name in group if name in judged)
        number = min(numbers, key=lambda given: (-numbers[given], given)) if numbers else None
        for other, names in merged:
            if number is not None and other == number and not _clash(group, names, answers, forms):
                names += group
                break
        else:
            merged.append((number, list(group)))
    return ordered([names for _, names in merged], list(answers))


def certainly_differ(one: ClosedAnswer, other: ClosedAnswer, first: str, second: str) -> bool:
    """Whether two answers are different for certain: two firm forms that differ, or short phrases that contradict."""
    if one.firm and other.firm:
        alike = (
            _share_and_percent(one, other)
            or _either(one, other)
            or _counted_alike(one, other)
            or _in_units_apart(one, other)
            or _rounded(one, other)
            or _converted(one, other)
        )
        return (one.kind, one.key) != (other.kind, other.key) and not alike
    if "open" in (one.kind, other.kind):
        return False
    return contradict(first or one.key, second or other.key)


def _rounded(one: ClosedAnswer, other: ClosedAnswer) -> bool:
    """Whether one of two numbers is the other with fewer decimals, but two at least: 2/3 and 0.67."""
    if (one.kind, other.kind) != ("number", "number"):
        return False
    read = [re.fullmatch(r"(-?\d+(?:/\d+)?)( .*)?", each.key) for each in (one, other)]
    if read[0] is None or read[1] is None or read[0][2] != read[1][2]:
        return False
    first, second = (Fraction(found[1]) for found in read if found)
    return any(
        (part * 10**places).denominator == 1 and abs(part - whole) * 10**places * 2 <= 1
        for part, whole in ((first, second), (second, first))
        for places in range(2, 7)
        if part.denominator != 1
    )


def _converted(one: ClosedAnswer, other: ClosedAnswer) -> bool:
    """Whether two numbers were given in different units and come to nearly the same, as 26.2 miles and 42.195 km."""
    return one.unit != other.unit and close(one, other)


def close(one: ClosedAnswer, other: ClosedAnswer) -> bool:
    """Whether two numbers of one measure are within a hundredth of each other."""
    read = [re.fullmatch(r"(-?\d+(?:/\d+)?) (.+)", each.key) for each in (one, other)]
    if one.kind != "number" or other.kind != "number" or read[0] is None or read[1] is None:
        return False
    first, second = (Fraction(found[1]) for found in read if found)
    return read[0][2] == read[1][2] and abs(first - second) * 100 <= abs(first)


def _in_units_apart(one: ClosedAnswer, other: ClosedAnswer) -> bool:
    """Whether two numbers are counted in units of which it is not known here how one is the other: 20 °C and 68 °F,
    12 GB and 12,000 MB, or 44 and 44 BC."""
    if (one.kind, other.kind) != ("number", "number"):
        return False
    first, second = (each.key.partition(" ")[2] for each in (one, other))
    if first == second:
        return False
    if not first or not second:
        return (first or second) in CHANGING
    return not (is_measure(first) and is_measure(second)) or {first, second} <= TEMPERATURES


def _either(one: ClosedAnswer, other: ClosedAnswer) -> bool:
    """Whether two numbers are the same by a reading that nothing rules out: 1.250 may be 1250."""
    return one.kind == other.kind and bool({one.key, one.also} & {other.key, other.also} - {""})


def _counted_alike(one: ClosedAnswer, other: ClosedAnswer) -> bool:
    """Whether two numbers have the same figure and differ in words only, of which nobody knows what they count: 12
    apples and 12 Äpfel."""
    if (one.kind, other.kind) != ("number", "number") or (is_unit(one.unit) and is_unit(other.unit)):
        return False
    figures = [each.key.removesuffix(f" {each.unit}") for each in (one, other)]
    return bool(one.unit and other.unit) and figures[0] == figures[1]


def _share_and_percent(one: ClosedAnswer, other: ClosedAnswer) -> bool:
    """Whether one may be the other's share, told as so many of a hundred: 25 % and 0.25. A number without a unit was
    given that of the others."""
    if (one.kind, other.kind) != ("number", "number") or "%" not in (one.unit, other.unit):
        return False
    read = [re.match(r"-?\d+(?:/\d+)?", each.key) for each in (one, other)]
    numbers = [Fraction(found[0]) if found else Fraction() for found in read]
    return 0 not in numbers and max(numbers) == 100 * min(numbers)


def contradict(first: str, second: str) -> bool:
    """Whether two answers contradict each other in a number, a leading yes or no, a negation or a plain opposite."""
    one, other = tokens_of(first), tokens_of(second)
    if {one[:1], other[:1]} == {("yes",), ("no",)}:
        return True
    numbers, others = _numbers(one), _numbers(other)
    if numbers - others and others - numbers:
        return True
    if _negations(first, one) % 2 != _negations(second, other) % 2:
        return True
    return _opposed(set(one), set(other))


def turned_around(first: str, second: str) -> bool:
    """Whether two answers contradict each other and are the same words otherwise: `safe` and `not safe`. `Not guilty`
    and `innocent` are two ways to say one thing, with a negation in one of them."""
    if not contradict(first, second):
        return False
    mine, theirs = set(tokens_of(first)), set(tokens_of(second))
    one, other = mine - theirs - SMALL, theirs - mine - SMALL
    if _numbers([*one]) == one and _numbers([*other]) == other:
        return True
    if one | other <= NEGATIONS:
        return True
    pairs = {*_OPPOSITES, *((word, f"{prefix}{word}") for word in one | other for prefix in _TURNING)}
    return len(one) == len(other) == 1 and bool(pairs & {(*one, *other), (*other, *one)})


def ordered(groups: Iterable[Sequence[str]], order: Sequence[str]) -> Groups:
    """Groups with the largest first, equally large ones by who comes first."""
    place = {name: at for at, name in enumerate(order)}
    inside = [tuple(sorted(group, key=place.__getitem__)) for group in groups]
    return tuple(sorted(inside, key=lambda group: (-len(group), place[group[0]])))


def _clash(
    one: Sequence[str], other: Sequence[str], answers: Mapping[str, str], forms: Mapping[str, ClosedAnswer]
) -> bool:
    return any(certainly_differ(forms[a], forms[b], answers[a], answers[b]) for a in one for b in other)


def _numbers(tokens: Sequence[str]) -> set[str]:
    return {token for token in tokens if token.lstrip("-")[:1].isdecimal()}


def _negations(text: str, tokens: Sequence[str]) -> int:
    if len(tokens) > SHORT:
        tokens = tokens_of(text.strip().partition(". ")[0].partition("\n")[0])
    return sum(token in NEGATIONS for token in tokens)


def _opposed(one: set[str], other: set[str]) -> bool:
    """Whether a word of one stands in the other only as its opposite."""
    mine, theirs = one - other, other - one
    for word, opposite in _OPPOSITES:
        if (word in mine and opposite in theirs) or (opposite in mine and word in theirs):
            return True
    return any(
        prefix + word in against
        for words, against in ((mine, theirs), (theirs, mine))
        for word in words
        if len(word) > 2
        for prefix in _PREFIXES
    )
