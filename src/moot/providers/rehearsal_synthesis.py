"""How does a rehearsal voice make one answer out of several? By choosing sentences from them, and joining those.

What it says about the answers is counted or quoted; nothing is added to them but the joints.
"""

from __future__ import annotations

import re

from msgspec import Struct

from moot.providers.rehearsal_judging import CAUTION, DECISION, quality, sentences
from moot.providers.rehearsal_prompt import Prompt
from moot.providers.rehearsal_question import Question, telling_words
from moot.providers.rehearsal_voices import Voice
from moot.providers.rehearsal_words import VERBS
from moot.vocabulary.lots import Lot


class Quotable(Struct, frozen=True):
    """A sentence of one of the answers."""

    text: str
    """The sentence."""
    source: int
    """Which answer it is from."""
    weight: float
    """How well it can stand in a common answer."""
    sort: str
    """`claim`, `step`, `caution` or `remark`."""


def synthesis(voice: Voice, prompt: Prompt, lot: Lot) -> str:
    """One answer, built from sentences of those given."""
    found = quotable([text.text for text in prompt.texts], prompt.question)
    if not found:
        return NOTHING
    count = len(prompt.texts)
    used: set[str] = set()

    def take(sort: str, most: int, spread: bool = True) -> list[Quotable]:
        taken: list[Quotable] = []
        for one in found:
            fresh = one.text not in used and not (spread and any(one.source == other.source for other in taken))
            if one.sort == sort and fresh and not any(alike(one.text, other) for other in used):
                taken.append(one)
                used.add(one.text)
            if len(taken) == most:
                break
        return taken

    claims = take("claim", 2)
    lead = (claims or take("remark", 1) or take("step", 1) or take("caution", 1) or found)[0]
    used.add(lead.text)
    steps = take("step", 4 if voice.verbosity > 0.4 else 2)
    remarks = take("remark", 2 if voice.verbosity > 0.4 else 1)
    cautions = take("caution", 2)
    blocks = [f"**In short:** {lead.text}"]
    if remarks:
        joint = lot.pick(("What carries this:", "The reasoning behind it:", "Why:"))
        blocks.append(" ".join([joint, *(one.text for one in remarks)]))
    if steps:
        joint = "What to do, drawn from" if count > 1 else "What to do, from"
        whole = f"{joint} {among(len({one.source for one in steps}), count)}:"
        blocks.append("\n".join([whole, "", *(f"{i}. {one.text}" for i, one in enumerate(steps, 1))]))
    if len(claims) > 1:
        blocks.append(
            f"{lot.pick(PARTING)} “{claims[1].text}” It is worth keeping in view, since it starts from other premises."
        )
    if cautions:
        blocks.append(" ".join([lot.pick(WARNING), *(one.text for one in cautions)]))
    return "\n\n".join(blocks)


def quotable(texts: list[str], question: Question) -> list[Quotable]:
    """The sentences of all answers, the ones that carry most first; said twice counts once."""
    worded = [set(telling_words(text)) for text in texts]
    marks = [quality(text, question) for text in texts]
    found: dict[str, Quotable] = {}
    for source, text in enumerate(texts):
        for position, sentence in enumerate(sentences(text)):
            if SELF.search(sentence) or sentence in found:
                continue
            words = set(telling_words(sentence))
            shared = sum(len(words & other) for i, other in enumerate(worded) if i != source)
            topic = len(words & question.vocabulary)
            weight = shared / (1 + len(words)) / max(1, len(texts) - 1) + 0.25 * min(topic, 3) + 0.6 * marks[source]
            found[sentence] = Quotable(sentence, source, round(weight, 6), sort_of(sentence, position))
    return sorted(found.values(), key=lambda one: -one.weight)


def sort_of(sentence: str, position: int) -> str:
    """What part a sentence can play."""
    first = re.match(r"[\w']+", sentence)
    low = sentence.lower()
    if first and first[0].lower() in VERBS | STARTS and not low.startswith(("choose", "take ", "make ")):
        return "step"
    if position < 3 and (DECISION.search(low) or low.startswith(("take ", "make "))):
        return "claim"
    return "caution" if len(CAUTION.findall(low)) else "remark"


def alike(one: str, other: str) -> bool:
    """Whether two sentences say nearly the same."""
    mine, theirs = set(telling_words(one)), set(telling_words(other))
    return len(mine & theirs) > 0.6 * min(len(mine), len(theirs))


def among(part: int, whole: int) -> str:
    """`three of the four answers`, counted."""
    names = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}
    if whole == 1:
        return "the answer"
    return f"{names.get(part, str(part))} of the {names.get(whole, str(whole))} answers"


SELF = re.compile(r"\b(?:as an ai|language model|my earlier answer)\b|^(?:short version|unpopular view)", re.IGNORECASE)
STARTS = frozenset(
    {"list", "set", "name", "then", "separate", "note", "count", "rehearse", "show", "handle", "distrust", "state"}
)
PARTING = (
    "The answers do not all agree. One of them says:",
    "There is a different view:",
    "Not everyone concludes this:",
)
WARNING = ("What could make this wrong:", "With one reservation.", "The limits of this advice:")
NOTHING = "The answers hold nothing that can be put together: no sentence in them stands on its own."
