"""Word lists: split a text into words, and recognise function words, negations and English.

Purely lexical. Texts in another language are recognised (`reads_as_english`), so that callers do not apply the lists to
them.
"""

from __future__ import annotations

import re

WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def word_set(text: str) -> frozenset[str]:
    """Return the words of a space-separated list."""
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
"""Function words. Negations are not included."""

NEGATIONS = word_set(
    """no not never none nobody nothing neither nor without cannot can't don't doesn't didn't won't wouldn't shouldn't
    isn't aren't wasn't weren't hasn't haven't hadn't couldn't mustn't avoid avoids avoiding avoided refrain
    against lacks lack fails fail failed unlikely false wrong untrue hardly rarely scarcely seldom"""
)

ENGLISH_SHARE = 0.2
"""Minimum share of function words in English prose: about 20 %, against 5 % in most other languages in Latin script."""


TERSE_SHARE = 0.12
"""Minimum share in English notes of function words or words of `IN_NOTES`: about one in eight."""
IN_NOTES = word_set(
    """add adds allow avoid build cache check cut deploy disable drop enable fail fails fix hold keep limit
    lock log merge migrate move open pin read reads replace require retry retries revert roll rotate run
    runs scale send set ship skip split start stop store switch test track turn turn use validate wait write
    writes zero cost costs data error errors key keys latency limit load memory rate request requests risk
    server service size table time timeout traffic user users version under per max min default required
    strict fast slow safe stable full new old"""
)
"""Words of terse technical English that do not occur in other languages in Latin script."""
ELSEWHERE = (
    word_set(
        """der die das und nicht ist ein eine mit von zu für auf dem den des sich auch wird sind oder bei nach aus
    wenn nur le la les des une est et pas pour dans que qui sur avec par au aux ce cette sont ou el los las
    una es y no por para con del se que como mas il lo gli e di che non per sono della nel de het een en
    niet van dat op te zijn voor met os um uma não em mais do da na nas nos och att som är på av inte til og
    ikke på jest nie się na do w z ja ei se olla dan yang untuk tidak ini itu dengan bir ve bu için ile"""
    )
    - LITTLE
    - NEGATIONS
)
"""Function words of other languages."""


def words_of(text: str) -> list[str]:
    """Return the words of a text, in lower case and with plain apostrophes."""
    if text.isascii():
        return WORD.findall(text.lower())
    return [word.lower().replace("’", "'") for word in WORD.findall(text)]


def reads_as_english(text: str) -> bool:
    """Return whether a text is English: by its function words, or, for notes with few of them, by words of no other
    language."""
    words = words_of(text)
    english = sum(word in LITTLE or word in NEGATIONS for word in words)
    if english >= ENGLISH_SHARE * len(words):
        return True
    foreign = sum(word in ELSEWHERE for word in words)
    technical = sum(word in IN_NOTES for word in words)
    plain = sum(word.isascii() for word in words) >= 0.95 * len(words)
    return plain and foreign * 5 <= english + technical and english + technical >= TERSE_SHARE * len(words)
