"""How do rehearsal voices vote on claims? Remarks on opinions, claims drawn from them word for word, votes, a report.

Some claims divide the voices by temper and some find little favour, so that every tier of a tally occurs.
"""

from __future__ import annotations

import re
from typing import Any

from moot.rehearsal.judging import FAULT, PRAISE, TYPICAL, features, sentences
from moot.rehearsal.lines import line
from moot.rehearsal.parts import Part
from moot.rehearsal.plays.reporting import claims_listed
from moot.rehearsal.plays.sides import SPOKEN, both_sides, position, worth
from moot.rehearsal.plays.synthesis import alike, sort_of
from moot.rehearsal.question import Question
from moot.rehearsal.speech import answer
from moot.vocabulary.seeded_draws import Lot

LEVELS = ("strongly_reject", "reject", "neutral", "approve", "strongly_approve")
FEWEST, MOST = 9, 14


def reviews(part: Part) -> dict[str, Any]:
    """What is sound and what is weak in each opinion."""
    found = {}
    for label, text in part.texts.items():
        shown = features(text[:20_000], part.prompt.question.vocabulary)
        names = sorted(shown, key=lambda name: TYPICAL[name] - shown[name])
        names = [name for name in names if name != "length"]
        subject = part.prompt.question.terms[0] if part.prompt.question.terms else "the question"
        turn = len(text) % 2
        found[label] = {
            "strong": line("claims", "strong", part.lot, good=PRAISE[names[0]][turn].replace("$a", subject)),
            "weak": line("claims", "weak", part.lot, bad=FAULT[names[-1]][turn].replace("$a", subject)),
        }
    return {"reviews": found}


def drafts(part: Part) -> dict[str, Any]:
    """Nine to fourteen claims, each with the sentence it is drawn from; every opinion is heard, and one is a risk."""
    heard: dict[str, list[str]] = {}
    for label, text in part.texts.items():
        plain = [one for one in sentences(text) if one in text and not SPOKEN.search(one) and "?" not in one]
        ranked = sorted(plain, key=lambda one: -worth(one, part.prompt.question))
        heard[label] = ranked
    wanted = FEWEST + part.lot.number(MOST - FEWEST + 1)
    claims = both_sides(part)
    taken = [text.text for text in part.prompt.texts if not text.label and "claims" in text.words]
    taken += [one["text"] for one in claims]
    for place in range(12):
        for label, ranked in heard.items():
            fitting = [one for one in ranked if not any(alike(one, other) for other in taken)]
            if not fitting or len(claims) >= wanted:
                continue
            sentence = fitting[0] if place else next((one for one in fitting if RISK.search(one)), fitting[0])
            taken.append(sentence)
            claims.append(claim(sentence, label, part.prompt.question))
    also(claims, heard)
    if not claims:
        claims = [
            claim(next(iter(one for one in ranked), text), label, part.prompt.question)
            for (label, ranked), text in zip(heard.items(), part.texts.values(), strict=True)
        ]
    if claims and not any(one["kind"] == "risk" for one in claims):
        claims[-1]["kind"] = "risk"
    return {"claims": claims}


def claim(sentence: str, label: str, question: Question) -> dict[str, Any]:
    """A sentence as a claim: its text stands alone, its quotation stands in the opinion."""
    text = sentence if sentence[-1] == "." else sentence.rstrip("!?…") + "."
    return {"text": text, "kind": kind_of_claim(sentence, question), "spans": [{"source": label, "quote": sentence}]}


def also(claims: list[dict[str, Any]], heard: dict[str, list[str]]) -> None:
    """A second passage for claims that another opinion makes too."""
    for one in claims:
        for label, ranked in heard.items():
            if label != one["spans"][0]["source"] and len(one["spans"]) < 3:
                twin = next((s for s in ranked if alike(s, one["text"])), None)
                one["spans"] += [{"source": label, "quote": twin}] if twin else []


def kind_of_claim(sentence: str, question: Question) -> str:
    """What sort of statement it is."""
    if RISK.search(sentence):
        return "risk"
    if CHANCE.search(sentence):
        return "opportunity"
    sort = sort_of(sentence, 9, question)
    return "recommendation" if sort in {"step", "claim"} else "factual_claim"


