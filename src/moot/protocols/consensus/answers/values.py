"""Which answer stands at the beginning of these words, and is it given alone? Read by what the question allows.

A label of the question's options, yes or no, a date, a quantity or a few words. What follows the answer decides whether
it is sure: "B or C", "B if the seal is real" and "B is wrong" are no answer B. Linear in the words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from moot.tally.answers.closed import MOST_QUESTION, ClosedAnswer, is_polar, unopened, unrestated
from moot.tally.answers.number_marks import Marks, may_be_either
from moot.tally.answers.quantities import date_at, quantity_in
from moot.tally.answers.words import NEGATIONS, tokens_of
from moot.tally.lexicon import word_set

MOST_NAMED = 6
"""Words of a phrase that is stated; what is longer says more than one thing."""
MOST_LOOKED_AT = 400
"""Characters after a statement that are looked at."""
Share = Literal["", "percent", "fraction"]

_SIGNS = frozenset("/<>=$€£%^")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_ROMAN = (
    "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv", "xvi", "xvii",
    "xviii",    "xix", "xx",
)  # fmt: skip
_NUMBERS = tuple(str(number) for number in range(1, 21))
_OPTION = re.compile(
    r"(?:^|[\s(\[])[*_]{0,2}[(\[]?([a-z]|[ivx]{1,5}|\d{1,2})[)\].:][*_]{0,2}\s+([^\n]{1,200})",
    re.IGNORECASE | re.MULTILINE,
)
_PREFIX = (
    r"(?:(?:option|choice|answer|letter|statement|number|no\.|alternative|antwort|möglichkeit|opción|opzione|"
    r"opção|optie|"
    r"opcja|вариант|la|le|el|die|the)\s*#?\s*|选项|選択肢|보기|選項)"
)
_JUNK = re.compile(r"[\s*_`\"'“”«»„$:：{}\[⟦,=]+")
_ADVERB = re.compile(
    r"(?:(?:the|my) (?:final |correct )?answer is|"
    r"therefore|thus|hence|clearly|indeed|definitely|certainly|probably|most likely|likely|still|also|in fact|"
    r"i think|i believe|"
    r"simply|just|exactly|of course|really|surely|that|this|actually|also|daher|also|donc|por tanto|quindi|"
    r"portanto|dus|więc)\b[\s,:]*",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"(?:(?:definitely|certainly|clearly|surely|probably) )?(?:not|never|neither|nicht|weder|pas|ni|non|não|nem|"
    r"niet|nie|не|ни|"
    r"no es|no|anything but|other than|none)\b|不|非|n't",
    re.IGNORECASE,
)
_DENIED_AFTER = re.compile(
    r"[\s*_)\]]*(?:(?:is|was|are|ist|est|es|è|é|to)\s+(?:not|wrong|incorrect|false|nicht|falsch|pas|faux|no|mal|"
    r"sbagliat|non|"
    r"errad|não|niet|fout|nie|błęd)|[—–-]\s*(?:wrong|no\b|not\b)|[^\W\d_]{0,4}n't\b|не(?:верно|т)|ではな(?!く)|"
    r"じゃな(?!く)|이? 아니(?!라)|가 아니(?!라)|不对|是错)",
    re.IGNORECASE,
)
_SUFFIX = re.compile(r"(?:です|でした|である|だ|입니다|이다|예요|이에요|。|⟧|\$)+")
_CLAUSE = re.compile(
    r"[;(—–。，、：⟧]|,(?=\s)|:(?=\s)|\s-\s|\.(?=\s|$)|\.$|[!?](?=\s|$)|\s(?:because|since|as|which|so|where|who|"
    r"given|based|per|"
    r"weil|da|denn|car|parce|puisque|porque|ya|perché|poiché|pois|omdat|want|ponieważ|bo|так как|потому|instead|"
    r"rather|not|but|if|unless|or)\s",
    re.IGNORECASE,
)
_PERCENT = re.compile(
    r"percent|per cent|%|prozent|pourcent|porcentaje|percentual|porcentagem|procent|процент|百分|パーセント|퍼센트",
    re.IGNORECASE,
)
_SHARE = re.compile(
    r"\b(?:probabilit|chance|fraction|proportion|ratio|decimal|likelihood|share|wahrscheinlich|anteil|probabilid|"
    r"kans\b|"
    r"prawdopodob|вероятн|дол[яюи]\b)|概率|確率|확률",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\bhow (?:many|much|far|long|old|tall|high|deep|often)\b|\bwhat year\b|\bwie ?viele?\b|\bcombien\b|\bcu[aá]nt",
    re.IGNORECASE,
)
_HEDGED = re.compile(
    r"[\s,;(—–-]*(?<![^\W\d_])(?:if|unless|only|provided|assuming|depending|or|maybe|perhaps|possibly|when|though|"
    r"although|except|but|and/or|wenn|falls|sofern|oder|si|ou|o|u|se|als|of|jeśli|lub|если|или)(?![^\W\d_])"
    r"|\s*[?/|&]|[\s(]*(?:如果|或|または|또는|もし)",
    re.IGNORECASE,
)
"""What follows an answer that is not given alone, or on a condition."""
YES = word_set("yes yeah yep true ja oui sí si sì sim tak да 是 はい 네 예 correct vrai wahr")
NO = word_set("no nope false nein non não nee nie нет 否 いいえ 아니요 incorrect faux falsch")
_PREDICATES = word_set(
    """lost someone somebody nobody anyone something nothing anything whichever whatever whoever left open unclear
    unknown uncertain robust obvious simple complicated based supported consistent given found as below
    above that to well still same different here there what how why when where it this these those i we they
    you in on by from for with more less very quite rather easy hard clear settled known"""
)
"""Words that say something of an answer and give none."""


class Allowed(Struct, frozen=True):
    """What a question allows as an answer."""

    question: str
    """Its end."""
    options: dict[str, str]
    """Its options by label, in small letters."""
    polar: bool
    """Whether it asks for yes or no."""
    asked: frozenset[str]
    """Its words."""
    share: Share
    """Whether it asks for a percentage, or for a fraction of one."""
    marks: Marks = Marks(comma=False, by="own")
    """How the points and commas of the answer at hand are read."""

    @property
    def counted(self) -> bool:
        """Whether it asks for a number, so that words are no answer."""
        return bool(self.share) or _COUNTED.search(self.question) is not None

    def labels(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Where a text names an option: begin, end, and which."""
        reads, by_name = _mentions(tuple(self.options), tuple(self.options.values()))
        for match in reads.finditer(text):
            label = (match["in"] or match["bare"] or "").lower()
            if (
                match["bare"]
                # An article begins a sentence; a pronoun stands anywhere.
                and (label == "i" or (label == "a" and not text[: match.start()].rstrip("*_ (").strip(".!?:")))
                and re.match(r"\s+[a-z'’]", text[match.end() :])
            ):
                continue
            label = label or by_name.get(" ".join((match["name"] or "").casefold().split()), "")
            if label:
                yield match.start(), match.end(), label

    def names_one(self, text: str) -> bool:
        """Whether a text names anything that could be an answer."""
        if self.options:
            return next(self.labels(text), None) is not None
        words = set(tokens_of(text))
        return bool(words & (YES | NO)) if self.polar else any(word[:1].isdecimal() for word in words)


