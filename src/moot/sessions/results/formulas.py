"""Which parts of a text are formulas? `$…$`, `$$…$$`, `\\(…\\)`, `\\[…\\]` and `\\begin{align}…`, unless they are
money, prose or brackets that somebody wrote with a stroke before them.

The page draws by the same rule (`web/src/markdown/maths/spans.ts`); both are held to
`tests/golden/exports/formulas.json`. Linear: what is looked for ahead is found once for all marks before it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

LONGEST = 2_000
"""A longer one is shown as it was written."""
_ENVIRONMENTS = frozenset((
    "equation", "align", "gather", "multline", "alignat", "eqnarray", "matrix", "pmatrix", "bmatrix", "cases",
    "array", "split",
))  # fmt: skip
_MARK = re.compile(r"\\(?:begin\{([a-z]{1,12}\*?)\}|[\s\S])|\$\$?")
_PROSE = re.compile(r"(?:^|[^\\A-Za-z])[A-Za-z]{2,}[,;:.]?\s+[A-Za-z]{2,}")
"""Two words in a row."""
_AMOUNT = re.compile(r"\d[\d.,]*\s?(?:[kKmM]|bn)?(?=[\s(,;:/-])")
_LONE_WORD = re.compile(r"[A-Za-z]{2,}")
_DOLLAR = re.compile(r"(?<!\\)\$")
_SIGN = re.compile(r"[\\^_=+<>{}]")
_BRACES = re.compile(r"\{[^{}]*\}")
_BLANK = re.compile(r"\n[ \t>]*\n")
_QUOTED = re.compile(r"\n[ \t]*>[ \t>]*")
_LINE_START = re.compile(r"(?:^|\n)[ \t>]*$")
_IN_ADDRESS = re.compile(r"://\S*$")
_WORD = re.compile(r"[A-Za-z0-9$]")
_TWO_LETTERS = re.compile(r"[A-Za-z]{2}")
_CLOSED = {"(": "\\)", "[": "\\]"}


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula in a text."""

    tex: str
    block: bool
    """Whether it stands on a line of its own."""
    start: int
    end: int
    """Where it ends, with its marks."""


def formulas_in(text: str) -> list[Formula]:
    """Every formula of a text, in order."""
    if "$" not in text and "\\(" not in text and "\\[" not in text and "\\begin{" not in text:
        return []
    reader = _Reader(text)
    found: list[Formula] = []
    at = 0
    while mark := _MARK.search(text, at):
        formula = reader.at(mark)
        at = mark.end() if formula is None else formula.end
        if formula is not None:
            found.append(formula)
    return found


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._ends: dict[str, int] = {}

    def at(self, mark: re.Match[str]) -> Formula | None:
        """The formula that begins with a mark."""
        what = mark[0]
        if what == "$$":
            found = self._formula(mark, "$$", block=True)
            return found if found and not _DOLLAR.search(found.tex) and not _is_prose(found.tex) else None
        if what == "$":
            found = self._formula(mark, "$", block=False)
            return found if found and self._is_pair(found) and not _is_money(found.tex) else None
        if mark[1] is not None:
            return self._environment(mark, mark[1])
        if what[1] not in _CLOSED:
            return None
        found = self._formula(mark, _CLOSED[what[1]], block=what[1] == "[")
        if found is None or _is_prose(found.tex) or self._text.startswith(("(", "["), found.end):
            return None
        short = what[1] == "(" and len(found.tex) <= 12 and not _TWO_LETTERS.search(found.tex)
        return found if _SIGN.search(found.tex) or short else None

    def _environment(self, mark: re.Match[str], name: str) -> Formula | None:
        before = self._text[max(0, mark.start() - 200) : mark.start()]
        if name.replace("*", "") not in _ENVIRONMENTS or not _LINE_START.search(before):
            return None
        found = self._formula(mark, f"\\end{{{name}}}", block=True)
        if found is None:
            return None
        return Formula(_tex(self._text[found.start : found.end]), True, found.start, found.end)

    def _formula(self, mark: re.Match[str], closing: str, *, block: bool) -> Formula | None:
        end = self._end_of(closing, mark.end())
        if end < 0 or end - mark.end() > LONGEST:
            return None
        tex = self._text[mark.end() : end]
        if not tex.strip() or "`" in tex or "~~~" in tex or _BLANK.search(tex):
            return None
        return Formula(_tex(tex), block, mark.start(), end + len(closing))

    def _is_pair(self, found: Formula) -> bool:
        """A dollar begins a formula with no letter or digit before it and no space behind it, outside of addresses; one
        ends it with no space before and no letter or digit behind it."""
        text, start, end = self._text, found.start, found.end
        before, first, last = text[start - 1 : start] if start else "", text[start + 1], text[end - 2]
        if (
            _WORD.match(before)
            or before == "\\"
            or first.isspace()
            or last.isspace()
            or _WORD.match(text[end : end + 1])
        ):
            return False
        return not _IN_ADDRESS.search(text[max(0, start - 200) : start])

    def _end_of(self, closing: str, start: int) -> int:
        had = self._ends.get(closing)
        if had is not None and (had < 0 or had >= start):
            return had
        at = self._text.find(closing, start)
        while at > 0 and closing[0] == "$" and _is_escaped(self._text, at):
            at = self._text.find(closing, at + 1)
        self._ends[closing] = at
        return at


def _tex(written: str) -> str:
    return _QUOTED.sub("\n", written).strip()


def _is_escaped(text: str, at: int) -> bool:
    strokes = 0
    while strokes < at and text[at - 1 - strokes] == "\\":
        strokes += 1
    return strokes % 2 == 1


def _is_money(tex: str) -> bool:
    """Whether an amount and a word follow the dollar, or words in a row."""
    amount = _AMOUNT.match(tex)
    if amount and "\\" not in tex and _LONE_WORD.search(tex, amount.end()):
        return True
    return _is_prose(tex)


def _is_prose(tex: str) -> bool:
    """Whether words stand in a row; not those in braces, which are named or are text."""
    return _PROSE.search(_BRACES.sub("{}", tex)) is not None