def votes(part: Part) -> dict[str, Any]:
    """A vote on each claim: some divide by temper, some find little favour, most find some."""
    found = {}
    for label in part.labels():
        text = part.texts.get(label, label)
        share, sure = leaning(part, text)
        level = LEVELS[min(4, max(0, int(5 * min(share, 0.99))))]
        kind = "neutral" if level == "neutral" else "approve" if share > 0.5 else "reject"
        kind += "_risk" if kind != "neutral" and RISK.search(text) else ""
        found[label] = {
            "level": level,
            "confidence": round(10 * min(1.0, 0.35 + 0.5 * sure + 0.15 * part.lot.share())),
            "reason": line("claims", kind, part.lot),
        }
    return {"votes": found}


def leaning(part: Part, text: str) -> tuple[float, float]:
    """How far the voice goes along with a claim, and how sure it is; what is disputable lies in the claim itself."""
    voice = part.voice
    if sided := SIDED.match(text):
        own = position(answer(voice, part.prompt, part.mind.lot("own answer")), part.prompt.question)
        mine = own == {"Go ahead with ": "for", "Hold off on ": "against"}.get(sided[1], sided[2])
        return (0.95 if mine else 0.05 + 0.25 * voice.deference), 0.8
    nature = Lot("", f"claim\x1f{text}").number(8)
    drawn = part.mind.share(f"vote\x1f{text}")
    if nature in {0, 1}:  # divides: those who go forward against those who hold back
        camp = {"forward": 1, "back": 0}.get(voice.lean, part.mind.lot("camp\x1f" + str(nature)).number(2))
        return (0.9 if (camp == 1) == (nature == 0) else 0.05) + 0.08 * (drawn - 0.5), 0.9
    if nature == 2:  # finds little favour
        return 0.05 + 0.35 * drawn + 0.1 * voice.deference, 0.6
    temper = 0.15 * (0.5 - voice.harshness)
    if nature in {3, 4}:  # nobody minds much
        return 0.38 + 0.45 * drawn + temper, 0.4
    return 0.64 + 0.33 * drawn + temper, 0.7


def relations(part: Part) -> dict[str, Any]:
    """No pair of claims that say the same, and none that contradict each other."""
    return {"same": [], "contradicting": []}


def search_plan(part: Part) -> dict[str, Any]:
    """The question's own terms."""
    question = part.prompt.question
    return {"topic": "general", "query": " ".join(question.terms)[:200] or question.matter[:200]}


def report_form(part: Part) -> dict[str, Any]:
    """What stands highest, what is contested and what is rejected."""
    claims = claims_listed(part.prompt)
    best = max(claims, key=lambda one: (float(one.mean), -float(one.sd)))
    found = [{"text": f"The council agrees most on this: {best.text}", "claims": [best.id]}]
    for tier, told in (("CONTESTED", "It is divided on these claims."), ("REJECTED", "It rejects these claims.")):
        named = [one.id for one in claims if one.tier == tier]
        if named:
            found.append({"text": told, "claims": named})
    notes = [{"claim": one.id, "text": "Ask those who reject it why."} for one in claims if one.tier == "CONTESTED"]
    return {"summary": found, "notes": notes}


RISK = re.compile(
    r"\b(?:risk|could turn out|half-finished|mislead|fragile|danger|trap|costliest|only one person|narrower|no evidence"
    r"|wrong place|easy to see|dependency)", re.I,
)  # fmt: skip
CHANCE = re.compile(r"\b(?:cheap|learn|opportun|gain|better|benefit|easier|save)", re.I)
SIDED = re.compile(r"(Go ahead with |Hold off on |Choose )(.*?)\.")

PLAYS = (
    (frozenset({"summary", "notes", "claim"}), report_form),
    (frozenset({"claims", "kind", "spans"}), drafts),
    (frozenset({"same", "contradicting"}), relations),
    (frozenset({"topic", "query"}), search_plan),
    (frozenset({"votes", "level"}), votes),
    (frozenset({"reviews", "strong", "weak"}), reviews),
)
"""The forms of this protocol, by their fields, and what a voice wishes to write in each."""
