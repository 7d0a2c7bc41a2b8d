"""How does a rehearsal voice write a long opinion, and the report of a vote? Both so that a program can check them.

An opinion is prose in sentences that stand alone, each of which can be quoted; sources are named by their number. A
report names every claim under its tier in the claim's own words, with the counted figures and no word of its own on
the matter.
"""

from __future__ import annotations

import re

from msgspec import Struct

from moot.providers.scripted.voices import Voice, phrases
from moot.rehearsal.lines import lines
from moot.rehearsal.prompt import Prompt
from moot.rehearsal.speech import INQUIRY, MAKING, Turns, answer, claim_kind, said, slots_for
from moot.vocabulary.seeded_draws import Lot

SECTIONS = ("Summary", "High-confidence findings", "Contested", "Rejected", "Risks", "How the council voted")
TIERS = {"High-confidence findings": "HIGH", "Contested": "CONTESTED", "Rejected": "REJECTED"}
PARTS = (("more", 4), ("reason", 2), ("list", 3), ("more", 4), ("risk", 3), ("people", 1), ("more", 3), ("test", 2))
"""What a long opinion is made of, paragraph by paragraph; it goes round until it is long enough."""


class Listed(Struct, frozen=True):
    """A claim as the editor is shown it."""

    id: str
    """Its id."""
    tier: str
    """Its tier."""
    kind: str
    """What sort of statement it is."""
    text: str
    """The claim."""
    mean: str
    """The mean of the votes, as it is written."""
    sd: str
    """Their standard deviation, as it is written."""


def opinion(voice: Voice, prompt: Prompt, lot: Lot) -> str:
    """Connected prose of about as many words as are asked for."""
    question = prompt.question
    if question.result:
        return answer(voice, prompt, lot)
    least, most = words_wanted(prompt.told)
    slots = slots_for(voice, question, lot)
    turn = Turns(voice, question)
    material = phrases().inquiry if question.kind in INQUIRY else phrases().decision
    material = phrases().making if question.kind in MAKING else material
    further = lines()["opinion"]["inquiry" if question.kind in INQUIRY else "decision"]
    claims = phrases().claim[claim_kind(voice, question)]
    paragraphs = [said(claims[turn.at(len(claims), voice.number)], slots)]
    used: set[str] = set(paragraphs)
    aim = least + (most - least) * (0.2 + 0.5 * voice.verbosity)
    for name, count in (*PARTS, *PARTS):
        if sum(len(one.split()) for one in paragraphs) >= aim - 20:
            break
        pool = further if name == "more" else tuple(material[name])
        places = [
            (turn.question + 7 * voice.number + 5 * step + lot.number(3)) % len(pool) for step in range(len(pool))
        ]
        fresh = [line for line in dict.fromkeys(pool[place] for place in places) if said(line, slots) not in used]
        told = [said(line, slots) for line in fresh[:count]]
        used.update(told)
        if told:
            paragraphs.append(" ".join(told))
    known = sources_in(prompt)
    for at, paragraph in enumerate(known[: len(paragraphs) - 1], 1):
        paragraphs[at] = f"{paragraphs[at]} {paragraph}"
    return "\n\n".join(paragraphs)


def sources_in(prompt: Prompt) -> list[str]:
    """One sentence for each numbered source, in its own words: what it reports, and the number."""
    told = "\n".join(text.text for text in prompt.texts if "sources" in text.words)
    found = []
    for number, title, rest in SOURCE.findall(told):
        excerpt = " ".join(line for line in rest.splitlines() if not line.startswith("http")).strip()
        first = re.split(r"(?<=[.!?])\s", excerpt)[0].rstrip(".!?… ")[:180] if excerpt else ""
        words = f"One source reports: “{first}” [{number}]." if first else f"A source on this is “{title}” [{number}]."
        found.append(words)
    return found[:4]


