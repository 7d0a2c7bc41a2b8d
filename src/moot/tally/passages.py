"""Does a passage of a source carry these words? A run of its words, or most of what they say, close together.

Words are compared without their endings, so that another case or number is no other word. A word that stands in what
was known before, or in the other sources, shows little; a word that any argument uses shows little too. Two words show
nothing. Linear in both texts: a word that stands everywhere is not looked for. Held by
`tests/protocols/adjudication/test_passages.py`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from moot.tally.lexicon import LITTLE, word_set

LEAST_RUN, LEAST_TELLING = 4, 2
"""Words of a run that carries what it says, and how many of them have to be telling ones."""
LEAST_SHARED = 3
"""Telling words that have to be shared where no run is."""
LEAST_NEW = 1.5
"""How much of what is shared must not have been known before."""
ENOUGH = 0.55
"""Share of what the words say that one passage must carry."""
HALF = 0.4
"""Weight of a word that shows little."""
SHORTEST = 4
"""Letters a telling word has; scripts that are written without spaces are compared by pairs of signs."""
MOST_PLACES, MOST_NEAR = 40, 12
"""Passages in which a word may stand and still show where to look, and how many of them are looked at."""
MOST_WORDS = 400
"""Telling words of a sentence that are looked at."""

ARGUED = word_set(
    """cost costs costly time risk risks money people team teams year years data problem problems work works need
    needs change changes evidence plan plans question answer point points case cases good better best worse
    less more most large small long short high higher low lower first second last next new old same
    different important likely possible require requires required increase increases reduce reduces make
    makes made take takes use uses used find finds show shows think argue claim objection objections
    rebuttal position view reason reasons result results should could would because however therefore
    without while where which there their these those about other others every only even still also than
    that this then them they with from into over under have been being were what when your ours its"""
)
"""Words that arguments share whatever they are about."""
# Linear: one character class each.
_WORD = re.compile(r"[^\W_]+")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]")
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])|\n+")


def words_in(text: str) -> list[str]:
    """The words of a text; signs of scripts without spaces by two."""
    found: list[str] = []
    for word in _WORD.findall(text.casefold()):
        if _UNSPACED.search(word) and len(word) > 2:
            found += [word[at : at + 2] for at in range(len(word) - 1)]
        else:
            found.append(word)
    return found


def sentences_of(text: str) -> list[str]:
    """Its sentences."""
    return [part for part in _SENTENCE.split(text) if part and part.strip()]


def same(one: str, other: str) -> bool:
    """Whether two words differ in no more than what case, number and tense put at their end."""
    if one == other:
        return True
    common = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        common += 1
    shorter, longer = sorted((len(one), len(other)))
    return common >= SHORTEST and common >= shorter - 2 and longer - common <= 3


class Words:
    """Telling words, each found again under other endings."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        self._by_beginning: dict[str, list[str]] = {}
        for word in dict.fromkeys(words):
            self._by_beginning.setdefault(word[:SHORTEST], []).append(word)

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and any(same(word, each) for each in self._by_beginning.get(word[:SHORTEST], ()))


NONE = Words()


def telling(words: Iterable[str]) -> list[str]:
    """The words that say something by themselves, each once."""
    kept = (
        word
        for word in words
        if word not in LITTLE and (len(word) >= SHORTEST or word.isdigit() or _UNSPACED.match(word))
    )
    return list(dict.fromkeys(kept))[:MOST_WORDS]


_ARGUED = Words(ARGUED)


def tells(words: str) -> bool:
    """Whether a quotation is long enough to point at one source: three telling words, or two in a run."""
    said = words_in(words)
    told = telling(said)
    run = len(said) >= LEAST_RUN and sum(each not in _ARGUED for each in told) >= LEAST_TELLING
    return len(told) >= LEAST_SHARED or run


def carries(source: str, words: str, known: Words = NONE, others: Words = NONE) -> bool:
    """Whether a passage of the source carries the words. `known` is what was said before; `others` are words that stand
    in other sources too."""
    return _Source(source).carries(words, known, others)


def carrier_of(text: str, before: str, sources: Mapping[str, str]) -> str | None:
    """The first source of which a passage stands behind something that is new in a text, or the other way round."""
    known = Words(telling(words_in(before)))
    told = {name: telling(words_in(source)) for name, source in sources.items()}
    new = [each for each in sentences_of(text) if any(word not in known for word in telling(words_in(each)))]
    for name, source in sources.items():
        others = Words(word for other, words in told.items() if other != name for word in words)
        held = _Source(source)
        if any(held.carries(sentence, known, others, either=True) for sentence in new):
            return name
    return None


def carriers_of(texts: Sequence[str], sources: Mapping[str, str]) -> list[tuple[str, ...]]:
    """Of each text, the sources of which a passage carries it; each source is looked through once."""
    held = {name: _Source(source) for name, source in sources.items()} if texts else {}
    return [tuple(name for name, each in held.items() if each.carries(text, NONE, NONE)) for text in texts]


class _Source:
    """A source by its passages: each sentence, and each with the one after it."""

    def __init__(self, text: str) -> None:
        alone = sentences_of(text)
        passages = dict.fromkeys([*alone, *(f"{one} {other}" for one, other in pairwise(alone))])
        self.told = [telling(words_in(passage)) for passage in passages]
        self.held = [Words(told) for told in self.told]
        self.at: dict[str, list[int]] = {}
        for number, told in enumerate(self.told):
            for beginning in {word[:SHORTEST] for word in told}:
                self.at.setdefault(beginning, []).append(number)
        words = words_in(text)
        self.rows = {tuple(words[at : at + LEAST_RUN]) for at in range(len(words) - LEAST_RUN + 1)}

    def carries(self, words: str, known: Words, others: Words, *, either: bool = False) -> bool:
        """Whether a passage carries the words; or, where `either` will do, they carry a passage."""
        said = words_in(words)
        if self._run(said, known):
            return True
        told = telling(said)
        if len(told) < LEAST_SHARED:
            return False
        weight = _Weight(known, others)
        whole = sum(map(weight, told))
        for number in self._near(told):
            shared = [each for each in told if each in self.held[number]]
            carried = sum(map(weight, shared))
            new = sum(weight(each) for each in shared if each not in known)
            least = min(whole, sum(map(weight, self.told[number]))) if either else whole
            if len(shared) >= LEAST_SHARED and new >= LEAST_NEW and carried >= ENOUGH * least:
                return True
        return False

    def _near(self, told: Sequence[str]) -> list[int]:
        """The passages that share most words with these, as far as their beginnings tell."""
        found = Counter[int]()
        for word in told:
            places = self.at.get(word[:SHORTEST], ())
            found.update(places if len(places) <= MOST_PLACES else ())
        return [number for number, count in found.most_common(MOST_NEAR) if count >= LEAST_SHARED]

    def _run(self, said: Sequence[str], known: Words) -> bool:
        """Whether a row of words stands in both, long enough and with enough in it that was not known."""
        for at in range(len(said) - LEAST_RUN + 1):
            row = tuple(said[at : at + LEAST_RUN])
            if (
                row in self.rows
                and sum(each not in known and each not in _ARGUED for each in telling(row)) >= LEAST_TELLING
            ):
                return True
        return False


class _Weight:
    """How much a word shows: little where any argument uses it, or where it stands elsewhere too."""

    def __init__(self, known: Words, others: Words) -> None:
        self.little = (_ARGUED, known, others)

    def __call__(self, word: str) -> float:
        return HALF if any(word in words for words in self.little) else 1.0
