"""Which quantity do these tokens give, if they give nothing else? A number, its bound or range, and its unit.

Exact conversions only: an hour is sixty minutes, a mile is 1609.344 metres, a year twelve months; degrees and
bytes stay as they are, and so many months are so many days to nobody.
A quantity of several units is their sum: `2 h 30 min` is 150 minutes, and `5 ft 10` seventy inches.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from moot.tally.answers.spelt import spelt

MOST_POWER = 400

_NUMERAL = re.compile(r"-?\d{1,400}(?:/[1-9]\d{0,399})?", re.ASCII)
ABOUT = frozenset({"about", "approximately", "roughly", "around", "circa", "~", "exactly", "precisely", "nearly",
                    "etwa", "rund", "ca", "ungefähr", "genau", "约", "大约"})  # fmt: skip
_BOUNDS = (
    (("no", "more", "than"), "<="), (("not", "more", "than"), "<="), (("no", "less", "than"), ">="),
    (("not", "less", "than"), ">="), (("at", "least"), ">="), (("at", "most"), "<="), (("up", "to"), "<="),
    (("more", "than"), ">"), (("greater", "than"), ">"), (("less", "than"), "<"), (("fewer", "than"), "<"),
    (("over",), ">"), (("above",), ">"), (("under",), "<"), (("below",), "<"), ((">=",), ">="), (("<=",), "<="),
    ((">",), ">"), (("<",), "<"), (("mindestens",), ">="), (("höchstens",), "<="), (("mehr", "als"), ">"),
    (("weniger", "als"), "<"), (("über",), ">"), (("unter",), "<"),
)  # fmt: skip
_MONEY = {"$": "usd", "€": "eur", "£": "gbp", "¥": "jpy", "chf": "chf", "fr": "chf"}
_NAMES = {
    "%": "%", "percent": "%", "per cent": "%", "pct": "%", "dollar": "usd", "us dollar": "usd", "usd": "usd",
    "euro": "eur", "eur": "eur", "pound sterling": "gbp", "gbp": "gbp", "yen": "jpy", "jpy": "jpy",
    "degree celsius": "°c", "° c": "°c", "celsius": "°c", "degree fahrenheit": "°f", "° f": "°f", "fahrenheit": "°f",
    "degree": "°", "°": "°", "°c": "°c", "°f": "°f", "kelvin": "k",
    "€": "eur", "$": "usd", "£": "gbp", "¥": "jpy",
    "light year": "ly", "ly": "ly", "lichtjahr": "ly", "lichtjahre": "ly", "lichtjahren": "ly", "光年": "ly",
    "prozent": "%", "美元": "usd", "欧元": "eur", "日元": "jpy", "chf": "chf", "franken": "chf",
    "grad celsius": "°c", "grad": "°", "摄氏度": "°c", "度": "°", "元": "cny", "人民币": "cny", "yuan": "cny",
}  # fmt: skip
_CONVERTED = {
    "m": ("m", "1"), "meter": ("m", "1"), "metre": ("m", "1"), "km": ("m", "1000"), "kilometer": ("m", "1000"),
    "kilometre": ("m", "1000"), "cm": ("m", "1/100"), "centimeter": ("m", "1/100"), "centimetre": ("m", "1/100"),
    "mm": ("m", "1/1000"), "millimeter": ("m", "1/1000"), "millimetre": ("m", "1/1000"),
    "mile": ("m", "201168/125"), "mi": ("m", "201168/125"), "yard": ("m", "1143/1250"), "yd": ("m", "1143/1250"),
    "foot": ("m", "381/1250"), "feet": ("m", "381/1250"), "ft": ("m", "381/1250"), "inch": ("m", "127/5000"),
    "inche": ("m", "127/5000"), "in": ("m", "127/5000"),
    "kg": ("kg", "1"), "kilogram": ("kg", "1"), "g": ("kg", "1/1000"), "gram": ("kg", "1/1000"),
    "mg": ("kg", "1/1000000"), "milligram": ("kg", "1/1000000"), "tonne": ("kg", "1000"),
    "s": ("s", "1"), "sec": ("s", "1"), "second": ("s", "1"), "ms": ("s", "1/1000"), "millisecond": ("s", "1/1000"),
    "min": ("s", "60"), "minute": ("s", "60"), "h": ("s", "3600"), "hr": ("s", "3600"), "hour": ("s", "3600"),
    "day": ("s", "86400"), "week": ("s", "604800"),
    "l": ("l", "1"), "liter": ("l", "1"), "litre": ("l", "1"), "ml": ("l", "1/1000"), "milliliter": ("l", "1/1000"),
    "millilitre": ("l", "1/1000"),
    "metern": ("m", "1"), "kilometern": ("m", "1000"), "zentimeter": ("m", "1/100"), "zentimetern": ("m", "1/100"),
    "millimetern": ("m", "1/1000"), "meile": ("m", "201168/125"), "meilen": ("m", "201168/125"),
    "kilogramm": ("kg", "1"), "gramm": ("kg", "1/1000"), "milligramm": ("kg", "1/1000000"), "tonnen": ("kg", "1000"),
    "sekunde": ("s", "1"), "sekunden": ("s", "1"), "stunde": ("s", "3600"),
    "stunden": ("s", "3600"), "tag": ("s", "86400"), "tage": ("s", "86400"), "tagen": ("s", "86400"),
    "woche": ("s", "604800"), "wochen": ("s", "604800"), "litern": ("l", "1"),
    "米": ("m", "1"), "公里": ("m", "1000"), "千米": ("m", "1000"), "厘米": ("m", "1/100"), "毫米": ("m", "1/1000"),
    "千克": ("kg", "1"), "公斤": ("kg", "1"), "克": ("kg", "1/1000"), "吨": ("kg", "1000"),
    "秒": ("s", "1"), "分钟": ("s", "60"), "小时": ("s", "3600"), "天": ("s", "86400"), "周": ("s", "604800"),
    "升": ("l", "1"), "毫升": ("l", "1/1000"),
    "fuss": ("m", "381/1250"), "zoll": ("m", "127/5000"), "lb": ("kg", "45359237/100000000"),
    "std": ("s", "3600"), "minuten": ("s", "60"), "sek": ("s", "1"),
    "英里": ("m", "201168/125"), "英尺": ("m", "381/1250"), "英寸": ("m", "127/5000"),
    "month": ("month", "1"), "year": ("month", "12"), "monat": ("month", "1"), "monate": ("month", "1"),
    "monaten": ("month", "1"), "jahr": ("month", "12"), "jahre": ("month", "12"), "jahren": ("month", "12"),
    "mph": ("m / s", "1397/3125"), "kmh": ("m / s", "5/18"), "kph": ("m / s", "5/18"),
    "stundenkilometer": ("m / s", "5/18"),
    "‰": ("%", "1/10"), "promille": ("%", "1/10"), "permille": ("%", "1/10"), "per mille": ("%", "1/10"),
}  # fmt: skip
_POWERS = {"square": 2, "quadrat": 2, "平方": 2, "cubic": 3, "kubik": 3, "立方": 3}
"""What stands before a unit of length, in a word of its own or in one with it."""
_PARTS = {"m": ("cm", 10, 99), "h": ("min", 0, 59), "min": ("s", 0, 59), "ft": ("in", 0, 11)}
"""The unit of a bare number behind one of these, and how small and how large it may be: `1 m 75`, `2 h 30`."""
TEMPERATURES = frozenset({"°c", "°f", "k", "°"})
"""Units of which one is another by more than a factor."""
_BASES = frozenset({"m", "kg", "s", "l", "m / s", "°c", "°f"})
_MEASURES = frozenset({"%", "usd", "eur", "gbp", "jpy", "chf", "cny", "m", "kg", "s", "l"}) | TEMPERATURES
CHANGING = frozenset(
    ["bc", "bce", "b c", "v chr", "vor christus", "dozen", "dutzend", "k", "m", "bn", "million", "billion", "mio",
     "mrd", "times", "mal", "score", "pair", "paar", "gross", "公元前"]
)  # fmt: skip
"""Words behind a number that make it another number: a bare one is none of these."""
_CHANGES = re.compile(
    r"\b(?:st|nd|rd|th|ish|each|apiece|je|jeweils|too|zu|pro|many|few|much|half|viel\w*|wenig\w*|minus|plus|odd|fold|"
    r"fach)\b|以上|以下|以内|以外|不到|[之以]?[前后後]$|[多几余餘]|[打倍]|分之"
)
"""What stands behind a number where a unit would, and makes it another one: `12th`, `12 too many`, `12个以上`."""
_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar janvier enero gennaio janeiro januari ene gen", "february feb februar février "
            "febrero febbraio fevereiro februari fév",
            "march mar märz mars marzo março maart mär maa", "april apr avril abril aprile avr abr",
            "may mai mayo maggio maio mei mag", "june jun juni juin junio giugno junho giu",
            "july jul juli juillet julio luglio julho lug",
            "august aug août agosto augustus aoû ago", "september sep sept septembre septiembre settembre "
            "setembro set",
            "october oct oktober okt octobre octubre ottobre outubro ott out", "november nov novembre noviembre "
            "novembro",
            "december dec dezember dez décembre diciembre dicembre dezembro déc dic",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
_DAY, _NAME, _YEAR = r"(\d{1,2})(?:st|nd|rd|th|º|\.)?", r"([^\W\d_]{3,10})\.?", r"(\d{4})(?!\d)"
_WEEKDAY = r"(?:[^\W\d_]{3,10}day,?\s+|(?:on\s+)?(?:the\s+)?)"
_DATES = tuple(
    (order, re.compile(pattern, re.IGNORECASE))
    for order, pattern in (
        ("ymd", r"(\d{4})-(\d{2})-(\d{2})(?!\d)"),
        ("dmy", rf"{_WEEKDAY}{_DAY}\s+(?:of\s+|de\s+)?{_NAME},?\s+(?:de\s+)?{_YEAR}"),
        ("mdy", rf"{_WEEKDAY}{_NAME}\s+{_DAY},?\s+{_YEAR}"),
        ("dmy", r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)"),
        ("dmy", r"(1[3-9]|2\d|3[01])/(\d{1,2})/(\d{4})(?!\d)"),
        ("mdy", r"(\d{1,2})/(1[3-9]|2\d|3[01])/(\d{4})(?!\d)"),
        ("ymd", r"(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]"),
    )
)
"""How days are written; 3/4/2020 is nobody's."""
_NO_UNIT = frozenset(
    [
        "is",
        "are",
        "was",
        "were",
        "be",
        "but",
        "or",
        "and",
        "not",
        "no",
        "never",
        "because",
        "since",
        "if",
        "than",
        "then",
        "it",
        "this",
        "that",
        "by",
        "to",
        "for",
        "with",
        "as",
        "so",
        "when",
        "while",
        "which",
        "who",
        "more",
        "less",
    ]
)


