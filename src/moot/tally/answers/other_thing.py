"""Does an answer name something else than the known one, in a few words or in one plain sentence? In doubt not.

Sure is a name against another name where a name was asked for (`Paris` and `Rome`), a word against another one of a
kind of which all are known (`red` and `blue`), and one of two things that the question offers against the other. Of
other words nobody knows whether they mean the same: `lift` is an elevator. What shares a word with the known answer, or
looks like another spelling, an abbreviation, a sign or another script of it, does not, for certain; nor does what only
says that nobody knows, and nothing does that says the known answer anywhere. Held by
`tests/tally/answers/test_other_thing.py`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher

from moot.tally.answers.closed import ClosedAnswer, closed_answer, stated
from moot.tally.answers.in_prose import BACK, DONE_BY, MOST, SMALL, UNSURE, clauses_of
from moot.tally.answers.listed import things_of
from moot.tally.answers.names import are_names, asks_for_a_name, asks_where, offered
from moot.tally.answers.of_a_kind import between, is_land, without_kind
from moot.tally.answers.words import tokens_of

MORE_LETTERS = 2
"""So many more than the known one may a name have in a script without spaces."""
_ALIKE, _ALIKE_FROM_THE_FIRST = 0.6, 0.5
"""From this likeness of their letters on, two words may be one: Wien and Vienna, and with one first letter Donau and
Danube."""
_SIGN = 2
"""Letters of a sign: Au for gold."""
_ABBREVIATION = re.compile(r"[A-Z][A-Z0-9.&]{1,7}")
_AROUND = " .!*_`\"'"
_words = str.split
_SAYS_NOTHING = frozenset(_words(
    "unknown unclear uncertain unsure unanswerable undecided unspecified undefined depends depending varies various "
    "know knows say tell told idea sure see above below here there this that these those it they i we you he she "
    "something someone anything everything everyone all both any each which what who where when how why question "
    "answer answers sorry please let first second former latter same other others another different more several "
    "unbekannt unklar ungewiss unsicher hängt abhängig weiß kommt darauf siehe oben unten hier dort das dies diese es "
    "sie ich wir etwas jemand alles alle beide beides welche was wer wo wann frage antwort antworten keine angabe "
    "ersterer letzterer andere anderer anderes verschieden mehrere n/a na"
))  # fmt: skip
"""Words with which somebody names nothing, or only points at it."""
_NOTHING_SAID = re.compile(r"不知道|不清楚|未知|无法|不确定|取决于|以上|两者|[?？]\s*$")


def names_other(question: str, known: str, answer: str, form: ClosedAnswer) -> bool:
    """Whether an answer, which comes down to this form, says for certain that it is something else."""
    text = answer[:MOST]
    if len(answer) > MOST or not tokens_of(known) or BACK & set(tokens_of(text)) or _NOTHING_SAID.search(text):
        return False
    target = closed_answer(question, known, known=known)
    if target.kind not in ("phrase", "number") or _mentions(text, known, target):
        return False
    if target.kind == "phrase" and form.kind == "phrase" and form.key == target.key:
        return False
    said = [" ".join(clause) for clause in clauses_of(question, text) if not DONE_BY & set(clause[1:])]
    alone = form.kind == "phrase" and _short(form.key, known) and not DONE_BY & set(form.key.split()[1:])
    if not said and "\n" not in answer.strip() and alone:
        said.append(stated(answer))
    return bool(said) and all(_another(question, each, known, target) for each in said)


def _short(key: str, known: str) -> bool:
    """Whether these may be a name: no more words than the known one has, since the known one among others is not told
    to be right either; of a script without spaces letters are counted."""
    if not key.isascii() and any("\u3040" <= letter <= "\u9fff" for letter in key):
        return len(key) <= len(known) + MORE_LETTERS
    return len(without_kind(content_of(key.split()))) <= len(content_of(tokens_of(known)))


def _another(question: str, said: str, known: str, target: ClosedAnswer) -> bool:
    """Whether these words name another thing than is known."""
    form = closed_answer(question, said, known=known)
    if target.kind == "number":
        same_unit = form.kind == "number" and form.key.partition(" ")[2] == target.key.partition(" ")[2]
        return same_unit and not {form.key, form.also} & {target.key, target.also} - {""}
    if form.kind != "phrase" or not _short(form.key, known):
        return False
    words, right = (without_kind(content_of(each.key.split())) for each in (form, target))
    if not words or not right or set(form.key.split()) & (_SAYS_NOTHING | UNSURE):
        return False
    if (kind := between(question, right, words)) != "unknown":
        return kind == "other"
    if asks_where(question) and is_land(words) != is_land(right):
        return False  # Paris is in France
    if any(token.isdigit() or token[0].isdigit() for token in (*words, *right)):
        return False
    if (
        _scripts(words) != _scripts(right)
        or _written_otherwise("".join(words), "".join(right))
        or any(len(each) <= _SIGN and each.isascii() for each in (*words, *right))
    ):
        return False
    if _abbreviated(said, known):
        return False
    if any(_alike(one, other) for one in words for other in right):
        return False
    return (asks_for_a_name(question) and are_names(question, known, said, words)) or offered(question, right, words)


def lists_other(question: str, known: str, answer: str) -> bool:
    """Whether an answer lists as many things as are known to be right, and some of them are others for certain."""
    right, said = things_of(known), things_of(answer)
    missed = [one for one in right if one not in said]
    told = [one for one in said if one not in right]
    return (
        len(right) == len(said) > 1
        and bool(told)
        and all(
            _another(question, one, other, closed_answer(question, other, known=other))
            for one in told
            for other in missed
        )
    )


def _mentions(text: str, known: str, target: ClosedAnswer) -> bool:
    """Whether a text says anywhere what is known to be right, or one of its words."""
    tokens = {*tokens_of(text), *tokens_of(text, comma=True)}
    if target.kind == "number":
        return bool({each.partition(" ")[0] for each in (target.key, target.also) if each} & tokens)
    right = content_of(tokens_of(known))
    plain = text.casefold()
    return any(each in tokens or (not each.isascii() and each in plain) for each in right)


def content_of(tokens: Sequence[str]) -> list[str]:
    """Words without those that add nothing to what was asked, and without marks."""
    return [token for token in tokens if token not in SMALL and token[:1].isalnum()]


_KINDS_CHINESE = frozenset("河江湖海洋山峰岛市县省州国星人")
"""What names of one kind end in: 长江 and 珠江 are two rivers. Whoever shares another character may be the same."""


def _alike(one: str, other: str) -> bool:
    first, second = (_letters(each) for each in (one, other))
    if first in second or second in first:
        return True
    if not first.isascii():
        while first[-1:] == second[-1:] and first[-1:] in _KINDS_CHINESE and second:
            first, second = first[:-1], second[:-1]
        return not first or not second or bool(set(first) & set(second))
    least = _ALIKE_FROM_THE_FIRST if first[:1] == second[:1] else _ALIKE
    return SequenceMatcher(None, first, second, autojunk=False).ratio() >= least


def _letters(word: str) -> str:
    return "".join(each for each in unicodedata.normalize("NFKD", word) if not unicodedata.combining(each))


def _scripts(words: Sequence[str]) -> set[str]:
    """In which scripts words are written: the first word of each letter's name."""
    return {unicodedata.name(letter, "?").partition(" ")[0] for word in words for letter in word if letter.isalpha()}


def _written_otherwise(one: str, other: str) -> bool:
    """Whether one has characters of simplified Chinese alone and the other those of traditional Chinese alone: 东京 and
    東京 are one city. The character sets tell which a character is of."""

    def fits(text: str, charset: str) -> bool:
        return text.encode(charset, "ignore").decode(charset) == text

    simplified, traditional = ([fits(each, charset) for each in (one, other)] for charset in ("gb2312", "big5"))
    return any(
        simplified[at] and not traditional[at] and traditional[1 - at] and not simplified[1 - at] for at in (0, 1)
    )


def _abbreviated(one: str, other: str) -> bool:
    """Whether one of two is an abbreviation and the other is none."""
    return _is_abbreviation(one) != _is_abbreviation(other)


def _is_abbreviation(name: str) -> bool:
    return _ABBREVIATION.fullmatch(unicodedata.normalize("NFKC", name).strip(_AROUND)) is not None
