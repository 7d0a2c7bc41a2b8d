"""Does every number in a sentence equal the tally's?

What stands around a number says what it counts: a mean, a deviation, votes of a level, voters, claims of a tier. It has
to be that very figure, for one of the claims the clause is about; a number that counts nothing of the vote must stand
in the claim's own words or in the question. Rounding is allowed as far as the number has decimals.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from moot.protocols.claim_vote.findings import ClaimTally, Tier
from moot.protocols.claim_vote.narrative.figures import Figures, Token, tokens_of
from moot.protocols.claim_vote.narrative.sides import SIDES, everyone_on, of_side, one_sided, side_count, side_in
from moot.protocols.claim_vote.narrative.words import (
    DEVIATION_WORDS,
    LINKS,
    MEAN_WORDS,
    NUMBER_WORDS,
    PROCEDURE,
    TIER_WORDS,
    VOTERS,
    root,
)
from moot.tally.lexicon import LITTLE, word_set

KINDS = {
    "recommend": "recommendation", "risk": "risk", "fact": "factual_claim", "factual": "factual_claim",
    "opportun": "opportunity",
}  # fmt: skip
POINTS = ("warning", "point", "finding", "idea", "proposal", "thing", "item", "statement", "question", "suggestion")
"""Claims under other names."""
PARTS = frozenset(
    ("half", "most", "all", "none", "some", "each", "many", "few", "one", "both", "any", "neither", "rest", "list")
)
QUANTIFIERS = word_set(
    """highest lowest unanimous unanimously all everyone everybody every each nobody none no some several few majority
    most minority half"""
)
"""Words that say how many without a figure."""
COUNTING = QUANTIFIERS | NUMBER_WORDS.keys()
WORDS, DIGIT = re.compile(r"[^\W\d_]+"), re.compile(r"\d")
BEFORE, AFTER = 4, 11
"""How many words and signs around a number say what it counts."""
SCALE = re.compile(r"\b(?:from|between) [-−]2(?:\.0+)? (?:to|and) \+?2(?:\.0+)?(?![\d.]*\d)", re.I)
"""The ends of the scale that is voted on count nothing."""
CAMPS = frozenset(("camps", "groups", "halves", "sides", "parts"))


def wrong_numbers(text: str, about: Sequence[str], figures: Figures) -> list[str]:
    """Every number, and every word like `unanimous`, that the tally does not bear out."""
    if COUNTING.isdisjoint(WORDS.findall(low := text.lower())) and not DIGIT.search(low):
        return []
    tokens = tokens_of(SCALE.sub(" ", text))
    reader = _Reader(tokens, [figures.tallies[claim] for claim in about if claim in figures.tallies], about, figures)
    wrong = [tokens[at].text for at in range(len(tokens)) if tokens[at].value is not None and not reader.holds(at)]
    return wrong + reader.wrong_quantifiers() + reader.wrong_order()


class _Reader:
    def __init__(self, tokens: list[Token], tallies: list[ClaimTally], about: Sequence[str], figures: Figures) -> None:
        self.tokens, self.tallies, self.figures = tokens, tallies, figures
        known = figures.known(about)
        self.own, self.stems = known.figures, known.stems
        self._told_apart: dict[str, bool] = {}
        self._texts = [token.text for token in tokens]
        self._held: dict[tuple[str, ...], bool] = {}

    def holds(self, at: int) -> bool:
        """Whether a number is right; it goes by what stands around it, and the same figures often stand in a row."""
        around = (*self._texts[max(0, at - BEFORE) : at], "", *self._texts[at : at + AFTER])
        held = self._held.get(around)
        if held is None:
            held = self._held[around] = self._holds(at)
        return held

    def _holds(self, at: int) -> bool:
        token = self.tokens[at]
        before, after = self._before(at, 4), self._after(at, 5)
        if self._as_claimed(at) or (token.value == 2 and CAMPS & set(after[:2])):
            return True
        if before[-2:] == ["all", "but"]:
            return self._all_but(token, after)
        if before[-2:] in (["the", "other"], ["the", "remaining"], ["other"]) and token.value is not None:
            return self._others(at, after)
        if token.decimals and not self.tallies and self._is_bound(token):
            return True
        close = after[: after.index("and")] if "and" in after else after
        of_a_tier = not self.tallies and bool(self._tier_in(close) or self._tier_in(before))
        if token.text == "one" and (before[-1:] == ["no"] or after[:1] == ["claim"]):
            return True
        if before[-1:] and before[-1].startswith("claim") and not after:
            return self._counts_claims(token, after)
        if token.text in ("one", "none", "nobody", "zero") and not of_a_tier and not self._counts_votes(before, after):
            return True
        if any(word in MEAN_WORDS for word in before):
            return self._is(token, lambda tally: [tally.mean])
        if any(word in DEVIATION_WORDS for word in before):
            return self._is(token, lambda tally: [tally.sd])
        if "confidence" in before[-2:] and "high" not in before:
            return self._is(token, lambda tally: [tally.confidence])
        if "alpha" in before:
            return self.figures.tiers.alpha is not None and _equal(token, self.figures.tiers.alpha)
        if before[-1:] == ["k"]:
            return self._is(token, lambda tally: [] if tally.k is None else [float(tally.k)])
        if {"effective", "independent"} & set(after[:2]):
            return False  # nobody counted how many depend on each other
        if token.text.endswith("%"):
            return token.text.replace(" ", "") in self.own
        if self._is_whole_of(at):
            return self._total(token, after)
        if any(word.startswith("claim") for word in after[:3]) and not VOTERS & set(after[:1]):
            return self._counts_claims(token, close if self._tier_in(close) or "confidence" not in before else before)
        if any(word.startswith(POINTS) for word in after[:2]):
            return _equal(token, float(len(self.tallies))) or self._counts_claims(token, after)
        if of_a_tier:
            return self._counts_claims(token, close if self._tier_in(close) else before)
        if any(word.startswith(("chang", "replac")) for word in after) and any(word in VOTERS for word in after):
            return self._is(token, lambda tally: [] if tally.k is None else [float(tally.k)])
        side = side_in(after) or side_in(before[::-1], backwards=True)
        if side is not None and (not after or not any(word.startswith(tuple(KINDS)) for word in after[:2])):
            exact = side[1] or self._graded(side[0])
            return self._is(token, lambda tally: of_side(tally, *side, exact=exact))
        if any(word in VOTERS for word in after[:2]):
            if {"voted", "cast"} & set(after) and before[-1:] != ["of"]:
                return self._voted(token)
            return self._total(token, after)
        if after[:1] in (["voted"], ["vote"]):
            return self._voted(token)
        if any(word.startswith(tuple(KINDS)) for word in after[:2]):
            return self._counts_claims(token, after)
        if token.text.strip() in self.own:
            return True
        if not after or after[0] in LINKS:
            key = tuple(tally.claim for tally in self.tallies)
            return _equal_any(token, self.figures.near(key, token, _shown if token.decimals else _counted))
        if not token.text[:1].isalpha() or not (after[0] in LITTLE or root(after[0]) in PROCEDURE):
            return False
        return _equal_any(token, [float(number) for number in self._claim_counts()])

    def wrong_quantifiers(self) -> list[str]:
        wrong = []
        # Who abstained, or whose vote could not be read, is a voter too.
        seats = len(self.figures.tiers.voters) + len(self.figures.tiers.silent)
        everybody = max([seats, *(tally.votes for tally in self.tallies)])
        for at, token in enumerate(self.tokens):
            if token.text not in QUANTIFIERS:
                continue
            after, before = self._after(at, 5), self._before(at, 3)
            side = side_in(after) or side_in(before[::-1], backwards=True)
            if token.text in ("highest", "lowest") and "mean" in after[:2]:
                means = [tally.mean for tally in self.figures.tiers.claims]
                end = max(means) if token.text == "highest" else min(means)
                bad = [] if any(tally.mean == end for tally in self.tallies) else self.tallies
            elif token.text in ("unanimous", "unanimously") and not {"not", "no", "never"} & set(before):
                bad = [tally for tally in self.tallies if tally.votes < everybody or not one_sided(tally)]
            elif side is None or side[0] == "neutral":
                continue
            elif everyone_on(token.text, after):
                bad = [tally for tally in self.tallies if side_count(tally, side[0]) < everybody]
            elif token.text in ("nobody", "none") or (
                token.text == "no" and after[:1] and after[0] in (*VOTERS, "one")
            ):
                bad = [tally for tally in self.tallies if side_count(tally, side[0])]
            elif token.text in ("some", "several", "few"):
                bad = [tally for tally in self.tallies if not side_count(tally, side[0])]
            elif token.text in ("majority", "most"):
                bad = [tally for tally in self.tallies if 2 * side_count(tally, side[0]) <= everybody]
            elif token.text == "minority":
                bad = [tally for tally in self.tallies if 2 * side_count(tally, side[0]) >= everybody]
            elif token.text == "half":
                bad = [tally for tally in self.tallies if 2 * side_count(tally, side[0]) != everybody]
            else:
                continue
            if bad and (
                len(bad) == len(self.tallies) or len(self.tallies) == 1 or token.text in ("unanimous", "unanimously")
            ):
                wrong.append(token.text)
        return wrong

    def wrong_order(self) -> list[str]:
        """Of two bare figures of one claim, as in a row of a table, the first is its mean, the second its deviation."""
        bare = [
            token
            for at, token in enumerate(self.tokens)
            if token.decimals and not self._before(at, 4) and not self._after(at, 1) and not token.text.endswith("%")
        ]
        if len(self.tallies) != 1:
            return []
        (tally,) = self.tallies
        cells = [token for at, token in enumerate(self.tokens) if token.value is not None and self._is_cell(at)]
        if len(cells) == len(tally.counts):
            counts = [float(count) for count in tally.counts.values()]
            if [cell.value for cell in cells] != counts and [cell.value for cell in cells] != counts[::-1]:
                return [", ".join(cell.text.strip() for cell in cells)]
        if len(bare) < 2:
            return []
        pairs = zip(bare, (tally.mean, tally.sd), strict=False)
        return [token.text for token, value in pairs if not _equal(token, value)]

    def _is_cell(self, at: int) -> bool:
        """Whether a whole number stands alone between commas."""
        alone = self.tokens[at - 1].stop if at else True
        return alone and not self.tokens[at].decimals and (at + 1 == len(self.tokens) or self.tokens[at + 1].stop)

    def _before(self, at: int, most: int) -> list[str]:
        """Words just before, the nearest last; a number or a stop ends them."""
        words: list[str] = []
        for token in reversed(self.tokens[max(0, at - most) : at]):
            if token.stop or token.value is not None:
                break
            if token.text not in "/:":
                words.insert(0, token.text)
        return words

    def _after(self, at: int, most: int) -> list[str]:
        words: list[str] = []
        for token in self.tokens[at + 1 : at + 1 + most]:
            if token.stop or (token.value is not None and words not in ([], ["of"], ["of", "the"], ["of", "all"])):
                break
            if token.value is not None and not words and self.tokens[at + 1].text != "/":
                break
            if token.value is None and token.text not in "/:":
                words.append(token.text)
        return words

    def _counts_votes(self, before: list[str], after: list[str]) -> bool:
        return bool(side_in(after) or any(word in VOTERS or word.startswith("claim") for word in after[:3]))

    def _graded(self, side: str) -> bool:
        """Whether the clause tells strong votes of this side from others."""
        if side not in self._told_apart:
            words = [token.text for token in self.tokens]
            starts = tuple(start for start, name in SIDES if name == side)
            self._told_apart[side] = any(
                "strongly" in (one, other) and (one.startswith(starts) or other.startswith((*starts, "in")))
                for one, other in pairwise(words)
            )
        return self._told_apart[side]

    def _is_whole_of(self, at: int) -> bool:
        """`five` in `three of five` and in `half of the five`, `5` in `3/5`."""
        earlier = [token.text for token in self.tokens[max(0, at - 3) : at]]
        if self.tokens[at].text.startswith("+"):
            return False
        if earlier[-1:] == ["the"]:
            earlier = earlier[:-1]
        counted = len(earlier) > 1 and (
            earlier[-2] in PARTS
            or (
                self.tokens[at - 1 - (at and self.tokens[at - 1].text == "the")].text in ("of", "/")
                and any(token.value is not None for token in self.tokens[max(0, at - 3) : at])
            )
        )
        return (
            self.tokens[at].decimals == 0
            and (earlier == ["of"] or earlier[-1:] in (["of"], ["/"]))
            and (counted or earlier == ["of"])
        )

    def _as_claimed(self, at: int) -> bool:
        """Whether it stands here as it stands in the claim or the question: with the same word beside it."""
        token = self.tokens[at]
        written = token.text.replace(" ", "")
        if written not in self.own and f"{token.value:g}" not in self.own:
            return False
        beside = {root(word) for word in (*self._before(at, 2)[-2:], *self._after(at, 2)[:2]) if word not in LITTLE}
        tallied = max(len(self.figures.claims), len(self.figures.tiers.voters) + len(self.figures.tiers.silent))
        return token.decimals > 0 or bool(beside & self.stems) or (token.value is not None and token.value > tallied)

    def _all_but(self, token: Token, after: list[str]) -> bool:
        """`all but one`: everybody else is on that side."""
        side = side_in(after)
        if side is None:
            return True
        exact = side[1] or self._graded(side[0])
        return any(
            any(_equal(token, tally.votes - count) for count in of_side(tally, *side, exact=exact))
            for tally in self.tallies or self.figures.tiers.claims
        )

    def _others(self, at: int, after: list[str]) -> bool:
        """`the other three`: what is left of the votes, or of the claims, of which others were told."""
        token = self.tokens[at]
        side = side_in(after)
        if side is not None and self.tallies:
            exact = side[1] or self._graded(side[0])
            return self._is(token, lambda tally: of_side(tally, *side, exact=exact))
        tiers = {tier for word in self._after(at, 9) for tier, names in TIER_WORDS.items() if word in names}
        if tiers:
            there = sum(tally.tier in tiers for tally in self.figures.tiers.claims)
            return token.value is not None and 0 < token.value <= there
        return token.value is not None and token.value < max(len(self.figures.claims), len(self.figures.tiers.voters))

    def _is_bound(self, token: Token) -> bool:
        bounds = self.figures.tiers.bounds
        return _equal_any(token, [bounds.high_mean, bounds.high_sd, bounds.contested_sd, bounds.rejected_mean])

    def _voted(self, token: Token) -> bool:
        """How many voted: those whose votes were counted, for one claim or for all."""
        silent = float(len(self.figures.tiers.silent))
        voted = [float(len(self.figures.tiers.voters)), *(float(tally.votes) for tally in self.tallies)]
        if any(one.text == "not" or one.text.endswith("n't") for one in self.tokens):
            voted.append(silent)
        return _equal_any(token, voted)

    def _total(self, token: Token, after: list[str]) -> bool:
        if any(word.startswith("claim") for word in after[:2]):
            return _equal_any(token, [float(number) for number in self._claim_counts()])
        if any(word.startswith(tuple(KINDS)) for word in after[:2]):
            return self._counts_claims(token, after[:2])
        of_claims = any(word.startswith(POINTS) for word in after[:2]) or not self.tallies
        if of_claims and _equal_any(token, [float(number) for number in self._claim_counts()]):
            return True
        totals = [float(tally.votes) for tally in self.tallies]
        voters = len(self.figures.tiers.voters)
        silent = len(self.figures.tiers.silent)
        return _equal_any(token, [*totals, float(voters), float(voters + silent)])

    def _counts_claims(self, token: Token, after: list[str]) -> bool:
        tier = self._tier_in(after)
        if tier is not None:
            there = sum(tally.tier == tier for tally in self.figures.tiers.claims)
            some = bool({"further", "other", "others", "more"} & set(after[:2]))
            return _equal(token, float(there)) or (some and token.value is not None and 0 < token.value < there)
        kinds = {kind for word in after for start, kind in KINDS.items() if word.startswith(start)}
        if kinds:
            claims = self.figures.claims.values()
            return _equal_any(token, [float(sum(claim.kind == kind for claim in claims)) for kind in kinds])
        return _equal_any(token, [float(number) for number in self._claim_counts()])

    def _tier_in(self, words: Iterable[str]) -> Tier | None:
        return next((tier for word in words for tier, names in TIER_WORDS.items() if word in names), None)

    def _claim_counts(self) -> set[int]:
        by_tier = [tally.tier for tally in self.figures.tiers.claims]
        by_kind = [claim.kind for claim in self.figures.claims.values()]
        return {len(by_tier), *map(by_tier.count, by_tier), *map(by_kind.count, by_kind)}

    def _is(self, token: Token, values: Callable[[ClaimTally], list[float]]) -> bool:
        tallies = self.tallies or self.figures.tiers.claims
        return _equal_any(token, [value for tally in tallies for value in values(tally)])


def _shown(tally: ClaimTally) -> list[float]:
    return [tally.mean, tally.sd, tally.confidence]


def _counted(tally: ClaimTally) -> list[float]:
    changed = [] if tally.k is None else [float(tally.k)]
    return [*map(float, tally.counts.values()), float(tally.votes), *changed, *_shown(tally)]


def _equal(token: Token, value: float) -> bool:
    assert token.value is not None
    room = 0.5 * 10**-token.decimals if token.decimals else 0.0
    return abs(token.value - value) <= room + 1e-9


def _equal_any(token: Token, values: Iterable[float]) -> bool:
    return any(_equal(token, value) for value in values)
