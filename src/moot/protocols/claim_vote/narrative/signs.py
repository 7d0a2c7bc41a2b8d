"""Of which words does an editor's text consist, and which claims does it name?

A claim is named by its id (`[claim-03]`) or by its whole words in quotation marks, letter by letter: only its final
stop and the case of its first letter may differ. The question is named by its whole words likewise. Whatever else is no
plain English word, number or mark is a stranger, and no sentence stands that holds one: so nothing that cannot be seen,
or that looks like something else, reaches a reader. Held by `tests/protocols/claim_vote/narrative/test_closed.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct

STRANGER = "?"
"""The sign of what stands in no form of sentence."""
QUESTION = "Q"
"""The sign of the question's whole words."""
CLOSED_BY = {'"': '"', "“": "”"}
"""A quotation's last mark, by its first."""
_ID = r"[Cc]laim-\d\d"
ID = re.compile(rf"(?P<one>{_ID})(?![\w-])|\[(?P<some>{_ID}(?:(?:, (?:and )?| and ){_ID})*)\]", re.ASCII)
NUMBER_OF = re.compile(r"claim-(\d\d)", re.ASCII | re.I)
FIGURE = re.compile(r"[-−]?\d+(?:\.\d+)?(?![\w-])", re.ASCII)
WORD = re.compile(r"[A-Za-z]+(?![\w-])")
COUNTING = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
NUMBERS = {word: str(number) for number, word in enumerate(COUNTING, start=1)}
IN_CAPITALS = frozenset(("HIGH", "MEDIUM"))
"""Tiers that are told in capitals alone: `high` of a risk or of a cost says how large it is."""
ENDS = ".!?"


class Sign(Struct, frozen=True):
    """A word, a number or a mark of a text, or a claim that is named there."""

    said: str
    """In small letters; numbers in digits; `C03` for a claim."""
    start: int
    """Where in the text it begins."""
    end: int
    """Where it ends."""
    own: bool = False
    """Whether it is a claim's whole words."""


class Names(Struct, frozen=True, dict=True):
    """What can be named by its whole words."""

    claims: Mapping[str, str]
    """The claims' words by their ids."""
    question: str
    """The question's words."""

    @cached_property
    def whole(self) -> tuple[tuple[str, str], ...]:
        """Whole words without their final stop, each with its sign; the longest first. What two claims say names
        neither of them."""
        found: dict[str, str] = {}
        given = [(QUESTION, self.question), *((_sign(claim), words) for claim, words in self.claims.items())]
        for sign, words in given:
            flat = " ".join(words.split()).removesuffix(".")
            if len(flat) > 1:
                key = min(flat[0], _otherwise(flat[0])) + flat[1:]
                found[key] = STRANGER if key in found else sign
        return tuple(sorted(found.items(), key=lambda pair: -len(pair[0])))

    @cached_property
    def by_start(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """The same by their first letter, large or small."""
        found: dict[str, list[tuple[str, str]]] = {}
        for key, sign in self.whole:
            found.setdefault(key[0], []).append((key[1:], sign))
            if (other := _otherwise(key[0])) != key[0]:
                found.setdefault(other, []).append((key[1:], sign))
        return {letter: tuple(some) for letter, some in found.items()}


def signs_in(text: str, names: Names) -> list[Sign]:
    """The text from its beginning to its end; of its white space only a plain space or a line's end is none."""
    signs: list[Sign] = []
    at = 0
    while at < len(text):
        letter = text[at]
        if letter in " \n":
            at += 1
            continue
        found = _quoted(text, at, names) or _named(text, at) or _plain(text, at)
        if signs and len(found) == 1 and _same_claim(signs[-1], found[0]):
            signs[-1] = Sign(found[0].said, signs[-1].start, found[0].end, own=True)
        else:
            signs += found
        at = found[-1].end
    return signs


def sentences_in(signs: list[Sign], text: str) -> list[list[Sign]]:
    """The signs by sentence; each ends with a stop before a space or at the end."""
    found: list[list[Sign]] = [[]]
    for sign in signs:
        found[-1].append(sign)
        if text[sign.start : sign.end] in ENDS and text[sign.end : sign.end + 1] in ("", " ", "\n"):
            found.append([])
    return [one for one in found if one]


def claims_of(signs: list[Sign]) -> tuple[str, ...]:
    """The claims that are named, each once."""
    return tuple(dict.fromkeys(f"claim-{sign.said[1:]}" for sign in signs if is_claim(sign.said)))


def is_claim(said: str) -> bool:
    return said[0] == "C" and said[1:].isdigit()


def _same_claim(one: Sign, other: Sign) -> bool:
    """Whether a claim's words and its own id stand beside each other: they name it once."""
    return is_claim(one.said) and one.said == other.said and one.own != other.own


def _quoted(text: str, at: int, names: Names) -> list[Sign]:
    close = CLOSED_BY.get(text[at])
    if close is None or at + 1 >= len(text):
        return []
    for rest, sign in names.by_start.get(text[at + 1], ()):
        if not text.startswith(rest, at + 2):
            continue
        end = at + 2 + len(rest)
        end += text[end : end + 1] == "."
        if text[end : end + 1] == close:
            return [Sign(sign, at, end + 1, own=is_claim(sign))]
    return []


def _named(text: str, at: int) -> list[Sign]:
    """Claims by their ids, a list of them as the words that a list is told in."""
    bracketed = text[at] == "("
    found = ID.match(text, at + bracketed)
    if found is None or (at and text[at - 1].isalnum()):
        return []
    end = found.end()
    if bracketed:
        if text[end : end + 1] != ")":
            return []
        end += 1
    ids = [f"C{number}" for number in NUMBER_OF.findall(found[0])]
    if len(ids) == 1:
        return [Sign(ids[0], at, end)]
    said = [ids[0]]
    for one in ids[1:-1]:
        said += [",", one]
    return [Sign(word, at, end) for word in (*said, "and", ids[-1])]


def _plain(text: str, at: int) -> list[Sign]:
    joined = at > 0 and (text[at - 1].isalnum() or text[at - 1] in "_-")
    for form in () if joined else (FIGURE, WORD):  # a number is not tried anew at each of its digits
        found = form.match(text, at)
        if found is not None:
            word = found[0] if found[0] in IN_CAPITALS else found[0].lower()
            return [Sign(NUMBERS.get(word, word.replace("−", "-")), at, found.end())]
    return [Sign(text[at] if text[at] in ",;:." else STRANGER, at, at + 1)]


def _otherwise(letter: str) -> str:
    """The letter large where it is small and small where it is large, if that is one letter."""
    other = letter.lower() if letter.isupper() else letter.upper()
    return other if len(other) == 1 else letter


def _sign(claim: str) -> str:
    return f"C{claim.removeprefix('claim-')}"
