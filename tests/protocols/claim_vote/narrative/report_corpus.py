"""Reports of votes on claims, honest and crooked, with the tallies they are about:
`tests/protocols/claim_vote/narrative/reports/`.

A crooked report is an honest one with one thing changed, so that what is found is the change. Files marked `held` were
written before the audit's rules and are not used to tune them.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from moot.protocols.claim_vote.ballots import VOTE_LEVELS, ClaimVote, ClaimVotes
from moot.protocols.claim_vote.claim_tally import tiers_from
from moot.protocols.claim_vote.findings import Claim, SilentVoter, TierBounds, Tiers

HERE = Path(__file__).parent / "reports"
LEVEL_OF = {value: level for level, value in VOTE_LEVELS.items()}


class Report(Struct, frozen=True):
    """A report and what it is about."""

    name: str
    held: bool
    question: str
    claims: tuple[Claim, ...]
    tiers: Tiers
    text: str
    base: str = ""
    """The honest one a crooked one was made from."""


@cache
def reports(kind: str) -> tuple[Report, ...]:
    """Every honest or every crooked report."""
    return tuple(one for path in sorted(HERE.glob("*.toml")) for one in _of(path, kind))


def _of(path: Path, kind: str) -> list[Report]:
    read: dict[str, Any] = tomllib.loads(path.read_text())
    claims = tuple(
        Claim(id=f"claim-{at:02d}", text=one["text"], kind=one["kind"], spans=())
        for at, one in enumerate(read["claims"], start=1)
    )
    seats = [f"seat-{'abcdefghi'[at]}" for at in range(len(read["claims"][0]["votes"]) + read["silent"])]
    ballots = {
        seat: ClaimVotes(
            votes={
                claim.id: ClaimVote(level=LEVEL_OF[one["votes"][at]], confidence=7, reason="So.")
                for claim, one in zip(claims, read["claims"], strict=True)
            }
        )
        for at, seat in enumerate(seats[: len(read["claims"][0]["votes"])])
    }
    silent = [SilentVoter(seat=seat, how="missing", streak=1) for seat in seats[len(ballots) :]]
    # The tiers are those of the votes that were given: which of them a silent member could change is another question.
    tiers = replace(tiers_from([claim.id for claim in claims], ballots, TierBounds()), silent=tuple(silent))
    honest = {one["name"]: one["text"].strip() for one in read["honest"]}
    if kind == "honest":
        texts = [(name, text, "") for name, text in honest.items()]
    else:
        texts = [
            (one["name"], honest[one["of"]].replace(one["was"], one["is"]), f"{path.stem}: {one['of']}")
            for one in read["crooked"]
        ]
    return [
        Report(f"{path.stem}: {name}", read["held"], read["question"], claims, tiers, text, base)
        for name, text, base in texts
    ]
