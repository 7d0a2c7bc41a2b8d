"""Does a question ask for a name, and are two answers to it names?

Two names are two things; two common words may be one. A name is
told by its capital letters where a question asks who, where, or which city it is. Held by
`tests/tally/answers/test_names.py`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from moot.tally.answers.in_prose import SMALL
from moot.tally.answers.words import tokens_of

LONGEST = 2_000
"""Characters at the end of a question that are looked at."""

_words = str.split
_HAVE_NAMES = (
    "capital|city|town|village|country|state|nation|province|river|mountain|peak|lake|sea|ocean|island|desert|volcano|"
    "planet|moon|continent|person|man|woman|author|writer|poet|painter|artist|composer|musician|singer|actor|actress|"
    "director|philosopher|scientist|physicist|chemist|mathematician|inventor|explorer|astronaut|president|chancellor|"
    "minister|king|queen|emperor|pope|general|architect|team|"
    "hauptstadt|stadt|dorf|land|staat|bundesland|provinz|fluss|berg|gipfel|see|meer|ozean|insel|wüste|vulkan|planet|"
    "mond|kontinent|mensch|mann|frau|autor(?:in)?|schriftsteller(?:in)?|dichter(?:in)?|maler(?:in)?|komponist(?:in)?|"
    "sänger(?:in)?|schauspieler(?:in)?|regisseur(?:in)?|philosoph(?:in)?|physiker(?:in)?|chemiker(?:in)?|"
    "mathematiker(?:in)?|erfinder(?:in)?|präsident(?:in)?|kanzler(?:in)?|könig(?:in)?|kaiser(?:in)?|papst|architekt(?:in)?"
)
"""What has a name of its own. Plays, films and firms are none of these: their names are translated."""
# Linear: a word of a question, three words at most, and one of those that have names.
_WHICH = re.compile(
    rf"(?i)\b(?:which|what(?: is|'s| was)?|name|welche[rsnm]?|(?:was|wie) (?:ist|war|heißt|hieß|lautet)|nenne)"
    rf"(?: [\w'-]{{1,20}}){{0,3}} (?:{_HAVE_NAMES})\b"
)
_WHO = re.compile(r"(?i)\b(?:(who|whom)|(wer|wen|wem))\b (\w{1,30})")
_WHERE = re.compile(
    r"(?i)\b(?:where (?:is|was|were|are|did)|in which (?:city|country|town)"
    r"|wo (?:ist|war|liegt|lag|wurden?|starb|fand))\b"
)
_CHINESE = re.compile(
    r"谁|哪位|哪里|哪儿|哪一?(?:个国家|个城市|座城市|座城|座山|条河|条江|国|座|位)"
    r"|首都|什么城市|什么国家|最[^，。？]{1,8}是(?:什么|哪)"
)
_IS = frozenset(_words("is was has does ist hat"))
_ARTICLES = frozenset(_words("the der die das"))
_PARTICLES = frozenset(_words("da de di du del della van von vom zu zur der den la le al el bin ibn of the and und"))
"""Words in names that are written small."""
_GEOGRAPHY = re.compile(
    r"(?i)\b(?:river|mountain|peak|lake|sea|ocean|island|desert|volcano|moon|country|fluss|berg|gipfel|see|meer|ozean"
    r"|insel|wüste|vulkan|mond|land)\b"
)
"""What may have a name with or without an article."""
_AROUND = " .,!?*_`\"'“”„«»()"
_OR = re.compile(r"(?i)\s(?:or|oder)\s|还是")


def asks_for_a_name(question: str) -> bool:
    """Whether a question asks for somebody, a place, or something else that has a name of its own."""
    text = question[-LONGEST:]
    if _WHICH.search(text) or _WHERE.search(text) or _CHINESE.search(text):
        return True
    return any(not _in_general(english=bool(found[1]), verb=found[3].lower()) for found in _WHO.finditer(text))


def are_names(question: str, known: str, said: str, words: Sequence[str]) -> bool:
    """Whether the known answer and these words of what was said are names as they are written. `The Queen` and
    `Elizabeth` are two ways to say who it was."""
    if not _GEOGRAPHY.search(question[-LONGEST:]) and _has_article(known, tokens_of(known)) != _has_article(
        said, words
    ):
        return False
    return _is_name(known, tokens_of(known)) and _is_name(said, words)


def asks_where(question: str) -> bool:
    """Whether a question asks where something is, which a city, its country and its continent all answer."""
    return _WHERE.search(question[-LONGEST:]) is not None or re.search(r"哪里|哪儿", question[-LONGEST:]) is not None


def offered(question: str, known: Sequence[str], said: Sequence[str]) -> bool:
    """Whether the question offers both, one as the other's alternative: `a star or a planet?`."""
    parts = [frozenset(tokens_of(part)) for part in _OR.split(question[-LONGEST:])]
    if len(parts) != 2:
        return False
    one, other = set(known), set(said)
    return any(
        one <= first and other <= second and not one & second and not other & first
        for first, second in (parts, parts[::-1])
    )


def _in_general(*, english: bool, verb: str) -> bool:
    """Whether a verb says what somebody does in general: `Who fixes pipes?` asks for no person."""
    return verb not in _IS and verb.endswith("s" if english else "t")


def _has_article(text: str, words: Sequence[str]) -> bool:
    """Whether an article stands before these words of a text."""
    before, held = "", frozenset(words) - SMALL
    for word in text.split():
        if held & set(tokens_of(word)):
            return before in _ARTICLES
        before = word.strip(_AROUND).casefold()
    return False


def _is_name(text: str, words: Sequence[str]) -> bool:
    """Whether these words of a text have a capital letter, where their script has any and they say anything."""
    held = frozenset(words) - SMALL - _PARTICLES
    told = [word.strip(_AROUND) for word in text.split() if held & set(tokens_of(word))]
    return bool(told) and all(not word[:1].islower() for word in told)
