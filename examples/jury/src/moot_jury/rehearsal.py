"""What does a scripted voice write in a juror's form? A verdict that follows from who it is, and holds or moves."""

from __future__ import annotations

from typing import Any

POINTS = {
    "for": "What it costs to wait is higher than what it costs to be wrong about {topic}.",
    "against": "Nobody has shown what {topic} would change that cannot be had for less.",
    "undecided": "What would settle {topic} has not been measured by anybody.",
}
REASONS = {
    "for": "I looked for what would have to be false for the charge to fail, and found little of it.",
    "against": "I looked for what would have to be true for the charge to stand, and found too little of it.",
    "undecided": "Either verdict would rest on a figure that I do not have.",
}
MOVED = "The others' reasons name something I had not weighed."
HELD = "I have read the others' reasons, and none of them answers mine."


def vote(part: Any) -> dict[str, Any]:
    """A juror's vote. A voice has one mind in a session; after reading, one that is not stubborn may join the most."""
    leaning = part.mind.share("jury")
    side = "for" if leaning < 0.5 else "against" if leaning < 0.88 else "undecided"
    why = REASONS[side]
    read = list(part.texts.values())
    if read:
        most = max(POINTS, key=lambda each: sum(text.startswith(f"Verdict: {each}") for text in read))
        moves = most != side and part.mind.share("jury again") > part.voice.stubbornness
        why = f"{MOVED} {REASONS[most]}" if moves else f"{HELD} {why}"
        side = most if moves else side
    terms = part.prompt.question.terms
    topic = terms[0] if terms else "the matter"
    sure = 0.55 + 0.3 * part.voice.skill + 0.1 * part.lot.share()
    return {
        "verdict": side,
        "confidence": round(min(0.95, sure if side != "undecided" else 0.5), 2),
        "strongest_point": POINTS[side].replace("{topic}", topic),
        "reasons": why,
    }


PLAYS = ((frozenset({"verdict", "confidence", "strongest_point", "reasons"}), vote),)
