"""Which ranking does a block in words hold: a numbered list, bullets, or a chain such as `K7QX > B2CD = F9GH`?

What follows `FINAL RANKING:` is read line by line. A line holds places when it begins with one; any other line is prose
and never read, nor is what follows a label after a dash, a colon, a bracket or a full stop. The block ends at the first
prose or blank line after every label has its place. Whatever could be meant in two ways is refused: labels under one
number with a comma, one number throughout, a tie told but not numbered, chains in several lines, numbers behind the
labels, a list from worst to best.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from moot.reading.label_letters import folded, looks_like_a_label
from moot.reading.marked_blocks import header_rest
from moot.reading.rankings.lines import plain_lines
from moot.reading.rankings.words import BEHIND, MEDALS, ORDINAL, ORDINALS, PLACE, told_direction

LONGEST_BLOCK, LONGEST_LINE, MOST_LINES = 8_000, 2_000, 500
LONGEST_CHAIN = 400
MOST_UNKNOWN = 8
"""Words in place of labels after which a block is given up."""


@dataclass
class Places:
    """What a block says, before it is held against the sheet."""

    tiers: list[list[str]] = field(default_factory=list)
    """Labels of this sheet as written, first things first; `numbers` beside it."""
    numbers: list[int | None] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    lines: int = 0
    in_order: bool = False
    """Whether `>` or a comma put several places on one line without numbers."""
    tie_told: list[int] = field(default_factory=list)
    """Tiers after which the text says that they are tied."""
    trouble: str = ""
    upward: bool = False
    """Whether it says that it goes from worst to best."""
    signs: set[str] = field(default_factory=set)
    """Which of `<` and `>` stand in it."""
    abstained: bool = False
    opening: str = ""
    """The first words after the header."""

    @property
    def labels(self) -> list[str]:
        return [label for tier in self.tiers for label in tier]


def places_in(words: str, labels: Mapping[str, str]) -> Places:
    """What the block says. `labels`: folded label and label."""
    places = Places()
    shift = -1
    rest = header_rest(words, 0)
    _note_direction(rest["aside"] or "", places, aside=True)
    words = words[rest.end() :]
    lines = [
        line[:LONGEST_LINE].translate(_PLAIN).expandtabs(4)
        for line in words[:LONGEST_BLOCK].split("\n", MOST_LINES)[:MOST_LINES]
    ]
    for number, line in enumerate(plain_lines(lines, lambda word: one_label(word, labels))):
        content = line.strip()
        if number == 0 or not places.opening:
            places.opening = content
        done = len(set(places.labels)) == len(labels)
        if not content:
            if done or (places.unknown and not places.tiers):
                break
            continue
        if not places.lines and not places.abstained:
            content = _abstention(content, places)
        if done and None not in places.numbers and _NUMBER.match(content) is None:
            break
        indent = len(line) - len(line.lstrip()) if number else -1
        if shift >= 0 and indent > shift + 1:
            continue
        if _read_line(content, places, labels):
            shift = indent if shift < 0 else shift
        elif done or (places.unknown and not places.tiers):
            break
        elif not places.lines:
            _note_direction(content, places)
        if len(places.unknown) > MOST_UNKNOWN or len(places.tiers) > 2 * len(labels):
            break
    return places


def plain(line: str) -> str:
    """The line without emphasis and with one kind of each sign."""
    return line.translate(_PLAIN)


def chains_in(line: str, labels: Mapping[str, str]) -> list[str]:
    """Chains such as `[[K7QX>>B2CD]]`, wherever they stand in a line, or the line that is nothing but a chain."""
    if "[[" in line and len(line) <= LONGEST_LINE:
        verdicts = [chain for chain in _VERDICT.findall(line) if _is_chain(chain, labels)]
        if verdicts:
            return verdicts
    return [line] if len(line) <= LONGEST_CHAIN and _is_chain(line, labels) else []


def _is_chain(line: str, labels: Mapping[str, str]) -> bool:
    """Whether it is nothing but labels of this sheet with signs of an order or a tie between them."""
    parts = _CHAINED.split(line.translate(_PLAIN).strip(" ."))
    return len(parts) > 1 and all((found := one_label(part, labels)) and found in labels for part in parts)


def one_label(word: str, labels: Mapping[str, str]) -> str:
    """The label that is all there is in a cell; folded."""
    found = _NAMED.fullmatch(word.strip())
    bare = folded(found["word"]) if found is not None else ""
    return bare if bare in labels or looks_like_a_label(bare) else ""


def tiers_of(places: Places) -> tuple[tuple[tuple[str, ...], ...], str]:
    """The tiers, and what makes them ambiguous; the reason is empty when nothing does."""
    tiers, numbers = places.tiers, places.numbers
    numbered = [number for number in numbers if number is not None]
    trouble = places.trouble
    if numbered and len(numbered) < len(numbers):
        trouble = trouble or "some places are numbered and some are not"
    elif places.in_order and places.lines > 1:
        trouble = trouble or "several lines hold several places each"
    elif numbered != sorted(numbered):
        trouble = trouble or "the numbers go down"
    elif len(numbered) > 1 and len(set(numbered)) == 1:
        trouble = trouble or "all places bear the same number; write ties with ="
    if places.upward and (numbered or ">" in places.signs):
        trouble = trouble or "the list goes from worst to best; write the best first"
    elif len(places.signs) > 1:
        trouble = trouble or "< and > stand side by side"
    joined: list[tuple[int | None, tuple[str, ...]]] = []
    for number, tier in zip(numbers, tiers, strict=True):
        if joined and number is not None and joined[-1][0] == number:
            joined[-1] = (number, joined[-1][1] + tuple(tier))
        else:
            joined.append((number, tuple(tier)))
    for index in places.tie_told:
        told = tiers[index][0]
        if any(told in tier and len(tier) == 1 for _, tier in joined):
            trouble = trouble or f"{told} is called tied but stands alone on its place; write ties with ="
    made = tuple(tier for _, tier in joined)
    return (made[::-1] if places.upward or "<" in places.signs else made), trouble


def _note_direction(said: str, places: Places, *, aside: bool = False) -> None:
    direction = told_direction(said, aside=aside)
    if direction == "worst":
        places.upward = True
    elif direction == "unclear":
        places.trouble = places.trouble or "it is not clear which end of the list is the best"


def _abstention(content: str, places: Places) -> str:
    found = _ABSTAIN.match(content)
    if found is None:
        return content
    places.abstained = True
    return content[found.end() :]


def _read_line(content: str, places: Places, labels: Mapping[str, str]) -> bool:
    """Takes the places of one line; False when the line is prose."""
    bullet = _BULLET.match(content)
    walk = _Walk(content, bullet.end() if bullet else 0, labels)
    number = walk.number()
    word = walk.label()
    if not word:
        return False
    read: list[tuple[int | None, list[str]]] = [(number, [word])]
    in_order, trouble, told = False, "", False
    signs: set[str] = set()
    while sign := walk.sign():
        if sign in _TIES:
            if sign != "=" and in_order and not signs:
                trouble = trouble or "the last two may be tied or not; write > or = between the places"
            word = walk.label()
            if word:
                read[-1][1].append(word)
                continue
            if sign != "=" and len(read) == 1 and len(read[0][1]) == 1:
                return False  # "K7QX and its …": a sentence
            trouble = trouble or "after a sign for a tie there is no label"
            break
        if sign in (">", "<", ",", "number"):
            if sign in "<>":
                signs.add(sign)
            following = walk.number() if number is not None else None
            word = walk.label(after_and=sign == ",")
            if not word and sign == ",":
                break
            if not word:
                trouble = trouble or "after a place there is no label"
                break
            if number is not None and following is None:
                trouble = trouble or f"two labels stand under number {number} without = between them"
            in_order = in_order or number is None
            read.append((following, [word]))
            continue
        if sign == "word":
            if len(read) == 1 and len(read[0][1]) == 1:
                return False
            trouble = trouble or "words stand between the places"
            break
        told = bool(_TIE_TOLD.match(content, walk.at))
        if number is None and _NUMBER_BEHIND.match(content, walk.at):
            trouble = trouble or "a number stands behind a label; write it before"
        break
    if len(read) > 40:
        trouble = trouble or "too many places stand in one line"
    for following, tier in read[:40]:
        known = [labels[word] for word in tier if word in labels]
        places.unknown += [word for word in tier if word not in labels]
        if known:
            places.tiers.append(known)
            places.numbers.append(following)
    if told and read[-1][1][-1] in labels:
        places.tie_told.append(len(places.tiers) - 1)
    places.signs |= signs
    places.lines += 1
    places.in_order = places.in_order or in_order
    places.trouble = places.trouble or trouble
    return True


class _Walk:
    """Goes along one line from token to token, never back."""

    def __init__(self, line: str, at: int, labels: Mapping[str, str]) -> None:
        self.line, self.at, self.labels = line, at, labels

    def number(self) -> int | None:
        found = _NUMBER.match(self.line, self.at)
        named = _NAMED.match(self.line, self.at)
        if found is None or (named is not None and self.is_label(folded(named["word"]))):
            return None  # `45TH` may be a label
        self.at = found.end()
        if found["medal"]:
            return MEDALS[found["medal"]]
        if found["word"]:
            return ORDINALS[folded(found["word"])]
        return int(next(filter(None, (found[name] for name in "abcde"))))

    def is_label(self, word: str) -> bool:
        return word in self.labels or looks_like_a_label(word)

    def label(self, after_and: bool = False) -> str:
        """A label of this sheet, or a word that looks like one of another; folded; empty if there is none."""
        found = (_AND_NAMED if after_and else _NAMED).match(self.line, self.at)
        word = folded(found["word"]) if found else ""
        if found is None or not self.is_label(word):
            return ""
        self.at = found.end()
        return word

    def sign(self) -> str:
        """What comes next: a sign, `number`, `word`, `tail` for an explanation, or nothing."""
        found = _SIGN.match(self.line, self.at)
        if found is None:
            rest = self.line[self.at :].strip()
            if not rest:
                return ""
            placed = _NUMBER.match(self.line, self.at)
            named = _NAMED.match(self.line, self.at)
            if placed is not None and not (
                named is not None and self.is_label(folded(named["word"]))
            ):  # a medal behind the last label is only told once more
                return "tail" if placed["medal"] and not _NAMED.match(self.line, placed.end()) else "number"
            return "word" if rest[0].isalnum() else "tail"
        self.at = found.end()
        return _SAME.get(found["sign"].lower().split()[0], found["sign"][0])


_TIES = ("=", "and", "&", "/")
_SAME = {
    "tied": "=", "ties": "=", "tie": "=", "and": "and", "und": "and", "et": "and", "y": "and", "e": "and", "en": "and",
    "i": "and", "и": "and", "≻": ">", "≺": "<", ";": ",", "≈": "=", "~": "=",
}  # fmt: skip
_PLAIN: dict[int, int | str | None] = {ord(mark): None for mark in "*_`\"'“”‘’«»[]"}
_PLAIN |= {0xFF01 + step: 0x21 + step for step in range(94)}
_PLAIN |= {0x3000: " ", 0x3002: ".", 0x3001: ",", 0x200B: None, 0xFE0F: None, 0x20E3: "."}
_PLAIN |= {0x2460 + step: f"{step + 1}. " for step in range(20)}  # numbers in circles
# Linear: matched at one place only, every repetition bounded and followed by something it cannot itself take.
_ABSTAIN = re.compile(r"(?i:abstain(?:ed|ing)?|abstention)(?![a-z0-9])\s{0,8}[.:,;–—-]{0,2}\s{0,8}")
_BULLET = re.compile(r"(?:[-•+–‣◦▪]|#{1,6}(?=\s))\s{0,8}")
_NUMBER = re.compile(
    rf"\s{{0,8}}(?i:"
    rf"(?:(?:{PLACE})\s{{0,3}})?(?:\((?P<a>\d{{1,2}})\)|[#№]?(?P<b>\d{{1,2}})(?:{BEHIND})?(?:\s{{0,3}}(?:{PLACE}))?\s{{0,3}}[.):–—-](?:\s{{0,3}}(?:{PLACE})(?!\w)\s{{0,3}}[.):–—-]?)?"
    rf"|[#№](?P<c>\d{{1,2}})(?![0-9A-Za-z]))"
    rf"|第?(?P<d>\d{{1,2}})(?:{BEHIND})(?!\w)(?:\s{{0,3}}(?:{PLACE})(?!\w))?\s{{0,3}}[.):–—-]?"
    rf"|(?:{PLACE})\s{{0,3}}[#№]?(?P<e>\d{{1,2}})(?!\w)\s{{0,3}}[.):–—-]?"
    rf"|(?P<medal>{'|'.join(MEDALS)})\ufe0f?\s{{0,3}}(?:\d{{1,2}}(?:st|nd|rd)?(?!\w))?\s{{0,3}}(?:(?:{PLACE})(?!\w))?\s{{0,3}}[.):–—-]?"
    rf"|(?P<word>{ORDINAL})(?:\s{{0,3}}(?:{PLACE}|{BEHIND})(?!\w))?\s{{0,3}}[:–—-])"
)
_NAME = (
    r"\s{0,8}(?:(?i:response|answer|candidate|option|label)\s{0,3})?"
    r"[(<]?(?P<word>[0-9A-Za-z\u212a]{1,12})[)>]?(?![0-9A-Za-z])"
)
_NAMED = re.compile(_NAME)
_AND_NAMED = re.compile(r"(?:\s{0,8}(?i:and)(?=\s))?" + _NAME)
_SIGN = re.compile(
    r"\s{0,8}(?P<sign>={1,3}|(?i:tied|ties|tie)\s{1,4}(?i:with|to)(?=\s)|(?i:and|und|et|y|e|en|i|и)(?=\s)|&|/|>{1,3}|≻|<{1,3}|≺|≈|~|,|;)"
)
_CHAINED = re.compile(r"\s{0,4}(?:={1,3}|>{1,3}|≻|<{1,3}|≺|≈|~=?)\s{0,4}")
_VERDICT = re.compile(r"\[\[([^\[\]\n]{3,400})\]\]")
_NUMBER_BEHIND = re.compile(r"\s{0,8}[(:,–—-]{0,3}\s{0,8}(?i:rank|place|no\.?|number)?\s{0,3}[#(]?\d", re.ASCII)
_TIE_TOLD = re.compile(r"\s{0,8}[(:,–—-]{0,2}\s{0,4}(?i:tie|tied|ties|equal)(?![a-z])")
