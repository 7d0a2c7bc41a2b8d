"""What does a rehearsal voice say in one sentence? A side of the question, and one mechanism that speaks for it."""

from __future__ import annotations

import re

from moot.providers.scripted.voices import Voice
from moot.rehearsal.lines import line
from moot.rehearsal.prompt import Prompt
from moot.rehearsal.question import Question
from moot.rehearsal.speech import slots_for
from moot.vocabulary.seeded_draws import Lot


def wants_one(prompt: Prompt) -> bool:
    """Whether the prompt asks for exactly one sentence."""
    return bool(ONE.search(prompt.told)) and prompt.task in {"answer", "revision"}


def one_sentence(voice: Voice, prompt: Prompt, lot: Lot, point: str = "") -> str:
    """The sentence; `point` is a reason taken from somebody else."""
    question = prompt.question
    slots = slots_for(voice, question, lot)
    side = side_taken(voice, question)
    mechanism = clause(point) or line("sentence", "for" if side == "forward" else "against", lot, **slots)
    mechanism = mechanism[:1].lower() + mechanism[1:]
    kind = "choice" if question.options else side if question.kind == "should" else "other"
    if question.kind == "whether":
        kind = "yes" if side == "forward" else "no"
    return line("sentence", kind, lot, **slots, mechanism=mechanism)


def side_taken(voice: Voice, question: Question) -> str:
    """Forward or back: as the voice leans, else as the question falls."""
    if voice.lean != "neither":
        return voice.lean
    return ("forward", "back")[len(question.vocabulary) % 5 == 0]


def clause(point: str) -> str:
    """A sentence of somebody else's as a clause: its last part, without a full stop."""
    plain = re.sub(r"“[^”]*”", "", point).strip().rstrip(".!?")
    return plain if plain and "?" not in plain and ". " not in plain and len(plain) < 200 else ""


ONE = re.compile(r"\b(?:exactly one|a single|one) sentence\b(?! (?:on|about|each|why))", re.I)
