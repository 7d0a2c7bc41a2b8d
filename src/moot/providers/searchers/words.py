"""Select words of a query for services whose query language interprets signs and capitals.

Keeps letters, digits, and what joins them inside a word; everything else separates. If a query has too many words, the
most specific ones are kept: names, numbers and rare words before common ones. Linear in the text.
"""

from __future__ import annotations

_JOINS = "-'.+#"
LONGEST = 400
"""Most characters of a query that are used; services refuse longer ones."""


def words_of(query: str, most: int) -> list[str]:
    """Return the most specific words of a query in order, each once, in lower case so that none is an operator."""
    signs = [c if c.isalnum() or c in _JOINS else " " for c in query[:LONGEST]]
    told: dict[str, int] = {}
    for place, word in enumerate("".join(signs).split()):
        bare = word.lstrip(_JOINS).rstrip("-'.")
        low = bare.lower()
        if low and low not in ("and", "or", "not"):
            told[low] = max(told.get(low, 0), _telling(bare, first=place == 0))
    kept = sorted(told, key=lambda word: -told[word])[:most]
    return [word for word in told if word in kept]


def _telling(word: str, *, first: bool) -> int:
    """Return how much a word narrows a search: names and numbers most, words common in questions least."""
    low = word.lower()
    if any(c.isdigit() for c in word):
        return 20
    if any(c.isupper() for c in word[1:]) or (word[:1].isupper() and not first):
        return 19
    if low in COMMON or low.removesuffix("s") in COMMON:
        return 1
    return 2 + min(len(low), 14)


_COMMON_WORDS = """
a about adult affect after against all also an any approach are as at average bad be been before being benefit best
better between big both business but buy by can case cause change cheap choose company compare compared comparison cost
could country daily decide decrease deal difference different do does during each early easy effect effective efficient
enough evidence ever every example expect fast fewer few find first for from get give go good great group have help high
higher how i if important improve in increase into is it keep kind know large last late leave less level like likely
long longer low lower make many may mean method might more most move much must need new next no now number of offer
often old on one only option our out over own part people perform plan possible prefer problem process project provide
put question rather reason recommend recommended reduce replace require result right risk run safe safely save school
say second see set several shall she should side significant simple since small so some start still stop such support
system take team than that the their them then there these they thing third this through time to too try two type under
up us use used useful user using value versus very want was way we week well were what when where whether which while
who why will wise with within without work working worse worst worth would year yes you your
"""
COMMON = frozenset(_COMMON_WORDS.split())
"""Words common in questions of any kind, which narrow nothing."""


def plain(markup: str, most: int = 20_000) -> str:
    """Return text without tags and with character references resolved; a `<` that starts no tag is kept."""
    import html  # a table of 2,000 names that only the web searchers need

    out, at = [], 0
    markup = markup[:most]
    while (begin := markup.find("<", at)) >= 0:
        out.append(markup[at:begin])
        following = markup[begin + 1 : begin + 2]
        end = markup.find(">", begin) if following.isalpha() or following in ("/", "!") else -1
        if end < 0:
            out.append("<")
            at = begin + 1
            if following.isalpha() or following in ("/", "!"):
                break  # no tag can end any more, so further search would only take time
        else:
            out.append(" " if markup[begin + 1 : begin + 3].lower() in ("p>", "br", "/p", "li", "/l", "di") else "")
            at = end + 1
    out.append(markup[at:])
    return " ".join(html.unescape("".join(out)).split())
