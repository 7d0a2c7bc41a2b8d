"""What does a plain sentence say beyond what was asked? `It ended in 1945` says `1945`.

What is left can then be held against the known answer as if it stood alone, whether it is right or wrong: a sentence
that could be told right only would make its members look better than they are. Nothing is taken out of a text of
several sentences, of one with a doubt, a negation or a second thing in it, or of one that may have exchanged who did
what to whom. Held by `tests/tally/answers/test_restated.py`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from moot.tally.answers.closed import MOST_QUESTION
from moot.tally.answers.in_prose import BACK, DONE_BY, GOES_ON, IS, SMALL, UNSURE, sentences_of
from moot.tally.answers.quantities import is_unit, names_unit
from moot.tally.answers.words import tokens_of

LONGEST = 400
"""Characters of a sentence and of what it answers; a longer one says more than one thing."""
MOST_WORDS = 8
"""Words of one thing."""


def _words(text: str) -> list[str]:
    """As tokens have them, which write `heißt` with two s."""
    return text.casefold().split()


_WHEN_OR_WHERE = re.compile(
    r"(?i)(?:when|where|how (?:many|much|old|tall|high|long|far|deep|wide|large|big|heavy|fast|hot)"
    r"|(?:in|at|on|by|since|until) (?:which|what)|what (?:year|day|temperature|speed|age)"
    r"|wann|wo|wie ?(?:viele?|alt|hoch|lang|weit|tief|breit|groß|schwer|schnell|heiß)"
    r"|(?:in|an|auf|aus|bei|um|seit) (?:welche[mnrs]?|wie ?vielen?))\b"
)
"""Questions for a time, a place or a number: whatever order its words come in, a sentence answers that."""
_WHO = re.compile(r"(?i)(?:who|what|which|wer|wie (?:heißt|hieß|lautet))\b")
"""Questions for somebody or something: only a sentence in the question's own order answers that and nothing else.
Of German ones `wer` alone tells who does it and who has it done."""
_OF_WHICH_KIND = re.compile(r"(?i)\b(?:which|what|welche[rsnm]?) (\w{1,30})")
_COUNTED = re.compile(r"(?i)(?:how many|wie ?viele)\s+([^\W\d_]+)")
_BESIDE = frozenset(_words(
    "it he she they there es er sie has have had did does do hat haben hatte gibt exactly genau year years' jahr jahre "
    "who what which when where how wer wann wo wie many much viele viel and"
))  # fmt: skip
"""Words that say nothing beside those of the question."""
_DID = frozenset(_words("did does do has have"))
_ARTICLES = frozenset(_words("the a an of der die das den dem des"))
_PLACES = frozenset(_words("in at on im am an auf aus bei um"))
_MAY = re.compile(r"\bMay(?= \d)|(?<=\d )May\b|(?<=\dth )May\b")
"""The month, which is no doubt."""
_TWO_QUESTIONS = re.compile(r"(?i)\b(?:and|und) (?:who|what|which|when|where|how|wer|was|welche\w*|wann|wo|wie)\b")
_ENDINGS = re.compile(r"(?:ing|est|ed|es|en|et|te|ten|d|s|t|e)$")
_ASKS_CHINESE = re.compile(
    r"(?:哪一?(?:年|天|个(?:国家|城市|省|人)|座(?:城市|山)|位|里|儿|国|种|条(?:河|江)?)|什么(?:时候|地方|城市|国家|名字)?"
    r"|多少|几(?!乎)|何时|何地|谁)"
)
_CHINESE_MARKS = " 。！？，.!?,；;“”‘’\"'《》"
_I_THINK = re.compile(r"^(?:我(?:认为|觉得|想)|正确答案|答案)[，,：:]?")
_CHINESE_DOUBT = re.compile(r"[不没非未或]|可能|也许|大概|大约|左右|以上|以下|超过|不到|但|其实|[，,；;？?。](?=.)")


def said_beyond(question: str, answer: str) -> str:
    """What one sentence says that the question does not; empty where it is not one thing for certain."""
    text, asks = answer.strip(), _last_asked(question[-MOST_QUESTION:])
    if not text or max(len(text), len(asks)) > LONGEST or "\n" in text:
        return ""
    return _chinese(asks, text) or _beyond(asks, text)


def _beyond(asks: str, text: str) -> str:
    free, ordered = bool(_WHEN_OR_WHERE.match(asks)), bool(_WHO.match(asks))
    words, said = tokens_of(asks), tokens_of(text)
    if not (free or ordered) or _TWO_QUESTIONS.search(asks) or not _is_plain(text):
        return ""
    if DONE_BY & set(said[1:]) - set(words):
        return ""  # who did it and to whom may have changed places
    asked = {_stem(word) for word in words if word[:1].isalpha()} - SMALL
    units = {at for at in range(1, len(said)) if said[at - 1][:1].isdigit() and names_unit(said[at : at + 1])}
    new = [
        at
        for at, word in enumerate(said)
        if at in units or (_stem(word) not in asked and word not in SMALL | IS | _BESIDE)
    ]
    if not new or len(new) == len(said):
        return ""
    first, last = new[0], new[-1] + 1
    kind = _OF_WHICH_KIND.search(asks)
    if kind and said[last:] == (kind[1].casefold(),) and said[0] in _ARTICLES:
        return ""  # the Sun King: the word for the kind is a part of the name
    around = [word for word in (*said[:first], *said[last:]) if _stem(word) in asked]
    held = set(said[first:last])
    if held & (IS | GOES_ON | (SMALL - _ARTICLES)) or last - first > MOST_WORDS:
        return ""
    points = (
        set(said[:first]) & _BESIDE
        or (ordered and said[last:] and set(said[last:]) <= _DID)
        or (free and said[:first] and set(said[:first]) <= _PLACES | _ARTICLES)
    )
    again = any(_stem(said[at]) in asked for at in range(first, last) if at not in units)
    if again or not (around or points):
        return ""  # two things, or nothing of what was asked
    in_order = _in_order(around, words) if ordered else _in_order(_names(around, asks), words)
    if not in_order or (
        free and not any(token[:1].isdigit() for token in said[first:last]) and not _placed(said[:first])
    ):
        return ""
    counted = _COUNTED.match(asks)
    beside = " ".join(said[first + 1 : last]).removesuffix("s")
    other = beside and not is_unit(beside)
    if counted and _stem(counted[1].lower()) not in map(_stem, around) and (other or _placed(said[:first])):
        return ""  # so many of something else, or when and where something is
    return _as_written(text, said, first, last)


def _is_plain(text: str) -> bool:
    """Whether it is one sentence that states something, without a doubt and without a second thought."""
    doubts = (UNSURE | BACK) & set(tokens_of(_MAY.sub(" ", text)))
    return not doubts and len(list(sentences_of(text))) == 1 and re.search(r"[;:()±]|[?？]$", text) is None


def _last_asked(question: str) -> str:
    """The question itself, where something is told before it."""
    asked = re.sub(r"[?？][^?？]*$", "", question.strip()) if "?" in question or "？" in question else question.strip()
    return re.split(r"[.!?\n:]\s", asked)[-1].strip()


def _placed(before: Sequence[str]) -> bool:
    """Whether what comes next is where or when: `in`, or `in the`."""
    kept = [word for word in before if word not in ("the", "der", "dem", "den")]
    return bool(kept) and kept[-1] in _PLACES


def _names(around: Sequence[str], asks: str) -> list[str]:
    counted = _WHEN_OR_WHERE.match(asks)
    told = asks[counted.end() :].strip().partition(" ")[2] if counted else asks  # what is counted may stand anywhere
    names = {name for word in re.findall(r"[^\W\d_]+", told) if word[0].isupper() for name in tokens_of(word)}
    return [word for word in around if word in names]


def _in_order(around: Sequence[str], words: Sequence[str]) -> bool:
    """Whether these stand in the order of the question."""
    at, stems = 0, [_stem(word) for word in words]
    for word in around:
        if _stem(word) not in stems[at:]:
            return False
        at = stems.index(_stem(word), at) + 1
    return True


def _stem(word: str) -> str:
    """A word without what bends it: `ended`, `ends` and `endete` are one with `end`."""
    while word.isalpha() and len(short := _ENDINGS.sub("", word)) > 2 and short != word:
        word = short
    return word


def _as_written(text: str, said: Sequence[str], first: int, last: int) -> str:
    """These words as they stand in the text: what is a day or a number is told by its marks, too."""
    starts = [found.start() for found in re.finditer(r"\S+", text)]
    ends = [found.end() for found in re.finditer(r"\S+", text)]
    wanted = tuple(said[first:last])
    for at in range(len(starts)):
        for end in range(at, min(len(starts), at + len(wanted) + 1)):
            piece = text[starts[at] : ends[end]]
            if tokens_of(piece) == wanted:
                return piece.strip(" .,!*_`")
    return ""


def _chinese(asked: str, text: str) -> str:
    """What stands in a sentence where the question asks: `中国的首都是哪里？` and `中国的首都是北京。`."""
    asks, plain = (each.strip(_CHINESE_MARKS).replace("的", "") for each in (asked, _I_THINK.sub("", text)))
    found = list(_ASKS_CHINESE.finditer(asks))
    if len(found) != 1 or _CHINESE_DOUBT.search(plain):
        return ""
    before, behind = asks[: found[0].start()], asks[found[0].end() :]
    for at in range(len(before)):
        head = before[at:]
        if plain.startswith(head) and plain.endswith(behind) and len(plain) > len(head) + len(behind):
            return plain[len(head) : len(plain) - len(behind)].strip(_CHINESE_MARKS)
    if not before and behind and plain.endswith(behind):
        return plain[: -len(behind)].strip(_CHINESE_MARKS)
    return ""


def same_city(question: str, one: str, other: str) -> bool:
    """Whether two names are one city, told with or without the word for it: 北京 and 北京市. Where a province or a
    county is asked for, another place has the name with it."""
    first, second = (each.strip(_CHINESE_MARKS) for each in (one, other))
    return (
        bool(first and second)
        and not re.search(r"[省县州区]", question)
        and (first + "市" == second or second + "市" == first)
    )