def report(voice: Voice, prompt: Prompt, lot: Lot) -> str:
    """The report of a vote in six sections."""
    claims = claims_listed(prompt)
    counts = {tier: sum(one.tier == tier for one in claims) for tier in ("HIGH", "MEDIUM", "CONTESTED", "REJECTED")}
    voters = VOTERS.search("\n".join(text.text for text in prompt.texts))
    parts = {"Summary": [summary(claims, counts, lot)]}
    for name, tier in TIERS.items():
        of_tier = [one for one in claims if one.tier == tier]
        parts[name] = [item(one, voice) for one in of_tier] or [NOTHING[name]]
    risks = [one for one in claims if one.kind == "risk"]
    parts["Risks"] = [f"- {one.tier}: [{one.id}] “{one.text}”" for one in risks] or [NOTHING["Risks"]]
    medium = [f"[{one.id}]" for one in claims if one.tier == "MEDIUM"]
    counted = f"{voters[1]} voters voted on {len(claims)} claims." if voters else "Every claim was voted on."
    parts["How the council voted"] = [counted, f"MEDIUM: {listed(medium)}." if medium else "No claim is MEDIUM."]
    return "\n\n".join(f"## {name}\n\n" + "\n".join(parts[name]) for name in SECTIONS)


def summary(claims: list[Listed], counts: dict[str, int], lot: Lot) -> str:
    """How many claims stand in which tier, and the firmest of them in its own words."""
    told = (
        f"The council voted on {len(claims)} claims: {counts['HIGH']} HIGH, {counts['MEDIUM']} MEDIUM, "
        f"{counts['CONTESTED']} CONTESTED and {counts['REJECTED']} REJECTED."
    )
    high = [one for one in claims if one.tier == "HIGH"]
    if not high:
        return told
    best = max(high, key=lambda one: (float(one.mean), -float(one.sd)))
    form = lot.pick(("The council agrees with {}.", "HIGH is {}.", "{} is HIGH."))
    return f"{told} {form.format(f'“{best.text}” [{best.id}]')}"


def listed(ids: list[str]) -> str:
    """The ids one behind the other, as a sentence tells several."""
    return " and ".join(filter(None, (", ".join(ids[:-1]), *ids[-1:])))


def item(one: Listed, voice: Voice) -> str:
    """One claim with its figures, as a list item or a sentence of its own."""
    if voice.form in {"prose"}:
        return f"“{one.text}” [{one.id}] has a mean of {one.mean} and a standard deviation of {one.sd}.\n"
    return f"- “{one.text}” [{one.id}] has a mean of {one.mean} and a standard deviation of {one.sd}."


def claims_listed(prompt: Prompt) -> list[Listed]:
    """The claims with tier and figures, as the prompt gives them."""
    told = "\n".join(text.text for text in prompt.texts if "claims" in text.words) or prompt.told
    found: list[Listed] = []
    tier = ""
    for line in told.splitlines():
        if head := TIER.match(line):
            tier = head[1]
        elif (read := CLAIM.match(line.strip())) and tier:
            found.append(Listed(read[1], tier, read[2], read[3].strip(), read[4], read[5]))
    return found


def words_wanted(told: str) -> tuple[int, int]:
    """How many words an opinion shall have."""
    found = WORDS_ASKED.search(told)
    return (int(found[1]), int(found[2])) if found else (400, 600)


NOTHING = {
    "High-confidence findings": "No claim reached HIGH.",
    "Contested": "No claim is contested.",
    "Rejected": "No claim was rejected.",
    "Risks": "No claim is a risk.",
}
TIER = re.compile(r"\s*(HIGH|MEDIUM|CONTESTED|REJECTED)\s*:")
CLAIM = re.compile(r"[-* ]*\[(claim-\d+)\] \(([^)]*)\) (.*) \([A-Z]+, mean (-?\d+\.\d+), sd (\d+\.\d+)[^()]*\)$")
VOTERS = re.compile(r"\b(\d+) voters\b")
WORDS_ASKED = re.compile(r"\b(\d{1,4}) to (\d{1,4}) words\b")
SOURCE = re.compile(r"^\[(\d{1,3})\] (.+)\n((?:(?!\[\d{1,3}\] ).*\n?)*)", re.M)
