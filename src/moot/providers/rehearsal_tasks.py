"""What does a rehearsal voice say to a prompt that wants no ballot? An answer, or whatever the prompt sets."""

from __future__ import annotations

from moot.providers.rehearsal_parts import Mind
from moot.providers.rehearsal_prompt import Prompt
from moot.providers.rehearsal_rebutting import rebuttal, revision
from moot.providers.rehearsal_reviewing import code_review, code_verdict
from moot.providers.rehearsal_sentence import one_sentence, wants_one
from moot.providers.rehearsal_speech import answer, review, title
from moot.providers.rehearsal_synthesis import synthesis
from moot.providers.rehearsal_voices import Voice
from moot.vocabulary.lots import Lot


def speech(voice: Voice, prompt: Prompt, lot: Lot, mind: Mind) -> str:
    """The words for the prompt's task."""
    if prompt.task == "title":
        return title(prompt.question)
    if prompt.task == "synthesis":
        return code_verdict(prompt, lot) if prompt.flaws else synthesis(voice, prompt, lot)
    if prompt.task == "review":
        return review(voice, prompt, lot)
    if prompt.task == "rebuttal":
        return rebuttal(voice, prompt, lot)
    if prompt.task == "revision":
        return revision(voice, prompt, mind, lot)
    if prompt.flaws:
        return code_review(voice, prompt, mind, lot)
    return one_sentence(voice, prompt, lot) if wants_one(prompt) else answer(voice, prompt, lot)
