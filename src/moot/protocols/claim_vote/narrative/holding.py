"""Is what a sentence of a known form says of claims and votes so by the tally?

Held by `tests/protocols/claim_vote/narrative/test_closed.py`, which has a second, independent list of what is true.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from moot.protocols.claim_vote.ballots import VoteLevel
from moot.protocols.claim_vote.findings import Claim, ClaimTally, Fault, FaultKind, Tier, Tiers
from moot.protocols.claim_vote.narrative.grammar import COUNT, GROUP, readings
from moot.protocols.claim_vote.narrative.sections import TIER_SECTIONS
from moot.protocols.claim_vote.narrative.signs import CLOSED_BY, STRANGER, Names, Sign, claims_of
from moot.vocabulary.words.headings import counted as in_number

UNKNOWN = "It is no form of sentence that is known."
HIDDEN = "It holds a mark that stands in no known form, or that cannot be seen: {}."
UNQUOTED = "What stands in quotation marks is not the whole words of a claim or of the question."
GRAVE = frozenset(("CONTESTED", "REJECTED"))
OF_CLAUSE: Mapping[str, Tier] = {"agrees": "HIGH", "split": "CONTESTED", "rejects": "REJECTED", "recommends": "HIGH"}
TIERS_SAID: Mapping[str, Tier] = {
    "HIGH": "HIGH", "MEDIUM": "MEDIUM", "contested": "CONTESTED", "rejected": "REJECTED",
}  # fmt: skip
SIDES: Mapping[str, tuple[VoteLevel, VoteLevel]] = {
    "approv": ("approve", "strongly_approve"),
    "reject": ("reject", "strongly_reject"),
}


class Known(Struct, frozen=True):
    """The claims and the votes."""

    claims: Mapping[str, Claim]
    tallies: Mapping[str, ClaimTally]
    tiers: Tiers
    names: Names

    @property
    def open(self) -> bool:
        """Whether missing votes could make some claim's tier another one."""
        return any(tally.could_be for tally in self.tiers.claims)

    @property
    def voters(self) -> int:
        """Who voted, those who abstained on single claims too."""
        return len(self.tiers.voters)

    @property
    def members(self) -> int:
        """Voters and those who were silent altogether."""
        return self.voters + len(self.tiers.silent)


class Untrue(Exception):
    """Why a reading does not hold."""

    def __init__(self, kind: FaultKind, says: str) -> None:
        super().__init__(says)
        self.kind: FaultKind = kind
        self.says = says


def known(question: str, claims: Sequence[Claim], tiers: Tiers) -> Known:
    return Known(
        {claim.id: claim for claim in claims},
        {tally.claim: tally for tally in tiers.claims},
        tiers,
        Names({claim.id: claim.text for claim in claims}, question),
    )


def fault_of(signs: list[Sign], text: str, of: Known, *, note: str = "", section: str = "") -> Fault | None:
    """Why the sentence does not stand; nothing where it does. A note tells of one claim, a section of one tier."""
    written = " ".join(text[signs[0].start : signs[-1].end].split())
    strange = next((sign for sign in signs if sign.said == STRANGER), None)
    foreign = next((claim for claim in claims_of(signs) if claim not in of.claims), None)
    if foreign is not None:
        return Fault(kind="added", says=f"{foreign} is named, and there is no such claim.", sentence=written)
    if strange is not None:
        letter = text[strange.start : strange.end]
        if letter in CLOSED_BY:
            return Fault(kind="added", says=UNQUOTED, sentence=written)
        shown = letter if letter.isascii() and letter.isprintable() and len(letter) == 1 else ascii(letter)[1:-1]
        return Fault(kind="added", says=HIDDEN.format(shown), sentence=written)
    said = [sign.said for sign in signs]
    why: Untrue | None = None
    for clauses in readings(said[:-1] if said[-1] == "." else said):
        try:
            _hold(clauses, of, note, section)
        except Untrue as untrue:
            why = why or untrue
        else:
            return None
    if why is not None:
        return Fault(kind=why.kind, says=why.says, sentence=written)
    return Fault(kind="added", says=UNKNOWN, sentence=written)


