"""How is a sentence of an editor's written so that only its construction is left: a sign for each claim it names?

`P03` stands for claim-03 told in full, `B03` for what it proposes, `G03` for that as a gerund, `N03` and `S03` for a
thing named by some of its words, `V03` for its own words in quotation marks and `U03` for them without, `I03` for its
id.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from moot.protocols.claim_vote.findings import Claim
from moot.protocols.claim_vote.narrative.naming import Name, gerund_of, names_in, same, tokens_of
from moot.protocols.claim_vote.narrative.phrases import AT, RESERVED
from moot.protocols.claim_vote.narrative.words import NUMBER_WORDS
from moot.tally.lexicon import NEGATIONS

ID = re.compile(r"⟨(\d+)⟩")
OWN = re.compile(r"⟪(\d+)⟫")
NAME = re.compile(r"[PBGJNSUV]\d\d")
ASKED = tuple(
    tuple(one.split())
    for one in (
        "asked whether", "the question was whether", "the council was asked whether", "the council was asked about",
    )
)  # fmt: skip
"""How a sentence begins that says what was asked."""
UNTOLD = frozenset(("should", "our", "its", "the", "a", "an", "to", "we"))
FIGURES = NUMBER_WORDS.keys() - {"none", "nobody", "zero"}
QUOTES = frozenset("\"'")


def without_question(words: list[str], question: str) -> list[str]:
    """The words without a beginning that only says what was asked, in the question's own words and order."""
    for lead in ASKED:
        if tuple(words[: len(lead)]) != lead:
            continue
        end = next((at for at in range(len(lead), len(words)) if words[at] == ","), len(words))
        asked = iter([word for word in tokens_of(question) if word not in UNTOLD])
        told = [word for word in words[len(lead) : end] if word not in UNTOLD]
        if NEGATIONS & {*tokens_of(question)} - {*words[len(lead) : end]}:
            continue
        whole = end == len(words) if lead[0] == "the" else end < len(words)
        if whole and told and all(any(same(word, one) or word in gerund_of(one) for one in asked) for word in told):
            return words[end + 1 :]
    return words


def encoded(words: list[str], claims: Sequence[Claim], note: str) -> list[str]:
    """The sentence with one word for every claim that is named in it; ids behind their claim's name are taken away.

    Nothing is left of a sentence in which an id stands behind words of another claim: it cites what is not there.
    """
    words = [word for at, word in enumerate(words) if not _quotes_a_tier(words, at)]
    first = words[:2] == ["first", ","]
    ahead = _ids_ahead(words)
    made: list[str] = []
    uncited: list[str] = []  # claims whose words stand there and whose id does not yet, the last named last
    at = 0
    if note and ID.fullmatch(words[0]):
        at = 1
    while at < len(words):
        word = words[at]
        if (own := OWN.fullmatch(word)) is not None:
            quoted = bool(made) and made[-1] in QUOTES and at + 1 < len(words) and words[at + 1] in QUOTES
            if quoted:
                made.pop()
                at += 1
            made.append(f"{'V' if quoted else 'U'}{own[1]}")
            uncited.append(own[1])
            at += 1
            continue
        if ID.fullmatch(word) is not None:
            run = _ids_from(words, at)
            at += len(run)
            bracketed = bool(made) and made[-1] == "(" and words[at : at + 1] == [")"]
            if bracketed:
                made.pop()
                at += 1
            if not set(run) & set(uncited):
                behind = made[-2:-1] if made[-1:] == [","] and uncited else made[-1:]
                if behind and NAME.fullmatch(behind[0]):
                    return []  # another claim's id behind a claim's words
                made += [f"I{one}" for one in run]
            elif uncited[-1] in run and set(run) <= set(uncited):
                uncited = [one for one in uncited if one not in run]
            else:
                return []
            continue
        name = _best(words, at, claims, ahead[at], first=first)
        if name is not None:
            claim, taken = name
            number = claim.id.removeprefix("claim-")
            made.append(f"{taken.how}{number}")
            uncited.append(number)
            at = taken.end
            continue
        made.append(str(NUMBER_WORDS[word]) if word in FIGURES else word)
        at += 1
    return _led(made)


def _led(made: list[str]) -> list[str]:
    """Without an id that stands before its own claim's words."""
    out: list[str] = []
    for at, word in enumerate(made):
        rest = made[at + 1 : at + 3]
        follows = rest[1:] if rest[:1] == [":"] else rest[:1]
        own = bool(follows) and follows[0][1:] == word[1:] and follows[0][0] in "PBUV"
        if word[0] in ("I" if rest[:1] != [":"] else "INS") and word[1:].isdigit() and own:
            continue
        if word == ":" and out == [] and at and made[at - 1][0] in "INS" and made[at - 1][1:].isdigit():
            continue
        out.append(word)
    return out


def _ids_from(words: Sequence[str], at: int) -> list[str]:
    """The numbers of the ids that stand here one behind the other."""
    run: list[str] = []
    while at < len(words) and (found := ID.fullmatch(words[at])) is not None:
        run += [found[1]] if found[1] not in run else []
        at += 1
    return run


def _ids_ahead(words: Sequence[str]) -> list[tuple[str, ...]]:
    """For each word the ids that stand next behind it, in order."""
    ahead: list[tuple[str, ...]] = [()] * (len(words) + 1)
    for at in range(len(words) - 1, -1, -1):
        found = ID.fullmatch(words[at])
        ahead[at] = (f"claim-{found[1]}", *ahead[at + 1]) if found is not None else ahead[at + 1]
    return ahead


def _quotes_a_tier(words: Sequence[str], at: int) -> bool:
    """Whether it is a quotation mark around a tier's name."""
    if words[at] not in QUOTES:
        return False
    return (words[at + 2 : at + 3] == [words[at]] and words[at + 1].lower() in AT) or (
        at > 1 and words[at - 2] == words[at] and words[at - 1].lower() in AT
    )


def _best(
    words: Sequence[str], at: int, claims: Sequence[Claim], ahead: Sequence[str], *, first: bool = False
) -> tuple[Claim, Name] | None:
    """The longest name that begins here; of several claims the one whose id comes next."""
    found: list[tuple[int, int, int, Claim, Name]] = []
    for claim in claims:
        for name in names_in(words, at, claim, first=first):
            if name.how in "NS" and set(words[at : name.end]) - {"the", "a", "an"} <= RESERVED:
                continue
            near = -(ahead.index(claim.id) if claim.id in ahead else len(ahead))
            found.append((name.end, near, "SNGJBP".index(name.how), claim, name))
    if not found:
        return None
    best = max(found, key=lambda one: one[:3])
    return best[3], best[4]
