"""What is a question about, whom is it looked up with, and in which words? Read from its own words, by rule.

Words that belong to one topic alone weigh twice what those weigh that are at home elsewhere too (`topic_words.py`); one
of these is not enough, and a tie is `general`. Each topic has its searchers; where none of them is in force, all that
are in force are asked. Linear in the question. Held by `tests/protocols/claim_vote/test_topics.py`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from moot.protocols.claim_vote.topic_words import (
    ACRONYMS,
    ALONE,
    BRANDS,
    CAPITALISED,
    CLINICAL,
    ENOUGH,
    TECHNOLOGY,
    TopicWords,
    weight_of,
)

Topic = Literal["clinical", "technology", "general"]
SEARCHERS: dict[Topic, tuple[str, ...]] = {
    "clinical": ("pubmed",),
    "technology": ("arxiv", "hacker-news"),
    "general": ("tavily", "brave"),
}
MOST_READ = 20_000
"""Characters of a question that are looked at."""
LONGEST_WORD = 60
"""Characters of a word that can be looked for."""
_ASKED = re.compile(r"(?:(?<=[.!?\n:])\s|^)([^?!\n]{1,400})\?")
MOST_WORDS = 12
"""Words of a query."""


class LookUp(Struct, frozen=True, kw_only=True):
    """How a question is looked up."""

    topic: Topic
    """What it is about."""
    query: str
    """The words to look for."""
    searchers: tuple[str, ...]
    """Who is asked; empty when nobody is in force, or there is no word."""


def look_up_for(
    question: str, in_force: Sequence[str], *, topic: Topic | None = None, query: str | None = None
) -> LookUp:
    """Topic, query and searchers for a question, among those that are in force; a topic or query that is set stands."""
    topic, query = topic or topic_of(question), query_of(question) if query is None else " ".join(query.split())
    suited = tuple(name for name in in_force if name in SEARCHERS[topic])
    return LookUp(topic=topic, query=query, searchers=(suited or tuple(in_force)) if query else ())


def topic_of(question: str) -> Topic:
    """What a question is about."""
    said = _words(question)
    clinical, technical = _weigh(said, CLINICAL), _weigh(said, TECHNOLOGY)
    technical += sum(_named(word) for word in set(said[1:]))
    if max(clinical, technical) < ENOUGH or clinical == technical:
        return "general"
    return "clinical" if clinical > technical else "technology"


def query_of(question: str) -> str:
    """The question's own telling words in their order: names, numbers, long words, words of the sentence that asks."""
    asked = {word.lower() for sentence in _ASKED.findall(question[:MOST_READ]) for word in _words(sentence)}
    places: dict[str, int] = {}
    words: dict[str, str] = {}
    counts: dict[str, int] = {}
    for place, word in enumerate(_words(question)):
        key = word.lower()
        counts[key] = counts.get(key, 0) + 1
        if key not in _EMPTY and (len(key) > 1 or not key.isascii()) and len(key) <= LONGEST_WORD:
            places.setdefault(key, place)
            words.setdefault(key, word)

    def weight(key: str) -> int:
        word = words[key]
        named = any(c.isupper() or c.isdigit() for c in (word if places[key] else word[1:]))
        return 4 * min(counts[key], 2) + (8 if named else 0) + (4 if key in asked else 0) + min(len(key), 10)

    best = sorted(places, key=lambda key: (-weight(key), places[key]))[:MOST_WORDS]
    return " ".join(words[key] for key in sorted(best, key=places.__getitem__))


def query_words(query: str) -> list[str]:
    """The words of a query as it was typed."""
    return _words(query)


def _words(question: str) -> list[str]:
    signs = [c if c.isalnum() or c in "-'’+#." else " " for c in question[:MOST_READ]]
    words = (word.lstrip("-'’+#.").rstrip("-'’.") for word in "".join(signs).split())
    return [word.removesuffix("'s").removesuffix("’s") for word in words if word]


def _weigh(said: Sequence[str], words: TopicWords) -> int:
    """How much speaks for a topic; each word counts once, and a phrase as much as a word that is the topic's alone."""
    low = [word.lower() for word in said]
    found = sum(max((weight_of(form, words) for form in _forms(word)), default=0) for word in set(low))
    pairs = {f"{one} {other.removesuffix('s')}" for one, other in pairwise(low)}
    return found + ALONE * len(pairs & words.phrases)


def _named(word: str) -> int:
    """What a word weighs for technology by its capitals: `Rust`, `eBPF`, `GPG`."""
    if word in CAPITALISED:
        return ALONE
    if word in BRANDS or word in ACRONYMS:
        return 0
    return int((word.isupper() and 2 <= len(word) <= 6) or any(a.islower() and b.isupper() for a, b in pairwise(word)))


def _forms(word: str) -> set[str]:
    """A word as it stands, its parts where a hyphen joins them, and each of them as one of its kind."""
    forms = {word, *(part for part in word.split("-") if len(part) > 2)}
    for form in tuple(forms):
        if form.endswith(("ches", "shes", "sses", "xes", "zes", "ses")):
            forms.add(form[:-2])
        if form.endswith("s"):
            forms.add(form[:-1])
        if form.endswith("ies"):
            forms.add(form[:-3] + "y")
    return forms


_EMPTY_WORDS = """
monday tuesday wednesday thursday friday saturday sunday follows thank thanks please really appreciated colleagues
a about above after again against all also am an and any are aren't as at be because been before being best better
between both but by can can't cannot could couldn't did didn't do does doesn't doing don't down during each either
else ever every few for from further get gets good had has hasn't have haven't having he her here hers him his how
however i i'd i'll i'm i've if in instead into is isn't it it's its itself just kind least less let let's like made
make makes many may me might more most much must my neither never no nor not now of off often on once one only or
other ought our ours out over own per perhaps please question rather really same shall she should shouldn't since so
some such than that that's the their theirs them then there these they thing things think this those though through to
too under until up us use used using very was wasn't way we we're we've well were weren't what what's when where
whether which while who whom whose why will with within without won't would wouldn't yes yet you your yours
"""
_EMPTY = frozenset(_EMPTY_WORDS.split())
