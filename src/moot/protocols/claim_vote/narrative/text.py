"""How is a narrative laid out: its sections, their blocks, the sentences in them, and the claims each names?

A claim is named by its id, alone or in a list (`claims 03 and 05`), or by its words. Words that are a claim's own are
taken out of a sentence before anything else is looked for in it: what a claim says is not what the editor says. Every
sentence knows where in the text it stands, so that it alone can be struck.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cached_property, partial

from msgspec import Struct

from moot.protocols.claim_vote.narrative.words import CUES, PROCEDURE, SECTIONS, root
from moot.tally.lexicon import LITTLE, WORD, word_set, words_of

HEADING = re.compile(r"[#*_\s]*(?:\d{1,2}[.)]\s*)?[*_\s]*([^*_#:]+?)[*_\s:]*#*")
LONGEST_HEADING = 120
"""A longer line is no heading; this also keeps the search for one quick."""
ITEM = re.compile(r"\s*(?:[-*+•]|\(?\d{1,2}[.)]|\(?[a-z]\))\s+")
RULE = re.compile(r"[\s|:\-=_*]*$")
NUMBERS = r"\d{1,3}\b(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*[&/]\s*)(?:claim[\s\-]*)?\d{1,3}\b(?![.\-]?\d))*"
IDS = re.compile(rf"[\[(]?\bclaims?[\s\-#]*({NUMBERS})[\])]?", re.I)
STOP = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[]*[A-Z0-9⟨⟪])")
STOPS = re.compile(r"[.!?]")
LATE = re.compile(r"[(\[]?⟨+[)\]]?[.,;]?(?:\s+|$)")
"""`… for one quarter. [claim-01] It also …`: the id belongs to the sentence before it."""
ANEW = re.compile(r"$|[\"'(]*[A-Z⟪]")
"""What follows the last of such ids."""
QUOTED = re.compile(r"⟪[\"']+\s+(?:⟨+\s+)+(?=[A-Z] ?[a-z])")
"""`“… for one quarter.” [claim-01] It also …`: the sentence ends after the id."""
ABBREVIATED = re.compile(r"\b(?:e\.g|i\.e|vs|cf|approx|no|etc)\.$", re.I)
CLOSED = re.compile(r"[.!?;:]+(?=[\"'])")
"""The stop within a quotation: it ends the claim and not the sentence that quotes it."""
ENDED = tuple(".!?:;|\"')]")
FOLDS = str.maketrans(
    {
        **dict.fromkeys("‘’‚′", "'"), **dict.fromkeys("“”„«»", '"'), **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys("*_`#>", " "), **dict.fromkeys("⟨⟪⟩⟫", "<"), "|": ",",
    }
)  # fmt: skip
"""One character for one, so that what is found stands at the same place in the text as it was written."""
OTHER_FORMS = re.compile("[\u0130\u0131\u017f\u212a]")
"""Letters beyond ASCII that are another form of one within it."""
GENERAL = re.compile(
    r"\b(?:claims|another|the rest|remaining|the others? (?:\w+ )?(?:is|are|was|were)|other claims?)\b"
    r"|\b(?:one|two|three|four|five|six|\d+) (?:claim|risk|finding)s?\b",
    re.I,
)
"""It speaks of claims in general, and not of those named before it."""
NAMED = re.compile(r"⟨(\d+)⟩|⟪(\d+)⟫")
SHOWN = re.compile(r"⟨(\d+)⟩(?:\s+(?=[:;,.]))?|[\"']?⟪(\d+)⟫[\"']?")
"""The same with the quotation marks and the space that a message puts there itself."""

SECTION_NAMES = {name.lower(): name for name in SECTIONS}
GOES_ON = (LITTLE - CUES) - word_set(
    """and or with to for in on at by of from within until unless if when before after because through via so into per
    about above across also along among as between during except instead like near onto over since though thus toward
    towards under up upon using very while without"""
)
"""Little words that may follow a claim's own words without adding to them, such as `was` or `is`."""


class Sentence(Struct, frozen=True, kw_only=True, dict=True):
    """One sentence of a narrative."""

    text: str
    """As written, for messages."""
    marked: str
    """With `⟨01⟩` for the id of a claim and `⟪01⟫` for its own words."""
    claims: tuple[str, ...]
    """Claims it names."""
    around: tuple[str, ...]
    """Claims it names, or else those named before it in its block."""
    verbatim: tuple[str, ...]
    """Claims it gives in their own words."""
    start: int
    """Where in the narrative it begins."""
    end: int
    """Where it ends."""

    @cached_property
    def words(self) -> list[str]:
        """The editor's own words."""
        return words_of(NAMED.sub(" . ", self.marked))


