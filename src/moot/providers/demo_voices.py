"""Names of the demo voices, of those that fail on purpose, and of the models in the written examples."""

from __future__ import annotations

VOICES = ("ada", "bo", "cyn", "dov", "eli", "fay", "gus", "hana")
FAULTS = {
    "silent": "Ends without a word; the call is settled as `empty`.",
    "garbled": "Writes ballots that cannot be read: wrong labels or broken JSON.",
    "slow": "A hundred times slower than the others; at full speed it answers two seconds after them.",
    "failing": "Every call fails with a server error.",
    "quoter": "Repeats everything it reads, ballots included, before it answers.",
    "obeyer": "Puts first whatever text tells it to.",
}
"""Demo voices that each fail in one way, with a description of the failure."""
EXAMPLE_MODELS = ("model-a", "model-b", "model-c", "model-d", "model-e")
"""Names of the models in the written examples: four members, and one model for the chair and the other offices."""
