"""Which tiers does a decoded object hold? Places by label, labels by place, lists of labels, ties or small objects.

    {"places": {"K7QX": 1, "B2CD": 2}}    {"ranking": ["K7QX", "B2CD"]}    {"rankings": [{"label": "K7QX", "rank": 1}]}

A number beside a label is a place where its field is called so. Elsewhere it may be a mark, of which the highest is the
best: it is taken only where the numbers are exactly 1, 2, 3 … for as many labels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from moot.reading.label_letters import folded
from moot.reading.outcomes import Unreadable
from moot.reading.rankings.lines import place_of

IsLabel = Callable[[str], str]
"""The label of this sheet that a word is; empty if it is none."""
Tiers = list[list[str]]

PLACES, TIERS = ("places", "place", "ranks"), ("tiers",)
RANKINGS = ("ranking", "rankings", "final ranking", "final_ranking", "final_rankings", "ranked", "order", "ranked_list")
FORMS = (*PLACES, *TIERS, *RANKINGS)
FORM_SET = frozenset(FORMS)
NAMED_BY = (
    "label",
    "answer",
    "response",
    "id",
    "name",
    "candidate",
    "option",
    "model",
    "response label",
    "answer label",
)
PLACED_BY = ("rank", "place", "position", "ranking", "placement")


def form_in(
    given: Mapping[str, object], labels: Mapping[str, str], label: IsLabel, *, inner: bool = False
) -> tuple[str, object] | Unreadable:
    """The one member that holds the ranking, with its name; an empty name where there is none."""
    forms = [form for form in FORMS if given.get(form)]
    if len(forms) > 1:
        return Unreadable(f"the ranking is given twice, as {' and as '.join(forms)}")
    if forms:
        return forms[0], given[forms[0]]
    flat = {name: value for name, value in given.items() if label(name)}
    if len(flat) == len(labels) > 1:
        return "labels", flat
    held = [
        folded_names(value)
        for value in given.values()
        if isinstance(value, Mapping) and not FORM_SET.isdisjoint(map(folded, value))
    ]
    if len(held) == 1 and not inner:
        return form_in(held[0], labels, label, inner=True)
    listed = [value for value in given.values() if isinstance(value, list) and all_placed(value)]
    if len(listed) == 1:
        return "ranking", listed[0]
    placed = {name: value for name, value in given.items() if place_of(name) is not None and _labels(value, label)}
    return ("numbers", placed) if placed else ("", None)


def all_placed(value: Sequence[object]) -> bool:
    """Whether each entry is a small object with a place."""
    return bool(value) and all(isinstance(each, Mapping) and _placed(each) is not None for each in value)


def folded_names(members: Mapping[str, object]) -> dict[str, object]:
    """The members by their names in one spelling; the last of two that are alike counts for nothing."""
    return {folded(str(name)): value for name, value in members.items()}


def tiers_from(name: str, value: object, labels: Mapping[str, str], label: IsLabel) -> Tiers | Unreadable:
    """The tiers of one member; words that are no label of the sheet stand among them as they are written."""
    number = max(len(labels), 1)
    if isinstance(value, Mapping):
        by_number = [place_of(str(word)) is not None and not label(str(word)) for word in value]
        if by_number and all(by_number):
            return _by_number(value, label, number)
        return _by_label(value, number, told=name in PLACES)
    if not isinstance(value, list):
        return Unreadable(
            f"`{name}` is not an object of labels and numbers" if name in PLACES else _NO_LIST[name in TIERS]
        )
    if name not in TIERS and value and all(isinstance(one, Mapping) for one in value):
        return _from_objects(value, number)
    if name in PLACES:
        return Unreadable(f"`{name}` is not an object of labels and numbers")
    if name in TIERS and len(value) > number:
        return Unreadable("there are more tiers than answers")
    if len(value) > 2 * number:
        return Unreadable("there are more places than answers")
    listed = [one if isinstance(one, list) else [one] for one in value]
    if not listed or not all(listed) or not all(isinstance(word, str) for tier in listed for word in tier):
        return Unreadable(_NO_LIST[name in TIERS])
    return [[_unnumbered(word, at) for word in tier] for at, tier in enumerate(listed, 1)]


def _by_label(value: Mapping[str, object], number: int, *, told: bool) -> Tiers | Unreadable:
    """Labels with their places; `told` where the field's name says that these are places."""
    places: dict[str, int] = {}
    for word, each in value.items():
        inner = _placed(each) if isinstance(each, Mapping) else each
        told = told or isinstance(each, Mapping)
        place = _place(inner)
        if place is None or not 1 <= place <= number:
            return Unreadable(f"a place is not a whole number from 1 to {number}")
        places[word] = place
    if not told and sorted(places.values()) != list(range(1, len(places) + 1)):
        return Unreadable("its numbers may be marks as well as places; call them `places`")
    return _tiers_of(list(places.items()))


def _from_objects(value: Sequence[Mapping[str, object]], number: int) -> Tiers | Unreadable:
    """A list of objects, each with a label and a place; without any place the list is the order."""
    found: list[tuple[str, int | None]] = []
    for each in value:
        members = {folded(str(name)).replace("_", " "): inner for name, inner in each.items()}
        words = [word for name in NAMED_BY if isinstance(word := members.get(name), str)]
        if len(words) != 1:
            return Unreadable("an entry of the ranking does not name one label")
        given = _placed(each)
        place = None if given is None else _place(given)
        if given is not None and (place is None or not 1 <= place <= number):
            return Unreadable(f"a place is not a whole number from 1 to {number}")
        found.append((words[0], place))
    placed = [(word, place) for word, place in found if place is not None]
    if placed and len(placed) < len(found):
        return Unreadable("some places are numbered and some are not")
    return _tiers_of(placed) if placed else [[word] for word, _ in found]


def _by_number(value: Mapping[str, object], label: IsLabel, number: int) -> Tiers | Unreadable:
    """Places with the label or the labels on each."""
    placed: list[tuple[str, int]] = []
    for word, each in value.items():
        place = place_of(str(word)) or 0
        labels = _labels(each, label)
        if not labels or not 1 <= place <= number:
            return Unreadable("a place does not hold a label")
        placed += [(one, place) for one in labels]
    return _tiers_of(placed)


def _tiers_of(placed: Sequence[tuple[str, int]]) -> Tiers:
    tiers: dict[int, list[str]] = {}
    for word, place in placed:
        tiers.setdefault(place, []).append(word)
    return [tiers[place] for place in sorted(tiers)]


def _placed(members: Mapping[str, object]) -> object:
    """What stands for the place in a small object; `None` where nothing or more than one thing does."""
    given = [value for name, value in members.items() if folded(str(name)) in PLACED_BY]
    return given[0] if len(given) == 1 else None if not given else ""


def _place(value: object) -> int | None:
    if isinstance(value, str):
        return place_of(value[:20]) if len(value) <= 20 else None
    if isinstance(value, float) and value == int(value):
        return None
    return value if type(value) is int else None


def _labels(value: object, label: IsLabel) -> list[str]:
    """The labels on one place; empty where anything else stands there."""
    words = value if isinstance(value, list) else [value]
    named = [word for word in words if isinstance(word, str) and label(word)]
    return named if len(named) == len(words) else []


def _unnumbered(word: str, at: int) -> str:
    """`2. K7QX` on the second place of a list."""
    for mark in (f"{at}. ", f"{at}) ", f"{at}: "):
        word = word.removeprefix(mark)
    return word


_NO_LIST = {True: "`tiers` is not a list of lists of labels", False: "`ranking` is not a list of labels"}