def _hold(clauses: Sequence[tuple[str, Mapping[str, str]]], of: Known, note: str, section: str) -> None:
    told: set[str] = {note}
    counted: dict[str, list[str]] = {}
    named: set[str] = set()
    for kind, parts in clauses:
        about = [f"claim-{number}" for number in re.findall(r"C(\d\d)", parts.get("claims", ""))]
        named.update(about)
        tier = _tier(parts["tier"]) if "tier" in parts else OF_CLAUSE.get(kind)
        if kind == "listed":
            _listed(about, of, section, alone=len(clauses) == 1)
        if tier is not None:
            for claim in about:
                if of.tallies[claim].tier != tier:
                    raise Untrue("tier", f"{claim} is {of.tallies[claim].tier}.")
            told.update(about)
        if kind == "recommends" and any(of.claims[claim].kind != "recommendation" for claim in about):
            raise Untrue("added", "It says that something is recommended, and the claim is no recommendation.")
        if len(set(about)) != len(about):
            raise Untrue("added", "It names a claim twice.")
        if "counts" in parts or "mean" in parts:
            one = about or ([note] if note else [])
            if len(one) != 1:
                raise Untrue("number", "It does not say of which one claim its figures are.")
            levels = _figures(parts, of.tallies[one[0]], of)
            _once(levels, counted.setdefault(one[0], []))
        _totals(kind, parts, about, of)
    for claim in sorted(named):
        if note and claim != note:
            raise Untrue("added", f"It stands beside {note} and names {claim}.")
        tally = of.tallies[claim]
        home = TIER_SECTIONS.get(section)
        if claim not in told and tally.tier != home and (home is not None or tally.tier in GRAVE):
            raise Untrue("tier", f"{claim} is {tally.tier}, and the sentence does not say so.")


def _listed(about: Sequence[str], of: Known, section: str, *, alone: bool) -> None:
    """Claims alone, under the heading of what they are."""
    tier = TIER_SECTIONS.get(section)
    for claim in about:
        risk = section == "Risks" and of.claims[claim].kind == "risk"
        if not alone or not (risk or (tier is not None and of.tallies[claim].tier == tier)):
            raise Untrue("added", f"It names {claim} and says nothing of it.")


def _claims(number: int) -> str:
    return f"{in_number(number, 'claim')} {'is' if number == 1 else 'are'}"


def _tier(said: str) -> Tier:
    return TIERS_SAID[said]


def _figures(parts: Mapping[str, str], tally: ClaimTally, of: Known) -> list[str]:
    """Holds what is said of one claim's votes; the levels that it counts."""
    for name, real in (("mean", tally.mean), ("deviation", tally.sd)):
        said = parts.get(name)
        if said is not None and (not tally.votes or f"{real:.{len(said.partition('.')[2])}f}" != said):
            raise Untrue("number", f"“{said}” is not what the tally says.")
    if "counts" not in parts:
        return []
    counts = [(found["many"], found["level"]) for found in COUNT.finditer(parts["counts"])]
    levels = [_level(level) for _, level in counts]
    if len(set(levels)) != len(levels):
        raise Untrue("number", "It counts one level twice.")
    for (many, _), level in zip(counts, levels, strict=True):
        if not _so_many(many, _real(level, levels, tally), tally, of):
            raise Untrue("number", f"“{many}” is not what the tally says.")
    _both_sides(levels, tally)
    return levels


def _both_sides(levels: Sequence[str], tally: ClaimTally) -> None:
    """Whoever counts one side counts the whole of the other, too; that nobody is on a side may stand alone."""
    votes = {side: tally.counts.get(plain, 0) + tally.counts.get(strong, 0) for side, (plain, strong) in SIDES.items()}
    whole = {
        side
        for side, (plain, _) in SIDES.items()
        if side in levels or (f"strongly {side}" in levels and not tally.counts.get(plain, 0))
    }
    said = {level.removeprefix("strongly ") for level in levels} & SIDES.keys()
    counted = {side for side in said if votes[side] or side not in whole}
    for side in SIDES:
        if counted - {side} and votes[side] and side not in whole:
            raise Untrue("number", f"It counts one side of {tally.claim}, and not the whole of the other.")


