"""Smallest protocols that make each move, for tests in which the protocol does not matter."""

from __future__ import annotations

from moot.protocols.floor_interface import Floor
from moot.protocols.prompt_template import PromptTemplate
from moot.protocols.protocol import Options, protocol
from moot.vocabulary.ballots import Ranking
from moot.vocabulary.verdicts import Verdict

SUM = PromptTemplate("sum", "Sum up: $answers", uses="answers")
RANK = PromptTemplate("rank", "Rank these: $answers $ballot", uses="answers ballot")


@protocol(name="two-stages", title="t", stages=("one", "two"))
async def two_stages(floor: Floor, options: Options) -> Verdict:
    async with floor.stage("one"):
        first = await floor.ask_all(floor.seats, floor.question)
    async with floor.stage("two"):
        return await floor.conclude(floor.chair, SUM, answers=first)


@protocol(name="waves", title="t", stages=("one", "two", "three"))
async def waves(floor: Floor, options: Options) -> Verdict:
    async with floor.stage("one"):
        first = await floor.ask_all(floor.seats, floor.question)
    async with floor.stage("two"):
        await floor.ask_all(floor.seats, "two")
    async with floor.stage("three"):
        return await floor.conclude(floor.chair, SUM, answers=first)


@protocol(name="judged", title="t", stages=("one", "two", "three"))
async def judged(floor: Floor, options: Options) -> Verdict:
    async with floor.stage("one"):
        first = await floor.ask_all(floor.seats, floor.question)
    async with floor.stage("two"):
        await floor.poll(floor.deal(first), RANK, read=Ranking)
    async with floor.stage("three"):
        return await floor.conclude(floor.chair, SUM, answers=first)