class Section(Struct, frozen=True, kw_only=True):
    """What stands under one heading."""

    name: str
    """The heading, or an empty name for what stands before the first."""
    sentences: tuple[Sentence, ...]
    """In order; a heading that is none of the six is the first of its section."""
    end: int
    """Where in the narrative the section ends."""


class Region(Struct, frozen=True):
    """Where a claim is named."""

    start: int
    """Where it begins."""
    end: int
    """Where it ends."""
    ids: tuple[str, ...]
    """The claims' numbers."""
    own: bool
    """Whether these are the claim's own words."""


def sections_in(narrative: str, texts: Mapping[str, str]) -> list[Section]:
    """The sections in the order they stand; `texts` has each claim's words by its id."""
    folded = narrative.translate(FOLDS)
    found: list[tuple[str, list[tuple[int, int]]]] = [("", [])]
    ends = [0]
    for start, end in _lines(narrative):
        name = heading(narrative[start:end])
        if name is not None:
            found.append((name, [] if name in SECTIONS else [(start, end)]))
            ends.append(end)
        else:
            found[-1][1].append((start, end))
            if narrative[start:end].strip():
                ends[-1] = end
    regions = _regions(folded, texts)
    sections = [
        Section(
            name=name,
            sentences=tuple(
                sentence
                for start, stop in _blocks(narrative, lines)
                for sentence in _in_block(narrative, folded, start, stop, regions, texts)
            ),
            end=end,
        )
        for (name, lines), end in zip(found, ends, strict=True)
    ]
    return sections if sections[0].sentences else sections[1:]


def heading(line: str) -> str | None:
    """The section a line opens: one of the six by its name, or whatever stands after a `#`."""
    matched = HEADING.fullmatch(line.strip()) if len(line) <= LONGEST_HEADING else None
    if matched is None:
        return line.strip("# ") if line.startswith("#") and len(line) <= LONGEST_HEADING and line.strip("# ") else None
    name = matched[1].strip()
    known = SECTION_NAMES.get(name.lower())
    if known is not None:
        return known
    return name if line.lstrip().startswith("#") else None


def claims_in(marked: str) -> tuple[str, ...]:
    """The claims a marked text names, each once."""
    return tuple(dict.fromkeys(f"claim-{one or other}" for one, other in NAMED.findall(marked)))


def _shown(texts: Mapping[str, str], found: re.Match[str]) -> str:
    return f"[claim-{found[1]}]" if found[1] else f'"{texts[f"claim-{found[2]}"]}"'


def _lines(text: str) -> list[tuple[int, int]]:
    lines, at = [], 0
    for line in text.split("\n"):
        lines.append((at, at + len(line)))
        at += len(line) + 1
    return lines


