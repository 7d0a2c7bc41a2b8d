"""Is a long narrative audited in a moment, and is what is found in it what was always found?

`narratives/found.txt` holds what the audit found in generated narratives before it was made quick; a rule that is
changed on purpose changes it: `python -m protocols.claim_vote.narrative.test_audit_quick` in `tests` writes it anew.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import process_time

import pytest

from moot.protocols.claim_vote.findings import Claim, Tiers
from moot.protocols.claim_vote.narrative.audit import Audited, audit
from protocols.claim_vote.narrative.generated_reports import JOINTS, QUESTION, council, digest, narrative, odd
from sampled import partly

FOUND = Path(__file__).parent / "narratives" / "found.txt"
NARRATIVES = 60
LIMIT = 0.1
"""Seconds for 100,000 characters on the machine that `reference` took `REFERENCE` seconds on."""
REFERENCE = 0.002
GROWTH = 2.4


def found() -> Iterator[str]:
    for number in range(NARRATIVES):
        chance = Random(number)
        claims, tiers = council(chance.choice((1, 3, 8, 30)), chance)
        text = narrative(claims, tiers, 2_500, chance, JOINTS[number % 3 :][: 1 + number % 2 * 3])
        yield digest(audit(odd(text, chance) if number % 5 == 0 else text, QUESTION, claims, tiers))


def test_what_is_found_is_what_was_found_before() -> None:
    assert list(found()) == FOUND.read_text().split()


def reference() -> None:
    count = 0
    for letter in "It compares the two and finds" * 3_500:
        if letter == "{":
            count += 1
        elif letter == "<":
            count += 2


def best(work: Callable[[], object], times: int) -> float:
    took = []
    gc.disable()
    for _ in range(times):
        began = process_time()
        work()
        took.append(process_time() - began)
    gc.enable()
    return min(took)


@partly(1)
@pytest.mark.parametrize("joints", [("\n\n",), (" ",), ("\n- ",)], ids=["paragraphs", "one block", "list"])
def test_a_hundred_thousand_characters_in_a_tenth_of_a_second(joints: tuple[str, ...]) -> None:
    chance = Random(3)
    claims, tiers = council(30, chance)
    half, whole = (narrative(claims, tiers, size, chance, joints) for size in (50_000, 100_000))
    for turn in range(10):  # beside other work the first tries are slow
        slowness = max(1.0, best(reference, 5) / REFERENCE)
        took = best(lambda: read(whole, claims, tiers), 1 + turn)
        if took <= LIMIT * slowness and took <= GROWTH * best(lambda: read(half, claims, tiers), 1 + turn):
            return
    pytest.fail(f"{took:.3f} seconds on a machine {slowness:.1f} times slower than the reference")


def read(text: str, claims: tuple[Claim, ...], tiers: Tiers) -> Audited:
    return audit(text, QUESTION, claims, tiers)


if __name__ == "__main__":
    FOUND.write_text("\n".join(found()) + "\n")
