"""May this clause stand behind that one with this word between them?

Each of the two holds by itself; joined they may say a third thing. A claim told without a word of the council's says
what stands beside it is its reason, its condition or its time (`split the service where …`), or falls under a word of
the clause before it (`the council rejects the rewrite and a delay costs money`). Held by
`tests/protocols/claim_vote/narrative/test_relations.py`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from moot.protocols.claim_vote.findings import Claim
from moot.protocols.claim_vote.narrative.naming import told
from moot.protocols.claim_vote.narrative.phrases import ANAPHOR, Joint
from moot.tally.lexicon import word_set

UNSAID = re.compile(r"([PUVB])(\d\d)")
"""A claim told by its words alone."""
SAYS = ("", " , the council says", " , the council holds")
"""What may stand behind its words and reaches no further."""
LISTED = re.compile(r"([PUVB])(\d\d)(?= (?:, and|,|and|or) [PUVB]\d\d)")
SIGN = re.compile(r"[PBGJUVI]\d\d")
"""A claim told whole or by its id."""
CONSENT = re.compile(r"accept|favou?r|adopt|back|support|endors|\bfor\b")
"""Whoever does this with a risk puts up with it or wants it."""
REACHING = word_set(
    "because since so if when while until unless till before after where once whereas though although that who which or"
)
"""Whatever follows a claim with one of these could be part of what stands behind it."""


def joined(joint: Joint | None, before: str, clause: str, *, new: Collection[str], claims: Mapping[str, Claim]) -> bool:
    """Whether they say no more together than each alone; `new` are claims that the clause is the first to name."""
    here, there = UNSAID.fullmatch(clause), UNSAID.match(before)
    if there is not None and before[there.end() :] not in SAYS:
        there = None
    match joint:
        case "ties":
            return not new and here is None
        case "sets against":
            return here is None and there is None
        case "but":
            return here is None or there is None
        case "adds" if here is not None:
            return there is not None and not (there[1] != "V" and _reaches(claims[f"claim-{there[2]}"]))
        case _:
            return True


def listed_well(clause: str, claims: Mapping[str, Claim]) -> bool:
    """Whether of claims told one behind the other none reaches into the next."""
    return not any(sign != "V" and _reaches(claims[f"claim-{number}"]) for sign, number in LISTED.findall(clause))


def consents(clause: str, claims: Sequence[Claim]) -> bool:
    """Whether it says that someone is for a risk rather than that it is one."""
    risks = any(claim.kind == "risk" for claim in claims)
    return risks and bool(CONSENT.search(clause)) and not SIGN.search(clause) and bool(ANAPHOR.search(clause))


def _reaches(claim: Claim) -> bool:
    parts = told(claim.text, claim.kind)
    return parts.denied or bool(REACHING & set(parts.words))
