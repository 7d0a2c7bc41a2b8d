"""Sessions for the tests of maps: two rounds of answers with their embeddings."""

from __future__ import annotations

from moot.protocols.floor_interface import Floor
from moot.protocols.protocol import Options, Stage, protocol
from moot.providers.provider import Call
from moot.vocabulary.events import Event
from moot.vocabulary.verdicts import Verdict
from sessions.backend import Backend, enrolled

FRIDAY = "Deploy the service on Friday, when the load is lowest."
SAYS = {
    "round.1/seat-a": FRIDAY,
    "round.1/seat-b": "Deploying on Friday is best, since the load of the service is lowest then.",
    "round.1/seat-c": "<script>alert(1)</script> Tomatoes need warm soil & steady watering.",
    "round.1/seat-d": "Glue the violin's seam with hide glue, never with anything stronger.",
    "round.2/seat-a": FRIDAY,
    "round.2/seat-b": FRIDAY,
    "round.2/seat-c": "Deploy on Friday, when the load of the service is lowest.",
    "round.2/seat-d": "Glue the seam of the violin with hide glue.",
}


class RoundOptions(Options, frozen=True, kw_only=True):
    """Of a protocol that only measures."""

    rounds: int = 2
    """How many rounds."""
    measures: bool = True
    """Whether anything is measured."""


@protocol(name="measured-rounds", title="t", stages=(Stage("round", repeats="rounds"),), offices=("embedder",))
async def measured_rounds(floor: Floor, options: RoundOptions) -> Verdict:
    for number in range(1, options.rounds + 1):
        async with floor.stage("round", number):
            said = await floor.ask_all(floor.seats, floor.question)
            if options.measures:
                await floor.embed(said)
    return await floor.withhold("It only measures.")


def say(call: Call) -> str:
    return SAYS.get(call.key, "Nothing.")


async def measured_session(question: str = "When to deploy?", **options: object) -> list[Event]:
    """The events of such a session."""
    enrolled(measured_rounds)
    async with Backend(say) as here:
        return await here.events(await here.convene(measured_rounds, question=question, options=options))
