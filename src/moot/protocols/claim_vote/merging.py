"""Which claims say the same in almost the same words?

Two claims are one when they are of one kind and made of the same words in the same order, but for what cannot tell
them apart: articles that pick nothing out, spelling, contractions, ways of writing numbers, and a clause that stands
first instead of last. One and many, "a" and "the", negations, quantities, "may" and "will", directions, units, names,
what stands in quotation marks, and commas that part what is said are words like all others. In doubt both are voted
on, which costs a vote and hides nothing. What is merged is said.
Held by `tests/protocols/claim_vote/test_merging.py`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import normalize

from msgspec import Struct

from moot.protocols.claim_vote.findings import Claim
from moot.protocols.claim_vote.spelling import (
    ADJUNCTS,
    ALONE_FIRST,
    ARTICLES,
    ASKING,
    BARE,
    BEFORE_WHICH_ARTICLES_COUNT,
    CLAUSES,
    CONTRACTED,
    COUNTING,
    JOINING,
    LEADS,
    MODALS,
    NUMBERS,
    OTHER_PREPOSITIONS,
    PHRASES,
    TAKES_WHAT_FOLLOWS,
    TENS,
    in_many,
    reads_as_foreign,
    spelled,
)  # fmt: skip

TOKEN = re.compile(
    r"(?<![\w.)])\.?[^\W\d_]+(?:['’][^\W\d_]+)*[+#]{0,2}|[^\W\d_]+(?:['’][^\W\d_]+)*[+#]{0,2}"
    r"|\d+(?:,\d{3}(?!\d))+(?:\.\d+)?|(?:(?<![\w.)])\.)?\d+(?:[.,:]\d+)*"
    r"|[\"“”„«»]|[^\w\s\"“”„«».,;:!?…'’()\-–—]|(?<![\w\s])[-–](?=\d)|(?<=\s)[-–](?=\d)"
    r"|—|[,:;.!?]"
)
"""A word, a number, a quotation mark, a sign that counts, or one that ends a part of a sentence."""
GROUPED = re.compile(r"\d{1,3}(,\d{3})+(\.\d+)?")
PAUSES = frozenset(",:;.!?—")
SPACED_DASH = re.compile(r"(?<=\s)[-–](?=\s)")
COMPOUND = re.compile(r"\b\w++(?:[-\u2010\u2011]\w++)++")
QUOTES = frozenset('"“”„«»')


class Word(Struct, frozen=True):
    """A word as it is compared."""

    said: str
    """Its one spelling."""
    written: str
    """As it stands, in small letters."""
    case: str
    """`low`, `title`, or the word itself where its capitals are its own; empty where it begins a sentence."""
    article: str = ""
    """The article before it: `a`, `the` or none."""


class Said(Struct, frozen=True):
    """A claim as it is compared."""

    words: tuple[Word, ...]
    """Its words."""
    cuts: frozenset[int]
    """Places before which a comma, or another sign that parts, stands."""
    lead: str = ""
    """Who is told what should be done, where that is not among the words."""


def same_claim(one: Claim, other: Claim) -> bool:
    """Whether the second adds nothing to the first."""
    if one.kind != other.kind:
        return False
    if ("?" in one.text) != ("?" in other.text):
        return False
    if reads_as_foreign(f"{one.text} {other.text}"):
        return _literally(one.text) == _literally(other.text)
    advises = one.kind == "recommendation"
    left, right = said_in(one.text, advises=advises), said_in(other.text, advises=advises)
    if len(left.words) != len(right.words) or not left.words:
        return not left.words and not right.words and one.text.strip() == other.text.strip()
    if (left.lead and right.lead and left.lead != right.lead) or not _compounds_agree(one.text, other.text):
        return False
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
    begins, quoted, article = True, False, ""
    shouted = text.isupper()
    tokens = _phrased(_tokens(text))
    for at, token in enumerate(tokens):
        if token in PAUSES:
            cuts.append(len(words))
            begins = begins or token != ","
            continue
        if token in QUOTES:
            quoted = not quoted
            words.append(Word(said='"', written='"', case=""))
            continue
        low = token.lower()
        if low in ARTICLES and not quoted and not _counts(tokens[at + 1 : at + 2]):
            article, begins = low[:1].replace("t", "the"), False
            continue
        case = _case(token)
        if shouted or (begins and (len(token) < 2 or case in ("low", "title"))):
            case = ""
        words.append(Word(said=token if quoted else spelled(low), written=low, case=case, article=article))
        begins, article = False, ""
    lead = next((lead for lead in LEADS if advises and tuple(word.said for word in words[: len(lead)]) == lead), ())
    gone = len(lead)
    if advises and not lead and [word.said for word in words[:2]] == ["do", "not"]:
        gone = 1  # "do not sell" is what "we should not sell" comes to without its lead
    shown = tuple(words[gone:])
    parted = frozenset(cut - gone for cut in cuts if 0 < cut - gone < len(shown))
    return Said(words=shown[:1] and (_beginning(shown[0]), *shown[1:]), cuts=parted, lead=lead[0] if lead else "")


def orders_of(said: Said) -> list[Said]:
    """The words as they stand, and with an adverbial that stands first put last, where it means the same there."""
    words = said.words
    orders = [said]
    if words[0].said in ALONE_FIRST and len(words) > 2 and _movable(words[0].said, words[1:]):
        orders.append(_moved(said, 1))
    first = min((cut for cut in said.cuts if cut > 1), default=0)
    if first and words[first].said not in ADJUNCTS:
        ends = [word.said for word in words[first:]]
        clause = words[0].said in CLAUSES and _movable(words[0].said, words[first:])
        if clause or (
            words[0].said in ADJUNCTS and len(ends) > 1 and ends[-2] in MODALS and _movable("", words[first:])
        ):
            orders.append(_moved(said, first))
    return orders


def _moved(said: Said, first: int) -> Said:
    rest = len(said.words) - first
    cuts = frozenset(cut - first if cut > first else cut + rest for cut in said.cuts if cut != first)
    return Said(words=(*said.words[first:], *said.words[:first]), cuts=cuts)


def _movable(opener: str, rest: Sequence[Word]) -> bool:
    """Whether nothing in the rest would take what is put behind it for its own: "ban drivers", "without insurance"."""
    words = {word.written for word in rest}
    if words & TAKES_WHAT_FOLLOWS or any(word.endswith("ed") and len(word) > 4 for word in words):
        return False
    return opener not in ("if", "when") or not words & ASKING


def _alike(one: Said, other: Said) -> bool:
    pairs = zip(one.words, other.words, _befores(one), strict=True)
    if not all(_same(left, right, before) for left, right, before in pairs):
        return False
    return all(_idle(cut, one if cut in one.cuts else other) for cut in one.cuts ^ other.cuts)


def _befores(said: Said) -> list[str]:
    return ["", *(word.said for word in said.words[:-1])]


def _idle(cut: int, said: Said) -> bool:
    """Whether a comma there can be left out: before a link or an adverbial, or where one ends."""
    following = said.words[cut].said
    start = max((other for other in said.cuts if other < cut), default=0)
    opener = said.words[start].said
    if following == "because" or (following in CLAUSES and opener in CLAUSES):
        return not any(word.written in TAKES_WHAT_FOLLOWS for word in said.words[:cut])
    return following in JOINING or following in ADJUNCTS or opener in ADJUNCTS or opener in ALONE_FIRST


def _same(one: Word, other: Word, before: str) -> bool:
    """One word in two spellings; one and many are two, and so are `a` and `the`."""
    if one.said != other.said or in_many(one.written) != in_many(other.written):
        return False
    if one.case != other.case and ((one.case and other.case) or _initials(one.case or other.case)):
        return False
    if one.article == other.article:
        return True
    if one.article and other.article:
        return False
    return not (before in ADJUNCTS | OTHER_PREPOSITIONS and one.said in BARE)


def _initials(case: str) -> bool:
    """Whether it is capitals throughout, and so no word that merely begins a sentence."""
    return len(case) > 1 and case.isupper()


def _beginning(word: Word) -> Word:
    case = word.case if _initials(word.case) else ""
    return Word(said=word.said, written=word.written, case=case, article=word.article)


def _compounds_agree(one: str, other: str) -> bool:
    """Whether hyphens join the same words, as far as both have any, or words that count are among what they join."""
    left, right = ({found.lower() for found in COMPOUND.findall(text)} for text in (one, other))
    left, right = left - right, right - left
    if left and right:
        return not any(char.isalpha() for joined in (*left, *right) for char in joined)
    return not any(_counts_in(joined) for joined in left | right)


def _counts_in(joined: str) -> bool:
    parts = re.split(r"\W", joined)
    if len(parts) == 2 and parts[0] in TENS and parts[1] in NUMBERS:
        return False
    return any(part in COUNTING or part in NUMBERS or part in TENS or part.isdigit() for part in parts)


def _literally(text: str) -> list[str]:
    """The words and signs of a text in a language whose little words are not known; only its end does not matter."""
    tokens = TOKEN.findall(normalize("NFC", text))
    while tokens and tokens[-1] in PAUSES:
        tokens.pop()
    return [tokens[0].lower() if tokens[0].istitle() else tokens[0], *tokens[1:]] if tokens else [text.strip()]


def _case(token: str) -> str:
    if token.islower() or not token.isalpha():
        return "low" if token.islower() else token
    return "title" if token.istitle() else token


def _counts(following: Sequence[str]) -> bool:
    """Whether an article before this word says how many: `a few` is more than `few`."""
    return bool(following) and following[0].lower() in BEFORE_WHICH_ARTICLES_COUNT


def _tokens(text: str) -> list[str]:
    tokens: list[str] = []
    for token in TOKEN.findall(SPACED_DASH.sub(" — ", text.replace("\u00a0", " "))):
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
        must = phrase is not None and PHRASES[phrase] == "must"
        if phrase is not None and not (must and (_denied(found, tokens[at + len(phrase) :]) or not _subject(found))):
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


def _subject(before: Sequence[str]) -> bool:
    """Whether nothing but who has to do it stands there: "the assets we have to sell" are no "assets we must sell"."""
    return sum(word.lower() not in ARTICLES for word in before) == 1
