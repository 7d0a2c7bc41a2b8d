"""How does a rehearsal voice make one answer out of several? By choosing sentences from them, and joining those.

What it says about the answers is counted or quoted; nothing is added to them but the joints.
"""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct

from moot.providers.scripted.voices import Voice
from moot.rehearsal.judging import quality, sentences
from moot.rehearsal.prompt import Prompt
from moot.rehearsal.question import Question, telling_words
from moot.rehearsal.words import VERBS, words
from moot.vocabulary.seeded_draws import Lot


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


OBJECTION = re.compile(r"^What I would not keep: it ([^\n]{5,200})$", re.MULTILINE)
"""What a rehearsed review objects to, as its writer puts it."""


def synthesis(voice: Voice, prompt: Prompt, lot: Lot) -> str:
    """One answer, built from sentences of those given."""
    found = quotable([text.text for text in prompt.texts], prompt.question)
    if not found:
        return NOTHING
    count = len(prompt.texts)
    used: set[str] = set()

    def take(sort: str, most: int) -> list[Quotable]:
        taken: list[Quotable] = []
        share = max(1, -(-most // count))  # of one answer, so that all are heard
        for one in found:
            heard = sum(one.source == other.source for other in taken)
            if one.sort == sort and heard < share and not any(alike(one.text, other) for other in used):
                taken.append(one)
                used.add(one.text)
            if len(taken) == most:
                break
        return taken

    lead = leading(found, prompt.question)
    used.add(lead.text)
    other = next((one for one in found if one.sort == "claim" and differ(one, lead, prompt.question)), None)
    used.update([other.text] if other else [])
    steps = take("step", 4 if voice.verbosity > 0.4 else 2)
    remarks = take("remark", 2 if voice.verbosity > 0.4 else 1) or take("claim", 1)
    cautions = take("caution", 2)
    blocks = [f"**In short:** {lead.text}"]
    if remarks:
        joint = lot.pick(("What carries this:", "The reasoning behind it:", "Why:"))
        blocks.append(" ".join([joint, *(one.text for one in remarks)]))
    if steps:
        joint = "What to do, drawn from" if count > 1 else "What to do, from"
        whole = f"{joint} {among(len({one.source for one in steps}), count)}:"
        blocks.append("\n".join([whole, "", *(f"{i}. {one.text}" for i, one in enumerate(steps, 1))]))
    if other:
        blocks.append(f"{lot.pick(PARTING)} “{other.text}” That view is worth keeping in sight.")
    if cautions:
        blocks.append(" ".join([lot.pick(WARNING), *(one.text for one in cautions)]))
    if objections := [found for review in prompt.reviews for found in OBJECTION.findall(review.text)]:
        blocks.append(f"One weakness to keep in mind: this line of thought {lot.pick(objections)}")
    return "\n\n".join(blocks)


def quotable(texts: list[str], question: Question) -> list[Quotable]:
    """The sentences of all answers, the ones that carry most first; said twice counts once."""
    worded = [set(telling_words(text)) for text in texts]
    marks = [quality(text, question) for text in texts]
    found: dict[str, Quotable] = {}
    for source, text in enumerate(texts):
        said = sentences(text)
        for position, sentence in enumerate(said):
            sort = sort_of(sentence, position, question)
            if sort == "claim" and len(sentence) < 70 and position + 1 < len(said):
                sentence = f"{sentence} {said[position + 1]}"
            if SELF.search(sentence) or sentence in found or len(sentence) < LEAST.get(sort, 0):
                continue
            mine = telling(sentence)
            shared = sum(len(mine & other) for i, other in enumerate(worded) if i != source)
            topic = len(mine & question.vocabulary)
            weight = shared / (1 + len(mine)) / max(1, len(texts) - 1) + 0.25 * min(topic, 3) + 0.6 * marks[source]
            found[sentence] = Quotable(sentence, source, round(weight, 6), sort)
    return sorted(found.values(), key=lambda one: -one.weight)


def sort_of(sentence: str, position: int, question: Question) -> str:
    """What part a sentence can play."""
    first = re.match(r"[\w']+", sentence)
    low = sentence.lower()
    decided = question.kind in {"should", "choice"}  # then a claim says so, and its subject is in every sentence
    about = not decided and position < 4 and question.matter.lower() in low
    if about or OPINION.match(low) or (position < 2 and low.startswith(("take ", "make ", "choose "))):
        return "claim"
    if first and first[0].lower() in VERBS | STARTS:
        return "step"
    return "caution" if WARNS.search(low) else "remark"


def leading(found: list[Quotable], question: Question) -> Quotable:
    """The claim to lead with: the best one on the side that most answers take."""
    claims = [one for one in found if one.sort == "claim"]
    if not claims:
        return found[0]
    sides = {one.source: side_of(one, question) for one in reversed(claims)}
    common = max(sorted(set(sides.values())), key=list(sides.values()).count)
    return next((one for one in claims if side_of(one, question) == common), claims[0])


def side_of(one: Quotable, question: Question) -> str:
    """Which side a claim takes: the option it names first, or for or against."""
    low = one.text.lower()
    named = [(low.find(option.lower()), option) for option in question.options if option.lower() in low]
    if named:
        return min(named)[1]
    return "against" if AGAINST.search(low) else "for"


def differ(one: Quotable, other: Quotable, question: Question) -> bool:
    """Whether two claims come from different answers and take different sides."""
    if question.kind not in {"should", "whether", "choice"}:
        return False
    return one.source != other.source and side_of(one, question) != side_of(other, question)


def alike(one: str, other: str) -> bool:
    """Whether two sentences say nearly the same."""
    mine, theirs = telling(one), telling(other)
    return len(mine & theirs) > 0.6 * min(len(mine), len(theirs))


@lru_cache(maxsize=2048)
def telling(sentence: str) -> frozenset[str]:
    """The words that say what a sentence is about."""
    return frozenset(telling_words(sentence))


def among(part: int, whole: int) -> str:
    """`three of the four answers`, counted."""
    names = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}
    if part == whole:
        return {1: "the answer", 2: "both answers"}.get(whole, f"all {names.get(whole, str(whole))} answers")
    return f"{names.get(part, str(part))} of the {names.get(whole, str(whole))} answers"


LEAST = {"remark": 45, "step": 38}
"""Shorter sentences than these rarely mean anything away from their own text."""
SELF = re.compile(
    r"\b(?:as an ai|language model|my earlier answer)\b|^(?:short version|unpopular view|if it were me"
    r"|to make the ground|none of this asks|this does not depend)",
    re.IGNORECASE,
)
STARTS = words("list set name then separate note count rehearse show handle distrust state remove keep stop read")
OPINION = re.compile(
    r"(?:yes|no|not yet|rather not|on balance|on the whole|my (?:advice|vote|answer|reading|choice)|it should be"
    r"|go ahead|do it|i would (?:not |rather |never )?(?!know|change|rather)\w+|i (?:am (?:for|against)|lean|doubt)"
    r"|make \S+ the default)\b"
)
WARNS = re.compile(
    r"\b(?:unless|risk|however|fails?|mislead|wrong|careful|beware|danger|trap|fragile|half-finished|costliest"
    r"|tempting|easy to see|only one person|could turn out|may (?:be|still|have|share)|looks like|no evidence"
    r"|mostly from)\b"
)
AGAINST = re.compile(r"^(?:no|not)\b|\b(?:rather not|hold off|alone this|weaker|is no|say no|cautious no)\b")
PARTING = ("The answers do not all agree. One says:", "There is a different view:", "Not everyone concludes this:")
WARNING = ("What could make this wrong:", "One reservation:", "The limits of this advice:")
NOTHING = "The answers hold nothing that can be put together: no sentence in them stands on its own."
