"""How does a rehearsal voice review code? It tells the flaws it sees, each with line and fix, the gravest first.

Which flaws a voice sees depends on its skill and on how grave they are, and is the same in every call of a session. A
voice of little skill now and then calls a sound line a problem, so that there is something to dispute.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from tomllib import loads

from msgspec import Struct, convert

from moot.providers.scripted.voices import Voice
from moot.rehearsal.code.flaws import SEVERITIES, Flaw
from moot.rehearsal.parts import Mind
from moot.rehearsal.prompt import Prompt
from moot.vocabulary.seeded_draws import Lot
from moot.vocabulary.words.headings import counted

MOST_TOLD = 12


class Finding(Struct, frozen=True, kw_only=True):
    """One thing a reviewer says about the code."""

    line: int
    """Where it stands."""
    text: str
    """What is wrong, why, and what to do, in one or two sentences."""
    severity: str
    """How grave the reviewer finds it."""
    kind: str = ""
    """Which flaw it is; empty where there is none in truth."""


class Words(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is said around findings."""

    openings: tuple[str, ...]
    verdicts: tuple[str, ...]
    clean: tuple[str, ...]
    closings: tuple[str, ...]
    doubts: tuple[str, ...]
    shapes: tuple[str, ...]


@cache
def words() -> Words:
    """The words, from their file."""
    raw = loads(Path(__file__).with_name("reviews.toml").read_text(encoding="utf-8"))
    return convert(raw["review"], Words)


def seen(voice: Voice, flaws: tuple[Flaw, ...], mind: Mind) -> tuple[Flaw, ...]:
    """The flaws this voice sees."""
    sharp = 0.5 + 0.5 * voice.skill
    found = [
        flaw
        for flaw in flaws
        if mind.share(f"sees\x1f{flaw.file}\x1f{flaw.line}\x1f{flaw.kind}") < sharp * EASE[flaw.told.severity]
    ]
    return tuple(found or flaws[:1])[:MOST_TOLD]


def findings(voice: Voice, prompt: Prompt, mind: Mind) -> tuple[Finding, ...]:
    """What the voice has to say about the code, the gravest first."""
    told = [finding(flaw, number + voice.number) for number, flaw in enumerate(seen(voice, prompt.flaws, mind))]
    doubt = doubted(voice, prompt, mind)
    return (*told, *([doubt] if doubt else []))


def finding(flaw: Flaw, turn: int) -> Finding:
    """One flaw in words."""
    kind = flaw.told
    shapes = words().shapes
    slots = {
        "name": kind.name, "snippet": flaw.snippet, "why": kind.why, "Why": kind.why[:1].upper() + kind.why[1:],
        "fix": kind.fix, "place": place(flaw),
    }  # fmt: skip
    text = shapes[turn % len(shapes)]
    for name, filling in slots.items():
        text = text.replace("{" + name + "}", filling)
    return Finding(line=flaw.line, text=text, severity=kind.severity, kind=flaw.kind)


def doubted(voice: Voice, prompt: Prompt, mind: Mind) -> Finding | None:
    """A sound line taken for a problem: rarely by skilled voices, more often by others."""
    if not prompt.code or mind.share("doubts") > 1.1 - voice.skill:
        return None
    code = prompt.code[0]
    bad = {flaw.line for flaw in prompt.flaws}
    sound = [n for n, line in enumerate(code.lines, 1) if n not in bad and len(line.strip()) > 12 and "(" in line]
    if not sound:
        return None
    lot = mind.lot("doubted line")
    line = lot.pick(sound)
    told = lot.pick(words().doubts).replace("{place}", f"line {line}")
    return Finding(line=line, text=told[:1].upper() + told[1:], severity="low")


def place(flaw: Flaw) -> str:
    """`line 12`, with the file where it has a name."""
    return f"line {flaw.line}" + (f" of {flaw.file}" if flaw.file else "")


