"""Protocol for chores: one member answers, and its text is the verdict. Not offered for councils, as there is no
judging.

Chat programs ask their model for titles, tags and the like. Such a prompt is no question for a council.
"""

from __future__ import annotations

from moot.errors import QuorumLost
from moot.protocols.floor_interface import Floor
from moot.protocols.planned import PlannedCalls
from moot.protocols.protocol import Options, protocol
from moot.vocabulary.verdicts import Verdict


class ReplyOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A chore needs no options of its own."""

    def idle(self) -> dict[str, str]:
        return {"agreement": "one member answers"}


@protocol(
    name="reply",
    title="One member does a chore of a chat program",
    stages=("reply",),
    fewest=1,
    plan=lambda seats, options, held: (PlannedCalls(stage="reply", calls=1),),
)
async def reply(floor: Floor, options: ReplyOptions) -> Verdict:
    """The first seat answers; another is asked if it cannot."""
    async with floor.stage("reply"):
        for seat in floor.seats:
            said = await floor.ask(seat, floor.question)
            if said is not None:
                return await floor.adopt(said.text, by=seat, key=said.key)
        raise QuorumLost("Nobody who was asked could do it.", "See who failed and why with `moot sessions show`.")