class Valued(Struct, frozen=True):
    """What stands at the beginning of some words."""

    form: ClosedAnswer | None
    """The answer; nothing where none stands there."""
    rest: str
    """What follows it."""
    hedged: bool = False
    """Whether it is not given alone, or on a condition."""
    denied: bool = False
    """Whether it is denied."""


def allowed_by(question: str) -> Allowed:
    """What a question allows."""
    question = question[-MOST_QUESTION:]
    share: Share = "percent" if _PERCENT.search(question) else "fraction" if _SHARE.search(question) else ""
    options = offered(question)
    return Allowed(question, options, is_polar(question) and not options, frozenset(tokens_of(question)), share)


def offered(question: str) -> dict[str, str]:
    """The labelled options a question offers: letters, Roman numerals or numbers that begin at the first and run "
    "on."""
    lists: dict[tuple[str, ...], dict[str, str]] = {}
    for label, text in _OPTION.findall(question):
        for row in (tuple(_LETTERS), _ROMAN, _NUMBERS):
            found = lists.setdefault(row, {})
            if len(found) < len(row) and label.lower() == row[len(found)]:
                found[label.lower()] = " ".join(tokens_of(text))
    best = max(lists.values(), key=len, default={})
    if len(best) < 2 or ("1" in best and _COUNTED.search(question)):
        return {}
    return best


