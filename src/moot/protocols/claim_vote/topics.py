"""Choose the search query and the searchers for a question, before any member answers it.

The editor gives the topic and the query (`SearchPlan`). If it gives none that can be read, the question's own names,
numbers and long words are the query, and every configured search service is used.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from moot.protocols.claim_vote.ballots import Topic

SEARCHERS: dict[Topic, tuple[str, ...]] = {
    "clinical": ("pubmed",),
    "technology": ("arxiv", "hacker-news"),
    "general": ("tavily", "brave"),
}
MOST_READ = 20_000
"""Characters of a question that are read."""
LONGEST_WORD = 60
"""Most characters of a word in a query."""
LONG = 4
"""Fewest letters of a long word."""
MOST_WORDS = 12
"""Words of a query."""


class LookUp(Struct, frozen=True, kw_only=True):
    """Query and searchers for a question."""

    query: str
    """The search query."""
    searchers: tuple[str, ...]
    """The searchers to query; empty if there is no word to search for."""


def look_up_for(question: str, in_force: Sequence[str], topic: Topic | None, query: str | None) -> LookUp:
    """Return query and searchers for a question.

    Args:
        question: The question; its words are the query if there is no other.
        in_force: Configured searchers.
        topic: Its topic; without one, or if none of its searchers is configured, all are used.
        query: The search query.
    """
    words = query_of(question) if query is None else " ".join(query.split())
    suited = tuple(name for name in in_force if topic is not None and name in SEARCHERS[topic])
    return LookUp(query=words, searchers=(suited or tuple(in_force)) if has_words(words) else ())


def query_of(question: str) -> str:
    """Return the names, the numbers and the longest words of a question in their order."""
    signs = [c if c.isalnum() or c in "-'’+#." else " " for c in question[:MOST_READ]]
    words = [word.strip("-'’.") for word in "".join(signs).split()]
    words = [word for word in dict.fromkeys(words) if word and len(word) <= LONGEST_WORD]
    named = {word for at, word in enumerate(words) if any(c.isupper() or c.isdigit() for c in word[at == 0 :])}
    telling = [word for at, word in enumerate(words) if word in named or (at and len(word) >= LONG)] or words
    best = set(sorted(telling, key=lambda word: (word not in named, -len(word)))[:MOST_WORDS])
    return " ".join(word for word in telling if word in best)


def has_words(query: str) -> bool:
    """Return whether a query contains a word to search for."""
    return any(c.isalnum() for c in query)
