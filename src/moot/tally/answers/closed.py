"""What does a short answer come down to? One form that two answers share exactly when they say the same.

Numbers are read exactly (fractions, never floats), units are converted where a conversion is exact, a yes stays apart
from a no and a negated phrase from the plain one. Nothing here is a matter of degree: forms are equal or they are not,
so "42" and "43", or "safe" and "not safe", never come out alike. Held by `tests/tally/answers/test_closed.py`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from moot.tally.answers.asked_unit import asked_unit
from moot.tally.answers.marked import final_line, marked_answer
from moot.tally.answers.number_marks import By, marks_of, may_be_either
from moot.tally.answers.quantities import CHANGING, Quantity, quantity_in
from moot.tally.answers.words import NEGATIONS, tokens_of

Kind = Literal["number", "polarity", "choice", "date", "phrase", "open"]
FIRM: frozenset[str] = frozenset({"number", "polarity", "choice", "date"})
"""Kinds of which two different forms are different answers, whatever anybody says about their meaning."""
MOST_QUESTION = 8_000
"""Characters of the question that are looked at: what is asked, and its options, stand at the end of a long one."""
MOST_WORDS = 12
"""A longer answer is open: it says more than one thing."""

_FILLERS = frozenset(
    [
        "certainly",
        "sure",
        "okay",
        "ok",
        "well",
        "so",
        "indeed",
        "therefore",
        "thus",
        "hence",
        "absolutely",
        "definitely",
    ]
)
_OPENERS = tuple(
    tuple(words.split())
    for words in (
        "the final answer is", "the correct answer is", "the right answer is", "the best answer is", "the answer is",
        "the correct option is", "the correct choice is", "the best option is", "my final answer is", "my answer is",
        "final answer is", "final answer", "correct answer", "answer is", "answer", "here is the answer", "here is",
        "i think that", "i believe that", "i think", "i believe", "of course", "it would be", "that would be", "it is",
        "that is", "die richtige antwort ist", "die richtige antwort lautet", "die antwort ist", "die antwort lautet",
        "die lösung ist", "das ergebnis ist", "das ergebnis beträgt", "antwort", "es sind", "es ist", "das sind",
        "das ist", "ich glaube", "ich denke",
    )
)  # fmt: skip
_ARTICLES = frozenset({"the", "a", "an"})
_COPULAS = frozenset({"is", "are", "was", "were", "equals", "="})
_AUXILIARIES = frozenset(
    [
        "is",
        "are",
        "was",
        "were",
        "am",
        "do",
        "does",
        "did",
        "can",
        "could",
        "should",
        "shall",
        "will",
        "would",
        "has",
        "have",
        "had",
        "may",
        "might",
        "must",
    ]
)
_YES = frozenset({"yes", "yeah", "yep", "true", "correct", "ja", "jawohl", "是", "是的", "对"})
_NO = frozenset({"no", "nope", "false", "incorrect", "nein", "否", "不是", "不对"})
_AFTER_NO = frozenset(["it", "this", "that", "they", "there", "i", "you", "he", "she", "we", "not", "the"])
# Linear: fixed words at the beginning of a line, then the rest of that line.
_STATED = re.compile(r"(?im)^[ \t>*_#-]*(?:final answer|answer|antwort)[*_]{0,2} ?(?::|is\b)[*_]{0,2}[ \t]*(\S[^\n]*)$")
_OPENS_CHINESE = re.compile(r"^\s*(?:正确)?(?:最终)?(?:答案|结果)\s*(?:是|为|[:：])\s*(?=\S)")
_OPTION = re.compile(r"(?:^|[\s(])\(?([a-j])[).:]\s+([^\n]{1,200})", re.IGNORECASE | re.MULTILINE)
_LETTER = re.compile(r"\(?([a-j])(?:[).:,]|$|\s(?=because\b))", re.IGNORECASE)


class ClosedAnswer(Struct, frozen=True):
    """What an answer comes down to."""

    kind: Kind
    """`number`, `polarity` (yes or no), `choice` (labels of given options), `date` (a day), `phrase` (a few words) or
    `open`."""
    key: str
    """Equal for equal answers."""
    unit: str = ""
    """The unit of a number, when it has one."""
    reading: str = ""
    """How a number was taken, where that depends on the question."""
    also: str = ""
    """What a number comes down to where its point or comma is read the other way; empty where the text itself settles
    how they are read, and where both come to the same."""
    by: By = "own"
    """What settled how its point or comma is read."""

    @property
    def firm(self) -> bool:
        """Whether a different form is a different answer for certain."""
        return self.kind in FIRM


def closed_answers(
    question: str, answers: Sequence[str], *, most: int = 2_000, known: str = ""
) -> tuple[ClosedAnswer, ...]:
    """The forms of several answers to one question. A bare number takes the one unit that all others name, and what is
    known to be right helps to tell a decimal point from one between thousands."""
    forms = [closed_answer(question, answer, most=most, known=known) for answer in answers]
    units = {form.unit for form in forms if form.kind == "number" and form.unit}
    if len(units) == 1 and not units & CHANGING:
        (unit,) = units
        for at, (form, answer) in enumerate(zip(forms, answers, strict=True)):
            if form.kind == "number" and not form.unit:
                forms[at] = closed_answer(question, answer, most=most, unit=unit, known=known)
    return tuple(forms)


def closed_answer(question: str, answer: str, *, most: int = 2_000, unit: str = "", known: str = "") -> ClosedAnswer:
    """The form of one answer. `most` characters of it are looked at; a bare number is taken to be in `unit`, or in the
    one that the question asks for."""
    question = question[-MOST_QUESTION:]
    unit = unit or asked_unit(question)
    text = _OPENS_CHINESE.sub("", final_line(answer) or stated(answer[:most]))
    tokens = unopened(tokens_of(text))
    if not tokens:
        return ClosedAnswer("open", "")
    options = options_in(question)
    choice = _choice(text, tokens, options)
    if choice:
        return ClosedAnswer("choice", choice)
    polar = _polarity(question, text, tokens)
    if polar:
        return ClosedAnswer("polarity", polar)
    asked = frozenset(tokens_of(question))
    tokens = unrestated(asked, tokens)
    if (number := _number(question, answer[:most], text, asked, unit=unit, known=known)) is not None:
        return number
    if len(tokens) > 1 and tokens[0] in _ARTICLES:
        tokens = tokens[1:]
    return ClosedAnswer("phrase" if len(tokens) <= MOST_WORDS else "open", " ".join(tokens))


def _number(
    question: str, whole: str, text: str, asked: frozenset[str], *, unit: str, known: str
) -> ClosedAnswer | None:
    """The quantity that a text gives, by the marks its figures are written with."""

    def read(*, comma: bool) -> Quantity | None:
        tokens = unrestated(asked, unopened(tokens_of(text, comma=comma)))
        found = quantity_in(tokens, asked)
        if found is None or not unit or found.unit:
            return found
        return quantity_in((*tokens, *unit.split()), asked) or found

    plain = read(comma=False)
    if plain is None or not may_be_either(text):
        return ClosedAnswer("number", plain.key, plain.unit) if plain is not None else None
    marks = marks_of(whole, question, known)
    taken, other = (read(comma=comma) for comma in (marks.comma, not marks.comma))
    if taken is None or other is None:
        return ClosedAnswer("number", plain.key, plain.unit)
    also = other.key if marks.by != "own" and other.key != taken.key else ""
    return ClosedAnswer("number", taken.key, taken.unit, also=also, by=marks.by)


def labelled(answer: str) -> str:
    """Return what an answer marks, or its last line `Answer: X`; the empty string where it has neither."""
    lines = _STATED.findall(answer)
    return final_line(answer) or marked_answer(answer) or (lines[-1] if lines else "")


def stated(answer: str) -> str:
    """Return the part of an answer that states it: what it labels, a first sentence that says so, or all of it."""
    if label := labelled(answer):
        return label
    first, _, rest = answer.strip().partition("\n")
    sentence, stop, more = first.partition(". ")
    if (stop and more) or rest:
        tokens = tokens_of(sentence)
        if unopened(tokens) != tokens and len(tokens) <= MOST_WORDS + 6 and "answer" in tokens:
            return sentence
    return answer.strip()


def options_in(question: str) -> dict[str, str]:
    """The lettered options a question offers, in small letters; none unless they begin at `a` and run on."""
    found: dict[str, str] = {}
    for letter, text in _OPTION.findall(question):
        if letter.lower() == "abcdefghij"[len(found) : len(found) + 1]:
            found[letter.lower()] = " ".join(tokens_of(text))
    return found if len(found) > 1 else {}


def is_polar(question: str) -> bool:
    """Whether a question asks for yes or no, told by its last sentence that ends in a question mark."""
    asked = question.strip().rpartition("?")[0] or question
    last = re.split(r"[.!?\n:]\s", asked)[-1]
    words = tokens_of(last)[:1]
    return bool(words) and words[0] in _AUXILIARIES and " or " not in last.lower()


def unopened(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """Without the words with which a speaker opens."""
    for _ in range(4):
        before = tokens
        if len(tokens) > 1 and tokens[0] in _FILLERS:
            tokens = tokens[1:]
        for opener in _OPENERS:
            if len(tokens) > len(opener) and tokens[: len(opener)] == opener:
                tokens = tokens[len(opener) :]
                break
        if tokens == before:
            break
    return tokens


def _choice(text: str, tokens: tuple[str, ...], options: dict[str, str]) -> str:
    """The letters chosen, or nothing."""
    bare = [token for token in tokens if token not in ("option", "choice", "and", "the", "both")]
    letters = options or "abcdefgh"
    if bare and all(len(token) == 1 and token in letters for token in bare):
        return ",".join(sorted(set(bare))) if options or len(bare) == 1 else ""
    if not options or NEGATIONS & set(tokens[:3]):
        return ""
    said = " ".join(tokens)
    for letter, option in options.items():
        if option and said == option:
            return letter
    opened = _LETTER.match(text.lstrip(" *_`\"'"))
    if opened and opened.group(1).lower() in options:
        return opened.group(1).lower()
    first = bare[0] if bare else ""
    return first if len(first) == 1 and first in options and " ".join(bare[1:]) == options[first] else ""


def _polarity(question: str, text: str, tokens: tuple[str, ...]) -> str:
    """`yes` or `no`, or nothing when it is neither for certain."""
    first, rest = tokens[0], tokens[1:]
    if first not in _YES | _NO:
        return ""
    if rest and not (_ends_a_clause(text, first) or (rest[0] in _AFTER_NO and is_polar(question))):
        return ""
    if len(rest) > MOST_WORDS and not is_polar(question):
        return ""
    if first in _YES and NEGATIONS & set(tokens_of(re.split(r"[.!?\n]", text, maxsplit=1)[0])):
        return ""
    return "yes" if first in _YES else "no"


def _ends_a_clause(text: str, word: str) -> bool:
    """Whether a mark of punctuation follows the word where it first stands."""
    at = text.lower().find(word)
    return text[at + len(word) :].lstrip("*_ ")[:1] in (",", ".", ";", ":", "!", "-", "–", "—", "\n", "(")


def unrestated(asked: frozenset[str], tokens: tuple[str, ...]) -> tuple[str, ...]:
    """Without the half of `X is Y` that only repeats the question. A negation is never dropped."""
    asked |= _ARTICLES
    for at, token in enumerate(tokens):
        if token not in _COPULAS:
            continue
        before, after = tokens[:at], tokens[at + 1 :]
        if before and after and asked.issuperset(before) and not NEGATIONS & set(before):
            return after
        if before and after and asked.issuperset(after) and not NEGATIONS & {*before, *after}:
            return before
        break
    return tokens
