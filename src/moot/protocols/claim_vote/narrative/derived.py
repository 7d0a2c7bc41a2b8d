"""Can a sentence of an editor's be derived from the claims and the votes?

It stands only if it is put together wholly of known constructions and of claims told in their own order, and if what
each construction says is so by the tally. Whatever is not known is left out, true or not: code tells every claim, its
tier and its votes anyhow. Held by `tests/protocols/claim_vote/narrative/test_derived.py`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from moot.protocols.claim_vote.findings import Claim, ClaimTally, Tier, Tiers, VoteGaps
from moot.protocols.claim_vote.narrative.joining import SIGN, consents, joined, listed_well
from moot.protocols.claim_vote.narrative.naming import TOKEN
from moot.protocols.claim_vote.narrative.phrases import (
    ANAPHOR,
    AT,
    COUNT,
    JOINTS,
    KIND_IN,
    LEVEL,
    NAMES_IN,
    OPENINGS,
    SENTENCES,
    Joint,
)  # fmt: skip
from moot.protocols.claim_vote.narrative.sides import STRONGLY, number_said, share_holds, side_count, side_said
from moot.protocols.claim_vote.narrative.signs import encoded, without_question
from moot.protocols.claim_vote.narrative.text import Sentence

MOST_WORDS = 90
"""Longer sentences are not read: nobody reads them either."""
MOST_JOINTS = 24
KINDS = {
    "risk": "risk", "opportunity": "opportunity", "proposal": "recommendation", "recommendation": "recommendation",
    "suggestion": "recommendation",
}  # fmt: skip
OF_TIER: Mapping[str, Tier] = {
    "high confidence": "HIGH", "a high tier": "HIGH", "agrees on": "HIGH", "agreed on": "HIGH", "approves of": "HIGH",
    "approves": "HIGH", "split": "CONTESTED", "divided": "CONTESTED",
    "fall in between": "MEDIUM", "is split on": "CONTESTED", "split on": "CONTESTED",
    "was split on": "CONTESTED", "rejected": "REJECTED",
    "is divided on": "CONTESTED", "rejects": "REJECTED", "not accepted": "REJECTED", **AT,
}  # fmt: skip
SIZED = ("risk", "opportunit")
"""Of these `high` and `medium` say how large they are."""
TIER_NAMES = frozenset(("HIGH", "MEDIUM"))


ONE_COUNT = re.compile(rf"(?P<q>{COUNT}) (?P<l>{LEVEL})")


class Count(Struct, frozen=True):
    """That so many voters stand on one side of a claim."""

    claim: str
    side: str
    strongly: bool
    many: int
    """How many; -1 where only a share is said, which was held against the tally already."""


class State(Struct, frozen=True):
    """What has been said so far in a sentence."""

    it: tuple[str, ...] = ()
    """Claims that a word such as `it` stands for."""
    tier: Tier | None = None
    """The tier that was said last."""
    total: bool = False
    """Whether it speaks of how many claims there are."""
    counted: int = 0
    """How many claims it has spoken of so."""
    sized: bool = False
    """Whether it speaks of how many risks or opportunities there are."""
    said: frozenset[str] = frozenset()
    """Claims whose tier was said."""
    named: frozenset[str] = frozenset()
    """Claims that were named."""
    counts: frozenset[Count] = frozenset()


class Known(Struct, frozen=True, dict=True):
    """The claims and the votes."""

    claims: Mapping[str, Claim]
    tallies: Mapping[str, ClaimTally]
    tiers: Tiers
    abstained: Mapping[str, int]
    """How many voters abstained, by claim."""

    @property
    def everybody(self) -> int:
        """Voters in all, those who abstained and those whose votes are not in it too."""
        return len(self.tiers.voters) + len(self.tiers.silent)


def known(claims: Sequence[Claim], tiers: Tiers, gaps: VoteGaps | None = None) -> Known:
    abstained = Counter(gap.claim for gap in (gaps.gaps if gaps is not None else ()) if gap.how == "abstained")
    by_id = {tally.claim: tally for tally in tiers.claims}
    return Known({claim.id: claim for claim in claims}, by_id, tiers, abstained)


def derived(sentence: Sentence, of: Known, question: str, before: tuple[str, ...] = (), note: str = "") -> bool:
    """Whether it holds; `before` are claims that `it` may stand for, `note` the claim that it stands beside."""
    if any(claim not in of.claims for claim in sentence.claims):
        return False
    words = [word if word in TIER_NAMES else word.lower() for word in TOKEN.findall(sentence.marked)]
    if words and words[-1] == ".":
        words.pop()
    if not words or len(words) > MOST_WORDS:
        return False
    cited = sentence.claims or before
    words = without_question(words, question)
    if not words:
        return True
    told = encoded(words, [of.claims[claim] for claim in cited], note)
    if not told:
        return False
    return any(_holds(state, of, note) for state in _read(tuple(told), of, State(it=before)))


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((kind, re.compile(form)) for kind, forms in SENTENCES.items() for form in forms)


def _read(words: tuple[str, ...], of: Known, begun: State) -> Iterator[State]:
    """Every way to read the words as known constructions that hold."""
    stops = [at for at in range(1, len(words)) if any(words[at : at + len(one)] == one for one in JOINTS)]
    if len(stops) > MOST_JOINTS:
        return
    seen: set[_Place] = set()
    waiting = _openings(words, _Place(0, begun))
    while waiting:
        here = waiting.pop()
        if here in seen:
            continue
        seen.add(here)
        for end in [*(stop for stop in stops if stop > here.at), len(words)]:
            clause = " ".join(words[here.at : end])
            for then in _clauses(clause, of, here.state) if listed_well(clause, of.claims) else ():
                new = then.named - here.state.named
                alone = end == len(words) and here.joint == "sets against" and not here.before  # `while …`, and no more
                if alone or not joined(here.joint, here.before, clause, new=new, claims=of.claims):
                    continue
                if end == len(words):
                    yield then
                    continue
                for joint, how in JOINTS.items():
                    if words[end : end + len(joint)] == joint and end + len(joint) < len(words):
                        after = end + len(joint) - (joint == (";", "it"))
                        waiting += _openings(words, _Place(after, then, how, clause))


class _Place(Struct, frozen=True):
    """Where a clause begins."""

    at: int
    """At which word."""
    state: State
    """What has been said so far."""
    joint: Joint | None = None
    """How it is joined to the clause before it."""
    before: str = ""
    """That clause."""


def _openings(words: tuple[str, ...], place: _Place) -> list[_Place]:
    """The place, and where the clause begins if words that only open one stand there."""
    places = [place]
    for one in OPENINGS:
        if words[place.at : place.at + len(one)] == one:
            joint = "sets against" if one == ("while",) else place.joint
            places.append(replace(place, at=place.at + len(one), joint=joint))
    return places


def _clauses(text: str, of: Known, state: State) -> Iterator[State]:
    for kind, form in _patterns():
        found = form.fullmatch(text)
        if found is not None:
            then = _checked(kind, found, of, state)
            if then is not None:
                yield then


def _checked(kind: str, found: re.Match[str], of: Known, state: State) -> State | None:
    """What has been said then; nothing where it is not so."""
    parts = found.groupdict()
    if kind in ("claims", "voters", "everybody", "total", "total again"):
        if not _so_in_all(kind, parts, found.group(), of, state):
            return None
        many = re.search(r"\d+", parts.get("n") or "") if kind.startswith("total") else None
        counted = state.counted + (int(many.group()) if many is not None else 0)
        sized = state.sized or (parts.get("w") or "").startswith(SIZED)
        return replace(state, total=True, counted=counted, sized=sized)
    about = _about(kind, parts, found.group(), state)
    if (
        not about
        or not _of_kind(found.group(), about, of)
        or consents(found.group(), [of.claims[one] for one in about])
    ):
        return None
    tallies = [of.tallies[claim] for claim in about]
    then = replace(state, it=about, total=False, named=state.named | frozenset(about))
    if kind == "listed":
        return _listed(found.group(), tallies, then, of.everybody)
    if kind == "listing":
        listed = OF_TIER[(parts["t"] or "").lower()]
        if int(parts["n"] or 0) != len(about) or any(tally.tier != listed for tally in tallies):
            return None
        return replace(then, tier=listed, total=True, said=then.said | frozenset(about))
    if kind == "votes" and parts.get("by"):
        by: Tier = "REJECTED" if side_said(parts["by"] or "")[0] == "reject" else "HIGH"
        if any(tally.tier != by for tally in tallies):
            return None
        return _voted(parts, tallies, replace(then, tier=by, said=then.said | frozenset(about)), of.everybody)
    if kind == "votes":
        return _voted(parts, tallies, then, of.everybody)
    if kind == "abstained":
        return then if all(_so_many(parts["q"] or "", of.abstained.get(one, 0), of) for one in about) else None
    if kind == "against":
        wanted = (int(parts["n"]), int(parts["m"]))
        # Of unequal numbers one cannot know which of them are for it.
        if wanted[0] != wanted[1] or any(
            (side_count(t, "approve"), side_count(t, "reject")) != wanted for t in tallies
        ):
            return None
        sides = [Count(t.claim, side, False, side_count(t, side)) for t in tallies for side in ("approve", "reject")]
        return replace(then, counts=then.counts | frozenset(sides))
    if kind in ("unanimous", "strongly"):
        return _together(kind, parts["l"], tallies, then, of.everybody)
    if kind in ("mean", "deviation"):
        value = parts["x"].replace(" ", "")
        decimals = len(value.partition(".")[2])
        real = [t.mean if kind == "mean" else t.sd for t in tallies]
        return then if decimals and all(f"{one:.{decimals}f}" == value for one in real) else None
    tier: Tier | None = state.tier if kind == "same" else "CONTESTED" if kind == "even" else None
    if kind == "same" and tier in ("HIGH", "MEDIUM") and not SIGN.search(found.group()):
        return None  # a thing, of which the word for the tier would be said
    if kind in ("recommendation", "risk"):
        tier = "HIGH"
        if any(of.claims[claim].kind != kind for claim in about):
            return None
    if kind == "not wanted":
        tier = "REJECTED"
        if any(of.claims[claim].kind != "recommendation" for claim in about):
            return None
    if kind in AT.values():
        tier = next(one for one in AT.values() if one == kind)
    if tier is None or any(tally.tier != tier for tally in tallies):
        return None
    if kind == "even" and any(side_count(t, "approve") != side_count(t, "reject") for t in tallies):
        return None
    return replace(then, tier=tier, said=then.said | frozenset(about))


def _about(kind: str, parts: Mapping[str, str | None], text: str, state: State) -> tuple[str, ...]:
    """The claims that it is about."""
    named = tuple(dict.fromkeys(f"claim-{number}" for number in NAMES_IN.findall(text)))
    said = f"{parts.get('a') or ''} {parts.get('f') or ''}".strip()
    if named and not (ANAPHOR.search(f" {said} ") and not NAMES_IN.search(said)):
        return named
    if named:
        return ()
    both = re.search(r"\b(?:both|they|these)\b", said)
    return state.it if not both or len(state.it) > 1 else ()


def _of_kind(text: str, about: Sequence[str], of: Known) -> bool:
    """Whether what is called a risk is one, and what is called a proposal."""
    return all(
        KINDS.get(word) in (None, of.claims[claim].kind) for word in KIND_IN.findall(f"{text} ") for claim in about
    )


def _so_many(quantity: str, real: int, of: Known) -> bool:
    """Whether so many voters did what so many really did; a whole is all voters or those who voted."""
    voters = len(of.tiers.voters)
    numbers = [int(one) for one in re.findall(r"\d+", quantity)]
    if len(numbers) == 2 and numbers[1] not in (voters, of.everybody):
        return False
    many = number_said(quantity, numbers[1] if len(numbers) == 2 else voters, of.everybody)
    return many is not None and (many == real if many >= 0 else share_holds(quantity, real, of.everybody))


def _voted(parts: Mapping[str, str | None], tallies: Sequence[ClaimTally], then: State, everybody: int) -> State | None:
    quantity, level = parts["q"] or "", parts["l"] or ""
    side, strongly = side_said(level)
    counts = set(then.counts)
    for tally in tallies:
        whole = side_count(tally, side)
        level_count = tally.counts[STRONGLY[side]] if side != "neutral" else 0
        real = level_count if strongly else whole
        many = number_said(quantity, tally.votes, everybody)
        if many is None or (many == 0 and whole):  # who approves strongly approves
            return None
        if many >= 0:
            if many != real and strongly:
                return None
            if many not in (whole, whole - level_count) and not strongly:
                return None
        elif not share_holds(quantity, real, everybody):
            return None
        counts.add(Count(tally.claim, side, strongly, many if many >= 0 else real))
    return replace(then, counts=frozenset(counts))


def _listed(text: str, tallies: Sequence[ClaimTally], then: State, everybody: int) -> State | None:
    """Several counts of one claim that is named behind the last of them."""
    state: State | None = then
    for count in ONE_COUNT.finditer(text):
        state = _voted(count.groupdict(), tallies, state, everybody) if state is not None else None
    return state


def _together(kind: str, level: str | None, tallies: Sequence[ClaimTally], then: State, everybody: int) -> State | None:
    """That all voters stand on one side, or strongly so."""
    side = side_said(level or "")[0] if level else ""
    tier: Tier | None = None
    for tally in tallies:
        own = side or ("approve" if tally.mean > 0 else "reject")
        if side_count(tally, own) != everybody:
            return None
        if kind == "strongly" and tally.counts.get(STRONGLY[own], 0) != tally.votes:
            return None
        tier = "HIGH" if own == "approve" else "REJECTED"
        if tally.tier != tier:
            return None
    said = frozenset(tally.claim for tally in tallies) if side else frozenset[str]()
    return replace(then, tier=tier, said=then.said | said)


def _so_in_all(kind: str, parts: Mapping[str, str | None], text: str, of: Known, state: State) -> bool:
    """Whether what is said of the claims or of the voters as a whole is so."""
    voters, claims = len(of.tiers.voters), len(of.tiers.claims)
    if kind == "claims":
        if parts.get("whole") and int(parts["whole"] or 0) != voters + len(of.tiers.silent):
            return False
        return int(parts["n"] or 0) == claims and (not parts.get("v") or int(parts["v"] or 0) == voters)
    if kind == "voters":
        whole = voters + len(of.tiers.silent)
        return (
            int(parts["n"] or 0) == voters
            and (not parts.get("m") or int(parts["m"] or 0) == whole)
            and (not text.startswith("all") or not of.tiers.silent)
        )
    if kind == "everybody":
        full = all(tally.votes == voters for tally in of.tiers.claims) and not of.tiers.silent
        numbers = re.findall(r"\d+", text.replace("1 of them", ""))
        return full and (not numbers or int(numbers[0]) == voters)
    if kind == "total again" and not state.total:
        return False
    tier = OF_TIER[(parts["t"] or "").lower()]
    if (state.sized or (parts.get("w") or "").startswith(SIZED)) and tier in ("HIGH", "MEDIUM"):
        return False
    word = (parts.get("w") or "").rstrip("s")
    wanted = {"risk": "risk", "recommendation": "recommendation", "opportunitie": "opportunity"}.get(word)
    among = [tally for tally in of.tiers.claims if wanted is None or of.claims[tally.claim].kind == wanted]
    real = sum(tally.tier == tier for tally in among)
    said = (parts["n"] or "").removesuffix(" more")
    rest = re.search(r"^the (?:other|remaining) (?:\d+)", text)
    if rest is not None and real != len(of.tiers.claims) - state.counted:
        return False
    if parts.get("m") and int(parts["m"] or 0) != len(among):
        return False
    numbers = re.findall(r"\d+", said)
    if said.startswith("all"):
        return real == len(among) and (not numbers or int(numbers[0]) == real)
    if said == "half":
        return 2 * real == len(among)
    if said == "both":
        return real == len(among) == 2
    return (int(numbers[0]) if numbers else 0 if said == "no" else -1) == real


def _holds(state: State, of: Known, note: str) -> bool:
    """Whether what was said holds together."""
    for claim in state.named:
        tally = of.tallies[claim]
        if tally.tier in ("CONTESTED", "REJECTED") and claim not in state.said and claim != note:
            return False
        mine = [count for count in state.counts if count.claim == claim]
        for count in mine:
            whole = side_count(tally, count.side)
            beside = any(one.strongly and one.side == count.side for one in mine)
            if not count.strongly and count.side != "neutral" and count.many != whole and not beside:
                return False
        sides = {count.side for count in mine} - {"neutral"}
        if tally.tier == "CONTESTED" and sides and sides != {"approve", "reject"}:
            return False
    return True
