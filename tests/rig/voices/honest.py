"""An honest panel by a table drawn from one number: answers, marks, votes and calls.

A voice judges a text the same whatever else is on its sheet, and an office's stand-in judges as the office would have,
so any change after a lost reply comes from the product's arithmetic alone.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from moot.protocols.adjudication.ballots import (
    AxisCalls,
    FindingLabels,
    FlipCall,
    LabelCheck,
    MergedList,
    Positions,
    Rebuttals,
    ReplyLabel,
)
from moot.protocols.agreement.ballots import PanelComparison, SupportedComparison
from moot.protocols.checks.findings import CheckRequest
from moot.protocols.claim_vote.ballots import (
    CLAIM_KINDS,
    VOTE_LEVELS,
    ClaimDrafts,
    ClaimRelations,
    ClaimVotes,
    ProseCheck,
    ReportProse,
    ReviewBallot,
    SearchPlan,
)
from moot.protocols.consensus.ballots import Arbitration, Pick, Placement, RoundReply
from moot.protocols.debate.ballots import OpinionScores, Stances
from moot.protocols.grading.findings import GradeBallot
from moot.protocols.selective import PairComparison
from moot.vocabulary import event_keys
from moot.vocabulary.ballots import Ballot, Ranking
from rig.voices.swift import Asked, Said

QUESTION = "Which bridge should the town build, and how many arches has it?"
MATTERS = ("arch", "toll", "river", "timber", "quarry", "mason", "ferry", "pier")
THINGS = (
    "The {0} of {1} should be settled before the winter begins.",
    "The {0} of {1} may fail when the spring flood comes down.",
    "The {0} of {1} costs forty days of labour and nine carts of lime.",
    "The {0} of {1} would bring merchants from both banks.",
)
COUNTS = (7, 9, 5)
"""How many arches are said."""
LEVELS = {value: level for level, value in VOTE_LEVELS.items()}
SHOWN = (FlipCall, ClaimDrafts, ClaimVotes, PanelComparison, SupportedComparison, GradeBallot)
"""Ballots that are filled in from the texts on the sheet."""


class Panel:
    """One council: what each of its voices thinks of everything."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.noise = (0, 1, 2, 4)[self.draw("noise", below=4)]
        """How far opinions differ on one thing."""
        self.said = functools.cache(self._said)

    def draw(self, *of: object, below: int) -> int:
        """A number for this panel and these things."""
        digest = blake2b(f"{self.number}\x1f{of}".encode(), digest_size=6).digest()
        return int.from_bytes(digest, "big") % below

    def worth(self, reader: str, thing: str, low: int, high: int) -> int:
        """What a reader thinks a thing is worth: the thing's own worth, a little off."""
        span = high - low
        own = self.draw("worth", thing, below=span + 1)
        off = self.draw("off", reader, thing, below=2 * self.noise + 1) - self.noise
        return low + max(0, min(span, own + (off * span) // 5))

    def __call__(self, asked: Asked) -> Said:
        return self.said(
            asked.key.removesuffix("+repair"),
            asked.read,
            tuple(asked.labels.items()),
            tuple((name, tuple(names)) for name, names in asked.choices.items()),
            tuple(asked.said.items()) if asked.read in SHOWN else (),
        )

    def _said(self, key: str, read: type[Ballot] | None, labels: Any, choices: Any, texts: Any) -> Said:
        stage, _, who = key.partition("/")
        seat, _, about = who.partition("#")
        if read is None:
            return self.words(stage.partition(".")[0], seat)
        voice = Voice(self, event_keys.stage_of(key), office_of(seat), about, dict(labels), dict(choices), dict(texts))
        made = BALLOTS[read](voice)
        mark = voice.choices.get(MARK_NAME, tuple(voice.labels))[0]
        marked = read in UNLABELLED or MARK_NAME in voice.choices
        return json.dumps({MARK_NAME: mark, **made} if marked else made)

    def words(self, stage: str, seat: str) -> str:
        """A seat's plain words."""
        if stage == "refinement":
            if self.draw("revises", seat, below=2):
                return self.opinion(seat)
            return f"{self.opinion(seat)} The pier stands on rock, as was objected."
        if stage in ("opinions", "discovery", "panel"):
            return self.opinion(seat)
        return f"In the {stage}, {seat} holds that the bridge should be built of stone, with seven arches."

    def opinion(self, seat: str) -> str:
        """What a seat thinks of the question; every sentence can be quoted."""
        return " ".join(self.sentences(seat))

    def sentences(self, seat: str) -> list[str]:
        """Its sentences."""
        name = f"{seat[-1].upper()}town"
        return [thing.format(self.matter(seat, at), name) for at, thing in enumerate(THINGS)]

    def matter(self, seat: str, at: int) -> str:
        """What one of them is about."""
        return MATTERS[self.draw("matter", seat, at, below=len(MATTERS))]


def office_of(seat: str) -> str:
    """Who is meant by a seat: stand-ins judge as those they stand in for, several adjudicators each for itself."""
    return seat if seat.startswith(("seat-", "adjudicator-")) else "office"


class Voice:
    """One move of one voice."""

    def __init__(
        self,
        panel: Panel,
        stage: str,
        seat: str,
        about: str,
        labels: Mapping[str, str],
        choices: Mapping[str, Sequence[str]],
        texts: Mapping[str, str],
    ) -> None:
        self.panel, self.stage, self.seat, self.about = panel, stage, seat, about
        self.labels, self.choices, self.texts = labels, choices, texts

    def pick(self, things: Sequence[Any], *of: object) -> Any:
        """One of these, the same every time."""
        return things[self.panel.draw(self.seat, self.about, *of, below=len(things))]

    def often(self, things: Sequence[Any], *of: object) -> Any:
        """The first of these unless opinions differ a good deal."""
        return things[0] if self.panel.noise == 0 else self.pick([things[0]] * 2 + list(things), *of)

    def each(self, of: Callable[[str, str], Any]) -> dict[str, Any]:
        """One value for each label; `of` takes label and id."""
        return {label: of(label, id_) for label, id_ in self.labels.items()}

    def order(self) -> dict[str, int]:
        """A place for each label, best first."""
        worth = {label: -self.panel.worth(self.seat, id_, 0, 20) for label, id_ in self.labels.items()}
        best = sorted(self.labels, key=lambda label: (worth[label], label))
        return {label: place for place, label in enumerate(best, start=1)}

    def details(self) -> dict[str, Any]:
        """What else is asked for."""
        return dict.fromkeys(self.choices.get("details", ()), "1")

    def shift(self, id_: str) -> int:
        """By how much a mark changes after a rebuttal."""
        return self.panel.draw(self.seat, id_, "again", below=6) - 2 if self.about == "again" else 0

    def sure(self) -> float:
        """How sure an arbiter is, whatever the round."""
        return (55 + self.panel.draw("sure", below=9) * 5) / 100


def ranking(v: Voice) -> Any:
    return {"comments": v.each(lambda label, id_: "It names no price."), "abstain": False, "places": v.order()}


def rebuttals(v: Voice) -> Any:
    return {
        "points": v.each(
            lambda label, id_: {
                "point": f"The pier on rock is not shown by it, says {v.seat} of {id_}.",
                "disputes": bool(v.pick((True, True, True, False), "disputes", id_)),
            }
        )
    }


def flip(v: Voice) -> Any:
    change = v.often(("no_change", "cited_rebuttal", "uncited"), "change")
    source = next(iter(v.labels))
    words = "The pier on rock is not shown by it"
    return {"reason": "So it is.", "change": change, "source": source, "words": words}


def reply_label(v: Voice) -> Any:
    return {"reason": "So it is.", "label": v.pick(v.choices["labels"], "label"), "details": v.details()}


def finding_labels(v: Voice) -> Any:
    count = v.panel.draw(v.seat, v.about, "count", below=4)
    return {
        "findings": [
            {"finding": f"Fault {at} on line {at}.", "reason": "It is.", "label": v.pick(v.choices["labels"], at)}
            for at in range(count)
        ],
        "details": v.details(),
    }


def label_check(v: Voice) -> Any:
    return {"reason": "So it is.", "stands": bool(v.pick((True, False), "stands"))}


def axis_calls(v: Voice) -> Any:
    reply = v.about.partition(".")[2]
    return {
        "axes": {axis: {"reason": "So it is.", "score": v.panel.worth(axis, reply, 1, 5)} for axis in v.choices["axes"]}
    }


def positions(v: Voice) -> Any:
    return {
        "dispute": "",
        "agreement": v.often(("agree", "partial", "disagree"), "agreement"),
        "consensus": "stone",
        "order": v.order(),
        "details": v.details(),
    }


def merged(v: Voice) -> Any:
    found = []
    for at in range(v.panel.draw("merged", below=4)):
        says = {label: v.often(("reports", "denies", "silent"), "says", at, id_) for label, id_ in v.labels.items()}
        agree = [label for label, says_ in says.items() if says_ == "reports"]
        denies = [label for label, says_ in says.items() if says_ == "denies"]
        found.append(
            {
                "finding": f"Fault {at} on line {at}.",
                "severity": v.pick(v.choices["severities"], "severity", at),
                "status": "disputed" if denies else "confirmed" if len(agree) > 1 else "unique",
                "agree": agree,
                "disagree": denies,
            }
        )
    return {"findings": found, "chains": 0, "order": v.order(), "details": v.details()}


def reviews(v: Voice) -> Any:
    return {"reviews": v.each(lambda label, id_: {"strong": "It is plain.", "weak": "It names no price."})}


def comparison(v: Voice) -> Any:
    """Points that some hold, each with a sentence of its own; who holds what, and on which side, is the panel's."""
    points = []
    for at in range(4):
        held = [
            {"source": label, "quote": v.panel.sentences(seat)[at]}
            for label, seat in v.labels.items()
            if v.panel.sentences(seat)[at] in v.texts.get(seat, "") and v.panel.draw("holds", at, seat, below=4)
        ]
        points.append({"text": f"Point {at} is settled.", "passages": held})
    sides = [
        {"text": f"It is {('so', 'not so')[v.panel.draw('side', seat, below=2)]}.", **quoted}
        for label, seat in v.labels.items()
        for quoted in points[3]["passages"]
        if quoted["source"] == label
    ]
    told = [point for point in points if point["passages"]]
    return {
        "consensus": told[:2],
        "contradictions": [{"text": "What point 3 comes to.", "sides": sides}] if len(sides) > 1 else [],
        "partial_coverage": told[2:3],
        "unique_insights": told[3:],
        "blind_spots": ["Nobody asks who is to pay the ferrymen."],
    }


def supported_comparison(v: Voice) -> Any:
    """The same, with the words of each member as sentences of the council's answer."""
    compared = comparison(v)
    return {**compared, "sentences": [{**one, "text": one["passages"][0]["quote"]} for one in compared["consensus"]]}


def claim_drafts(v: Voice) -> Any:
    drafts = []
    for label, seat in v.labels.items():
        if not seat.startswith("seat-"):
            continue
        for at, sentence in enumerate(v.panel.sentences(seat)[:3]):
            if sentence in v.texts.get(seat, ""):
                kind = CLAIM_KINDS[(0, 1, 2, 3)[at] % len(CLAIM_KINDS)]
                drafts.append({"text": sentence, "kind": kind, "spans": [{"source": label, "quote": sentence}]})
    return {"claims": drafts[:30]}


def claim_votes(v: Voice) -> Any:
    return {
        "votes": v.each(
            lambda label, id_: {
                "level": LEVELS[v.panel.worth(v.seat, v.texts.get(id_, id_), -2, 2)],
                "confidence": 3 + v.panel.draw(v.seat, v.texts.get(id_, id_), "sure", below=8),
                "reason": "So it is.",
                "supported": "yes",
            }
        )
    }


def claim_relations(v: Voice) -> Any:
    """No two claims say the same, and none contradict each other."""
    return {"same": [], "contradicting": [], "on_the_vote": []}


def search_plan(v: Voice) -> Any:
    return {"topic": "general", "query": "bridge arches"}


def check_request(v: Voice) -> Any:
    return {"kind": "calculation", "claim": "The bridge has ten arches in all.", "expression": "7 + 3"}


def report_prose(v: Voice) -> Any:
    """An answer that counts the claims."""
    number = len(v.choices["claims"])
    counted = [{"of": "claims", "value": number, "claim": "all"}]
    return {"answer": [{"text": f"The council voted on {number} claims.", "rests_on": [], "figures": counted}]}


def prose_check(v: Voice) -> Any:
    return {"sentences": v.each(lambda label, id_: {"follows": "yes", "figure": ""})}


def reply(v: Voice) -> Any:
    """The number, and from some in words that code cannot compare."""
    agreed = v.panel.noise == 0
    number = COUNTS[0 if agreed else max(0, v.panel.draw("answer", v.seat, below=4) - 1)]
    said = "{} arches" if agreed else v.pick(("{} arches", "The bridge has {} arches."), "answer")
    return {"answer": said.format(number), "confidence": 0.7, "reasoning": "It was counted."}


def arbitration(v: Voice) -> Any:
    return {
        "analysis": "They differ in the count.",
        "dissent": "",
        "synthesis": "Seven arches of stone.",
        "confidence": v.sure(),
        "needs_iteration": bool(v.panel.draw("again", v.stage, below=3) == 0),
        "refinement_areas": [],
        "ranking": v.order(),
    }


def placement(v: Voice) -> Any:
    return {name: value for name, value in arbitration(v).items() if name != "synthesis"}


def pick(v: Voice) -> Any:
    return {"reason": "Best.", "confidence": v.sure(), "chosen": next(iter(v.order()))}


def grades(v: Voice) -> Any:
    """Nobody declines, and answers with one number say the same, in both orders."""
    return {
        "answers": v.each(
            lambda label, id_: {
                "quote": v.texts[id_][:200],
                "declined": False,
                "group": next((at for at, number in enumerate(COUNTS, 1) if str(number) in v.texts[id_]), 0),
            }
        )
    }


def pair(v: Voice) -> Any:
    """Two answers agree in every point."""
    return {"recommendation": "same", "only_one": "none", "conflict": "none", "declined": False, "why": ""}


def scores(v: Voice) -> Any:
    return {
        "scores": v.each(
            lambda label, id_: {
                "score": max(1, min(10, v.panel.worth(v.seat, id_, 1, 10) + v.shift(id_))),
                "why": "So it is.",
            }
        ),
        "abstained": False,
    }


def stances(v: Voice) -> Any:
    return {
        "towards": v.each(
            lambda label, id_: {
                "stance": v.often(("agree", "disagree", "neutral"), "stance", id_),
                "why": "So it is.",
            }
        ),
        "abstained": False,
    }


MARK_NAME = "mark"
UNLABELLED = (
    ReplyLabel,
    FindingLabels,
    LabelCheck,
    AxisCalls,
    RoundReply,
    PanelComparison,
    SupportedComparison,
    ReportProse,
    ClaimRelations,
    SearchPlan,
)
"""Ballots that need name no text, and bear a mark instead."""
BALLOTS: Mapping[type[Any], Callable[[Voice], Any]] = {
    Ranking: ranking,
    Rebuttals: rebuttals,
    FlipCall: flip,
    ReplyLabel: reply_label,
    FindingLabels: finding_labels,
    LabelCheck: label_check,
    AxisCalls: axis_calls,
    Positions: positions,
    MergedList: merged,
    ReviewBallot: reviews,
    ClaimDrafts: claim_drafts,
    PanelComparison: comparison,
    SupportedComparison: supported_comparison,
    ClaimVotes: claim_votes,
    ReportProse: report_prose,
    ProseCheck: prose_check,
    ClaimRelations: claim_relations,
    SearchPlan: search_plan,
    CheckRequest: check_request,
    RoundReply: reply,
    Arbitration: arbitration,
    Placement: placement,
    Pick: pick,
    GradeBallot: grades,
    PairComparison: pair,
    OpinionScores: scores,
    Stances: stances,
}
"""How each ballot is filled in; a kind that is not here is not held by the property."""
