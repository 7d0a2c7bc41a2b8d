"""Where does a sentence name a claim, and how: in full, as a proposal, or by some of its words?

A claim's words are looked for in the claim's own order. An article or a comma may come or go, a noun may change its
number, and a proposal may become a gerund, an infinitive or a passive; nothing else may. What a name leaves out stands
at its end and restricts nothing. Held by `tests/protocols/claim_vote/narrative/test_derived.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from moot.protocols.claim_vote.findings import Claim
from moot.tally.lexicon import LITTLE, NEGATIONS, word_set

TOKEN = re.compile(r"⟨\d+⟩|⟪\d+⟫|[^\W_]+(?:[-'.,/][^\W_]+)*|\S")
ARTICLES = frozenset(("a", "an", "the", ","))
MODALS = word_set("should may might could can cannot will would must shall ought")
OTHERS = word_set("is are was were has have had does do did be been being")
NO = frozenset(("not", "never"))
RESTRICTING = word_set(
    """not no never none without only just merely solely unless if until till before after once when while during within
    except but than most least more less fewer fully entirely all every each any half third quarter per because so
    since though although nor neither cannot or and then up over under above below between partly mostly about at from
    with by behind through via using among
    monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays
    saturdays sundays weekend weekends january february march april may june july august september october november
    december"""
)
"""None of these may be left out of a name: what is left then is another claim."""
AFTER_PROPOSAL = word_set("to of into as across this next")
"""With one of these may begin what a proposal's name leaves out at its end."""
AFTER_THING = AFTER_PROPOSAL | word_set("for in on behind")
"""Likewise of a name that is a thing."""
PLAIN = word_set("should adopt build introduce use offer send put keep remain stay create add provide open the a an")
"""Verbs that a name may leave out without turning round what was voted on: whoever wants the thing wants that."""
WHO = word_set("city council company town we our foundation firm team board")
"""Who is to do what a proposal says, where a name leaves it out."""
IRREGULAR = {
    "built": "build", "split": "split", "put": "put", "let": "let", "sent": "send", "kept": "keep", "cut": "cut",
    "rewritten": "rewrite", "written": "write", "sold": "sell", "bought": "buy", "held": "hold", "run": "run",
    "taken": "take", "given": "give", "made": "make", "left": "leave", "shut": "shut", "spent": "spend", "set": "set",
    "chosen": "choose", "hit": "hit", "paid": "pay", "begun": "begin", "found": "find", "drawn": "draw",
}  # fmt: skip
PARTICLES = frozenset(("out", "off", "up", "down"))
NOUNS = word_set("rewrite delay start switch split limit ban charge raise move repair cap trial test")
"""Verbs that are nouns as well."""
LONGEST = 60
"""Words of a claim beyond which it is not looked for but by its id and letter by letter."""


class Name(Struct, frozen=True):
    """Where a claim is named."""

    end: int
    """The word behind it."""
    how: str
    """`P` in full, `B` as a bare verb, `G` as a gerund, `J` as a passive without its modal verb, `N` by a thing that
    stands for it, `S` by its subject alone."""


def tokens_of(text: str) -> list[str]:
    """Words and marks, in small letters."""
    return [token.lower() for token in TOKEN.findall(text)]


class Told(Struct, frozen=True):
    """A claim's words, and which of them is its verb."""

    words: tuple[str, ...]
    """All but the stop."""
    verb: int
    """Where the verb stands of what is proposed; -1 where nothing is."""
    denied: bool
    """Whether it is proposed not to do it."""
    modal: int
    """Where its modal verb stands; -1 without one."""


@cache
def told(text: str, kind: str) -> Told:
    """A claim taken apart: `Do not shard …`, `The city should close …`, or a statement."""
    words = tuple(tokens_of(text.rstrip(".!?;: ")))
    modal = next((at for at, word in enumerate(words) if word in MODALS), -1)
    if kind == "recommendation" and modal > 0 and words[modal] == "should":
        denied = words[modal + 1 : modal + 2] == ("not",)
        return Told(words, modal + 1 + denied, denied, modal)
    if kind == "recommendation" and words[:2] == ("do", "not"):
        return Told(words, 2, True, -1)
    if kind == "recommendation" and words and words[0] == "never":
        return Told(words, 1, True, -1)
    if kind == "recommendation" and words and words[0] not in LITTLE - {"let", "put", "make", "keep", "get", "give"}:
        return Told(words, 0, False, -1)
    return Told(words, -1, False, modal)


def same(one: str, other: str) -> bool:
    """One word, or one noun in either number."""
    return one == other or one in plurals(other) or other in plurals(one)


@cache
def plurals(word: str) -> frozenset[str]:
    if len(word) < 3 or not word.isalpha() or word in LITTLE or word in RESTRICTING:
        return frozenset()
    if word.endswith("y") and word[-2] not in "aeiou":
        return frozenset((word[:-1] + "ies",))
    return frozenset((word + "es",)) if word.endswith(("s", "x", "ch", "sh")) else frozenset((word + "s",))


