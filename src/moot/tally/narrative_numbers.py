"""Does every number in a sentence equal the tally's?

What stands around a number says what it counts: a mean, a deviation, votes of a level, voters, claims of a tier. It has
to be that very figure, for one of the claims the clause is about; a number that counts nothing of the vote must stand
in the claim's own words or in the question. Rounding is allowed as far as the number has decimals.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from moot.tally.lexicon import LITTLE, stem
from moot.tally.narrative_words import DEVIATION_WORDS, LINKS, MEAN_WORDS, NUMBER_WORDS, PROCEDURE, TIER_WORDS, VOTERS
from moot.vocabulary.claim_ballots import VoteLevel
from moot.vocabulary.claim_findings import Claim, ClaimTally, Tier, Tiers

TOKEN = re.compile(
    r"(?P<number>(?<![\w.])[-+]?\d+(?:[.,]\d+)*\s?%?)|(?P<word>[^\W\d_]+(?:'[^\W\d_]+)*)|(?P<stop>[;,.()/:])"
)
KINDS = {
    "recommend": "recommendation", "risk": "risk", "fact": "factual_claim", "factual": "factual_claim",
    "opportun": "opportunity",
}  # fmt: skip
SIDES: tuple[tuple[str, str], ...] = (
    ("approv", "approve"), ("favour", "approve"), ("favor", "approve"), ("support", "approve"), ("back", "approve"),
    ("accept", "approve"), ("agree", "approve"), ("endors", "approve"), ("reject", "reject"), ("oppos", "reject"),
    ("against", "reject"), ("disapprov", "reject"), ("disagree", "reject"), ("neutral", "neutral"),
)  # fmt: skip
LEVEL: dict[tuple[str, bool], VoteLevel] = {
    ("approve", True): "strongly_approve", ("approve", False): "approve", ("neutral", False): "neutral",
    ("neutral", True): "neutral", ("reject", False): "reject", ("reject", True): "strongly_reject",
}  # fmt: skip


class Token(Struct, frozen=True):
    """A word, a number or a stop."""

    text: str
    """As written, words in lower case."""
    value: float | None = None
    """What a number amounts to."""
    decimals: int = 0
    """How many decimals it has."""
    stop: bool = False
    """Whether a thought may end here."""


class Figures(Struct, frozen=True):
    """What numbers may be about."""

    tallies: Mapping[str, ClaimTally]
    """By claim id."""
    claims: Mapping[str, Claim]
    """By id."""
    tiers: Tiers
    """The whole tally."""
    question: str
    """What was asked."""


def tokens_of(text: str) -> list[Token]:
    """A clause, token by token."""
    tokens = []
    for found in TOKEN.finditer(text):
        word = found.group().lower()
        if found.lastgroup == "number":
            plain = word.rstrip("% ").replace(",", "")
            tokens.append(Token(word, float(plain), len(plain.partition(".")[2])))
        elif found.lastgroup == "word":
            number = NUMBER_WORDS.get(word)
            tokens.append(Token(word, None if number is None else float(number)))
        else:
            tokens.append(Token(word, stop=word not in "/:"))
    return tokens


def wrong_numbers(text: str, about: Sequence[str], figures: Figures) -> list[str]:
    """Every number, and every word like `unanimous`, that the tally does not bear out."""
    tokens = tokens_of(text)
    reader = _Reader(tokens, [figures.tallies[claim] for claim in about if claim in figures.tallies], about, figures)
    wrong = [tokens[at].text for at in range(len(tokens)) if tokens[at].value is not None and not reader.holds(at)]
    return wrong + reader.wrong_quantifiers() + reader.wrong_order()


class _Reader:
    def __init__(self, tokens: list[Token], tallies: list[ClaimTally], about: Sequence[str], figures: Figures) -> None:
        self.tokens, self.tallies, self.figures = tokens, tallies, figures
        self.own = _figures_in(
            figures.question,
            *(figures.claims[claim].text for claim in about if claim in figures.claims),
            *(span.quote for claim in about if claim in figures.claims for span in figures.claims[claim].spans),
        )

    def holds(self, at: int) -> bool:
        token = self.tokens[at]
        before, after = self._before(at, 4), self._after(at, 5)
        close = after[: after.index("and")] if "and" in after else after
        of_a_tier = not self.tallies and bool(self._tier_in(close) or self._tier_in(before))
        if token.text in ("one", "none", "nobody", "zero") and not of_a_tier and not self._counts_votes(before, after):
            return True
        if any(word in MEAN_WORDS for word in before):
            return self._is(token, lambda tally: [tally.mean])
        if any(word in DEVIATION_WORDS for word in before):
            return self._is(token, lambda tally: [tally.sd])
        if "confidence" in before:
            return self._is(token, lambda tally: [tally.confidence])
        if "alpha" in before:
            return self.figures.tiers.alpha is not None and _equal(token, self.figures.tiers.alpha)
        if before[-1:] == ["k"]:
            return self._is(token, lambda tally: [] if tally.k is None else [float(tally.k)])
        if any(word in ("effective", "independent") for word in after[:2]):
            return _equal(token, self.figures.tiers.effective_voters)
        if token.text.endswith("%"):
            return token.text.replace(" ", "") in self.own
        if self._is_whole_of(at):
            return self._total(token, after)
        if any(word.startswith("claim") for word in after[:3]):
            return self._counts_claims(token, after)
        if of_a_tier:
            return self._counts_claims(token, close if self._tier_in(close) else before)
        if any(word.startswith(("chang", "replac")) for word in after) and any(word in VOTERS for word in after):
            return self._is(token, lambda tally: [] if tally.k is None else [float(tally.k)])
        side = _side(after) or _side(before[::-1], backwards=True)
        if side is not None and (not after or not any(word.startswith(tuple(KINDS)) for word in after[:2])):
            exact = side[1] or self._graded(side[0])
            return self._is(token, lambda tally: _of_side(tally, *side, exact=exact))
        if any(word in VOTERS for word in after[:2]):
            return self._total(token, after)
        if any(word.startswith(tuple(KINDS)) for word in after[:2]):
            return self._counts_claims(token, after)
        if token.text.strip() in self.own:
            return True
        if not after or after[0] in LINKS:
            return self._is(token, _shown if token.decimals else _counted)
        if not token.text[:1].isalpha() or not (after[0] in LITTLE or stem(after[0]) in PROCEDURE):
            return False
        return _equal_any(token, [float(number) for number in self._claim_counts()])

    def wrong_quantifiers(self) -> list[str]:
        wrong = []
        for at, token in enumerate(self.tokens):
            after, before = self._after(at, 5), self._before(at, 3)
            side = _side(after) or _side(before[::-1], backwards=True)
            if token.text in ("highest", "lowest") and "mean" in after[:2]:
                means = [tally.mean for tally in self.figures.tiers.claims]
                end = max(means) if token.text == "highest" else min(means)
                bad = [] if any(tally.mean == end for tally in self.tallies) else self.tallies
            elif token.text in ("unanimous", "unanimously") and not {"not", "no", "never"} & set(before):
                bad = [tally for tally in self.tallies if not _one_sided(tally)]
            elif side is None or side[0] == "neutral":
                continue
            elif _everyone(token.text, after):
                bad = [tally for tally in self.tallies if _side_count(tally, side[0]) < tally.votes]
            elif token.text in ("nobody", "none") or (
                token.text == "no" and after[:1] and after[0] in (*VOTERS, "one")
            ):
                bad = [tally for tally in self.tallies if _side_count(tally, side[0])]
            elif token.text in ("some", "several", "few"):
                bad = [tally for tally in self.tallies if not _side_count(tally, side[0])]
            elif token.text in ("majority", "most"):
                bad = [tally for tally in self.tallies if 2 * _side_count(tally, side[0]) <= tally.votes]
            else:
                continue
            if bad:
                wrong.append(token.text)
        return wrong

    def wrong_order(self) -> list[str]:
        """Of two bare figures of one claim, as in a row of a table, the first is its mean, the second its deviation."""
        bare = [
            token
            for at, token in enumerate(self.tokens)
            if token.decimals and not self._before(at, 4) and not self._after(at, 1) and not token.text.endswith("%")
        ]
        if len(self.tallies) != 1 or len(bare) < 2:
            return []
        (tally,) = self.tallies
        pairs = zip(bare, (tally.mean, tally.sd), strict=False)
        return [token.text for token, value in pairs if not _equal(token, value)]

    def _before(self, at: int, most: int) -> list[str]:
        """Words just before, the nearest last; a number or a stop ends them."""
        words: list[str] = []
        for token in reversed(self.tokens[max(0, at - most) : at]):
            if token.stop or token.value is not None:
                break
            words.insert(0, token.text)
        return words

    def _after(self, at: int, most: int) -> list[str]:
        words: list[str] = []
        for token in self.tokens[at + 1 : at + 1 + most]:
            if token.stop or (token.value is not None and words != ["of"]):
                break
            words.append(token.text)
        return words

    def _counts_votes(self, before: list[str], after: list[str]) -> bool:
        return bool(_side(after) or any(word in VOTERS or word.startswith("claim") for word in after[:3]))

    def _graded(self, side: str) -> bool:
        """Whether the clause tells strong votes of this side from others."""
        words = [token.text for token in self.tokens]
        starts = tuple(start for start, name in SIDES if name == side)
        return any(word == "strongly" and next_.startswith(starts) for word, next_ in pairwise(words))

    def _is_whole_of(self, at: int) -> bool:
        """`five` in `three of five`, `5` in `3/5`."""
        earlier = [token.text for token in self.tokens[max(0, at - 3) : at]]
        numbers = [token.value is not None for token in self.tokens[max(0, at - 3) : at]]
        whole = self.tokens[at].decimals == 0 and "one" not in earlier
        return whole and any(numbers) and earlier[-1] in ("of", "/")

    def _total(self, token: Token, after: list[str]) -> bool:
        if any(word.startswith("claim") for word in after[:2]):
            return _equal(token, float(len(self.figures.claims)))
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


def _everyone(word: str, after: list[str]) -> bool:
    return word in ("everyone", "everybody") or (word in ("all", "every", "each") and bool(VOTERS & set(after[:2])))


def _side(words: Sequence[str], *, backwards: bool = False) -> tuple[str, bool] | None:
    """The level the words speak of: its side, and whether strongly."""
    for at, word in enumerate(words):
        for start, side in SIDES:
            if word.startswith(start):
                beside = words[at + 1 : at + 2] if backwards else words[max(0, at - 1) : at]
                return side, "strongly" in beside
    return None


def _of_side(tally: ClaimTally, side: str, strongly: bool, *, exact: bool) -> list[float]:
    """Votes of one level; where levels are not told apart, also those of a whole side."""
    level = float(tally.counts.get(LEVEL[side, strongly], 0))
    return [level] if exact else [level, float(_side_count(tally, side))]


def _side_count(tally: ClaimTally, side: str) -> int:
    return sum(
        tally.counts.get(LEVEL[side, strongly], 0) for strongly in ((True, False) if side != "neutral" else (True,))
    )


def _one_sided(tally: ClaimTally) -> bool:
    return any(_side_count(tally, side) == tally.votes for side in ("approve", "reject", "neutral"))


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


def _figures_in(*texts: str) -> frozenset[str]:
    found: set[str] = set()
    for text in texts:
        for token in tokens_of(text):
            if token.value is not None:
                found |= {token.text.replace(" ", ""), f"{token.value:g}"}
    return frozenset(found)
