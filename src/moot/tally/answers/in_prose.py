"""Does an answer in sentences state the known one? Read by fixed rules, in doubt not.

A sentence states it that says, of what was asked and nothing else, that it *is* the known answer, or of the known
answer that it is what was asked (`The capital of France is Paris, which ...`). None counts with a negation, an
alternative or a doubt in it; and none of a text that elsewhere says of the same that it is something else, or takes
something back. Held by `tests/tally/answers/test_in_prose.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from moot.tally.answers.number_marks import marks_of, may_be_either
from moot.tally.answers.words import NEGATIONS, tokens_of


def _words(text: str) -> list[str]:
    """As tokens have them, which write `heißt` with two s."""
    return text.casefold().split()


MOST = 8_000
"""Characters of an answer that are looked at."""
_SENTENCE = re.compile(r"(?<=[.!?])(?=[\s*_)\"'”’]|$)|[\n;]")
IS = frozenset(_words("is are was were equals = be remains ist sind war waren heißt beträgt lautet"))
_AFTER_IS = re.compile(
    r"(?i)(?:\b(?:is|are|was|were|equals|be|remains|ist|sind|war|waren|heißt|beträgt|lautet)\b|=)(.+)"
)
_CLAUSE = re.compile(r",(?=\s)|[;(]|\s[–—-]\s|(?<=\D)\.(?=\s|$)")
_NOT_BUT = re.compile(
    r"(?i)\b(?:not|nicht)\b(?! (?:only|just|merely|nur|allein))[^.!?\n,;]{1,60},? (?:but(?: rather)?|sondern) "
)
_NOT_AFTER = re.compile(r"(?i),\s?(?:and |und )?(?:not|nicht)\b[^.!?\n,;]{1,60}(?=[.!?\n]|$)")
SMALL = frozenset(_words(
    "the a an of in on at for to by from this that it its my our your here so thus hence therefore final correct right "
    "answer question called named known as also simply just exactly value result "
    "der die das den dem des ein eine einen einem einer von vom im am zu zum zur mit auf für es dies dieser diese "
    "antwort richtige frage genannt auch genau wert ergebnis also somit daher"
))  # fmt: skip
"""Words that add nothing to what was asked."""
_BEFORE_A_NAME = frozenset(_words("the a an called named exactly simply der die das ein eine genau"))
_POINTERS = frozenset(_words("it this that es das dies"))
_DOUBT = frozenset(_words(
    "or either versus vs rather instead unlike except perhaps maybe possibly probably might may could would should "
    "if whether unless some many often sometimes formerly once almost nearly about around roughly near more less over "
    "under ~ < > <= >= claims claim believed thought suppose supposed allegedly false wrong incorrect mistaken myth "
    "neither than oder entweder vielleicht möglicherweise vermutlich wahrscheinlich könnte würde sollte etwa ungefähr "
    "circa fast beinahe rund mehr weniger über unter statt sondern außer manche einige oft manchmal früher falls ob "
    "angeblich falsch irrtum mythos glaubt"
))  # fmt: skip
"""Words with which a sentence states less than that it is so, or more than one thing."""
UNSURE = _DOUBT | NEGATIONS
TAKES_BACK = frozenset(
    _words("actually wait correction sorry mistake mistaken retract korrektur moment entschuldigung")
)
"""Words that take something back."""
BACK = TAKES_BACK | frozenset(_words("however but though although aber jedoch allerdings doch obwohl"))
"""The same, and words that set something against it."""
DONE_BY = frozenset(("by", "von", "durch"))
"""Behind these stands who did something, where the sentence begins with whom it was done to."""
GOES_ON = frozenset(_words("because since as which who whose where namely so"))
"""Words with which a sentence that has said it goes on; any other would make the answer a longer one."""


def states(question: str, known: str, answer: str) -> bool:
    """Whether an answer says in a sentence of its own, and without a doubt, what is known to be right. A question that
    names the known answer itself is none that a sentence could be told by."""
    own, marks = marks_of(known, question, known), marks_of(answer, question, known)
    key, asked = tokens_of(known, comma=own.comma), frozenset(tokens_of(question))
    if not key or len(answer) > MOST or _within(key, tokens_of(question)) or BACK & set(tokens_of(answer)):
        return False
    if marks.by == "torn" and may_be_either(answer):
        return False
    if marks.by == "nothing":
        return any(_states(answer, key, asked, comma=comma) for comma in (False, True))
    return _states(answer, key, asked, comma=marks.comma)


def _states(text: str, key: Sequence[str], asked: frozenset[str], *, comma: bool) -> bool:
    """The same, with the figures of the text read in one way."""
    found = False
    for at, sentence in enumerate(sentences_of(text)):
        tokens = tokens_of(sentence, comma=comma)
        if _says(sentence, key, asked, first=at == 0, comma=comma):
            found = True
        elif (_within(key, tokens) and UNSURE & set(tokens)) or _says_other(tokens, key, asked, first=at == 0):
            return False
    return found


def mentions(known: str, answer: str) -> bool:
    """Whether an answer has the words of the known one in a row anywhere, and others beside them."""
    for comma in (False, True):
        key, said = tokens_of(known, comma=comma), tokens_of(answer[:MOST], comma=comma)
        if _within(key, said) and set(said) - set(key) - NEGATIONS - SMALL:
            return True
    return False


def without_contrast(known: str, answer: str) -> str:
    """An answer without what it sets itself apart from: `Paris, not Lyon`, `not Lyon but Paris`."""
    key = tokens_of(known)

    def left(found: re.Match[str]) -> str:
        return found[0] if _within(key, tokens_of(found[0])) else ""

    return _NOT_AFTER.sub(left, _NOT_BUT.sub(left, answer[:MOST]))


def clauses_of(question: str, answer: str) -> Iterator[tuple[str, ...]]:
    """What an answer says of what was asked that it is, sentence by sentence, up to the next mark; nothing of what it
    says with a doubt or a negation."""
    asked = frozenset(tokens_of(question))
    for at, sentence in enumerate(sentences_of(answer[:MOST])):
        tokens = tokens_of(sentence)
        if UNSURE & set(tokens) or sentence.rstrip().endswith("?"):
            continue
        for place, word in enumerate(tokens):
            if word in IS and _is_asked(tokens[:place], asked, first=at == 0):
                said = _AFTER_IS.search(sentence)
                if said:
                    yield _bare(_CLAUSE.split(said[1].strip(" :*_`\"'.!"))[0].split())
                break
        else:
            place = next((place for place, word in enumerate(tokens) if word in IS), 0)
            after = set(tokens[place + 1 :])
            if place and after <= asked | SMALL and after & (asked - SMALL):
                yield _bare(sentence.strip(" *_`\"'").split()[:place])


def takes_back(answer: str) -> bool:
    """Whether an answer, whatever it comes down to, takes something back or only asks."""
    return answer.rstrip().endswith("?") or bool(TAKES_BACK & set(tokens_of(answer[:MOST])))


def sentences_of(text: str) -> Iterator[str]:
    """The sentences of a text that say anything."""
    return (each for each in _SENTENCE.split(text) if tokens_of(each))


def _says(sentence: str, key: Sequence[str], asked: frozenset[str], *, first: bool, comma: bool) -> bool:
    """Whether this sentence alone says it."""
    tokens = tokens_of(sentence, comma=comma)
    if UNSURE & set(tokens) or sentence.rstrip().endswith("?"):
        return False
    behind = tokens[: len(tokens) - len(key)]
    if first and tokens[len(behind) :] == tuple(key) and set(behind) <= SMALL - _POINTERS:
        return True  # the answer alone, before anything else is said
    spoken = tokens_of(sentence.rpartition(":")[2], comma=comma)
    if spoken == tuple(key) and _is_asked(tokens[: len(tokens) - len(key)], asked, first=True):
        return True
    for at, word in enumerate(tokens):
        before, after = tokens[:at], tokens[at + 1 :]
        if word not in IS:
            continue
        while after and after[0] in _BEFORE_A_NAME:
            after = after[1:]
        if (
            after[: len(key)] == tuple(key)
            and _ends(after[len(key) :], sentence, key)
            and _is_asked(before, asked, first=first)
        ):
            return True
        if _bare(before) == tuple(key) and after and set(after) <= asked | SMALL and set(after) & (asked - SMALL):
            return not DONE_BY & set(after) - asked  # `Socrates was taught by Plato` says of neither what was asked
    return False


def _ends(rest: Sequence[str], sentence: str, key: Sequence[str]) -> bool:
    """Whether the answer ends where the known one does: at the end, a mark, or where the sentence plainly goes on."""
    if not rest or rest[0] in GOES_ON:
        return True
    if "and" in rest[:1]:
        return False
    last = re.escape(key[-1])
    return (
        re.search(rf"(?i)\b{last}[*_`\"'”’]*(?:,|\s\(|\s[–—]\s|:)\s?", sentence) is not None
        and not rest[0][0].isdigit()
    )


def _is_asked(before: Sequence[str], asked: frozenset[str], *, first: bool) -> bool:
    """Whether what stands before is what was asked, or only points at it; that counts at the beginning alone."""
    words = set(before)
    if words & _POINTERS and not words & (asked - SMALL):
        return first and words <= SMALL | asked
    return bool(words) and words <= asked | SMALL


def _says_other(tokens: Sequence[str], key: Sequence[str], asked: frozenset[str], *, first: bool) -> bool:
    """Whether a sentence says of what was asked that it is something else."""
    for at, word in enumerate(tokens):
        if word in IS and _is_asked(tokens[:at], asked, first=True):
            after = _bare(tokens[at + 1 :])
            return bool(after) and after[: len(key)] != tuple(key) and after[0] not in GOES_ON
    return False


def _bare(tokens: Sequence[str]) -> tuple[str, ...]:
    """Without the article it begins with."""
    return tuple(tokens[1:] if tokens[:1] and tokens[0] in ("the", "a", "an") else tokens)


def _within(key: Sequence[str], tokens: Sequence[str]) -> bool:
    """Whether these words stand in a row among others."""
    return any(tuple(tokens[at : at + len(key)]) == tuple(key) for at in range(len(tokens) - len(key) + 1))
