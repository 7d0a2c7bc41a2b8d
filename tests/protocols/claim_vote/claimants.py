"""Members, an extractor and an editor for the tests of claim votes, with replies set move by move.

    said = Claimants(claims=[...], votes={"claim-01": "22112"})
    async with Hall(said) as hall: ...

Opinions are made of numbered sentences that can be quoted. A vote of `2` is `strongly_approve`, and so down to `-2`,
written `a` for -1, `b` for -2 and `-` for an abstention; the Nth character is the vote of the Nth member.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from moot.errors import CallFailed
from moot.protocols.claim_vote.ballots import VOTE_LEVELS
from moot.providers.provider import Call

SENTENCES = (
    "Seat {seat} would build the bridge of stone before anything else is begun.",
    "Seat {seat} fears that the river will rise in spring and wash the scaffold away.",
    "Seat {seat} counts forty days for the middle arch alone.",
    "Seat {seat} expects that merchants will pay a toll.",
)
KINDS = ("recommendation", "risk", "factual_claim", "opportunity")
LETTERS = {"2": 2, "1": 1, "0": 0, "a": -1, "b": -2}
LEVELS = {value: level for level, value in VOTE_LEVELS.items()}

Said = str | CallFailed
Editor = Callable[[str], Said]
Auditor = Callable[[str, str], str]
"""What a seat says of a sentence: `yes`, `no`, `more`, or one with the figure it contradicts: `no:1 reject`."""


def opinion(seat: str) -> str:
    """What a member says of the question."""
    return " ".join(sentence.format(seat=seat) for sentence in SENTENCES)


def draft(text: str, kind: str, *spans: tuple[str, str]) -> dict[str, Any]:
    """A claim; spans by seat and words."""
    return {"text": text, "kind": kind, "spans": [{"source": seat, "quote": quote} for seat, quote in spans]}


def of_everyone(members: str = "abc") -> list[dict[str, Any]]:
    """Four claims from each of these members, each the words of a sentence."""
    return [
        draft(sentence.format(seat=f"seat-{letter}"), kind, (f"seat-{letter}", sentence.format(seat=f"seat-{letter}")))
        for letter in members
        for sentence, kind in zip(SENTENCES, KINDS, strict=True)
    ]


def form_said(prompt: str, **fields: Any) -> str:
    """A form with the mark that the prompt asks for."""
    (mark,) = set(re.findall(r'"mark": "(\w+)"', prompt))
    return json.dumps({"mark": mark, **fields})


def sentence(text: str, *claims: str, **figures: float) -> dict[str, Any]:
    """A sentence that rests on claims, as `claim-01 HIGH`; figures by their name, of the first claim."""
    rests_on = [dict(zip(("claim", "tier"), claim.split(), strict=True)) for claim in claims]
    first = rests_on[0]["claim"] if rests_on else "all"
    counted = [{"of": of, "value": value, "claim": first} for of, value in figures.items()]
    return {"text": text, "rests_on": rests_on, "figures": counted}


def answered(prompt: str) -> Said:
    """An answer of one sentence, which rests on the first claim of the highest tier."""
    tier, claim = re.findall(r"^(HIGH|MEDIUM|CONTESTED|REJECTED):\n\[(claim-\d+)\]", prompt, re.M)[0]
    return form_said(prompt, answer=[sentence("The council would build of stone.", f"{claim} {tier}")], summary=[])


class Claimants:
    """What everybody says."""

    def __init__(
        self,
        claims: list[dict[str, Any]] | None = None,
        *,
        votes: dict[str, str] | None = None,
        relations: dict[str, list[tuple[str, str]]] | None = None,
        editor: Editor | None = None,
        auditor: Auditor | None = None,
        says: dict[str, Said] | None = None,
        on_the_vote: Sequence[tuple[str, str]] = (),
        unsupported: Sequence[str] = (),
    ) -> None:
        self.claims = of_everyone() if claims is None else claims
        self.votes = votes or {}
        self.relations = relations or {}
        self.editor = editor or answered
        self.auditor = auditor or (lambda seat, text: "yes")
        self.says = says or {}
        self.on_the_vote, self.unsupported = on_the_vote, unsupported
        self.calls: list[Call] = []

    def __call__(self, call: Call) -> Said:
        self.calls.append(call)
        stage, _, who = call.key.removesuffix("+repair").partition("/")
        seat, _, about = who.partition("#")
        if call.key in self.says:
            return self.says[call.key]
        if stage == "opinions":
            return opinion(seat)
        if stage == "narrative" and about != "audit":
            return self.editor(self.prompt(call))
        if stage == "research":
            return form_said(self.prompt(call), topic="technology", query="scheduler schema Rust")
        if about == "relations":
            pairs: dict[str, Any] = {
                name: [{"one": one, "other": other} for one, other in self.relations.get(name, ())]
                for name in ("same", "contradicting")
            }
            pairs["on_the_vote"] = [dict(zip(("claim", "words"), each, strict=True)) for each in self.on_the_vote]
            return form_said(self.prompt(call), **pairs)
        labels = self._labels(call)
        if about == "audit":
            judged = {label: self.auditor(seat, text).partition(":") for label, text in labels.items()}
            return json.dumps(
                {
                    "sentences": {
                        label: {"follows": says, "figure": figure} for label, (says, _, figure) in judged.items()
                    }
                }
            )
        if stage == "review":
            return json.dumps({"reviews": {label: self._review(label) for label in labels}})
        if stage == "claims":
            by_text = {text.partition(" would")[0].removeprefix("Seat "): label for label, text in labels.items()}
            return json.dumps({"claims": [self._labelled(one, by_text) for one in self.claims]})
        return json.dumps({"votes": {label: self._vote(text, seat) for label, text in labels.items()}})

    def prompt(self, call: Call) -> str:
        """All it was sent."""
        return "\n".join(message.text for message in call.messages)

    def prompts(self, part: str) -> list[str]:
        """Prompts of the moves whose key holds this."""
        return [self.prompt(call) for call in self.calls if part in call.key]

    def _labels(self, call: Call) -> dict[str, str]:
        """The texts of the first sheet in the prompt, by label; a further sheet has another fence."""
        found = re.findall(r'<answer label="(\w+)" fence="(\w+)">\n(.*?)\n</answer \2>', self.prompt(call), re.S)
        return {label: text for label, fence, text in found if fence == found[0][1]}

    def _review(self, label: str) -> dict[str, str]:
        return {"strong": f"{label} is specific.", "weak": f"{label} names no price."}

    def _labelled(self, one: dict[str, Any], by_seat: dict[str, str]) -> dict[str, Any]:
        spans = [{**span, "source": by_seat.get(span["source"], span["source"])} for span in one["spans"]]
        return {**one, "spans": spans}

    def _vote(self, text: str, seat: str) -> dict[str, Any]:
        words = text.split("\n", 1)[0]
        place = [one["text"] for one in self.claims].index(words) if words in [c["text"] for c in self.claims] else -1
        row = self.votes.get(f"claim-{place + 1:02d}", self.votes.get("*", "1" * 8))
        letter = row["abcdefgh".index(seat[-1])]
        level = "abstain" if letter == "-" else LEVELS[LETTERS[letter]]
        supported = "no" if words in self.unsupported else "yes"
        return {"level": level, "confidence": 7, "reason": f"So {seat} thinks.", "supported": supported}
