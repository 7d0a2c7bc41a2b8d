"""Does a claim told in other words say of the same things that they do the same to the same?

Who does what to whom is told by the order of the words; of how many, by the word before them; whether something is,
can be, may be or should be, by a modal verb. An editor who keeps to the claim's words may exchange those all the same:
so they stand in the claim's order, with no limit and no modal verb that it lacks. Held by
`tests/protocols/claim_vote/narrative/test_sentences.py`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from moot.protocols.claim_vote.findings import Claim
from moot.protocols.claim_vote.narrative.naming import ARTICLES, MODALS, Told, tokens_of, told
from moot.protocols.claim_vote.narrative.words import MAYBE, NUMBER_WORDS, OF_THE_VOTE, SOMEONE, VOTE_WORDS, root
from moot.tally.lexicon import LITTLE, NEGATIONS, word_set, words_of

LIMITING = word_set(
    """only most mostly all every any some many few several both alone solely merely just each either half whole always
    often usually rarely sometimes ever"""
)
"""Say of how many something is so, how often or of nothing else."""
ORDINALS = word_set("first second third last next")
EACH = word_set("all every each")
"""Each of them says the same of a number of things."""
NOTHING_ELSE = word_set("only alone solely merely")
"""These may stand behind what they limit as well."""
AT_LEAST = re.compile(
    r"\b(?:at least|at most|up to|more than|less than|fewer than|over|under|about|nearly|almost) (\S+) (\w+)"
)
FRONTED = word_set(
    "because after before when while until if unless in on at for during from through with without under"
)
"""What begins with one of these may begin the sentence as well as end it."""
LEADING = FRONTED | word_set("between over into by as")
"""Behind one of these stands what stands behind it in the claim."""
ADDRESSING = word_set(
    "want wants wanted ask asks asked let lets tell tells told expect expects urge urges require requires"
)
READERS = word_set("you your yours yourself us me i")
ASKED_OF = ADDRESSING | READERS
ROOM = 5
"""Words between one of those and its `to`."""
NO_VERBS = word_set("be have do has been")
SAYERS = word_set("council it who members voters they")
"""Before `would` and `should`: what the council wants."""
NEAR = 8
"""Words behind one that limits, among which stands what it limits."""
READ_ON = LIMITING | ORDINALS | word_set("at up more less fewer over under about nearly almost")
"""Without any of these nothing is limited."""
OF_VOTES = OF_THE_VOTE | VOTE_WORDS | SOMEONE
DOUBTED = MAYBE | word_set(
    """risk risks whether possible possibility potential potentially chance danger fear fears concern concerns would
    hope hopes warning warn warns opportunity expected if threat"""
)
"""Says that something is not certain."""
IRREGULAR = {
    form: root(base)
    for base, forms in {
        "fall": "fell fallen", "rise": "rose risen raise raises raised raising",
        "choose": "choice choices chose chosen",
        "lose": "lost loss losses",
        "sell": "sold sale sales", "buy": "bought", "build": "built", "hold": "held", "keep": "kept", "leave": "left",
        "take": "took taken", "pay": "paid", "send": "sent", "spend": "spent", "open": "opened opening",
        "ban": "bans banned",
        "give": "gave given", "grow": "grew grown growth", "teach": "taught", "find": "found", "go": "went gone",
        "drive": "drove driven", "write": "wrote written", "close": "closure closures", "pass": "passage",
        "expect": "expectation", "fail": "failure", "move": "moving", "run": "ran running", "cut": "cutting cuts",
        "put": "putting puts", "let": "letting lets", "set": "setting sets", "get": "got getting", "free": "freely",
    }.items()
    for form in forms.split()
}  # fmt: skip
"""Forms that endings do not tell."""


ITSELF = "|".join(sorted((LIMITING - EACH) | {"perhaps", "possibly"}))
OWN_LIMITED = re.compile(rf"\b({ITSELF})(?:\s+of)?\s+[\"']?⟪", re.I)


def related_otherwise(clause: str, words: Sequence[str], claim: Claim) -> Iterator[str]:
    """What the clause says of the claim's things that the claim does not say of them; `words` are the clause's."""
    yield from _moved(clause, claim)
    if not READ_ON.isdisjoint(words):
        yield from _limits_put_in(words, words_of(claim.text))


def limited_itself(marked: str) -> str:
    """The word that limits a claim which is given in its own words: `only ⟪03⟫`."""
    found = OWN_LIMITED.search(marked)
    return found[1] if found is not None else ""


def _moved(clause: str, claim: Claim) -> Iterator[str]:
    """Words of the claim stand in its order: who does what to whom is told by nothing else. The verb of a proposal may
    stand elsewhere, as in a passive, and what begins with a preposition may begin the sentence."""
    of = _ordered(claim.text, claim.kind)
    words = tokens_of(clause)
    words = words[2:] if words[1:2] == [","] and words[0] in ORDINALS else words  # `First, …` counts sentences
    said = [_carried(word) for word in words]
    wrong = _out_of_order(words, said, of.words, of.place)
    if wrong and (of.unrolled is None or _out_of_order(words, said, of.unrolled.words, of.unrolled.place)):
        yield wrong
        return
    parts, others, theirs, place = of.parts, of.words, of.stems, of.place
    for word in sorted(LEADING & set(words) & set(others)):
        here, there = _led(words, said, word), _led(others, theirs, word)
        if here in place and there in place and not all(theirs[place[there] : place[here] + 1] or [""]):
            yield f"has “{word}” before “{here}”"
            return
    if parts.modal < 0 <= parts.verb:
        for (one, modal), (_, doing) in pairwise(pairwise(words)):
            if modal in MODALS and doing == parts.words[parts.verb] and _carried(one) in place:
                yield f"says that “{one}” is to do it"
                return


class Ordered(NamedTuple):
    """A claim's words as they stand in it."""

    parts: Told
    words: tuple[str, ...]
    stems: tuple[str, ...]
    place: Mapping[str, int]
    unrolled: Ordered | None


