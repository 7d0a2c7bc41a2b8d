"""How does a rehearsal voice answer another's text? It takes one sentence of it and answers that very sentence.

After rebuttals of its own text it holds or changes its position, and says which words moved it, or does not: what an
adjudicator has to tell apart. Whether it holds follows from its stubbornness and is the same at every run of a session.
"""

from __future__ import annotations

from typing import Literal

from msgspec import structs

from moot.providers.scripted.voices import Voice
from moot.rehearsal.code.flaws import SEVERITIES, Flaw
from moot.rehearsal.judging import sentences
from moot.rehearsal.lines import line, passage, quoted, term_in
from moot.rehearsal.parts import Mind
from moot.rehearsal.plays.reviewing import code_review, finding, lowered, named_lines, place
from moot.rehearsal.plays.synthesis import sort_of
from moot.rehearsal.plays.threats import threats_to
from moot.rehearsal.prompt import OWN, Fenced, Prompt
from moot.rehearsal.sentence import one_sentence, wants_one
from moot.rehearsal.speech import answer, slots_for
from moot.vocabulary.seeded_draws import Lot

Step = Literal["hold", "cite", "uncited"]


def disputed(voice: Voice, text: str, mark: float, prompt: Prompt, lot: Lot) -> tuple[bool, str]:
    """Whether the voice disputes a text's strongest point, and what it says to it."""
    if prompt.flaws and named_lines(text):
        return code_disputed(text, prompt.flaws, lot)
    sentence = passage(text, prompt.question, lot)
    slots = {"quote": quoted(sentence), "term": term_in(sentence, prompt.question)}
    gentle = 0.5 * (1 - voice.harshness) + 0.5 * mark
    if lot.share() < gentle - 0.35:
        return False, line("rebuttal", "concede", lot, **slots)
    return True, line("rebuttal", sort_of(sentence, 9, prompt.question), lot, **slots)


def code_disputed(text: str, flaws: tuple[Flaw, ...], lot: Lot) -> tuple[bool, str]:
    """The same for a code review: a line it calls wrong without reason, or one it misses."""
    named = named_lines(text)
    wrong = sorted(named - {flaw.line for flaw in flaws})
    missed = [flaw for flaw in flaws if flaw.line not in named and SEVERITIES.index(flaw.told.severity) < 3]
    if wrong and (not missed or lot.number(2)):
        return True, line("rebuttal", "false", lot, line=str(wrong[0]))
    if missed:
        one = missed[lot.number(min(2, len(missed)))]
        told = {"place": place(one), "why": one.told.why, "name": lowered(one.told.name)}
        return True, line("rebuttal", "missed", lot, **told)
    return False, line("rebuttal", "complete", lot)


def rebuttal(voice: Voice, prompt: Prompt, lot: Lot) -> str:
    """A rebuttal in plain words, of each text that is disputed."""
    said = []
    for text in prompt.texts:
        _, words = disputed(voice, text.text, 0.4, prompt, lot)
        said.append(f"**{text.label}**: {words}" if text.label and len(prompt.texts) > 1 else words)
    return "\n\n".join(said)


def step_of(voice: Voice, objections: list[Fenced], mind: Mind) -> Step:
    """Whether the voice holds its position, gives in to an objection, or moves without saying why."""
    firm = 0.35 + 0.6 * voice.stubbornness
    share = mind.share("holds its position")
    if not objections or share < firm:
        return "hold"
    return "uncited" if mind.share("says what moved it") > 0.45 + 0.5 * voice.skill else "cite"


def revision(voice: Voice, prompt: Prompt, mind: Mind, lot: Lot) -> str:
    """The final text after reading what others said against the first one."""
    own = next((t.text for t in prompt.texts if t.words & OWN), "") or (prompt.said[-1] if prompt.said else "")
    objections = [t for t in prompt.texts if t.text != own and t.text.strip()]
    if prompt.flaws:
        return code_revised(voice, prompt, own, objections, mind, lot)
    own = own or answer(voice, prompt, lot)
    step = step_of(voice, objections, mind)
    if not objections or ("- **" in own and threats_to(prompt)):
        return own
    objection = lot.pick(objections)
    if wants_one(prompt):
        if step == "hold":
            return own
        point = point_of(objection.text) if step == "cite" else ""
        return one_sentence(turned_round(voice, own), prompt, lot, point)
    if step == "hold":
        firmer = line("revision", "hold", lot, **slots_for(voice, prompt.question, lot))
        return f"{own.rstrip()}\n\n{firmer}" if lot.number(3) else own
    turned = answer(turned_round(voice, own), structs.replace(prompt, task="answer", earlier=None), lot)
    return f"{line('revision', step, lot, point=point_of(objection.text))}\n\n{turned}"


def point_of(objection: str) -> str:
    """What an objection comes down to: its last sentence that quotes nobody."""
    found = [one for one in sentences(objection) if "“" not in one and "”" not in one and "?" not in one]
    return found[-1] if found else objection.strip().rstrip(".") + "."


def turned_round(voice: Voice, own: str) -> Voice:
    """The same voice with the opposite leaning."""
    low = own.lower()
    forward = voice.lean == "forward" or (voice.lean == "neither" and not any(sign in low for sign in NEGATIVE))
    return structs.replace(voice, lean="back" if forward else "forward", number=(voice.number + 3) % 8)


def code_revised(voice: Voice, prompt: Prompt, own: str, objections: list[Fenced], mind: Mind, lot: Lot) -> str:
    """A review after objections: what it had missed is added, what was no bug is taken back, the rest stands."""
    own = own or code_review(voice, prompt, mind, lot)
    mine = named_lines(own)
    asked = {number: text.text for text in objections for number in named_lines(text.text)}
    added = [flaw for flaw in prompt.flaws if flaw.line in asked and flaw.line not in mine]
    bad = {flaw.line for flaw in prompt.flaws}
    withdrawn = sorted(number for number in asked if number in mine and number not in bad)
    parts = [finding(flaw, voice.number).text for flaw in added]
    kept = own
    for number in withdrawn:
        kept = "\n".join(text for text in kept.splitlines() if number not in named_lines(text))
    if not parts:
        return kept
    return "\n\n".join([kept.rstrip(), line("revision", "added", lot), "\n".join(f"- {part}" for part in parts)])


NEGATIVE = ("not yet", "hold off", "no for now", "rather not", "leave ", "weaker than", "i would say no", "no, unless")