def _blocks(text: str, lines: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Paragraphs, list items and table rows; a line that names a claim first is an item even without a mark."""
    blocks: list[tuple[int, int]] = []
    fresh = True
    ended = False  # whether the last block's last line ends as a sentence does
    for start, end in lines:
        line = text[start:end]
        item = ITEM.match(line)
        if not line.strip() or RULE.match(line):
            fresh = True
            continue
        named = ended and IDS.match(line.lstrip("*_ "))
        if fresh or item or named or line.lstrip().startswith(("|", "#")):
            at = item.end() if item else 0
            blocks.append((start + at, end))
            ended = line[at:].rstrip().endswith(ENDED)
            fresh = line.lstrip().startswith("#")
        else:
            blocks[-1] = (blocks[-1][0], end)
            ended = line.rstrip().endswith(ENDED)
    return blocks


def _in_block(
    raw: str, folded: str, start: int, end: int, regions: Sequence[Region], texts: Mapping[str, str]
) -> list[Sentence]:
    here = regions[bisect_left(regions, start, key=_begins) : bisect_left(regions, end, key=_begins)]
    masked = folded[start:end]
    if here:
        letters = list(masked)
        for region in here:
            length = region.end - region.start
            letters[region.start - start : region.end - start] = ("⟪" if region.own else "⟨") * length
        masked = "".join(letters)
    sentences: list[Sentence] = []
    before: dict[str, None] = {}
    so_far: tuple[str, ...] = ()
    for first, last in _split(masked):
        of_it = here[bisect_left(here, start + first, key=_begins) : bisect_left(here, start + last, key=_begins)]
        piece = _marked(folded, start + first, start + last, of_it)
        claims = claims_in(piece) if of_it else ()
        verbatim = tuple(dict.fromkeys(f"claim-{pair[1]}" for pair in NAMED.findall(piece) if pair[1])) if of_it else ()
        before |= dict.fromkeys(claims)
        of_all = bool(so_far) and not claims and bool(GENERAL.search(piece))
        if len(so_far) < len(before):
            so_far = tuple(before)
        around = () if of_all else claims or so_far
        text = " ".join((SHOWN.sub(partial(_shown, texts), piece) if of_it else piece).strip(" ,").split())
        if text.strip(" .-,"):
            written = raw[start + first : start + last]
            lead, tail = len(written) - len(written.lstrip(" |\t")), len(written.rstrip(" |\t"))
            sentences.append(
                Sentence(
                    text=text, marked=piece, claims=claims, around=around, verbatim=verbatim,
                    start=start + first + lead, end=start + first + tail,
                )
            )  # fmt: skip
    return sentences


def _split(masked: str) -> list[tuple[int, int]]:
    """Where its sentences begin and end."""
    ends: dict[int, int] = {}
    known: dict[int, int | None] = {}
    for stop in STOP.finditer(masked) if STOPS.search(masked) else ():
        if not ABBREVIATED.search(masked[max(0, stop.start() - 8) : stop.start()]):
            late = _late(masked, stop.end(), known)
            ends[late or stop.end()] = late or stop.start()
    for stop in QUOTED.finditer(masked) if "⟪" in masked else ():
        ends.setdefault(stop.end(), stop.end())
    pieces: list[tuple[int, int]] = []
    at = 0
    for begins in sorted(ends):
        if at < begins < len(masked):
            quote = masked[ends[begins] : begins]  # a closing mark belongs to what it closes
            pieces.append((at, ends[begins] + len(quote) - len(quote.lstrip("\"')]"))))
            at = begins
    return [*pieces, (at, len(masked))]


def _late(masked: str, at: int, known: dict[int, int | None]) -> int | None:
    """Where the ids end that stand here and belong to the sentence before; each is looked at once, then it is known."""
    ids: list[tuple[int, int]] = []
    while at not in known and (found := LATE.match(masked, at)):
        ids.append((at, at := found.end()))
    last = known.get(at)
    for start, end in reversed(ids):
        if last is None and ANEW.match(masked, end):
            last = end
        known[start] = last
    return last


def _marked(folded: str, start: int, end: int, regions: Sequence[Region]) -> str:
    parts: list[str] = []
    at = start
    for region in regions:
        parts.append(folded[at : region.start])
        if region.own:
            parts.append(f"⟪{region.ids[0]}⟫")
        else:
            parts.append(" " + " ".join(f"⟨{one}⟩" for one in region.ids) + " ")
        at = region.end
    return " ".join("".join([*parts, folded[at:end]]).split())


def _begins(region: Region) -> int:
    return region.start


def _regions(folded: str, texts: Mapping[str, str]) -> list[Region]:
    """Every place where a claim is named, the longest words first, none over another."""
    taken: list[Region] = []
    free = folded
    small = _small(folded)
    for claim, words in sorted(texts.items(), key=lambda pair: -len(pair[1])):
        own = _own_words(free, small, words)
        taken += [Region(start, end, (claim.removeprefix("claim-"),), own=True) for start, end in own]
        free, small = _masked(free, own), _masked(small, own)
    for found in IDS.finditer(free):
        ids = tuple(f"{int(number):02d}" for number in re.findall(r"\d{1,3}", found[1]))
        taken.append(Region(found.start(), found.end(), ids, own=False))
    return sorted(taken, key=_begins)


def _small(text: str) -> str:
    """The text in small letters, where that is all there is to a letter's being large or small; else nothing.

    A search of it is many times quicker, since the search of the other looks at every letter in every form.
    """
    small = text.lower()
    return small if len(small) == len(text) and not OTHER_FORMS.search(text) else ""


def _masked(text: str, places: Sequence[tuple[int, int]]) -> str:
    """The text without the claims' own words, everything else at its place; nothing stays nothing."""
    if not text or not places:
        return text
    parts: list[str] = []
    at = 0
    for start, end in places:
        parts += (text[at:start], "⟪" * (end - start))
        at = end
    return "".join([*parts, text[at:]])


def _own_words(text: str, small: str, words: str) -> list[tuple[int, int]]:
    wanted = words.translate(FOLDS).rstrip(".!?;: ").split()
    if sum(map(len, wanted)) < 2:
        return []
    if small and words.isascii():
        found = re.finditer(r"\s+".join(map(re.escape, map(str.lower, wanted))), small)
    else:
        found = re.finditer(r"\s+".join(map(re.escape, wanted)), text, re.I)
    places = []
    for start, end in (one.span() for one in found):
        if _whole(text, start, end):
            stop = CLOSED.match(text, end)
            places.append((start, stop.end() if stop is not None else end))
    return places


def _whole(text: str, start: int, end: int) -> bool:
    """Whether the words end where the claim ends: not in the middle of a word, nor running on into other words."""
    if (start and text[start - 1].isalnum()) or text[end : end + 1].isalnum():
        return False
    following = WORD.match(text, end + 1) if text[end : end + 1] == " " else None
    if following is None:
        return True
    word = following.group().lower()
    return word in GOES_ON or root(word) in PROCEDURE