class Quantity(Struct, frozen=True):
    """A number as an answer gives it."""

    key: str
    """Equal for equal quantities: bound, value or range, and the unit it is counted in after conversion."""
    unit: str
    """The unit as it was given; empty for a bare number."""


def quantity_in(tokens: Sequence[str], counted: frozenset[str] = frozenset()) -> Quantity | None:
    """The quantity, when the tokens are a quantity and nothing else. What is `counted` is no part of a number."""
    rest = list(tokens)
    if len(rest) > 2 and len(rest[0]) == 1 and rest[0].isalpha() and rest[1] == "=":
        rest = rest[2:]  # x = 5
    elif rest[:1] in (["="], ["+"]):
        rest = rest[1:]
    bound = ""
    for words, sign in _BOUNDS:
        if tuple(rest[: len(words)]) == words:
            bound, rest = sign, rest[len(words) :]
            break
    rest = _past(rest, ABOUT)
    between = rest[:1] == ["between"]
    rest = rest[1:] if between else rest
    money = _MONEY.get(rest[0], rest[0] if rest[0] in _MONEY.values() else "") if rest else ""
    rest = rest[1:] if money else rest
    value, rest = _value(spelt(rest, names_unit, counted))
    if value is None:
        return None
    if (whole := _sum(value, rest)) is not None:
        return Quantity(f"{bound}{whole.factor} {whole.name}", whole.given)
    high: Fraction | None = None
    if len(rest) > 1 and rest[0] in (("and",) if between else ("to", "-")):
        after = rest[2:] if rest[1] in _MONEY else rest[1:]
        high, left = _value(after)
        rest = left if high is not None else rest
    if between and high is None:
        return None
    unit = _unit(rest)
    if unit is None or (money and unit.name not in ("", money)):
        return None
    figures = [str(number * unit.factor) for number in (value, high) if number is not None]
    return Quantity(f"{bound}{'..'.join(figures)} {unit.name or money}".strip(), unit.given or money)


