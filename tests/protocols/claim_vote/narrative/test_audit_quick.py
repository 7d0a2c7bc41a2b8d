"""Is a long narrative audited in a moment, and is what is found in it what was always found?

`narratives/found.txt` holds what the audit found in generated narratives before it was made quick; a rule that is
changed on purpose changes it: `python -m protocols.claim_vote.narrative.test_audit_quick` in `tests` writes it anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from moot.protocols.claim_vote.narrative.audit import audit
from protocols.claim_vote.narrative.generated_reports import JOINTS, QUESTION, council, digest, narrative, odd

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


@pytest.mark.slow
def test_what_is_found_is_what_was_found_before() -> None:
    assert list(found()) == FOUND.read_text().split()


if __name__ == "__main__":
    FOUND.write_text("\n".join(found()) + "\n")