def valued(text: str, allowed: Allowed) -> Valued:
    """The answer that stands at the beginning of a text."""
    text = text[:MOST_LOOKED_AT]
    for _ in range(4):
        before = text
        junk = _JUNK.match(text)
        text = (
            text[junk.end() :]
            if junk and not text[junk.start() : junk.end()].endswith("$")
            else text.lstrip(" *_`\"'“”«»„:：{}[⟦,=\n\t")
        )
        adverb = _ADVERB.match(text)
        text = text[adverb.end() :] if adverb else text
        if text == before:
            break
    if not allowed.polar and _DENIED.match(text):
        inner = (
            valued(_DENIED.sub("", text, count=1), allowed)
            if not re.match(r"(?i)neither|weder|ni\b|none|nem", text)
            else None
        )
        return Valued(inner.form if inner else None, text, denied=True)
    if allowed.options:
        return _chosen(text, allowed)
    if allowed.polar:
        return _polar(text)
    return _quantity(text, allowed)


def _after(form: ClosedAnswer, rest: str) -> Valued:
    """An answer, with what is to be said of it by what follows."""
    return Valued(form, rest, hedged=_HEDGED.match(rest) is not None, denied=_DENIED_AFTER.match(rest) is not None)


def _chosen(text: str, allowed: Allowed) -> Valued:
    options = allowed.options
    at = _label(text, allowed, first=True)
    if at is None:
        said = text.casefold()
        named = [(name, label) for label, name in options.items() if len(name) > 1 and said.startswith(name)]
        if not named:
            return Valued(None, text)
        name, label = max(named, key=lambda each: len(each[0]))
        rest = text[len(name) :]
        return Valued(None, text) if rest[:1].isalnum() else _after(ClosedAnswer("choice", label), rest)
    label, rest = at
    chosen = [label]
    name = options[label]
    after = rest.lstrip(' \u00a0*_).:—–-(,"')
    if name and after.casefold().startswith(name):
        rest = after[len(name) :].lstrip(")")
    elif any(other and len(other) > 2 and after.casefold().startswith(other) for other in options.values()):
        return Valued(ClosedAnswer("choice", label), rest, hedged=True)
    while joined := re.match(r"\s*(?:,\s*(?:and\s+)?|&\s*|(?:and|und|et|y|e|en|i|и)\s+|和|と)(?=[(\[]?\w)", rest):
        more = _label(rest[joined.end() :], allowed, first=False)
        if more is None:
            break
        chosen.append(more[0])
        rest = more[1]
    return _after(ClosedAnswer("choice", ",".join(sorted(set(chosen)))), rest)


def _label(text: str, allowed: Allowed, *, first: bool) -> tuple[str, str] | None:
    """The label a text begins with, and what follows it."""
    match = _label_reader(tuple(allowed.options)).match(text)
    if match is None:
        return None
    label, rest = match["label"], text[match.end() :]
    marked = bool(match["prefix"]) or match["open"] or match["close"]
    if not marked and re.match(r"\s+[^\W\d_]", rest):
        follows = re.match(
            r"\s+(?:and|or|und|oder|et|ou|y|o|e|en|of|i|lub|и|или|if|unless|because|since|as|is|ist|est|es|è|é|"
            r"only|but|not|rather|with|for|by)\b",
            rest,
        )
        if (label.islower() and label.isalpha()) or label in "AI" or label.isdecimal():
            follows = (
                follows
                if not (
                    label in "AI"
                    and label.isupper()
                    and re.match(r"\s+(?:with|for|by|and|is)\b", rest) is None
                    and follows is None
                )
                else None
            )
            if follows is None and not rest.strip().casefold().startswith(allowed.options[label.lower()] or "\0"):
                return None
    if label.isdecimal() and re.match(r"[.,]\d|\s*[%/:°€$£]|\d", rest):
        return None
    return label.lower(), rest


@lru_cache(maxsize=64)
def _label_reader(labels: tuple[str, ...]) -> re.Pattern[str]:
    names = "|".join(sorted(map(re.escape, labels), key=len, reverse=True))
    return re.compile(
        rf"(?P<prefix>{_PREFIX})?[*_]{{0,2}}(?P<open>[(\[])?\s?(?P<label>{names})(?P<close>[)\]])?[*_]{{0,2}}(?![A-Za-z0-9'’_\u00c0-\u024f\u0400-\u04ff])",
        re.IGNORECASE,
    )