def date_at(text: str) -> tuple[str, int] | None:
    """The day a text begins with as year, month and day, and where it ends; none where the order of its figures is
    anybody's guess."""
    for order, reads in _DATES:
        match = reads.match(text)
        if match is None:
            continue
        figures = dict(zip(order, match.groups(), strict=True))
        month = figures["m"].casefold()[:3]
        number = _MONTHS.get(figures["m"].casefold()) or _MONTHS.get(month) or (int(month) if month.isdecimal() else 0)
        day = int(figures["d"])
        if not (1 <= number <= 12 and 1 <= day <= 31):
            continue
        return f"{int(figures['y']):04}-{number:02}-{day:02}", match.end()
    return None


def is_unit(name: str) -> bool:
    """Whether a unit is one that is known here, so that another one is another thing; `apples` and `Äpfel` are none."""
    return name in _NAMES or name in _NAMES.values() or name in _CONVERTED


def names_unit(words: Sequence[str]) -> bool:
    """Whether these words are one unit that is known here, in the singular or in the plural."""
    return is_unit(" ".join(_singular(word) for word in words))


def is_measure(name: str) -> bool:
    """Whether it is what some units come down to: a number in another of these is another thing for certain."""
    return name in _MEASURES


def is_converted(name: str) -> bool:
    """Whether it is what units of length, mass, time, volume, area or speed come down to, or a temperature."""
    return name in _BASES or name.startswith("m ^ ")


