"""Narratives of any length about councils of any size: true sentences, garbled ones, advice, lists and paragraphs."""

from __future__ import annotations

from hashlib import sha256
from random import Random

from moot.protocols.claim_vote.ballots import ClaimVote, ClaimVotes, Span, VoteLevel
from moot.protocols.claim_vote.claim_tally import tiers_from
from moot.protocols.claim_vote.findings import Claim, TierBounds, Tiers
from moot.protocols.claim_vote.narrative.audit import Audited
from moot.protocols.claim_vote.narrative.sections import SECTIONS
from protocols.claim_vote.narrative.report_corpus import reports

QUESTION = "Should we move the billing service to 2 regions?"
JOINTS = ("\n\n", " ", "\n- ", "; ", "\n", ", ")
ODD = "“”’(),.;:1 é\u212aſıİ"
LEVELS: tuple[VoteLevel, ...] = ("strongly_approve", "approve", "neutral", "reject", "strongly_reject")
_TEXTS = sorted({claim.text for report in reports("honest") for claim in report.claims})


def council(claims: int, chance: Random) -> tuple[tuple[Claim, ...], Tiers]:
    """So many claims, and how six members voted on them."""
    said = chance.sample(_TEXTS, claims)
    made = tuple(
        Claim(
            id=f"claim-{at:02d}",
            text=text,
            kind="risk" if at % 4 == 0 else "recommendation",
            spans=(Span(source="seat-a", quote=chance.choice(_TEXTS)),),
        )
        for at, text in enumerate(said, 1)
    )
    likely = [(LEVELS[:2], LEVELS, LEVELS[3:])[at % 3] for at in range(claims)]
    ballots = {
        f"seat-{seat}": ClaimVotes(
            votes={
                claim.id: ClaimVote(level=chance.choice(levels), confidence=7, reason="So.")
                for claim, levels in zip(made, likely, strict=True)
            }
        )
        for seat in "abcdef"
    }
    return made, tiers_from([claim.id for claim in made], ballots, TierBounds())


def narrative(claims: tuple[Claim, ...], tiers: Tiers, size: int, chance: Random, joints: tuple[str, ...]) -> str:
    """So many characters under the six headings."""
    parts: list[str] = []
    for section in SECTIONS:
        parts.append(f"## {section}\n\n")
        length = 0
        while length < size // len(SECTIONS):
            parts.append(_sentence(claims, tiers, chance) + chance.choice(joints))
            length += len(parts[-1])
        parts.append("\n\n")
    return "".join(parts)[:size]


def odd(text: str, chance: Random) -> str:
    """One character in twenty is another one."""
    return "".join(chance.choice(ODD) if chance.random() < 0.05 else letter for letter in text)


def digest(found: Audited) -> str:
    """All that was found, in few letters."""
    kept = (found.sentences, found.checked, found.struck, found.lacking, found.faults)
    return sha256(repr(kept).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _sentence(claims: tuple[Claim, ...], tiers: Tiers, chance: Random) -> str:
    claim = chance.choice(claims)
    tally = next(one for one in tiers.claims if one.claim == claim.id)
    words = claim.text.rstrip(".").split()
    strange = [chance.choice(chance.choice(_TEXTS).split()) for _ in range(8)]
    return chance.choice(
        (
            f"{' '.join(words)} [{claim.id}] was {tally.tier}, mean {tally.mean:.2f}, deviation {tally.sd:.2f}.",
            f"On {claim.id} {tally.votes} members voted, {tally.counts.get('approve', 0)} approved it.",
            f"The council held that {' '.join(chance.sample(words, len(words))).lower()}: {tally.tier} ({claim.id}).",
            f"“{claim.text}” is {tally.tier.lower()}.",
            f"We should also consider hiring {' '.join(strange)}.",
            f"The members thought about {' '.join(strange).lower()}.",
        )
    )
