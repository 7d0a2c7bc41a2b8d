"""Members of a claim vote with random votes that are the same for a claim each time."""

from __future__ import annotations

from random import Random
from typing import Any

from protocols.claim_vote.claimants import LEVELS, Claimants, draft

SPOKEN = (
    ("We should buy seven stone blocks for the bridge.", "recommendation"),
    ("The river will rise in spring.", "risk"),
    ("The middle arch is costly.", "factual_claim"),
    ("Merchants will pay a toll.", "opportunity"),
    ("The masons are employees of the town.", "factual_claim"),
    ("We should begin with the eastern bank.", "recommendation"),
    ("Whether the ford can be used remains open.", "risk"),
    ("Tolls can pay for the upkeep of the bridge.", "opportunity"),
)


class Voters(Claimants):
    """Members whose opinions hold these sentences, and who vote as a draw says, the same on a claim each time."""

    def __init__(self, seed: int, *, unread: bool = False, day: int | None = None) -> None:
        draw = Random(seed)
        said = draw.sample(SPOKEN, draw.randint(5, 8))
        if day is not None:  # claims that no other day brings
            said = [(f"{text[:-1]} on day {day}.", kind) for text, kind in said]
        self.said = {f"seat-{letter}": " ".join(text for text, _ in said) for letter in "abc"}
        claims = [draft(text, kind, (f"seat-{'abc'[at % 3]}", text)) for at, (text, kind) in enumerate(said)]
        super().__init__(claims)
        self.seed, self.unread = seed, unread

    def __call__(self, call: Any) -> Any:
        if call.key.startswith("opinions/"):
            self.calls.append(call)
            return self.said[call.seat.id]
        return super().__call__(call)

    def _labelled(self, one: dict[str, Any], by_seat: dict[str, str]) -> dict[str, Any]:
        spans = [{**span, "source": next(iter(by_seat.values()))} for span in one["spans"]]  # in any of the opinions
        return {**one, "spans": spans}

    def _vote(self, text: str, seat: str) -> dict[str, Any]:
        words = text.split("\n", 1)[0]
        draw = Random(f"{self.seed}{seat}{words}")
        level = draw.choice([*LEVELS.values(), "abstain"])
        if self.unread and draw.random() < 0.1:
            return {"level": "maybe", "confidence": 5, "reason": "Who knows.", "supported": "no"}
        return {
            "level": level,
            "confidence": draw.randint(0, 10),
            "reason": f"{seat} thinks so of {len(words)} letters.",
            "supported": draw.choice(["yes", "no"]),
        }
