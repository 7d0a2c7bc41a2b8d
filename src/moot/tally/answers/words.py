"""Which words, numbers and signs does an answer consist of? One canonical row of tokens for spelling, case and marks.

Contractions are opened (`isn't` is `is not`), numerals are exact fractions in their shortest spelling, number words are
numerals, hyphens between words are spaces. Marks that carry no meaning between equal answers are gone.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from fractions import Fraction

NEGATIONS = frozenset(
    ["not", "no", "never", "none", "neither", "nor", "without", "cannot", "nothing", "nobody", "nowhere", "hardly",
     "nicht", "nein", "kein", "keine", "keinen", "keinem", "keiner", "nie", "niemals", "weder", "ohne", "kaum"]
)  # fmt: skip
"""Words that turn what is said around."""
LONGEST_NUMERAL = 60
"""Digits beyond which a numeral stays a word."""
LARGEST_IN_WORDS = 10**18
"""Beyond it a row of scale words is no number any more."""
MOST_EXPONENT = 99
"""Exponents beyond it leave a numeral as it is written."""

_SIGNS = str.maketrans(
    {"−": "-", "–": "-", "—": " - ", "’": "'", "‘": "'", "≤": " <= ", "≥": " >= ", "≈": " ~ ", "×": " * ", "⁄": "/",
     "÷": "/"}
)  # fmt: skip
_SUPERSCRIPTS = {ord(c): f"^{d}" for c, d in zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True)}
_FRACTIONS = {ord(c): f" {unicodedata.normalize('NFKC', c)}" for c in "¼½¾⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"}
_CONTRACTIONS = (("can't", "can not"), ("won't", "will not"), ("cannot", "can not"), ("n't", " not"), ("'s", " is"))
_LATEX = re.compile(r"\\d?frac\{(\d{1,9})\}\{(\d{1,9})\}")
# A point before the first figure, as in `.5`, not that of `2 .5`, and a comma where nothing stands before it.
_POINT_FIRST = re.compile(r"(^|[^\w.,\s]|[^\W\d]\s|[^\w.,\s]\s)([+-]?)(\.(?=\d)|(?<![\s\S]),(?=\d))")
_LISTED = re.compile(r"(?<![\d.,])\d{1,2}(?:,\d{1,2}){2,}(?![\d.,]*\d)", re.ASCII)
"""Figures that can be no number, in a list without spaces: `2,3,5`."""
_COMMANDS = re.compile(r"\\(?:boxed|text|mathrm|mathbf|left|right|,)|[{}`]|\*\*|__")
_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
# Linear: each alternative begins with another kind of character.
_TOKEN = re.compile(
    r"\d+(?:[.,]\d+)*(?:e[+-]?\d{1,3}(?!\w))?|[^\W\d_]\w*|<=|>=|[-+*/^=<>~%‰$€£¥°±]|(?<=\d):(?=\d)|[^\W_]+"
)
_NUMERAL = re.compile(r"-?\d{1,60}(?:/[1-9]\d{0,59})?", re.ASCII)
# Spaces and apostrophes between thousands: a thin or no-break space as print has it, and the one of a keyboard.
_THOUSANDS = re.compile(
    r"(?<![\d.,'’])(\d{1,3}(?:[\u00a0\u2009\u202f ]\d{3})+|\d{1,3}(?:['’]\d{3})+)(?![\d'’])", re.ASCII
)
_CHINESE_SCALE = re.compile(r"(?<=\d)\s*(万亿|萬億|百万|百萬|千万|千萬|[万萬亿億])")
_ONES = {
    word: number
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ]
    )
}
_TENS = {
    word: number
    for number, word in zip(
        range(20, 100, 10), ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], strict=True
    )
}
_SCALES = {
    "hundred": 100, "thousand": 1_000, "million": 10**6, "billion": 10**9, "trillion": 10**12,
    "hundert": 100, "tausend": 1_000, "tsd": 1_000, "millionen": 10**6, "mio": 10**6, "milliarde": 10**9,
    "milliarden": 10**9, "mrd": 10**9, "billionen": 10**12,
    "万": 10**4, "萬": 10**4, "百万": 10**6, "百萬": 10**6, "千万": 10**7, "千萬": 10**7, "亿": 10**8, "億": 10**8,
    "万亿": 10**12, "萬億": 10**12,
}  # fmt: skip
"""A German `Billion` alone is none: it is a thousand times an English one."""
_SMALL = frozenset((*_ONES, *_TENS))
_NUMBERED = _SMALL | _SCALES.keys()
_NOTHING = Fraction(0)


def tokens_of(text: str, *, comma: bool = False) -> tuple[str, ...]:
    """The tokens of a text, in order. With `comma` its decimal mark is the comma: `1.250` is 1250, and `1,250` 1.25."""
    text = _THOUSANDS.sub(lambda found: re.sub(r"\D", "", found[1]), text.strip())
    if len(text) > 2 and text[0] == text[-1] == "$":
        text = text.strip("$")
    text = text.translate(_SUPERSCRIPTS).translate(_FRACTIONS)
    text = unicodedata.normalize("NFKC", text).translate(_SIGNS).casefold()
    text = _COMMANDS.sub(" ", _LATEX.sub(r"\1/\2", text))
    text = _LISTED.sub(lambda found: found[0].replace(",", ", "), _POINT_FIRST.sub(r"\1\g<2>0\3", text))
    for short, long in _CONTRACTIONS:
        text = text.replace(short, long)
    text = _CHINESE_SCALE.sub(r" \1 ", _HYPHEN.sub(" ", text))
    found = [(match.group(), match.start()) for match in _TOKEN.finditer(text)]
    return _in_numerals(_signed(text, found, comma=comma))


def _signed(text: str, found: Sequence[tuple[str, int]], *, comma: bool) -> list[str]:
    """Numerals with the sign that belongs to them; another dash or star is punctuation unless numbers flank it."""
    tokens: list[str] = []
    at = 0
    while at < len(found):
        token, start = found[at]
        following = found[at + 1][0] if at + 1 < len(found) else ""
        if token in "+-" and following[:1].isdecimal():
            adjacent = found[at + 1][1] == start + 1
            before = text[start - 1] if start else " "
            if adjacent and not (before.isalnum() or before in "%)"):
                tokens.append(numeral(("-" if token == "-" else "") + following, comma=comma))
                at += 2
                continue
        if token in "-*" and not (tokens and tokens[-1][-1:].isdecimal() and following[:1].isdecimal()):
            at += 1
            continue
        tokens.append(numeral(token, comma=comma) if token[:1].isdecimal() else token)
        at += 1
    return tokens


def numeral(text: str, *, comma: bool = False) -> str:
    """A numeral in its shortest exact spelling (`1,000.50` is `2001/2`); what is none stays as it is."""
    sign, digits = ("-", text[1:]) if text.startswith("-") else ("", text)
    if len(digits) > LONGEST_NUMERAL:
        return text
    mantissa, e, exponent = digits.partition("e")
    if abs(int(exponent or 0)) > MOST_EXPONENT:
        return text
    plain = _plain(mantissa, comma=comma)
    if plain is None:
        return text
    value = Fraction(f"{plain}e{exponent}" if e and exponent else plain)
    return str(-value if sign else value)


def _plain(digits: str, *, comma: bool) -> str | None:
    """Digits with a point for decimals and no marks between thousands; `None` for versions, dates and lists."""
    commas, points = digits.count(","), digits.count(".")
    if commas and points:
        decimal = max(",.", key=digits.rfind)
        if digits.count(decimal) > 1:
            return None
        thousands = "," if decimal == "." else "."
        whole, _, part = digits.rpartition(decimal)
        return f"{whole.replace(thousands, '')}.{part}" if grouped(whole, thousands) else None
    if commas:
        if grouped(digits, ",") and not (comma and commas == 1):
            return digits.replace(",", "")
        return digits.replace(",", ".") if commas == 1 else None
    if points > 1 or (comma and points and grouped(digits, ".")):
        return digits.replace(".", "") if grouped(digits, ".") else None
    return digits


def grouped(digits: str, mark: str) -> bool:
    """Whether the mark stands between thousands."""
    first, *rest = digits.split(mark)
    return 1 <= len(first) <= 3 and first != "0" and all(len(group) == 3 for group in rest)


def _in_numerals(tokens: Sequence[str]) -> tuple[str, ...]:
    """Number words as numerals: `forty two thousand` is `42000`, `5 million` is `5000000`."""
    result: list[str] = []
    at = 0
    while at < len(tokens):
        number, end = _worded(tokens, at)
        if end == at and _NUMERAL.fullmatch(tokens[at]):
            number, end = Fraction(tokens[at]), at + 1
        if end > at:
            negative = result[-1:] == ["minus"] and not (result[-2:-1] and _NUMERAL.fullmatch(result[-2]))
            if negative:
                result.pop()
            result.append(str(-number if negative else number))
            at = end
        else:
            result.append(tokens[at])
            at += 1
    return tuple(result)


def _worded(tokens: Sequence[str], at: int) -> tuple[Fraction, int]:
    """The number that begins here and where it ends; it ends where it begins when there is none in words."""
    total, group, start, last = _NOTHING, _NOTHING, at, ""
    if tokens[at] not in _NUMBERED and (at + 1 == len(tokens) or tokens[at + 1] not in _SCALES):
        return _NOTHING, at  # nearly every word there is
    while at < len(tokens):
        token = tokens[at]
        if token in _ONES and last not in ("one", "digits"):
            group += _ONES[token]
            last = "one"
        elif token in _TENS and last not in ("one", "ten", "digits"):
            group += _TENS[token]
            last = "ten"
        elif token in _SCALES and not (token == "hundred" and last == "digits"):
            scale = _SCALES[token]
            if group * scale > LARGEST_IN_WORDS:
                break
            group = (group or Fraction(1)) * scale
            if scale > 100:
                total, group = total + group, _NOTHING
            last = "scale"
        elif at == start and _NUMERAL.fullmatch(token) and at + 1 < len(tokens) and tokens[at + 1] in _SCALES:
            group, last = Fraction(token), "digits"
        elif token == "and" and last == "scale" and at + 1 < len(tokens) and tokens[at + 1] in _SMALL:
            pass
        else:
            break
        at += 1
    return total + group, at
