"""Which claims say the same in almost the same words?

Two claims are one when they are of one kind and made of the same words in the same order, but for what cannot tell them
apart: articles, spelling, number of nouns, contractions, ways of writing numbers, and an adverbial that stands first
instead of last. Negations, quantities, "may" and "will", directions, units, names and what stands in quotation marks
are words like all others. In doubt both are voted on, which costs a vote and hides nothing. What is merged is said.
Held by `tests/tally/test_claim_merging.py`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from moot.tally.claim_spelling import (
    ADJUNCTS,
    ALONE_FIRST,
    ARTICLES,
    BEFORE_WHICH_ARTICLES_COUNT,
    CONTRACTED,
    LEADS,
    NUMBERS,
    PHRASES,
    TENS,
    in_many,
    reads_as_foreign,
    spelled,
)  # fmt: skip
from moot.tally.lexicon import words_of
from moot.vocabulary.claim_findings import Claim

TOKEN = re.compile(
    r"[^\W\d_]+(?:['’][^\W\d_]+)*[+#]{0,2}|\d+(?:,\d{3}(?!\d))+(?:\.\d+)?|\d+(?:[.,:]\d+)*"
    r"|[\"“”„«»]|[^\w\s\"“”„«».,;:!?…'’()\-–—/]|(?<![\w\s])[-–](?=\d)|(?<=\s)[-–](?=\d)|[,:;.!?/]"
)
"""A word, a number, a quotation mark, a sign that counts, or one that ends a part of a sentence."""
GROUPED = re.compile(r"\d{1,3}(,\d{3})+(\.\d+)?")
PAUSES = frozenset(",:;.!?/")
QUOTES = frozenset('"“”„«»')
FAR = 3
"""Words after `a` in which the noun it belongs to can stand."""


class Word(Struct, frozen=True):
    """A word as it is compared."""

    said: str
    """Its one spelling."""
    written: str
    """As it stands, in small letters."""
    case: str
    """`low`, `title`, or the word itself where its capitals are its own; empty where it begins a sentence."""
    single: bool = False
    """Whether `a` or `an` makes it one of its kind."""


class Said(Struct, frozen=True):
    """A claim as it is compared."""

    words: tuple[Word, ...]
    """Its words."""
    cuts: tuple[int, ...]
    """Places before which a comma stands."""


def same_claim(one: Claim, other: Claim) -> bool:
    """Whether the second adds nothing to the first."""
    if one.kind != other.kind:
        return False
    if reads_as_foreign(f"{one.text} {other.text}"):
        return words_of(one.text) == words_of(other.text)
    advises = one.kind == "recommendation"
    left, right = said_in(one.text, advises=advises), said_in(other.text, advises=advises)
    if len(left.words) != len(right.words) or not left.words:
        return not left.words and not right.words and one.text.strip() == other.text.strip()
    return any(_alike(first, second) for first in orders_of(left) for second in orders_of(right))


def first_alike(claim: Claim, earlier: Sequence[Claim]) -> int | None:
    """The place of the first claim that already says it."""
    for place, known in enumerate(earlier):
        if same_claim(known, claim):
            return place
    return None


def said_in(text: str, *, advises: bool = False) -> Said:
    """The words of a claim, each in its one spelling; `advises`: what should be done need not say "we should"."""
    words: list[Word] = []
    cuts: list[int] = []
    begins, quoted, article, since = True, False, "", FAR
    tokens = _phrased(_tokens(text))
    for at, token in enumerate(tokens):
        if token in PAUSES:
            cuts.append(len(words))
            begins = begins or token not in ",/"
            continue
        if token in QUOTES:
            quoted = not quoted
            words.append(Word(said='"', written='"', case=""))
            continue
        low = token.lower()
        if low in ARTICLES and not quoted and not _counts(tokens[at + 1 : at + 2]):
            article, since, begins = low, 0, begins and False
            continue
        case = "" if begins else _case(token)
        said = token if quoted else spelled(low)
        words.append(Word(said=said, written=low, case=case, single=article in ("a", "an") and since < FAR))
        begins, since = False, since + 1
    lead = next((len(lead) for lead in LEADS if advises and tuple(word.said for word in words[: len(lead)]) == lead), 0)
    if advises and not lead and [word.said for word in words[:2]] == ["do", "not"]:
        lead = 1  # "do not sell" is what "we should not sell" comes to without its lead
    shown = tuple(words[lead:])
    return Said(words=shown[:1] and (_beginning(shown[0]), *shown[1:]), cuts=tuple(cut - lead for cut in cuts))


def orders_of(said: Said) -> list[tuple[Word, ...]]:
    """The words as they stand, and with an adverbial that stands first put last."""
    words = said.words
    orders = [words]
    if words[0].said in ALONE_FIRST and len(words) > 2:
        orders.append((*words[1:], words[0]))
    first = next((cut for cut in said.cuts if 1 < cut < len(words)), 0)
    if first and words[0].said in ADJUNCTS and words[first].said not in ADJUNCTS:
        orders.append((*words[first:], *words[:first]))
    return orders


def _alike(one: Sequence[Word], other: Sequence[Word]) -> bool:
    return all(_same(left, right) for left, right in zip(one, other, strict=True))


def _same(one: Word, other: Word) -> bool:
    """One word in two spellings; singular and plural are one unless an article says that it is a single thing."""
    if one.said != other.said:
        return False
    if one.case and other.case and one.case != other.case:
        return False
    if in_many(one.written) == in_many(other.written):
        return True
    return not one.single and not other.single


def _beginning(word: Word) -> Word:
    return Word(said=word.said, written=word.written, case="", single=word.single)


def _case(token: str) -> str:
    if token.islower() or not token.isalpha():
        return "low" if token.islower() else token
    return "title" if token.istitle() else token


def _counts(following: Sequence[str]) -> bool:
    """Whether an article before this word says how many: `a few` is more than `few`."""
    return bool(following) and following[0].lower() in BEFORE_WHICH_ARTICLES_COUNT


def _tokens(text: str) -> list[str]:
    tokens: list[str] = []
    for token in TOKEN.findall(text.replace("\u00a0", " ")):
        plain = token.replace("’", "'")
        low = plain.lower()
        if low in CONTRACTED:
            tokens += CONTRACTED[low].split()
        elif low.endswith("n't"):
            tokens += [plain[:-3], "not"]
        elif low.endswith("'s") or low.endswith("s'"):
            tokens.append(plain.rstrip("'") if low.endswith("s'") else plain[:-2] + "'s")
        else:
            tokens.append(plain.replace(",", "") if GROUPED.fullmatch(plain) else plain)
    return tokens


def _phrased(tokens: Sequence[str]) -> list[str]:
    """The same with phrases that mean one word as that word, and numbers in words as figures."""
    found: list[str] = []
    at = 0
    while at < len(tokens):
        low = [token.lower() for token in tokens[at : at + 4]]
        phrase = next((phrase for phrase in PHRASES if tuple(low[: len(phrase)]) == phrase), None)
        if phrase is not None and not (PHRASES[phrase] == "must" and _denied(found, tokens[at + len(phrase) :])):
            found += PHRASES[phrase].split()
            at += len(phrase)
        elif low[0] in TENS and len(low) > 1 and 0 < NUMBERS.get(low[1], 0) < 10:
            found.append(str(TENS[low[0]] + NUMBERS[low[1]]))
            at += 2
        elif low[0] in TENS or low[0] in NUMBERS:
            found.append(str(TENS.get(low[0], NUMBERS.get(low[0], 0))))
            at += 1
        else:
            found.append(tokens[at])
            at += 1
    return found


def _denied(before: Sequence[str], after: Sequence[str]) -> bool:
    """`does not have to` is no `must not`, and neither is `has not to`."""
    return "not" in (*before[-2:], *after[:1])
