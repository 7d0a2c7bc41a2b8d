"""How does a rehearsal voice put its answer? Phrases about the question's own terms, in the voice's order and form.

Everything follows from the voice, the prompt and a lot. What a voice says keeps to advice that holds for any question:
it claims no fact it cannot know and names no source.
"""

from __future__ import annotations

from hashlib import sha256

from moot.providers.scripted.voices import Voice, phrases, voices
from moot.rehearsal.heeding import heeding
from moot.rehearsal.judging import comment_on, judged
from moot.rehearsal.lines import with_file
from moot.rehearsal.prompt import Prompt
from moot.rehearsal.question import Question
from moot.rehearsal.words import STOP, words
from moot.vocabulary.seeded_draws import Lot

INQUIRY, MAKING = {"why", "what", "whether", "number"}, {"code", "write"}
GREETINGS = {"hello", "hi", "hey", "thanks", "test", "good", "morning", "there", "thank"}


def answer(voice: Voice, prompt: Prompt, lot: Lot) -> str:
    """An answer of its own."""
    question = prompt.question
    if question.vocabulary and question.vocabulary <= GREETINGS:
        return lot.pick(phrases().greeting["lines"])
    material = phrases().inquiry if question.kind in INQUIRY else phrases().decision
    material = phrases().making if question.kind in MAKING else material
    slots = slots_for(voice, question, lot)
    turn = Turns(voice, question)
    blocks: list[str] = []
    prose: list[str] = [opening] if (opening := lot.pick(voice.openings)) and not question.result else []
    if prompt.earlier:
        prose.insert(0, lot.pick(phrases().follow_up["lines"]).replace("{earlier}", term(prompt.earlier, 0)).strip())
    for part in ("claim",) if question.result else voice.parts:
        name, _, count = part.partition(":")
        if name == "claim":
            claims = phrases().claim[claim_kind(voice, question)]
            prose.append(said(claims[turn.at(len(claims), voice.number)], slots))
            if question.kind == "code" and voice.form in {"numbered", "prose"} and voice.verbosity < 0.7:
                blocks += [" ".join(prose), sketch(question)]
                prose = []
            continue
        pool = material[name]
        lines = [said(line, slots) for line in turn.take(name, tuple(pool), int(count), lot)]
        if name == "table":
            heads = str(material["columns"])
            rows = [heads, " | ".join("---" for _ in heads.split("|")), *lines]
            blocks += [" ".join(prose), "\n".join(f"| {row} |" for row in rows)]
            prose = []
        elif name == "list" or (len(lines) > 1 and name in {"risk", "measure"}):
            bridge = lot.pick(voice.bridges)
            if voice.form in {"prose", "table"} and len(lines) < 3:
                blocks += [" ".join(prose), " ".join([bridge, *lines]).strip()]
            else:
                marks = [f"{i}." if voice.form == "numbered" else "-" for i in range(1, len(lines) + 1)]
                items = "\n".join(f"{mark} {line}" for mark, line in zip(marks, lines, strict=True))
                blocks += [" ".join([*prose, bridge if name != "risk" else ""]).strip(), items]
            prose = []
        else:
            caution = lot.pick(voice.cautions) if name == "risk" else ""
            prose += [caution, *lines] if caution else lines
    prose += heeding(prompt.told, slots)
    last = lot.pick(phrases().sum["lines"] if question.result else voice.closings)
    blocks.append(" ".join([*filter(None, prose), last]))
    text = "\n\n".join(block.strip() for block in blocks if block.strip())
    return with_file(text, prompt.files, voice.number, question, lot)