def code_review(voice: Voice, prompt: Prompt, mind: Mind, lot: Lot) -> str:
    """A whole review in words."""
    told = findings(voice, prompt, mind)
    if not told:
        return lot.pick(words().clean)
    graves = [one.severity for one in told]
    gravest = sum(severity in {"critical", "high"} for severity in graves)
    opening = lot.pick(words().openings).replace("{count}", counted(len(told), "finding"))
    opening = opening.replace("{grave}", f"{gravest} of them grave" if gravest else "none of them grave")
    listed = [
        f"{number}. **{one.severity}** — {one.text}" if voice.form in {"numbered", "table"} else f"- {one.text}"
        for number, one in enumerate(told, 1)
    ]
    closing = lot.pick(words().closings)
    return "\n\n".join(part for part in (opening, "\n".join(listed), closing) if part)


def code_verdict(prompt: Prompt, lot: Lot) -> str:
    """One review out of several: what is wrong in truth and at least one of them names, each thing once."""
    named = set().union(*(named_lines(text.text) for text in prompt.texts)) if prompt.texts else set()
    told = [flaw for flaw in prompt.flaws if flaw.line in named]
    if not told:
        return lot.pick(words().clean)
    grave = sum(flaw.told.severity in {"critical", "high"} for flaw in told)
    opening = lot.pick(words().verdicts).replace("{count}", counted(len(told), "problem"))
    opening = opening.replace("{grave}", f"{grave} of them grave" if grave else "none of them grave")
    listed = [f"{at}. **{flaw.told.severity}** — {finding(flaw, 0).text}" for at, flaw in enumerate(told, 1)]
    doubted = sorted(named - {flaw.line for flaw in prompt.flaws})
    parts = [opening, "\n".join(listed)]
    if doubted:
        parts.append(f"What was said of line {doubted[0]} is no bug and can stay as it is.")
    return "\n\n".join(parts)


def named_lines(text: str) -> set[int]:
    """The lines a text speaks of."""
    return {int(number) for found in LINES.findall(text[:20_000]) for number in NUMBER.findall(found)}


def coverage(text: str, flaws: tuple[Flaw, ...]) -> float:
    """How much of what is wrong a review names, weighed by gravity, less for lines where nothing is."""
    lines = named_lines(text)
    weights = {flaw.line: 0.0 for flaw in flaws}
    for flaw in flaws:
        weights[flaw.line] = max(weights[flaw.line], float(5 - SEVERITIES.index(flaw.told.severity)))
    whole = sum(weights.values()) or 1.0
    return max(0.0, sum(w for line, w in weights.items() if line in lines) / whole - 0.08 * len(lines - set(weights)))


def remark_on(text: str, flaws: tuple[Flaw, ...]) -> str:
    """One sentence on a review: what it found and what it missed."""
    lines = named_lines(text)
    hit = [flaw for flaw in flaws if flaw.line in lines]
    missed = [flaw for flaw in flaws if flaw.line not in lines and flaw.told.severity != "style"]
    wrong = sorted(lines - {flaw.line for flaw in flaws})
    good = f"It finds {counted(len(hit), 'real problem')}" if hit else "It names no line that is wrong"
    if hit:
        good += f", among them the {lowered(hit[0].told.name)} on line {hit[0].line}"
    if missed:
        return f"{good}, but misses the {lowered(missed[0].told.name)} on line {missed[0].line}."
    if wrong:
        return f"{good}; what it says of line {wrong[0]} is no bug."
    return f"{good}, and leaves nothing of weight out."


def lowered(name: str) -> str:
    """A name inside a sentence: `SQL injection` stays, `Data race` becomes `data race`."""
    return name if name[:2].isupper() or name.startswith("`") else name[:1].lower() + name[1:]


EASE = {"critical": 1.25, "high": 1.1, "medium": 0.85, "low": 0.6, "style": 0.35}
LINES = re.compile(r"\blines?\s+\d{1,5}(?:\s*(?:,|and|to|-|–)\s*\d{1,5})*", re.I)
NUMBER = re.compile(r"\d+")