@lru_cache(maxsize=1_024)
def _ordered(text: str, kind: str) -> Ordered:
    parts, words = told(text, kind), tuple(tokens_of(text))
    verb = carrying_stem(parts.words[parts.verb]) if parts.verb >= 0 else ""
    other = _unrolled(words)
    unrolled = None if other is None else _placed(parts, tuple(other), verb, None)
    return _placed(parts, words, verb, unrolled)


def _placed(parts: Told, words: tuple[str, ...], verb: str, unrolled: Ordered | None) -> Ordered:
    stems = tuple(_carried(word) for word in words)
    had = Counter(stems)
    place = {stem: at for at, stem in enumerate(stems) if stem and stem != verb and had[stem] == 1}
    return Ordered(parts, words, stems, place, unrolled)


def _out_of_order(words: Sequence[str], said: Sequence[str], others: Sequence[str], place: Mapping[str, int]) -> str:
    """Which two words stand in another order than in the claim; `said` are the words' stems."""
    here = [at for at, stem in enumerate(said) if stem in place]
    if len(here) < 2:
        return ""
    have = Counter([said[at] for at in here])
    once = [at for at in here if have[said[at]] == 1]
    places = [place[said[at]] for at in once]
    first = 0
    if once and (lead := _led_by(words, once[0])) and lead == _led_by(others, places[0]):
        first = next((at for at, one in enumerate(places) if one < places[0]), len(places))
        if places[:first] != sorted(places[:first]):
            first = 0
    for before, after in pairwise(range(first, len(once))):
        if places[before] > places[after]:
            return f"has “{words[once[before]]}” before “{words[once[after]]}”"
    return ""


def _unrolled(others: Sequence[str]) -> list[str] | None:
    """`The company cannot staff a rota` for `a rota that the company cannot staff`."""
    for at in range(1, len(others) - 1):
        if others[at] in ("that", "which") and others[at + 1] in ARTICLES - {","} and others[at - 1] != ",":
            begins = next((one for one in reversed(range(at)) if others[one] in ARTICLES), -1)
            if begins >= 0:
                return [*others[:begins], *others[at + 1 :], *others[begins:at]]
    return None