@lru_cache(maxsize=64)
def _mentions(labels: tuple[str, ...], texts: tuple[str, ...]) -> tuple[re.Pattern[str], dict[str, str]]:
    """How options are named in running text, by label or by what they say."""
    names = "|".join(sorted(map(re.escape, labels), key=len, reverse=True))
    by_name = {text: label for label, text in zip(labels, texts, strict=True) if len(text) > 2}
    worded = (
        "|".join(sorted((re.escape(text).replace(r"\ ", r"\s+") for text in by_name), key=len, reverse=True)) or r"(?!)"
    )
    capitals = "|".join(re.escape(label.upper()) for label in labels if len(label) == 1 and label.isalpha()) or r"(?!)"
    if "ii" in labels or "1" in labels:
        capitals = r"(?!)"
    reads = re.compile(
        rf"(?:\(|(?i:\b(?:option|choice|answer|statement|opción|opzione|opção|optie|opcja|вариант)\s*#?\(?|选项|選択肢|"
        rf"보기))(?P<in>(?i:{names}))(?![A-Za-z0-9])\)?"
        rf"|(?<![\w'’.(])(?P<bare>{capitals})(?![A-Za-z0-9'’])|(?<![^\W\d_])(?P<name>(?i:{worded}))(?![^\W\d_])"
    )
    return reads, by_name


def _polar(text: str) -> Valued:
    word = re.match(r"[^\W\d_]+", text)
    said = word[0].casefold() if word else ""
    if said in YES or said in NO:
        assert word is not None
        rest = text[word.end() :]
        if said in YES and NEGATIONS & set(tokens_of(re.split(r"[.!?\n;]", rest, maxsplit=1)[0])):
            return Valued(None, text)
        return _after(ClosedAnswer("polarity", "yes" if said in YES else "no"), rest)
    found = re.match(r"はい|いいえ|是的?|否|不是|네|예|아니요", text)
    if found:
        return _after(
            ClosedAnswer("polarity", "no" if found[0] in ("いいえ", "否", "不是", "아니요") else "yes"),
            text[found.end() :],
        )
    return Valued(None, text)


def _quantity(text: str, allowed: Allowed) -> Valued:
    """A date, a quantity, or a few words."""
    if (date := date_at(text)) is not None:
        key, end = date
        return _after(ClosedAnswer("date", key), text[end:])
    text = _SUFFIX.sub(lambda ending: " " if ending[0] != "$" else "$", text)
    cuts = [match.start() for match in _CLAUSE.finditer(text)][:6]
    for cut in (*reversed([len(text), *cuts[::-1]][:1]), *cuts[::-1]):
        if (form := _number(text[:cut], allowed)) is not None:
            return _shared(_after(form, text[cut:]), allowed.share)
    cut = cuts[0] if cuts else len(text)
    tokens = unrestated(allowed.asked, unopened(tokens_of(text[:cut])))
    if len(tokens) > 1 and tokens[0] in ("the", "a", "an"):
        tokens = tokens[1:]
    if not tokens or len(tokens) > MOST_NAMED or allowed.counted or tokens[0] in _PREDICATES or _SIGNS & {*tokens}:
        return Valued(None, text)
    return _after(ClosedAnswer("phrase", " ".join(tokens)), text[cut:])


def _number(text: str, allowed: Allowed) -> ClosedAnswer | None:
    """The quantity that these words are, and what it is by the other reading of its marks where nothing rules that
    out."""
    marks = allowed.marks
    taken, other = (
        quantity_in(unrestated(allowed.asked, unopened(tokens_of(text, comma=comma))))
        for comma in (marks.comma, not marks.comma)
    )
    if taken is None:
        return None
    unsettled = other is not None and marks.by != "own" and may_be_either(text) and other.key != taken.key
    return ClosedAnswer("number", taken.key, taken.unit, also=other.key if other and unsettled else "", by=marks.by)


def _shared(found: Valued, share: Share) -> Valued:
    """A percentage, under the reading that the question asks for."""
    form = found.form
    assert form is not None
    figure, _, unit = form.key.partition(" ")
    plain = re.fullmatch(r"-?\d+(?:/\d+)?", figure)
    if not share or not plain or unit not in ("", "%"):
        return found
    value = Fraction(figure)
    if share == "fraction" and unit == "%":
        return replace(found, form=replace(form, key=str(value / 100), unit="", reading="a percentage a share of one"))
    if share == "percent" and not unit:
        if 0 < abs(value) < 1:
            return replace(found, hedged=True)  # 0.4 may be 40 % or 0.4 %
        return replace(found, form=replace(form, key=f"{value} %", unit="%", reading="a bare number a percentage"))
    return found
