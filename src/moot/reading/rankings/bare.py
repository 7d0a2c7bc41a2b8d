"""Which ranking does a text say that has no marked ballot and no heading? A verdict, a chain, a table, places told.

A table counts where a column is headed as one of places, and lines such as `K7QX: 2nd place` where nothing else stands
in them. All that are found have to say the same, or the last one has to be called final. What is quoted, denied, taken
back, ordered by one aspect or from worst to best is not read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from moot.reading.label_letters import folded
from moot.reading.rankings.denials import ENDS, is_spoken_of, is_taken_back
from moot.reading.rankings.lines import are_places, is_place_head, place_of, row_of, told_behind
from moot.reading.rankings.text import LONGEST_LINE, MOST_LINES, chains_in, one_label, places_in, plain, tiers_of
from moot.reading.rankings.words import NEEDLES, told_direction

Tiers = tuple[tuple[str, ...], ...]
MOST_AFTER = 2_000
"""Characters after a ranking that are looked at for whether it stands."""
MOST_CHAINS = 200
SEVERAL = "it holds several rankings; write FINAL RANKING above the one that counts"
CIRCLE = "its verdicts on pairs go round in a circle"
OPEN = "its verdicts on pairs do not put all answers in one order"
NOT_MEANT = "the line above the ranking denies it, or says that it is somebody else's"
ASIDE = "it is not clear that the ranking is the one by all that counts, best first"


class Bare(Struct, frozen=True):
    """One ranking that stands in a text without a mark."""

    tiers: Tiers
    """Labels as the sheet writes them, best first; a label stands here as often as it is named."""
    trouble: str = ""
    """Why it is no ballot, if so."""
    final: bool = False
    """Whether what leads over to it calls it the last word."""


def bare_rankings(text: str, labels: Mapping[str, str]) -> list[Bare]:
    """What tables and placed lines say each, and what the verdicts and chains at the end say together."""
    lines = [plain(line[:LONGEST_LINE]) for line in text.splitlines()[-MOST_LINES:]]
    raw = [line[:LONGEST_LINE].strip() for line in text.splitlines()[-MOST_LINES:]]
    chained = _from_chains(raw, labels)
    return [*_from_lines(lines, labels), *([chained] if chained is not None else [])]


def order_of(said: Sequence[Tiers]) -> tuple[Tiers, str]:
    """The one order in which all these stand together; what keeps them from it, if anything does."""
    group = {label: label for tiers in said for tier in tiers for label in tier}
    members = {label: [label] for label in group}
    for tied in (tier for tiers in said for tier in tiers):
        for label in tied[1:]:
            kept, gone = group[tied[0]], group[label]
            for each in members.pop(gone) if kept != gone else ():
                group[each] = kept
                members[kept].append(each)
    below: dict[str, set[str]] = {name: set() for name in members}
    for tiers in said:
        if sum(map(len, tiers)) > len({label for tier in tiers for label in tier}):
            return (), CIRCLE
        for upper, lower in pairwise(tiers):
            below[group[upper[0]]].add(group[lower[0]])
    made: list[tuple[str, ...]] = []
    while below:
        heads = below.keys() - {name for lower in below.values() for name in lower}
        if len(heads) != 1:
            return (), OPEN if heads else CIRCLE
        (head,) = heads
        made.append(tuple(members[head]))
        del below[head]
    return tuple(made), ""


def _from_chains(lines: Sequence[str], labels: Mapping[str, str]) -> Bare | None:
    """The chains and verdicts of a text that ends with one: what goes on after it may take it back."""
    kept = [at for at, line in enumerate(lines) if line]
    if not kept:
        return None
    winner = _winner(lines[kept[-1]], labels)
    chains = [(at, chain) for at in kept for chain in chains_in(lines[at], labels)]
    if winner:
        chains.append((kept[-1], ""))
    if not chains or chains[-1][0] != kept[-1]:
        return None
    if len(chains) > MOST_CHAINS:
        return Bare((), SEVERAL)
    said: list[Tiers] = []
    for at, chain in chains:
        leads = _leading(lines, at), lines[at].partition("[[")[0] if "[[" in lines[at] else ""
        if any(_is_anothers(each, labels) for each in leads):
            return Bare((), NOT_MEANT)
        if _BY.search(leads[1]) or (_heads(leads[0]) and _BY.search(leads[0])):
            return Bare((), ASIDE)
        if not chain:
            if any(told_direction(each) in ("worst", "unclear") for each in leads):
                return Bare((), ASIDE)
            said.append(((labels[winner],), tuple(labels[name] for name in labels if name != winner)))
            continue
        tiers, trouble = tiers_of(places_in(chain, labels))
        if trouble:
            return Bare((), trouble)
        said.append(tiers)
    tiers, trouble = order_of(said)
    if trouble and sum(sum(map(len, one)) == len(labels) for one in said) > 1:
        trouble = SEVERAL
    return Bare(tiers, trouble)


def _winner(line: str, labels: Mapping[str, str]) -> str:
    """The better one of exactly two answers, where a line is nothing but that: `[[K7QX]]`, `Winner: [[K7QX]]`."""
    found = _WON.fullmatch(line[:200]) if len(labels) == 2 else None
    label = one_label(found["label"], labels) if found is not None else ""
    return label if label in labels else ""


def _from_lines(lines: Sequence[str], labels: Mapping[str, str]) -> list[Bare]:
    """Tables with a column of places and blocks of lines with a place each, first things first."""
    found: list[Bare] = []
    at = 0
    while at < len(lines):
        stop = at + 1
        head = row_of(lines[at])
        if any(map(is_place_head, head)):
            while stop < len(lines) and lines[stop].strip() and row_of(lines[stop])[1:]:
                stop += 1
            block = _from_table(head, [row_of(line) for line in lines[at + 1 : stop]], labels)
        else:
            told: list[tuple[str, int]] = []
            while (one := told_behind(lines[stop - 1])) and one_label(one[0], labels):
                told.append(one)
                if stop == len(lines):
                    break
                stop += 1
            # the line that ended it was no such line, unless the text ended with it
            stop = max(at + 1, at + len(told))
            ours = any(one_label(word, labels) in labels for word, _ in told)
            block = _block([(one_label(word, labels), place) for word, place in told], labels) if ours else None
        if block is not None:
            found.append(_as_meant(block, lines, at, stop, labels))
        at = stop
    return found


def _from_table(head: Sequence[str], rows: Sequence[Sequence[str]], labels: Mapping[str, str]) -> Bare | None:
    body = [row for row in rows if any(cell.strip(" :-=+|") for cell in row)]
    if not any(one_label(cell, labels) in labels for row in body for cell in row):
        return None
    width = len(head)
    if any(len(row) != width for row in body):
        return Bare((), "the rows of its table are of different lengths")
    named = [at for at in range(width) if all(one_label(row[at], labels) for row in body)]
    placed = [at for at in range(width) if is_place_head(head[at])]
    if len(named) != 1 or len(placed) != 1:
        return Bare((), "its table does not have one column of labels and one of places")
    told = [(one_label(row[named[0]], labels), place_of(row[placed[0]]) or 0) for row in body]
    return _block(told, labels)


def _block(told: Sequence[tuple[str, int]], labels: Mapping[str, str]) -> Bare:
    """The tiers of labels with their places; labels of another sheet stand among them as they are."""
    tiers: dict[int, list[str]] = {}
    for word, place in told:
        tiers.setdefault(place, []).append(labels.get(word, word))
    made = tuple(tuple(tiers[place]) for place in sorted(tiers))
    return Bare(made, "" if are_places([place for _, place in told]) else UNEVEN)


def _as_meant(block: Bare, lines: Sequence[str], at: int, stop: int, labels: Mapping[str, str]) -> Bare:
    before, after = _leading(lines, at), "\n".join(lines[stop:])[:MOST_AFTER]
    if _is_anothers(before, labels):
        return Bare(block.tiers, NOT_MEANT)
    if is_taken_back(after):
        return Bare(block.tiers, "what follows the ranking takes it back")
    if not _leads_over(before) or any(told_direction(words) in ("worst", "unclear") for words in (before, after)):
        return Bare(block.tiers, ASIDE)
    return Bare(block.tiers, block.trouble, final=_FINALLY.search(before) is not None)


def _leading(lines: Sequence[str], at: int) -> str:
    """The last line of words before a ranking."""
    for line in reversed(lines[max(0, at - 6) : at]):
        if words := line.strip(" \t*_#`~"):
            return words[-400:]
    return ""


def _is_anothers(before: str, labels: Mapping[str, str]) -> bool:
    """Whether words that lead over to a ranking deny it or quote it, as `K7QX ranks them so:` does."""
    low = folded(before.rstrip("*_` "))
    return is_spoken_of(before) or (low.endswith((":", "：")) and any(label in low for label in labels))


def _heads(before: str) -> bool:
    """Whether a line heads what follows: by its colon, or because it is as short as a heading."""
    words = before.rstrip("*_` ")
    return words.endswith((":", "：")) or len(words.split()) < 4


def _leads_over(before: str) -> bool:
    """Whether a table below this line is of the answers as such: a heading such as `Style` makes it something else."""
    if not before:
        return True
    if before[-1] in ENDS:
        return _SORTED.search(before) is None
    low = folded(before)
    return any(word in low for word in (*NEEDLES, *_VERDICTS)) and _BY.search(before) is None


UNEVEN = "the places are not 1, 2, 3 …"
_VERDICTS = (
    "verdict", "overall", "conclusion", "my vote", "my ballot", "my places", "i rank ", "final table", "summary",
    "assessment", "evaluation", "gesamturteil", "fazit", "verdetto",
)  # fmt: skip
# Linear: each looked for once in a line of at most 400 characters, every repetition bounded.
_FINALLY = re.compile(
    r"(?<![^\W\d_])(?:final|finally|corrected|revised|definitive|endgültig\w{0,2}|abschließend\w{0,2}|"
    r"korrigiert\w{0,2}|"
    r"définitif|corrigé|definitiv[oa]|corregid[oa]|finale|corrett[ao]|corrigid[oa]|definitieve|gecorrigeerde|"
    r"ostateczn\w{1,2}|"
    r"poprawion\w{1,2}|итогов\w{2}|исправленн\w{2}|النهائي|المصحح)(?![^\W\d_])|最終|訂正後|最终|更正后|최종|수정된",
    re.IGNORECASE,
)
_BY = re.compile(
    r"(?<![^\W\d_])(?:by|on (?!the|all)|for (?!the|all)|in terms|regarding|old|first draft|draft|previous|"
    r"earlier|initial|nach|für|bei|"
    r"par|pour|selon|"
    r"por|para|según|per|secondo|op|voor|volgens|pod|według|dla|по|для|حسب)(?![^\W\d_])"
    r"|accura|style|clarity|length|depth|stil|genauigkeit|のみ|に関して|方面|면에서|按|기준|별",
    re.IGNORECASE,
)
_SORTED = re.compile(
    r"(?:sort|order|rank|list|rang|class|clasif|orden|uporządk|сорт|упоряд)\w{0,12}[^.\n]{0,24}(?<![^\W\d_])"
    r"(?:by|on|for|in|as received|alphabetic\w*|nach|par|por|per|op|pod|po|по|według|selon|según)(?![^\W\d_])"
    r"|(?:only|nur|seulement|sólo|solo|alleen|tylko|только)(?![^\W\d_])|順|按|기준",
    re.IGNORECASE,
)
_WON = re.compile(
    r"[*_ ]{0,4}(?:(?:my |the |final ){0,3}(?:verdict|winner|better (?:answer|response|one)|best|"
    r"choice)(?: is)?\s?[:：]?\s{0,4})?"
    r"[*_ ]{0,4}\[\[(?P<label>[^\[\]\n]{1,24})\]\][*_ ]{0,4}\.?",
    re.IGNORECASE,
)
