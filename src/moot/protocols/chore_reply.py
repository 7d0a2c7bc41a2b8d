"""Protocol of a reply: the chair alone answers, and its text is the verdict. Nobody judges it.

It answers a follow-up to what a council said, writes from selected points, and does the chores of chat programs, such
as a title. A council's protocol judges, so this one is not offered for councils.
"""

from __future__ import annotations

from moot.errors import QuorumLost
from moot.protocols.floor_interface import Floor
from moot.protocols.planned import PlannedCalls
from moot.protocols.protocol import Options, protocol
from moot.vocabulary.verdicts import Verdict


class ReplyOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Options of a reply: those that every protocol has, and no others."""

    def idle(self) -> dict[str, str]:
        return {"agreement": "the chair alone answers"}


@protocol(
    name="reply",
    title="The chair alone answers",
    stages=("reply",),
    fewest=1,
    plan=lambda seats, options, held: (PlannedCalls(stage="reply", calls=1, by="chair", tools=True),),
)
async def reply(floor: Floor, options: ReplyOptions) -> Verdict:
    """Have the chair answer the question, or a stand-in if the chair cannot. Return the answer as the verdict."""
    async with floor.stage("reply"):
        said = await floor.ask(floor.chair, floor.question)
        if said is None:
            raise QuorumLost("Nobody who was asked could answer.", "See who failed and why with `moot sessions show`.")
        by = next(seat for seat in floor.writers(floor.chair) if seat.id == said.seat)
        return await floor.adopt(said.text, by=by, key=said.key)
