"""Which task is a ballot, and what does a voice wish to write in it? A table from field names to the part played.

A wish is a plain value shaped like the ballot; `Ballot` fits it to the schema, so a wish can be out of
bounds and the ballot is valid all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from moot.rehearsal.parts import FREE, Part
from moot.rehearsal.plays import adjudicating, agreeing, claiming, debating, fusing

Play = tuple[frozenset[str], Callable[[Part], Any]]
"""The names of the fields that tell a task, and how it is played."""


def wished(part: Part, brought: Sequence[Play] = ()) -> Any:
    """What the voice wants to say, where a task is recognised: by most names; of those alike, by the first."""
    fitting = [(needed, play) for needed, play in (*PARTS, *brought) if needed <= part.fields]
    return max(fitting, key=lambda each: len(each[0]))[1](part) if fitting else FREE


PARTS: tuple[Play, ...] = (
    (frozenset({"answer", "confidence", "reasoning"}), agreeing.reply),
    (frozenset({"needs_iteration", "refinement_areas"}), agreeing.arbitration),
    (frozenset({"chosen", "confidence"}), agreeing.pick),
    (frozenset({"groups"}), agreeing.grouping),
    (frozenset({"points", "disputes", "point"}), adjudicating.rebuttals),
    (frozenset({"change", "source", "words"}), adjudicating.flip_call),
    (frozenset({"findings", "status", "severity"}), adjudicating.merged_list),
    (frozenset({"findings", "label"}), adjudicating.finding_labels),
    (frozenset({"agreement", "dispute", "consensus"}), adjudicating.positions),
    (frozenset({"stands", "reason"}), adjudicating.label_check),
    (frozenset({"axes", "score"}), adjudicating.axis_calls),
    (frozenset({"label", "reason"}), adjudicating.reply_label),
    (frozenset({"claims", "kind", "spans"}), claiming.drafts),
    (frozenset({"consensus", "contradictions", "blind_spots"}), fusing.comparison),
    (frozenset({"votes", "level"}), claiming.votes),
    (frozenset({"reviews", "strong", "weak"}), claiming.reviews),
    (frozenset({"towards", "stance"}), debating.stances),
    (frozenset({"scores", "score", "why"}), debating.scores),
)
"""The tasks of the protocols that come with Moot; those of packages are brought by them (`@protocol(plays=…)`)."""