def _once(levels: Sequence[str], before: list[str]) -> None:
    """Whoever is counted in one clause is not counted again in another one of the sentence."""
    if before and {level.removeprefix("strongly ") for level in levels} & {
        level.removeprefix("strongly ") for level in before
    }:
        raise Untrue("number", "It counts one side twice.")
    before += levels


def _level(said: str) -> str:
    if "neutral" in said:
        return "neutral"
    if said.startswith("abstain"):
        return "abstain"
    side = "approv" if "approv" in said else "reject"
    return f"strongly {side}" if said.startswith("strongly") else side


def _real(level: str, beside: Sequence[str], tally: ClaimTally) -> int:
    """How many did that. `Approve` alone is everybody on that side; beside `strongly approve` it is the others."""
    if level == "abstain":
        return tally.abstained
    if level == "neutral":
        return tally.counts.get("neutral", 0)
    plain, strong = SIDES[level.removeprefix("strongly ")]
    if level.startswith("strongly"):
        return tally.counts.get(strong, 0)
    whole = tally.counts.get(plain, 0) + tally.counts.get(strong, 0)
    return whole - tally.counts.get(strong, 0) if f"strongly {level}" in beside else whole


def _so_many(said: str, real: int, tally: ClaimTally, of: Known) -> bool:
    numbers = [int(one) for one in re.findall(r"\d+", said)]
    if said.startswith(("no ", "nobody")):
        return real == 0
    if said.startswith(("all", "every")):
        return real == of.members and numbers in ([], [of.members])
    # Where neither voters nor members are named and some were silent, nobody knows of whom it is said.
    wholes = {of.members} if "member" in said else {of.voters} if "voter" in said else {of.members, of.voters}
    return numbers[0] == real and (len(numbers) == 1 or {numbers[1]} == wholes)


def _totals(kind: str, parts: Mapping[str, str], about: Sequence[str], of: Known) -> None:
    """What is said of the claims or of the voters as a whole."""
    if kind in ("voted on", "voted"):
        who = parts.get("who", "")
        if "n" not in parts and kind == "voted" and of.members != of.voters:
            raise Untrue("number", "Not every member voted.")
        if "whole" in parts and who.startswith("voter") and of.members != of.voters:
            raise Untrue("number", "It counts those who voted, of themselves alone.")
        if ("n" in parts and int(parts["n"]) != of.voters) or ("whole" in parts and int(parts["whole"]) != of.members):
            raise Untrue("number", f"{of.voters} of {of.members} members voted.")
        if "number" in parts and int(parts["number"]) != len(of.tallies):
            raise Untrue("number", f"The council voted on {in_number(len(of.tallies), 'claim')}.")
    if of.open and (kind == "of a tier" or "groups" in parts):
        raise Untrue("number", "Missing votes could make it another number.")
    counted = Counter(tally.tier for tally in of.tallies.values())
    if kind == "of a tier":
        tier = _tier(parts["tier"])
        if not int(parts["number"]) == len(about) == counted[tier]:
            raise Untrue("number", f"{_claims(counted[tier])} {tier}.")
    if "groups" in parts:
        groups = list(GROUP.finditer(parts["groups"]))
        if len({group["tier"] for group in groups}) != len(groups):
            raise Untrue("number", "It counts the claims of a tier twice.")
        for group in groups:
            tier, many = _tier(group["tier"]), group["many"]
            number = 0 if many == "no" else int(many.removeprefix("all "))
            if number != counted[tier] or (many.startswith("all") and number != len(of.tallies)):
                raise Untrue("number", f"{_claims(counted[tier])} {tier}.")
            if group["whole"] is not None and int(group["whole"]) != len(of.tallies):
                raise Untrue("number", f"The council voted on {in_number(len(of.tallies), 'claim')}.")