def _led(words: Sequence[str], stems: Sequence[str], by: str) -> str:
    """What stands behind this word; nothing where it stands there more than once."""
    if words.count(by) != 1:
        return ""
    return next((stem for stem in stems[words.index(by) + 1 :] if stem), "")


def _led_by(words: Sequence[str], at: int) -> str:
    """The preposition before a word, articles and numbers aside; in a sentence it has to begin it."""
    while at and (words[at - 1] in ARTICLES or words[at - 1] in NUMBER_WORDS or words[at - 1] == "its"):
        at -= 1
    return words[at - 1] if at and words[at - 1] in FRONTED else ""


@lru_cache(maxsize=16_384)
def _carried(word: str) -> str:
    return "" if word in NUMBER_WORDS or word[0].isdigit() or word in OF_VOTES else carrying_stem(word)


def _limits_put_in(words: Sequence[str], others: Sequence[str]) -> Iterator[str]:
    """A word that says of how many it is so, before a word of the claim that has none there."""
    told = carried_by(others)
    for figure, thing in AT_LEAST.findall(" ".join(words)) if not AT_LEAST.search(" ".join(others)) else ():
        counts = (figure in NUMBER_WORDS or figure[0].isdigit()) and carrying_stem(thing) in told
        if figure in others and (counts or figure in ("once", "twice")):
            yield f"bounds “{figure} {thing}”, which the claim does not"
            return
    had = set(others) | (EACH if EACH & set(others) else set())
    for at, word in enumerate(words):
        if (word in LIMITING or (at and word in ORDINALS)) and word not in had:
            behind = next(
                (one for one in words[at + 1 : at + 1 + NEAR] if one not in LITTLE and one not in NUMBER_WORDS), ""
            )
            before = words[at - 1] if at and word in NOTHING_ELSE else ""
            if carrying_stem(behind) in told or (before and carrying_stem(before) in told):
                yield f"says “{word}”, which the claim does not say"
                return


def other_modals(words: Sequence[str], claim: Claim) -> Iterator[str]:
    """Can stays can, may stays may, and what is so is not what should be."""
    others = ["can" if word == "cannot" else word for word in words_of(claim.text)]
    theirs = MODALS & set(others)
    ours = {
        "can" if word == "cannot" else word
        for at, word in enumerate(words)
        if word in MODALS and (not at or words[at - 1] not in SAYERS) and not OF_THE_VOTE & set(words[at + 1 : at + 3])
    }
    new = ours - theirs - ({"should", "shall"} if claim.kind == "recommendation" else set())
    if new:
        yield f"says “{min(new)}”, which the claim does not say"
    elif theirs - ours and not ours and not DOUBTED & set(words):
        verb = next((after for before, after in pairwise(others) if before in theirs), "")
        if verb not in NO_VERBS and any(_said_of(word, verb) for word in words):
            yield f"leaves out “{min(theirs)}”"


def _said_of(word: str, verb: str) -> bool:
    """Whether it is the verb as it is said of what is so."""
    return word in (verb, f"{verb}s", f"{verb}d", f"{verb}ed") or IRREGULAR.get(word) == root(verb)


def addressed(words: Sequence[str], known: Collection[str]) -> str:
    """Who is to do it, where the council is said to want that of somebody whom no claim names: `it wants you to …`."""
    if ASKED_OF.isdisjoint(words):
        return ""
    for at, word in enumerate(words):
        if word in READERS and word not in known:
            return word
        if word in ADDRESSING and "to" in words[at + 1 : at + 1 + ROOM]:
            whom = [one for one in words[at + 1 : words.index("to", at + 1)] if one not in ARTICLES]
            if "not" not in whom and any((carrying_stem(one) or one) not in known for one in whom):
                return " ".join(whom)
    return ""


def carried_by(words: Iterable[str]) -> set[str]:
    """Stems of the words that say what it is about; figures are among them."""
    return {stem for word in words if (stem := carrying_stem(word))}


@lru_cache(maxsize=16_384)
def carrying_stem(word: str) -> str:
    """The stem of a word that says what a text is about; empty for little words and for negations."""
    if word in LITTLE or word in NEGATIONS or len(word) < 2:
        return ""
    return IRREGULAR.get(word) or root(word)