class _Unit(Struct, frozen=True):
    """A unit as it was given, the unit that is counted in, and how many of those one is."""

    given: str
    name: str
    factor: Fraction


def _unit(tokens: Sequence[str]) -> _Unit | None:
    """The unit that these tokens name, nothing else; `None` when they say more."""
    words = [_singular(token) for token in tokens]
    if not words:
        return _Unit("", "", Fraction(1))
    said = " ".join(words)
    if said in _NAMES:
        return _Unit(_NAMES[said], _NAMES[said], Fraction(1))
    if said in _CONVERTED:
        name, factor = _CONVERTED[said]
        return _Unit(said, name, Fraction(factor))
    if (made := _made_of(words)) is not None:
        return made
    derived = {"/", "^", "per"} & set(words)
    if len(words) > (5 if derived else 2) or _NO_UNIT & {*words, *tokens} or _CHANGES.search(said):
        return None
    if not words[0][:1].isalpha() or any(not (word[:1].isalpha() or word in "/^23") for word in words):
        return None
    said = said.replace(" per ", " / ")
    return _Unit(said, said, Fraction(1))


def _made_of(words: Sequence[str]) -> _Unit | None:
    """A unit made of known ones: `km / h`, `square metre`, `m ^ 2`."""
    given = " ".join(words)
    if len(words) == 3 and words[1] in ("/", "per", "pro") and words[0] in _CONVERTED and words[2] in _CONVERTED:
        (above, one), (below, other) = _CONVERTED[words[0]], _CONVERTED[words[2]]
        return _Unit(given, f"{above} / {below}", Fraction(one) / Fraction(other)) if above != below else None
    power, length = 0, words[0]
    if len(words) == 2:
        power, length = _POWERS.get(words[0], 0), words[1]
    elif len(words) == 3 and words[1] == "^" and words[2] in ("2", "3"):
        power = int(words[2])
    elif len(words) == 1:
        for before, times in _POWERS.items():
            if length.startswith(before):
                power, length = times, length.removeprefix(before)
                break
    name, factor = _CONVERTED.get(length, ("", "0"))
    return _Unit(given, f"m ^ {power}", Fraction(factor) ** power) if power and name == "m" else None


