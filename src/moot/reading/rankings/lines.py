"""Which lines of a ranking say place and label another way round? Rows of a table, and places told behind labels.

They are written anew as `2. LABEL`, so that one reader reads them all. A number behind a label is a place only where
it says so (`2nd`, `rank 2`, a medal), since a bare one may as well be a mark; a column of numbers only where its
heading says so or it stands before the labels.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from moot.reading.rankings.words import BEHIND, MEDALS, ORDINAL, ORDINALS, PLACE

IsLabel = Callable[[str], str]
"""The label a word is, folded; empty if it is none."""
MOST_CELLS = 12


def plain_lines(lines: Sequence[str], is_label: IsLabel) -> list[str]:
    """The lines, with tables and places behind labels written as lists."""
    made: list[str] = []
    at = 0
    while at < len(lines):
        stop = at
        while stop < len(lines) and "|" in lines[stop]:
            stop += 1
        if stop == at and any(map(is_place_head, row_of(lines[at]))):
            while stop < len(lines) and len(row_of(lines[stop])) > 1:
                stop += 1
            if stop - at > 1:
                made += _listed(["|".join(row_of(line)) for line in lines[at:stop]], is_label)
                at = stop
                continue
            stop = at
        if stop - at > 1 and (lines[at].lstrip().startswith("|") or _RULE.fullmatch(lines[at + 1])):
            made += _listed(lines[at:stop], is_label)
            at = stop
        else:
            made += lines[at : max(stop, at + 1)]
            at = max(stop, at + 1)
    return _behind(made, is_label)


def _listed(rows: Sequence[str], is_label: IsLabel) -> list[str]:
    """A table as a numbered list, best first; as it stands where it has no column of places."""
    cells = [_cells(row) for row in rows if not _RULE.fullmatch(row)]
    body = [row for row in cells if any(is_label(cell) for cell in row)]
    heads = [row for row in cells if row not in body]
    width = min(map(len, cells), default=0)
    labelled = [at for at in range(width) if body and all(is_label(row[at]) for row in body)]
    if len(labelled) != 1 or len(heads) > 1:
        return list(rows)
    (named,) = labelled
    head = heads[0] if heads else [""] * width
    placed = [
        at
        for at in range(width)
        if at != named
        and (_HEAD.fullmatch(head[at].lower()) or (at < named and head[at].strip(" #.") == ""))
        and all(place_of(row[at]) is not None for row in body)
    ]
    if len(placed) != 1:
        return list(rows)
    (column,) = placed
    if not are_places([place_of(row[column]) or 0 for row in body]):
        return list(rows)
    ranked = sorted(((place_of(row[column]) or 0, row[named]) for row in body), key=lambda pair: pair[0])
    return [f"{place}. {label}" for place, label in ranked]


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|", MOST_CELLS)]


def place_of(cell: str) -> int | None:
    """The place a cell gives."""
    found = _PLACE.fullmatch(cell[:40].strip().lower().replace("_", " "))
    if found is None:
        return None
    if found["medal"]:
        return MEDALS[found["medal"]]
    return int(found["number"]) if found["number"] else ORDINALS[found["word"]]


def _behind(lines: Sequence[str], is_label: IsLabel) -> list[str]:
    """Lines such as `K7QX: 2nd place` as a list, where every line that begins with a label is one."""
    told: dict[int, tuple[int, str]] = {}
    for at, line in enumerate(lines):
        found = _BEHIND.match(line)
        if found is None or not is_label(found["label"]) or is_label(found["place"]):
            continue
        place = place_of(found["place"])
        if place is None:
            return list(lines)
        told[at] = (place, found["label"])
    if len(told) < 2 or not are_places([place for place, _ in told.values()]):
        return list(lines)
    ranked = iter(sorted(told.values(), key=lambda pair: pair[0]))
    return ["{}. {}".format(*next(ranked)) if at in told else line for at, line in enumerate(lines)]


def row_of(line: str) -> list[str]:
    """The cells of one line of a table, parted by bars, tabs or two spaces; none of what is quoted."""
    bare = line.strip()
    if not bare or bare[0] == ">":
        return []
    return _cells(bare) if "|" in bare else [cell.strip() for cell in _GAP.split(bare, MOST_CELLS)]


def is_place_head(cell: str) -> bool:
    """Whether a column is headed as one of places; a mere count of rows is none."""
    low = cell[:40].strip().lower()
    return _HEAD.fullmatch(low) is not None and _COUNT.fullmatch(low) is None


def told_behind(line: str) -> tuple[str, int] | None:
    """Label and place of a line that is nothing else: `K7QX: 2nd place`."""
    found = _BEHIND.match(line)
    if found is None or line[found.end() :].strip(" .;)|") or _COUNT.match(found["place"].lower()):
        return None
    place = place_of(found["place"])
    return None if place is None else (found["label"], place)


def are_places(numbers: Sequence[int]) -> bool:
    """Whether these are places of so many answers: from 1 on without a gap, or with the gaps that ties leave."""
    ordered = sorted(numbers)
    dense = sorted(set(ordered)) == list(range(1, len(set(ordered)) + 1))
    return bool(ordered) and (dense or all(place == ordered.index(place) + 1 for place in ordered))


_HEAD = re.compile(rf"(?:final |overall )?(?:{PLACE}|ranking|rank|#|№|順位|排名|名次|순위|الترتيب)\.?")
_PLACE = re.compile(
    rf"(?:(?:{PLACE})\s{{0,3}})?[#№(第]?\s?(?:(?P<number>\d{{1,2}})[.)]?\s?(?:{BEHIND})?|(?P<word>{ORDINAL})|"
    rf"(?P<medal>{'|'.join(MEDALS)}))(?:\s{{0,3}}(?:{PLACE}|{BEHIND}))?\s?[.)]?"
)
_TOLD = (
    rf"(?:{PLACE})\s{{0,3}}[#№]?\d{{1,2}}|第?\d{{1,2}}\s?(?:{BEHIND})(?:\s{{0,3}}(?:{PLACE}))?"
    rf"|\d{{1,2}}\.\s{{0,3}}(?:platz|rang|stelle|miejsce)|(?:{ORDINAL})(?:\s{{0,3}}(?:{PLACE}|{BEHIND}))?(?=\s{{0,3}}[.)]?\s{{0,3}}$)"
    rf"|(?:{'|'.join(MEDALS)})\ufe0f?|#\d{{1,2}}"
)
# Linear: matched at the beginning of a line, every repetition bounded.
_BEHIND = re.compile(
    r"\s{0,8}(?:[-•+–‣◦▪]\s{0,8})?(?i:(?:response|answer|candidate|option|"
    r"label)\s{0,3})?(?P<label>[0-9A-Za-z\u212a]{1,12})"
    rf"\s{{0,4}}(?:[:(=→,–—-]|->|is|ist|est|es|è|é|staat op|zajmuje)?\s{{0,4}}(?i:(?P<place>{_TOLD}))"
    r"(?=\s{0,3}(?:$|[.,;:)(–—]|-\s))"
)
_RULE = re.compile(r"[\s|:=-]{1,400}")
_GAP = re.compile(r"\t|\s{2,}")
_COUNT = re.compile(
    r"(?:[#№]|no\.?|number|номер|position|positie|pozycja|posição|posizione)(?![^\W_])\.?\s{0,3}#?\d{0,2}|[#№].{0,4}"
)