@cache
def gerund_of(verb: str) -> frozenset[str]:
    head, _, last = verb.rpartition("-")
    stem = last[:-1] if last.endswith("e") and not last.endswith(("ee", "ye")) else last
    made = {stem + "ing"}
    if re.fullmatch(r".*[^aeiou][aeiou][bdglmnprt]", last):
        made.add(last + last[-1] + "ing")
    return frozenset(f"{head}-{one}" if head else one for one in made)


def participle_of(word: str, verb: str) -> bool:
    if IRREGULAR.get(word) == verb:
        return True
    made = {verb + "d"} if verb.endswith("e") else {verb + "ed", verb + verb[-1:] + "ed"}
    if verb.endswith("y"):
        made.add(verb[:-1] + "ied")
    return word in made and verb not in IRREGULAR.values()


def names_in(words: Sequence[str], at: int, claim: Claim, *, first: bool = False) -> Iterator[Name]:
    """Every way in which the claim is named from this word on; `first` where the sentence begins with `First,`."""
    parts = told(claim.text, claim.kind)
    if first and "first" in parts.words and parts.words.index("first") > parts.verb:
        parts = replace(parts, words=tuple(word for word in parts.words if word != "first"))
    of = parts.words
    if not of or len(of) > LONGEST or words[at] in (",", ":", ";"):
        return
    for end in followed(words, at, of, 0):
        yield Name(end, "P" if parts.verb < 0 or parts.modal >= 0 else "B")
    if parts.verb >= 0:
        yield from _proposed(words, at, parts)
    yield from _things(words, at, parts)


def _proposed(words: Sequence[str], at: int, parts: Told) -> Iterator[Name]:
    of, verb = parts.words, parts.verb
    if not parts.denied or words[at] == "not":
        start = at + parts.denied
        if start < len(words) and words[start] == of[verb]:
            for end in followed(words, start, of, verb):
                yield Name(end, "B")
        if start < len(words) and words[start] in gerund_of(of[verb]):
            for end in followed(words, start + 1, of, verb + 1, gerunds=True, short=not parts.denied):
                yield Name(end, "G")
    for particle in PARTICLES & set(of[verb + 2 :]):
        if words[at + 1 : at + 2] == [particle]:
            place = of.index(particle, verb + 2)
            moved = (*of[: verb + 1], particle, *of[verb + 1 : place], *of[place + 1 :])
            if words[at] == of[verb]:
                for end in followed(words, at, moved, verb):
                    yield Name(end, "B")
            if words[at] in gerund_of(of[verb]):
                for end in followed(words, at + 1, moved, verb + 1, gerunds=True):
                    yield Name(end, "G")
    if words[at] == of[verb] and words[at - 1 : at] == [":"] and words[at + 1 : at + 2] == ["it"]:
        for cut in range(verb + 2, min(len(of), verb + 8)):
            if at - 1 in followed(words[: at - 1], 0, of[:cut], verb + 1):
                yield from (Name(end, "B") for end in followed(words, at + 2, of, cut))
    if of[verb] == "let" and not parts.denied:
        yield from _let(words, at, of, verb)
    if of[verb] in NOUNS and words[at] in ("a", "the") and words[at + 1 : at + 2] == [of[verb]]:
        yield from _as_noun(words, at + 2, of, verb)
    yield from _passive(words, at, parts)


def _let(words: Sequence[str], at: int, of: Sequence[str], verb: int) -> Iterator[Name]:
    """`Each team should choose` for `Let each team choose`."""
    for end in followed(words, at, of, verb + 1):
        yield Name(end, "J")
    should = next((place for place in range(at + 1, min(len(words), at + 8)) if words[place] == "should"), -1)
    if should > 0:
        for end in followed([*words[:should], *words[should + 1 :]], at, of, verb + 1):
            if end >= should:
                yield Name(end + 1, "P")


def _as_noun(words: Sequence[str], at: int, of: Sequence[str], verb: int) -> Iterator[Name]:
    """`A rewrite of the system from scratch` for `Rewrite the system from scratch`, or without the system."""
    if words[at : at + 1] == ["of"]:
        for end in followed(words, at + 1, of, verb + 1):
            yield Name(end, "G")
    for place in range(verb + 2, len(of)):
        left = set(of[verb + 1 : place])
        left = left | {"until"} if "to" in left else left - {"from"}
        if of[place] in ("from", "in", "until", "to") and not RESTRICTING & left and words[at : at + 1] == [of[place]]:
            for end in followed(words, at, of, place):
                yield Name(end, "G")