def _sum(value: Fraction, rest: Sequence[str]) -> _Unit | None:
    """A number in one unit and what is added to it in smaller ones of the same, when nothing else stands there; its
    factor is the whole."""
    first = _singular(rest[0]) if rest else ""
    name, each = _CONVERTED.get(first, ("", "0"))
    total, at, smallest = value * Fraction(each), 1, Fraction(each)
    if not name or len(rest) < 2 or value < 0 or value.denominator != 1:
        return None
    last = first
    while at < len(rest):
        at += rest[at] in ("and", "und")
        if at >= len(rest) or not _is_numeral(rest[at]) or rest[at].startswith("-"):
            return None
        more, at = Fraction(rest[at]), at + 1
        if at == len(rest):
            short, least, most = next(
                (_PARTS[sign] for sign in _PARTS if _CONVERTED[sign] == _CONVERTED[last]), ("", 1, 0)
            )
            if not least <= more <= most:
                return None
            last = short
        else:
            last = "min" if name == "s" and rest[at] == "m" else _singular(rest[at])
            at += 1
        base, factor = _CONVERTED.get(last, ("", "0"))
        if base != name or Fraction(factor) >= smallest:
            return None
        total, smallest = total + more * Fraction(factor), Fraction(factor)
    return _Unit(first, name, total)


def _value(tokens: Sequence[str]) -> tuple[Fraction | None, list[str]]:
    """The number at the beginning, and what follows it."""
    rest = list(tokens)
    if not rest or not _is_numeral(rest[0]):
        return None, rest
    value, rest = Fraction(rest[0]), rest[1:]
    mixed = len(rest) > 2 and _is_numeral(rest[0]) and rest[1] == "/"
    if mixed and "/" not in str(value) and _is_numeral(rest[2]) and Fraction(rest[2]):
        part = Fraction(rest[0]) / Fraction(rest[2])
        if 0 < part < 1:
            value, rest = value + (part if value >= 0 else -part), rest[3:]
    elif len(rest) > 1 and rest[0] == "/" and _is_numeral(rest[1]) and Fraction(rest[1]) and rest[2:3] != ["/"]:
        value, rest = value / Fraction(rest[1]), rest[2:]
    if len(rest) > 3 and rest[0] in ("*", "x") and rest[1] == "10" and rest[2] == "^":
        power, after = rest[3], rest[4:]
        if _is_numeral(power) and "/" not in power and abs(int(power)) <= MOST_POWER:
            value, rest = value * Fraction(10) ** int(power), after
    elif len(rest) > 1 and rest[0] == "^" and _is_numeral(rest[1]):
        return None, list(tokens)
    return value, rest


def _is_numeral(token: str) -> bool:
    return _NUMERAL.fullmatch(token) is not None


def _past(tokens: list[str], words: frozenset[str]) -> list[str]:
    while len(tokens) > 1 and tokens[0] in words:
        tokens = tokens[1:]
    return tokens


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