class Turns:
    """Whose turn it is in each list of phrases: a place that depends on the question, one share for each voice."""

    def __init__(self, voice: Voice, question: Question) -> None:
        self._voice = voice
        digest = sha256(" ".join(sorted(question.vocabulary)).encode()).digest()
        self.question = int.from_bytes(digest[:4], "big")

    def at(self, size: int, place: int) -> int:
        """A place in a list of that size; neighbours in the list are no neighbours here."""
        step = next(s for s in (7, 5, 3, 11, 1) if size % s) if size > 1 else 1
        return (self.question + step * place) % size

    def take(self, name: str, pool: tuple[str, ...], count: int, lot: Lot) -> list[str]:
        """So many phrases of this voice's share; shares of different voices overlap only where a list is short."""
        eight = [voice for voice in voices().values() if not voice.trouble]
        room = max(1, len(pool) // max(1, sum(wanted(voice, name) for voice in eight)))
        before = sum(wanted(voice, name) for voice in voices().values() if voice.number < self._voice.number)
        share = [pool[self.at(len(pool), room * before + i)] for i in range(min(room * count, len(pool)))]
        return lot.shuffle(share)[:count]


def wanted(voice: Voice, name: str) -> int:
    """How many phrases of a list a voice takes."""
    return sum(int(part.partition(":")[2]) for part in voice.parts if part.startswith(name + ":"))


def claim_kind(voice: Voice, question: Question) -> str:
    """Which list of claims fits the question and the voice's leaning."""
    if question.result:
        return "sum"
    if question.kind == "should":
        leaning = ("forward", "back")[len(question.vocabulary) % 5 == 0]
        return leaning if voice.lean == "neither" else voice.lean
    return question.kind


def slots_for(voice: Voice, question: Question, lot: Lot) -> dict[str, str]:
    """The question's own words, by the names phrases use."""
    matter = question.matter
    clause = matter.startswith(("why ", "how ", "whether "))
    slots = {"matter": matter, "asking": matter if clause else f"about {matter}", "result": question.result}
    slots |= {"a": term(question, 0), "b": term(question, 1), "c": term(question, 2)}
    if question.kind == "should" and len(matter.split()) < 5 and matter == matter.lower():
        slots |= {"a": matter, "b": term(question, 1 if len(question.terms) > 1 else 0)}
    if question.options:
        favourite = len(question.vocabulary) % len(question.options)
        if voice.lean == "back" or lot.number(4) == 0:
            favourite += 1
        count = len(question.options)
        slots |= {"pick": question.options[favourite % count], "other": question.options[(favourite + 1) % count]}
        slots["setting"] = question.setting
        slots |= {"a": slots["pick"], "b": slots["other"]}
    if question.kind not in INQUIRY:
        slots |= {name: definite(slots[name]) for name in "abc"}
    slots["B"] = capital(slots["b"])
    return slots


def term(question: Question, place: int) -> str:
    """One of the question's terms, or words that fit in its place."""
    if place < len(question.terms):
        return question.terms[place]
    return ("the matter itself", "everything around it", "the finer points")[place]


def definite(phrase: str) -> str:
    """`a function` becomes `the function`: what is to be made is spoken of as if it were there."""
    first, space, rest = phrase.partition(" ")
    return f"the {rest}" if space and first in {"a", "an"} else phrase


def said(phrase: str, slots: dict[str, str]) -> str:
    """A phrase with its slots filled and a capital in front."""
    for name, filling in slots.items():
        phrase = phrase.replace("{" + name + "}", filling)
    return capital(phrase)


def capital(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def sketch(question: Question) -> str:
    """A first outline in code; what is interesting is left to whoever asked."""
    parts = [part.lower() for phrase in question.terms[:2] for part in phrase.split() if part.isidentifier()]
    name = "_".join([part for part in parts if part not in KINDS][:3]) or "solve"
    return SKETCH.replace("$name", name)


def title(question: Question) -> str:
    """A title in a few words."""
    kept = question.matter.strip("“?”").replace("your ", "the ").split()[:7]
    while len(kept) > 2 and kept[-1].lower() in STOP:
        kept.pop()
    return capital(" ".join(kept))


def review(voice: Voice, prompt: Prompt, lot: Lot) -> str:
    """What it thinks of each text."""
    texts = prompt.texts
    marks = judged(voice, prompt, lot)
    lines = [f"I read {len(texts)} texts with {prompt.question.matter} in mind."] if len(texts) > 1 else []
    for number, (text, mark) in enumerate(zip(texts, marks, strict=True), 1):
        lines.append(f"**{text.label or f'Text {number}'}**: {comment_on(text.text, mark, voice, prompt)}")
    return "\n\n".join(lines)


KINDS = words("a an the your python function script code class javascript rust sql regex")
SKETCH = '''```python
def $name(value):
    """Say in one line what comes back, and from what."""
    if not value:
        return value  # decide on purpose what nothing means
    ...  # the one interesting step, small enough to test alone
```'''
