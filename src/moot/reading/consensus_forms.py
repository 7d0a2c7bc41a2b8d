"""How are the ballots of a consensus asked for and read? A member's answer may also come as plain words."""

from __future__ import annotations

from moot.reading.form_fields import Flag, Label, Share, Whole, Words
from moot.reading.form_shapes import Each, Many, Order
from moot.reading.forms import FormKind
from moot.vocabulary.ballots import Ballot
from moot.vocabulary.consensus_ballots import Arbitration, Grouping, Pick, Placement, Reply

LONGEST_ANSWER = 24_000
MOST_AREAS = 8
_ATTEMPTS = ("<ballot", "</ballot", '"answer"', '"confidence"')
"""What a text holds that tried to be a ballot and failed: it is sent back instead of being taken for an answer."""


class ReplyKind(FormKind):
    """A member's answer. It judges nobody, so plain words are heard too; only their confidence is unknown."""

    def from_prose(self, text: str) -> Ballot | None:
        begins = text.lstrip()[:1]
        if begins in ("", "{") or any(attempt in text.lower() for attempt in _ATTEMPTS):
            return None
        return Reply(answer=text)


REPLY = ReplyKind(
    Reply,
    {
        "answer": Words(LONGEST_ANSWER, "your answer, nothing else", least=1),
        "confidence": Share("how likely your answer is right"),
        "reasoning": Words(4_000, "why, in short", optional=True),
    },
)

_AREAS = Many(Words(300), 0, MOST_AREAS, "what another round should look into; empty when none is needed")

ARBITRATION = FormKind(
    Arbitration,
    {
        "analysis": Words(4_000, "what the answers agree and differ in", optional=True),
        "dissent": Words(2_000, "the objection to your synthesis that deserves to be heard", optional=True),
        "synthesis": Words(LONGEST_ANSWER, "the answer, nothing else", least=1),
        "confidence": Share("how likely the synthesis is right and sufficient"),
        "needs_iteration": Flag("whether another round could make it materially better"),
        "refinement_areas": _AREAS,
        "ranking": Order(),
    },
)

PLACEMENT = FormKind(
    Placement,
    {
        "analysis": Words(4_000, "what decides the order", optional=True),
        "dissent": Words(2_000, "what speaks against the answer placed first", optional=True),
        "confidence": Share("how likely the answer placed first is right and sufficient"),
        "needs_iteration": Flag("whether another round could bring a materially better answer"),
        "refinement_areas": _AREAS,
        "ranking": Order(),
    },
)

PICK = FormKind(
    Pick,
    {
        "reason": Words(2_000, "why this one", optional=True),
        "confidence": Share("how likely it is right and sufficient"),
        "chosen": Label(),
    },
)

GROUPING = FormKind(Grouping, {"groups": Each(Whole(1, 64, "the number of the answer's group"))})

KINDS = (REPLY, ARBITRATION, PLACEMENT, PICK, GROUPING)
"""One form for each ballot."""
