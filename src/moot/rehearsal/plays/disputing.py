"""How do rehearsal voices put a question as a motion, and answer those who criticise what they said?"""

from __future__ import annotations

import re

from moot.providers.scripted.voices import Voice
from moot.rehearsal.judging import FAULT
from moot.rehearsal.lines import line, quoted
from moot.rehearsal.plays.sides import lead_claim
from moot.rehearsal.prompt import Prompt
from moot.rehearsal.speech import slots_for
from moot.vocabulary.seeded_draws import Lot


def topic(voice: Voice, prompt: Prompt, lot: Lot) -> str:
    """A motion to debate, made from the question."""
    return line("disputing", "topic", lot, **slots_for(voice, prompt.question, lot))


def reply_to_critics(voice: Voice, prompt: Prompt, lot: Lot) -> str:
    """An answer to two of those who criticised: their words, and what there is to say to them."""
    critics = [text for text in prompt.texts if text.label] or list(prompt.texts)
    slots = slots_for(voice, prompt.question, lot)
    said: dict[str, str] = {}
    for text in sorted(lot.shuffle(critics), key=lambda one: not wanted_by(one.text)[0]):
        wanting, words = wanted_by(text.text)
        if len(said) < 2 and wanting not in said and (wanting or not said):
            told = line("defence", wanting or "decision", lot, **slots)
            said[wanting] = line("disputing", "reply", lot, quote=quoted(words), answer=told)
    own = lead_claim(prompt.said[-1], prompt.question) if prompt.said else None
    stands = [line("disputing", "stand", lot, quote=quoted(own.text))] if own else []
    return "\n\n".join([*said.values(), *stands])


def wanted_by(criticism: str) -> tuple[str, str]:
    """What a critic misses, and the words that say so; nothing when it misses nothing, and then its first words."""
    for name, faults in FAULT.items():
        for fault in faults:
            stem = fault.partition(" $a")[0]
            if (at := criticism.find(stem)) >= 0:
                return name, SENTENCE_END.split(criticism[at:], maxsplit=1)[0]
    return "", SENTENCE_END.split(MARKED.sub("", criticism), maxsplit=1)[0]


SENTENCE_END = re.compile(r"[.;]\s|[.;]$|, and that| does not make")
MARKED = re.compile(r"^\s*\d{1,2} of 10\.\s*")
