"""How is a narrative laid out: its sections, their blocks, the sentences in them, and the claims each names?

A claim is named by its id, alone or in a list (`claims 03 and 05`), or by its words. Words that are a claim's own are
taken out of a sentence before anything else is looked for in it: what a claim says is not what the editor says.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial

from msgspec import Struct

from moot.tally.lexicon import LITTLE, WORD, stem, words_of
from moot.tally.narrative_words import CUES, PROCEDURE, SECTIONS

HEADING = re.compile(r"(?:#{1,6}\s*|\*\*|__)?\s*(?:\d{1,2}[.)]\s*)?(.+?)\s*(?:\*\*|__)?\s*:?\s*#*$")
LONGEST_HEADING = 200
"""A longer line is no heading; this also keeps the search for one quick."""
ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,2}[.)])\s+")
RULE = re.compile(r"[\s|:\-=_*]*$")
IDS = re.compile(
    r"[\[(]?\bclaims?[\s\-#]*(\d{1,3}\b(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*)(?:claim[\s\-]*)?\d{1,3}\b(?!\.\d))*)[\])]?",
    re.I,
)
STOP = re.compile(r"(?<=[.!?])[\"'”’)\]]*\s+(?=[\"'“‘(\[*_]*[A-Z0-9⟨⟪])")
LATE_ID = re.compile(r"([.!?][\"']*)\s+((?:⟨\d+⟩\s*)+)(?=$|[A-Z] ?[a-z])")
"""`… for one quarter. [claim-01] It also …`: the id belongs to the sentence before it."""
QUOTED_ID = re.compile(r"(⟪\d+⟫[\"']*\s*)((?:⟨\d+⟩\s*)+)(?=[A-Z] ?[a-z])")
"""`“… for one quarter.” [claim-01] It also …`: the sentence ends after the id."""
ABBREVIATED = re.compile(r"\b(?:e\.g|i\.e|vs|cf|approx|no|etc)\.$", re.I)
CLOSED = re.compile(r"[.!?;:]+(?=[\"'])")
"""The stop within a quotation: it ends the claim and not the sentence that quotes it."""
MARKUP = re.compile(r"[*_`#>]+")
FOLDS = str.maketrans({**dict.fromkeys("‘’‚′", "'"), **dict.fromkeys("“”„«»", '"'), **dict.fromkeys("‐‑‒–—―−", "-")})
NAMED = re.compile(r"⟨(\d+)⟩|⟪(\d+)⟫")
QUOTE = "⟪{}⟫"
CITED = "⟨{}⟩"

GOES_ON = (LITTLE - CUES) - frozenset(
    [
        "and",
        "or",
        "with",
        "to",
        "for",
        "in",
        "on",
        "at",
        "by",
        "of",
        "from",
        "within",
        "until",
        "unless",
        "if",
        "when",
        "before",
        "after",
        "because",
        "through",
        "via",
        "so",
        "into",
        "per",
        "about",
        "above",
        "across",
        "also",
        "along",
        "among",
        "as",
        "between",
        "during",
        "except",
        "instead",
        "like",
        "near",
        "onto",
        "over",
        "since",
        "though",
        "thus",
        "toward",
        "towards",
        "under",
        "up",
        "upon",
        "using",
        "very",
        "while",
        "without",
    ]
)
"""Little words that may follow a claim's own words without adding to them, such as `was` or `is`."""


class Sentence(Struct, frozen=True, kw_only=True):
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

    @property
    def words(self) -> list[str]:
        """The editor's own words."""
        return words_of(NAMED.sub(" . ", self.marked))


class Section(Struct, frozen=True, kw_only=True):
    """What stands under one heading."""

    name: str
    """The heading, or an empty name for what stands before the first."""
    sentences: tuple[Sentence, ...]
    """In order."""

    @property
    def claims(self) -> frozenset[str]:
        """Every claim named in it."""
        return frozenset(claim for sentence in self.sentences for claim in sentence.claims)


def sections_in(narrative: str, texts: Mapping[str, str]) -> list[Section]:
    """The sections in the order they stand; `texts` has each claim's words by its id."""
    found: list[tuple[str, list[str]]] = [("", [])]
    for line in narrative.replace("\r\n", "\n").split("\n"):
        name = heading(line)
        if name is not None:
            found.append((name, []))
        else:
            found[-1][1].append(line)
    sections = [Section(name=name, sentences=tuple(_sentences(lines, texts))) for name, lines in found]
    return sections if sections[0].sentences else sections[1:]