def _passive(words: Sequence[str], at: int, parts: Told) -> Iterator[Name]:
    """`The bridge should be closed` for `Close the bridge`."""
    of, verb = parts.words, parts.verb
    for cut in range(verb + 2, min(len(of), verb + 12) + 1):
        for middle in followed(words, at, of[:cut], verb + 1):
            rest = middle
            modal = words[rest : rest + 1] == ["should"]
            rest += modal
            if parts.denied:
                if words[rest : rest + 1] != ["not"]:
                    continue
                rest += 1
            if words[rest : rest + 1] == ["be"] and rest + 1 < len(words) and participle_of(words[rest + 1], of[verb]):
                for end in followed(words, rest + 2, of, cut, participles=True):
                    yield Name(end, "P" if modal else "J")


def followed(
    words: Sequence[str],
    at: int,
    of: Sequence[str],
    place: int,
    *,
    gerunds: bool = False,
    participles: bool = False,
    short: bool = False,
) -> Iterator[int]:
    """Where the claim's words from `place` on have all been said, the sentence read from `at`."""
    seen: set[tuple[int, int]] = set()
    ends: set[int] = set()
    waiting = [(at, place)]
    while waiting:
        here, there = waiting.pop()
        if (here, there) in seen:
            continue
        seen.add((here, there))
        if there == len(of):
            ends.add(here)
            continue
        word = words[here] if here < len(words) else ""
        wanted = of[there]
        if (
            short
            and here > at
            and wanted in AFTER_PROPOSAL
            and not RESTRICTING & set(of[there:])
            and not _figured(of[there:])
        ):
            ends.add(here)
        if wanted in ARTICLES or (wanted == "that" and there > place):
            waiting.append((here, there + 1))
        if word in ARTICLES and here > at - 1:
            waiting.append((here + 1, there))
        if word and (same(word, wanted) or (word == "a" and wanted == "one")):
            waiting.append((here + 1, there + 1))
        joined = there > place and of[there - 1] in ("and", "then", ",", "or")
        if (
            word
            and joined
            and ((gerunds and word in gerund_of(wanted)) or (participles and participle_of(word, wanted)))
        ):
            waiting.append((here + 1, there + 1))
        if (
            participles
            and joined
            and there + 1 < len(of)
            and word
            and participle_of(word, wanted)
            and of[there + 1] == "it"
        ):
            waiting.append((here + 1, there + 2))
        if wanted == "of" and there > place and there + 2 < len(of) and of[there + 1] in ("the", "our"):
            waiting.append((here, there + 3))
    yield from sorted(end for end in ends if end > at and words[end - 1] not in ARTICLES)


def _figured(words: Sequence[str]) -> bool:
    return any(letter.isdigit() for word in words for letter in word)


def _things(words: Sequence[str], at: int, parts: Told) -> Iterator[Name]:
    """By words of it that stand side by side, without its verb."""
    of = parts.words
    barred = {parts.modal, parts.verb}
    start = at
    while start < len(words) and words[start] in ARTICLES - {","}:
        start += 1
    if start >= len(words) or words[start] in LITTLE or words[start] in NEGATIONS:
        return
    for place, wanted in enumerate(of):
        if place in barred or not same(words[start], wanted) or wanted in OTHERS or wanted in MODALS:
            continue
        here, there, end, last = start, place, -1, -1
        inside = False
        while here < len(words) and there < len(of):
            if of[there] in ("that", "which"):
                inside = True
            if end > 0 and of[there] == "as":
                on = next((at for at in range(there + 1, len(of)) if of[at] in ("for", "in", "on", "to", "of")), -1)
                if on > 0 and words[here] == of[on]:
                    there = on
                    continue
            if end > 0 and of[there] == "should" and of[there + 1 : there + 2] in (("remain",), ("stay",)):
                there += 2
                continue
            if (there in barred or of[there] in OTHERS or of[there] in MODALS) and not inside:
                break
            if words[here] in ARTICLES and of[there] not in ARTICLES:
                here += 1
            elif of[there] in ARTICLES and words[here] not in ARTICLES:
                there += 1
            elif same(words[here], of[there]) or (words[here] in ARTICLES and of[there] in ARTICLES):
                if (
                    words[here] not in LITTLE
                    and words[here] not in ARTICLES
                    and words[here].isalnum()
                    and (not inside or there + 1 == len(of))
                ):
                    end, last = here + 1, there
                here, there = here + 1, there + 1
            else:
                break
        if end > 0:
            yield Name(end, "N" if _stands_for(parts, place, last) else "S")


def _stands_for(parts: Told, first: int, last: int) -> bool:
    """Whether whoever wants what these words name wants what the claim says."""
    of = parts.words
    before, after = of[:first], of[last + 1 :]
    if parts.denied or RESTRICTING & {*before, *after} or _figured([*before, *after]):
        return False
    if any(word not in PLAIN and word not in WHO and word != "switch" and word != "to" for word in before):
        return False
    rest = [word for word in after if word not in PLAIN]
    return (parts.verb >= 0) and (not rest or rest[0] in AFTER_THING or rest == ["instead"])
