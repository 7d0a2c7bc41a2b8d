"""What does a rehearsal voice say to a prompt that wants no ballot? An answer, or whatever the prompt sets."""

from __future__ import annotations

from msgspec import structs

from moot.providers.scripted.voices import Voice
from moot.rehearsal.lines import with_file
from moot.rehearsal.parts import Mind
from moot.rehearsal.plays.disputing import reply_to_critics, topic
from moot.rehearsal.plays.rebutting import rebuttal, revision
from moot.rehearsal.plays.reporting import opinion, report
from moot.rehearsal.plays.reviewing import code_review, code_verdict
from moot.rehearsal.plays.synthesis import synthesis
from moot.rehearsal.plays.threats import agreed_threats, assessment, threats_to
from moot.rehearsal.prompt import Prompt
from moot.rehearsal.sentence import one_sentence, wants_one
from moot.rehearsal.speech import answer, review, title
from moot.vocabulary.seeded_draws import Lot


def speech(voice: Voice, prompt: Prompt, lot: Lot, mind: Mind) -> str:
    """The words for the prompt's task."""
    if prompt.task == "title":
        return title(prompt.question)
    if prompt.task == "synthesis":
        return (
            code_verdict(prompt, lot)
            if prompt.flaws
            else agreed_threats(prompt)
            or with_file(synthesis(voice, heard(prompt), lot), prompt.files, voice.number, prompt.question, lot)
        )
    if prompt.task == "review":
        return review(voice, prompt, lot)
    if prompt.task == "opinion":
        return with_file(opinion(voice, prompt, lot), prompt.files, voice.number, prompt.question, lot)
    if prompt.task == "report":
        return report(voice, prompt, lot)
    if prompt.task == "topic":
        return topic(voice, prompt, lot)
    if prompt.task == "defence":
        return reply_to_critics(voice, prompt, lot)
    if prompt.task == "rebuttal":
        return rebuttal(voice, prompt, lot)
    if prompt.task == "revision":
        return revision(voice, prompt, mind, lot)
    if prompt.flaws:
        return code_review(voice, prompt, mind, lot)
    if threats_to(prompt):
        return assessment(voice, prompt, mind, lot)
    return one_sentence(voice, prompt, lot) if wants_one(prompt) else answer(voice, prompt, lot)


def heard(prompt: Prompt) -> Prompt:
    """The prompt with the answers alone, where remarks on them and replies to critics stand beside them."""
    kept = tuple(text for text in prompt.texts if not text.words & BESIDE)
    return structs.replace(prompt, texts=kept) if kept else prompt


BESIDE = frozenset({"said", "critics", "sides", "remarks", "scores"})
"""Words that announce what is no answer."""
