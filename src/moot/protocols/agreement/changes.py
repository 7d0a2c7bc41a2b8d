"""Compare two agreement maps: items that only one of them has, and items with other holders.

Two items are equal if their words are the same, ignoring case and punctuation, or if they share half of their passages:
an analyst words the same item differently each time. A side of a contradiction is an item of its own. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from moot.protocols.agreement.analysis import same_words
from moot.protocols.agreement.ballots import AnswerPassage
from moot.protocols.agreement.findings import Analysis, Group
from moot.protocols.agreement.words import TITLES

LEAST_SHARED = 0.5
"""Share of their passages that two equal items must have in common."""

Change = Literal["appeared", "vanished", "holders", "heading"]


class MapChange(Struct, frozen=True, kw_only=True):
    """An item that differs between the maps."""

    change: Change
    """`appeared`: only in the second; `vanished`: only in the first; `holders`: other members hold it now; `heading`:
    the same members hold it, under another heading."""
    text: str
    """Its text, from the second map if it is there."""
    before: str
    """Its heading in the first map; empty if it is not there."""
    after: str
    """Its heading in the second."""
    holders: tuple[str, ...]
    """Display names of the members it is quoted from, in the second map if it is there."""
    joined: tuple[str, ...] = ()
    """Members that hold it in the second map and not in the first."""
    left: tuple[str, ...] = ()
    """Members that hold it in the first and not in the second."""


class MapChanges(Struct, frozen=True, kw_only=True):
    """Differences between two agreement maps."""

    first: bool
    """Whether the first session has one."""
    second: bool
    """Whether the second has."""
    changes: tuple[MapChange, ...] = ()
    """The differences, by heading; empty if only one session has a map."""
    same: int = 0
    """How many items both have, with the same heading and holders."""


class _ItemKey(Struct, frozen=True):
    """An item as it is compared."""

    group: Group
    text: str
    holders: frozenset[str]
    passages: frozenset[tuple[str, str]]


def map_changes(
    a: Analysis | None,
    b: Analysis | None,
    pairs: Mapping[str, str],
    names: Mapping[str, str],
    others: Mapping[str, str],
) -> MapChanges | None:
    """Return the changes from the first map to the second; `None` if neither exists.

    Args:
        pairs: For each seat of the first session, its counterpart in the second.
        names: Display names of the members of the first.
        others: Display names of the members of the second.
    """
    if a is None and b is None:
        return None
    if a is None or b is None or a.by is None or b.by is None:
        return MapChanges(first=a is not None and a.by is not None, second=b is not None and b.by is not None)
    # Members of the first differ from those of the second unless they are paired.
    seat_of = {seat: pairs.get(seat) or f"first {seat}" for seat in names}
    called = {seat_of[seat]: name for seat, name in names.items()} | dict(others)
    order = list(called)
    ours, theirs = list(_entries(a, seat_of)), list(_entries(b, {seat: seat for seat in others}))
    paired = _paired(ours, theirs)

    def told(seats: frozenset[str]) -> tuple[str, ...]:
        return tuple(called[seat] for seat in order if seat in seats)

    changes, same = [], 0
    for one, other in [*paired, *((each, None) for each in _lone(ours, [one for one, _ in paired]))]:
        if other is None:
            changes.append(_change("vanished", one, told(one.holders), before=one.group))
        elif one.holders != other.holders:
            joined, left = told(other.holders - one.holders), told(one.holders - other.holders)
            changes.append(_change("holders", other, told(other.holders), one.group, other.group, joined, left))
        elif one.group != other.group:
            changes.append(_change("heading", other, told(other.holders), one.group, other.group))
        else:
            same += 1
    alone = _lone(theirs, [other for _, other in paired])
    changes += [_change("appeared", each, told(each.holders), after=each.group) for each in alone]
    headings = list(TITLES.values())
    changes.sort(key=lambda each: headings.index(each.after or each.before))
    return MapChanges(first=True, second=True, changes=tuple(changes), same=same)


def _change(
    change: Change,
    entry: _ItemKey,
    holders: tuple[str, ...],
    before: Group | None = None,
    after: Group | None = None,
    joined: tuple[str, ...] = (),
    left: tuple[str, ...] = (),
) -> MapChange:
    headings = [TITLES[group] if group is not None else "" for group in (before, after)]
    return MapChange(
        change=change,
        text=entry.text,
        before=headings[0],
        after=headings[1],
        holders=holders,
        joined=joined,
        left=left,
    )


def _entries(found: Analysis, seat_of: Mapping[str, str]) -> Iterator[_ItemKey]:
    def entry(group: Group, text: str, holders: Sequence[str], passages: Sequence[AnswerPassage]) -> _ItemKey:
        quoted = frozenset((seat_of.get(each.source, each.source), same_words(each.quote)) for each in passages)
        return _ItemKey(group, text, frozenset(seat_of.get(seat, seat) for seat in holders), quoted)

    groups: tuple[Group, ...] = ("consensus", "partial_coverage", "unique_insights")
    for group in groups:
        for item in getattr(found, group):
            yield entry(group, item.text, item.holders, item.passages)
    for about in found.contradictions:
        for side in about.sides:
            yield entry("contradictions", f"{about.text} {side.text}", side.holders, side.passages)
    for spot in found.blind_spots:
        yield entry("blind_spots", spot.text, (), ())


def _paired(ours: Sequence[_ItemKey], theirs: Sequence[_ItemKey]) -> list[tuple[_ItemKey, _ItemKey]]:
    """Pair equal items: those with the same words first, then those with the most passages in common."""
    likely = sorted(
        ((_likeness(one, other), at, place) for at, one in enumerate(ours) for place, other in enumerate(theirs)),
        key=lambda each: (-each[0], each[1], each[2]),
    )
    pairs: dict[int, int] = {}
    for likeness, at, place in likely:
        if likeness >= LEAST_SHARED and at not in pairs and place not in pairs.values():
            pairs[at] = place
    return [(ours[at], theirs[place]) for at, place in sorted(pairs.items())]


def _likeness(one: _ItemKey, other: _ItemKey) -> float:
    """Return above 1 for the same words, else the share of common passages.

    A side of a contradiction or a blind spot never equals an item of another heading.
    """
    if one.group != other.group and {one.group, other.group} & {"contradictions", "blind_spots"}:
        return 0.0
    all_of_both = len(one.passages) + len(other.passages)
    shared = 2 * len(one.passages & other.passages) / all_of_both if all_of_both else 0.0
    return shared + 2 * (same_words(one.text) == same_words(other.text))


def _lone(entries: Sequence[_ItemKey], paired: Sequence[_ItemKey]) -> list[_ItemKey]:
    return [each for each in entries if not any(each is other for other in paired)]
