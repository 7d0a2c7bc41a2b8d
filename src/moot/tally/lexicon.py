"""Which words carry what a sentence says, and does another sentence say the same or its opposite?

Lexical, in English, by lists: words are cut to stems, little words are passed over, negations and opposites are known.
It does not understand anything; it tells what cannot be told apart by words alone from what can. Texts in another
language are recognised as such (`reads_as_english`), so that nobody rests on it there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def word_set(text: str) -> frozenset[str]:
    """A list written as words with spaces between them."""
    return frozenset(text.split())


LITTLE = word_set(
    """a about above across after again all along also although am among an and another any are as at away back be
    became because become been before behind being below beside between both but by can cannot could did do does
    doing done down during each either else enough ever every for from further get gets give given gives go goes
    had has have having he hence her here him his how however i if in instead into is it its itself just kept
    kind let like made make makes many may me might more most much my near need of off on once one only onto or
    other others our out over own part per put rather really regard same say see seem set several shall she
    should since so some such take takes than that the their them themselves then there therefore these they
    thing this those though through thus to together too toward towards under until up upon us use used uses
    using very via was way we well were what when where whereas whether which while who whole whom whose why
    will with within would yet you your"""
)
"""Words that say nothing by themselves. Negations are not among them."""

NEGATIONS = word_set(
    """no not never none nobody nothing neither nor without cannot can't don't doesn't didn't won't wouldn't shouldn't
    isn't aren't wasn't weren't hasn't haven't hadn't couldn't mustn't avoid avoids avoiding avoided refrain
    against lacks lack fails fail failed unlikely false wrong untrue hardly rarely scarcely seldom"""
)

OPPOSITES = tuple(
    tuple(pair.split("/"))
    for pair in sorted(
        word_set(
            """increase/decrease increase/reduce increase/lower raise/lower raise/cut more/less more/fewer
            higher/lower high/low before/after early/late start/stop begin/end open/close
            opened/closed allow/forbid allow/ban permit/forbid accept/reject adopt/abandon
            adopt/drop adopt/reject keep/drop keep/remove keep/abandon keep/replace add/remove
            build/buy buy/sell hire/fire fast/slow faster/slower cheap/expensive cheaper/dearer
            safe/unsafe safe/dangerous likely/unlikely possible/impossible always/never gain/lose
            win/lose rise/fall rises/falls grow/shrink strong/weak improve/worsen help/harm
            helps/harms easy/hard simple/complex central/local public/private internal/external
            enough/insufficient sufficient/insufficient stable/unstable reliable/unreliable
            centralise/decentralise necessary/unnecessary above/below minimum/maximum least/most
            first/last expand/shrink accelerate/delay approve/disapprove reversible/irreversible
            long/short large/small larger/smaller up/down on/off inside/outside
            underestimate/overestimate mandatory/optional require/forbid free/paid good/bad
            better/worse best/worst during/after during/before with/without part/whole part/all
            some/all some/every few/many few/all once/twice now/later"""
        )
    )
)

OPPOSED = frozenset(word for pair in OPPOSITES for word in pair)

ENDINGS = (
    "ations", "ation", "ating", "ated", "ates", "ate", "ements", "ement", "ments", "ment", "ingly", "edly", "ings",
    "ing", "ions", "ion", "ers", "er", "ed", "ies", "ied", "ily", "ly", "es", "s", "e", "y",
)  # fmt: skip
"""Longest first where one holds another; what is left has at least `SHORTEST` letters."""
SHORTEST = 3
ENGLISH_SHARE = 0.2
"""English prose has two little words in five; most other languages written in Latin letters have one in twenty."""


TERSE_SHARE = 0.12
"""Notes in English have one word in eight that is a little word, or one that stands in notes."""
IN_NOTES = word_set(
    """add adds allow avoid build cache check cut deploy disable drop enable fail fails fix hold keep limit
    lock log merge migrate move open pin read reads replace require retry retries revert roll rotate run
    runs scale send set ship skip split start stop store switch test track turn turn use validate wait write
    writes zero cost costs data error errors key keys latency limit load memory rate request requests risk
    server service size table time timeout traffic user users version under per max min default required
    strict fast slow safe stable full new old"""
)
"""Words of terse technical English that are no word of another language written in the same letters."""
ELSEWHERE = word_set(
    """der die das und nicht ist ein eine mit von zu für auf dem den des sich auch wird sind oder bei nach aus
    wenn nur le la les des une est et pas pour dans que qui sur avec par au aux ce cette sont ou el los las
    una es y no por para con del se que como mas il lo gli e di che non per sono della nel de het een en
    niet van dat op te zijn voor met os um uma não em mais do da na nas nos och att som är på av inte til og
    ikke på jest nie się na do w z ja ei se olla dan yang untuk tidak ini itu dengan bir ve bu için ile"""
) - LITTLE - NEGATIONS  # fmt: skip
"""Little words of other languages."""


def words_of(text: str) -> list[str]:
    """Its words, in lower case and with plain apostrophes."""
    if text.isascii():
        return WORD.findall(text.lower())
    return [word.lower().replace("’", "'") for word in WORD.findall(text)]


def stem(word: str) -> str:
    """The word without its ending: `migrations` and `migrate` are one, `cost` and `costs` are one."""
    word = word.removesuffix("'s")
    if word.isdigit() or not word.isascii():
        return word
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST:
            word = word[: -len(ending)]
            break
    if len(word) > SHORTEST and word[-1] == word[-2] and word[-1] not in "aeiou":
        word = word[:-1]
    return word


def negations_in(words: Iterable[str]) -> int:
    """How often it says no."""
    return sum(word in NEGATIONS or word.endswith("n't") for word in words)


def opposed(one: Iterable[str], other: Iterable[str]) -> tuple[str, str] | None:
    """Two opposite words, the first in one list of words only, the second in the other only."""
    left, right = set(one), set(other)
    ours, theirs = left - right, right - left
    for pair in OPPOSITES if ours & OPPOSED and theirs & OPPOSED else ():
        for here, there in (pair, pair[::-1]):
            if here in ours and there in theirs:
                return here, there
    return None


def reads_as_english(text: str) -> bool:
    """Whether it is English: by its little words, or, in notes that have few, by its words and no other language's."""
    words = words_of(text)
    english = sum(word in LITTLE or word in NEGATIONS for word in words)
    if english >= ENGLISH_SHARE * len(words):
        return True
    foreign = sum(word in ELSEWHERE for word in words)
    technical = sum(word in IN_NOTES for word in words)
    plain = sum(word.isascii() for word in words) >= 0.95 * len(words)
    return plain and foreign * 5 <= english + technical and english + technical >= TERSE_SHARE * len(words)