def heading(line: str) -> str | None:
    """The section a line opens: one of the six by its name, or whatever stands after a `#`."""
    matched = HEADING.fullmatch(line.strip()) if len(line) <= LONGEST_HEADING else None
    if matched is None:
        return None
    name = matched[1].strip()
    for known in SECTIONS:
        if name.lower() == known.lower():
            return known
    return name if line.lstrip().startswith("#") else None


def claims_in(marked: str) -> tuple[str, ...]:
    """The claims a marked text names, each once."""
    return tuple(dict.fromkeys(f"claim-{one or other}" for one, other in NAMED.findall(marked)))


def _shown(texts: Mapping[str, str], found: re.Match[str]) -> str:
    return f"claim-{found[1]}" if found[1] else f'"{texts[f"claim-{found[2]}"]}"'


def _sentences(lines: Sequence[str], texts: Mapping[str, str]) -> list[Sentence]:
    return [sentence for block in _blocks(lines) for sentence in _in_block(block, texts)]


def _blocks(lines: Sequence[str]) -> list[str]:
    """Paragraphs, list items and table rows."""
    blocks: list[str] = []
    fresh = True
    for line in lines:
        item = ITEM.match(line)
        if not line.strip() or RULE.match(line):
            fresh = True
        elif fresh or item or line.lstrip().startswith("|"):
            blocks.append(line[item.end() :] if item else line)
            fresh = False
        else:
            blocks[-1] += " " + line.strip()
    return blocks


def _in_block(block: str, texts: Mapping[str, str]) -> list[Sentence]:
    marked = _marked(MARKUP.sub(" ", block).strip().strip("|").replace("|", ","), texts)
    sentences: list[Sentence] = []
    before: list[str] = []
    for piece in _split(marked):
        claims = claims_in(piece)
        verbatim = tuple(dict.fromkeys(f"claim-{pair[1]}" for pair in NAMED.findall(piece) if pair[1]))
        before += claims
        of_all = not claims and "claims" in words_of(piece)  # it speaks of claims in general, not of those before it
        around = () if of_all else claims or tuple(dict.fromkeys(before))
        text = " ".join(NAMED.sub(partial(_shown, texts), piece).split())
        if text.strip(" .-"):
            sentences.append(Sentence(text=text, marked=piece, claims=claims, around=around, verbatim=verbatim))
    return sentences


def _split(text: str) -> list[str]:
    pieces: list[str] = []
    at = 0
    for stop in STOP.finditer(text):
        if not ABBREVIATED.search(text[max(at, stop.start() - 8) : stop.start()]):
            pieces.append(text[at : stop.start()])
            at = stop.end()
    return [*pieces, text[at:]]


def _marked(block: str, texts: Mapping[str, str]) -> str:
    """The block with every claim it names marked, longest words first."""
    text = " ".join(block.translate(FOLDS).replace("⟨", "<").replace("⟪", "<").split())
    for claim, words in sorted(texts.items(), key=lambda pair: -len(pair[1])):
        text = _own_words(text, claim, words)
    text = " ".join(IDS.sub(_cited, text).split())
    return QUOTED_ID.sub(r"\1\2. ", LATE_ID.sub(r" \2\1 ", text))


def _own_words(text: str, claim: str, words: str) -> str:
    wanted = " ".join(words.translate(FOLDS).split()).rstrip(".!?;: ")
    low, sought = text.lower(), wanted.lower()
    if len(low) != len(text) or len(sought) < 2:  # a letter whose lower case is longer would shift everything
        return text
    parts: list[str] = []
    at = 0
    while (found := low.find(sought, at)) >= 0:
        end = found + len(sought)
        if _whole(text, found, end):
            stop = CLOSED.match(text, end)
            end = stop.end() if stop is not None else end
            parts += [text[at:found], QUOTE.format(claim.removeprefix("claim-"))]
        else:
            parts.append(text[at:end])
        at = end
    return "".join([*parts, text[at:]])


def _whole(text: str, start: int, end: int) -> bool:
    """Whether the words end where the claim ends: not in the middle of a word, nor running on into other words."""
    if (start and text[start - 1].isalnum()) or text[end : end + 1].isalnum():
        return False
    following = WORD.match(text, end + 1) if text[end : end + 1] == " " else None
    if following is None:
        return True
    word = following.group().lower()
    return word in GOES_ON or stem(word) in PROCEDURE


def _cited(found: re.Match[str]) -> str:
    numbers = re.findall(r"\d{1,3}", found[1])
    return " " + " ".join(CITED.format(f"{int(number):02d}") for number in numbers) + " "
