"""Which threats does a described system give away, and how does a rehearsal voice report them? By its parts alone.

It is a list of what usually goes wrong with such parts (`threats.toml`), no analysis of this system.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from tomllib import loads

from msgspec import Struct, convert

from moot.providers.scripted.voices import Voice
from moot.rehearsal.code.flaws import SEVERITIES, Severity
from moot.rehearsal.parts import Mind
from moot.rehearsal.plays.reviewing import EASE
from moot.rehearsal.prompt import Prompt
from moot.vocabulary.seeded_draws import Lot
from moot.vocabulary.words.headings import counted

MOST_READ = 8_000
FEWEST = 3
"""Parts of a system that a text must name before it is taken for a description of one."""


class Threat(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What usually threatens one part of a system."""

    sign: str
    severity: Severity
    name: str
    way: str
    guard: str


@cache
def known() -> tuple[tuple[re.Pattern[str], Threat], ...]:
    """All threats with their signs made ready, the gravest first."""
    raw = loads(Path(__file__).with_name("threats.toml").read_text(encoding="utf-8"))
    listed = convert(raw["threat"], list[Threat])
    listed.sort(key=lambda one: SEVERITIES.index(one.severity))
    return tuple((re.compile(one.sign, re.I), one) for one in listed)


def threats_to(prompt: Prompt) -> tuple[Threat, ...]:
    """The threats to the system a prompt describes, where threats are asked for."""
    if not ASKED.search(prompt.told):
        return ()
    found = tuple(threat for sign, threat in known() if sign.search(prompt.asked[:MOST_READ]))
    return found if len(found) >= FEWEST else ()


def assessment(voice: Voice, prompt: Prompt, mind: Mind, lot: Lot) -> str:
    """What the voice sees of them, each with its way in and a guard."""
    sharp = 0.5 + 0.5 * voice.skill
    found = threats_to(prompt)
    seen = [one for one in found if mind.share(f"fears\x1f{one.name}") < sharp * EASE[one.severity]] or list(found[:1])
    grave = sum(one.severity in {"critical", "high"} for one in seen)
    opening = lot.pick(("By the system's own parts", "Going through it part by part", "In the order I would act on"))
    lines = [f"- **{one.severity}** — {one.name}: {one.way}. {one.guard}" for one in seen]
    return f"{opening}: {counted(len(seen), 'threat')}, {grave} of them grave.\n\n" + "\n".join(lines)


def agreed_threats(prompt: Prompt) -> str:
    """One assessment out of several: what at least one of them names, each thing once."""
    told = " ".join(text.text for text in prompt.texts)
    named = [threat for _, threat in known() if threat.name in told]
    if not named:
        return ""
    lines = [f"{at}. **{one.severity}** — {one.name}: {one.way}. {one.guard}" for at, one in enumerate(named, 1)]
    return f"{counted(len(named), 'threat')} to act on, the gravest first:\n\n" + "\n".join(lines)


ASKED = re.compile(r"\bthreats?\b|\battack(?:er|s)?\b", re.I)
