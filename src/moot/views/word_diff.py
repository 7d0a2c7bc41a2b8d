"""Compare two texts: paragraphs first, then sentences, then words if enough is the same.

Texts that share little are not compared by word: a few common words mean nothing and are unreadable. Bounded: 60,000
characters of each text are compared, and as many repeated pieces as `MOST_PAIRS` allows. Tests:
`tests/views/test_word_diff.py`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Literal

from msgspec import Struct

MOST_CHARACTERS = 60_000
"""Maximum number of characters compared of each text. A longer text is marked as cut."""
MOST_PAIRS = 60_000
"""Maximum number of pairs of equal pieces compared at once, because a text with endless repetitions would take too
long.
"""
LEAST_ALIKE = 0.35
"""Minimum share of equal characters at which a differing passage is compared more finely."""

Kind = Literal["same", "a", "b"]

_PARAGRAPH = re.compile(r".+?(?:\n\s*\n|\Z)", re.DOTALL)
_SENTENCE = re.compile(r".+?(?:[.!?…:;](?:\s+|\Z)|[。！？]|\n+|\Z)", re.DOTALL)
_UNSPACED = r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]"  # written without spaces: sign by sign
_WORD = re.compile(rf"\s+|{_UNSPACED}|(?:(?!{_UNSPACED})[^\W_])+(?:['’\-](?:(?!{_UNSPACED})[^\W_])+)*|[\W_]", re.DOTALL)


class DiffPiece(Struct, frozen=True):
    """A passage that two compared texts share, or that only one of them has."""

    kind: Kind
    """Which text contains the passage: `same`, both; `a`, only the first; `b`, only the second."""
    text: str
    """Text of the piece."""


class WordDiff(Struct, frozen=True, kw_only=True):
    """Two texts compared word by word."""

    passages: tuple[DiffPiece, ...]
    """The passages in order. Those of `same` and `a` make up the first text, those of `same` and `b` the second."""
    same: float
    """Share of characters that both texts have in common, 0 to 1."""
    cut: bool = False
    """Whether only the beginning of a text was compared."""


def word_diff(a: str, b: str) -> WordDiff:
    """Compare two texts word by word and return the passages they share and those that differ, in order."""
    cut = max(len(a), len(b)) > MOST_CHARACTERS
    a, b = a[:MOST_CHARACTERS], b[:MOST_CHARACTERS]
    passages = _joined(_compared(a, b, (_PARAGRAPH, _SENTENCE, _WORD)))
    return WordDiff(passages=passages, same=round(_share(passages), 3), cut=cut)


def _compared(a: str, b: str, levels: Sequence[re.Pattern[str]]) -> list[DiffPiece]:
    if a == b:
        return [DiffPiece("same", a)]
    if not a or not b or not levels:
        return _apart(a, b)
    level, *finer = levels
    mine, theirs = level.findall(a), level.findall(b)
    ours, others = [_bare(each) for each in mine], [_bare(each) for each in theirs]
    head = _alike(ours, others)
    tail = _alike(ours[head:][::-1], others[head:][::-1])
    found = _same(mine[:head], theirs[:head])
    for tag, a0, a1, b0, b1 in _steps(ours, others, head, tail):
        one, other = "".join(mine[a0:a1]), "".join(theirs[b0:b1])
        if tag == "equal":
            found += _same(mine[a0:a1], theirs[b0:b1])
        else:
            found += _finer(one, other, finer)
    return found + _same(mine[len(mine) - tail :], theirs[len(theirs) - tail :])


def _alike(ours: Sequence[str], others: Sequence[str]) -> int:
    """Return how many pieces at the beginning of both sequences are the same."""
    pairs = enumerate(zip(ours, others, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(ours), len(others)))


def _steps(ours: Sequence[str], others: Sequence[str], head: int, tail: int) -> list[tuple[str, int, int, int, int]]:
    """Return `SequenceMatcher`'s edit steps for the part between the common beginning (`head`) and the common end
    (`tail`)."""
    a, b = ours[head : len(ours) - tail], others[head : len(others) - tail]
    if not a and not b:
        return []
    often = Counter(b)
    if sum(often[each] for each in a) > MOST_PAIRS:
        return [("replace", head, head + len(a), head, head + len(b))]
    steps = SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
    return [(tag, a0 + head, a1 + head, b0 + head, b1 + head) for tag, a0, a1, b0, b1 in steps]


def _finer(a: str, b: str, levels: Sequence[re.Pattern[str]]) -> list[DiffPiece]:
    """Compare two differing passages at a finer level, such as words. If too little is the same, return both whole."""
    finer = _compared(a, b, levels)
    return finer if _share(finer) >= LEAST_ALIKE else _apart(a, b)


def _same(mine: Sequence[str], theirs: Sequence[str]) -> list[DiffPiece]:
    """Return pieces whose text is the same, except that white space which differs around them is returned as a
    difference."""
    found: list[DiffPiece] = []
    for one, other in zip(mine, theirs, strict=True):
        if one == other:
            found.append(DiffPiece("same", one))
        elif one.strip() == other.strip():
            bare = one.strip()
            before, after = _apart(one[: one.find(bare)], other[: other.find(bare)]) if bare else [], []
            after = _apart(one[one.find(bare) + len(bare) :], other[other.find(bare) + len(bare) :])
            found += [*before, DiffPiece("same", bare), *after]
        else:
            found += _apart(one, other)
    return found


def _bare(text: str) -> str:
    """Return a piece without the white space around it. A piece that is only white space is unchanged."""
    return text.strip() or text


def _apart(a: str, b: str) -> list[DiffPiece]:
    if a == b:
        return [DiffPiece("same", a)] if a else []
    return [*([DiffPiece("a", a)] if a else []), *([DiffPiece("b", b)] if b else [])]


def _share(passages: Sequence[DiffPiece]) -> float:
    whole = sum(len(each.text) * (2 if each.kind == "same" else 1) for each in passages)
    if not whole:
        return 1.0
    return 2 * sum(len(each.text) for each in passages if each.kind == "same") / whole


def _joined(passages: Sequence[DiffPiece]) -> tuple[DiffPiece, ...]:
    """Merge neighbouring pieces of one kind. Between two equal passages, pieces of the first text come first."""
    found: list[DiffPiece] = []
    waiting = {"a": "", "b": ""}

    def told() -> None:
        found.extend(DiffPiece(kind, text) for kind, text in waiting.items() if text)  # type: ignore[arg-type]
        waiting.update(a="", b="")

    for each in passages:
        if each.kind != "same":
            waiting[each.kind] += each.text
            continue
        told()
        if found and found[-1].kind == "same":
            found[-1] = DiffPiece("same", found[-1].text + each.text)
        elif each.text:
            found.append(each)
    told()
    return tuple(found)
