"""Test that every model is asked as its service accepts it: 60 models of eight services, with and without a cap, and
again by a process that knows what the first has learnt.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from moot.protocols import registry
from moot.protocols.floor_interface import Floor
from moot.protocols.prompt_template import PromptTemplate
from moot.protocols.protocol import Options, Protocol, protocol
from moot.providers.directory import Directory
from moot.sessions.runner import Runner, RunnerRules
from moot.transcripts.in_memory import MemoryTranscript
from moot.vocabulary.ballots import Ranking
from moot.vocabulary.councils import Council
from moot.vocabulary.events import SeatFailed, SeatSpoke
from moot.vocabulary.state import SessionState, state_of
from moot.vocabulary.verdicts import Verdict
from rig.openings import opening_of
from world.gateway import Gateway
from world.homes import furnished
from world.offers.catalogue import offered

QUESTION = "Which of two databases should a shop of three people keep its orders in, and why?"
CAP = 40_000_000_000
RANK = PromptTemplate("rank", "Rank these: $answers $ballot", uses="answers ballot")
SERVICES = {
    "openrouter": 20, "openai": 14, "anthropic": 6, "google": 6, "mistral": 5, "xai": 4, "deepseek": 2, "groq": 5,
}  # fmt: skip
"""How many models of each are asked."""
UNFIT = {"image", "audio", "embedding", "moderation", "responses-only"}


@protocol(name="roll-call", title="t", stages=("one", "two"), fewest=1)
async def roll_call(floor: Floor, options: Options) -> Verdict:
    """Everyone is asked in words, and for a form."""
    async with floor.stage("one"):
        said = await floor.ask_all(floor.seats, floor.question)
    async with floor.stage("two"):
        few = floor.deal(said, floor.seats, order="given")
        if few:
            await floor.poll(few, RANK, read=Ranking, quorum=0)
        return await floor.adopt("All were asked.")


@pytest.fixture(autouse=True)
def enrolling(monkeypatch: pytest.MonkeyPatch) -> None:
    find = registry.find

    def found(name: str) -> Protocol:
        return roll_call if name == "roll-call" else find(name)

    monkeypatch.setattr(registry, "find", found)


def models_of(service: str, count: int) -> list[str]:
    """Models of a service that speak, spread over its list, the oldest kinds among them."""
    names = [name for name, row in offered(service).items() if row.speaks and not row.marks & UNFIT]
    step = max(1, len(names) // count)
    return [f"{service}/{name}" for name in names[::step][:count]]


async def asked(home: Path, models: list[str], **more: object) -> tuple[SessionState, list[object]]:
    """A session in which every model is asked, in a process of its own as far as it knows."""
    directory = Directory(home, {})
    runner = Runner(MemoryTranscript(), directory, RunnerRules(door="python"))
    council = Council(members=tuple(models), chair=models[0], protocol="roll-call")
    options = {"temperature": 0.4, "reasoning": "low", "allowance": 1000, **more.pop("options", {})}  # type: ignore[dict-item]
    session = await runner.convene(opening_of(question=QUESTION, council=council, seed="x", options=options, **more))
    await runner.ended(session)
    events = await runner.transcript.read(session)
    await runner.close()
    await directory.close()
    return state_of(events), [event.body for event in events]


@pytest.mark.fast(3)
@pytest.mark.parametrize("capped", [True, False])
@pytest.mark.parametrize("service", SERVICES)
async def test_every_model_answers(home: Path, service: str, capped: bool) -> None:
    models = models_of(service, SERVICES[service])
    async with Gateway(service) as up:
        furnished(home, up)
        more = {"cap": CAP} if capped else {}
        state, bodies = await asked(home, models, **more)
        lost = {body.seat: body.cause for body in bodies if isinstance(body, SeatFailed) and body.final}
        assert not lost, lost
        spoke = Counter(body.seat for body in bodies if isinstance(body, SeatSpoke))
        assert len(spoke) >= len(models)
        assert state.status == "verdict"
        first = len(up.books.refused)
        for refused in (body for body in bodies if isinstance(body, SeatFailed)):
            assert refused.cause, "an adaptation is recorded with its cause"
        limits = [each.limit for each in up.books.answered]
        needed = service == "anthropic"
        assert capped or needed or set(limits) == {None}
        assert not capped or None not in limits

        await asked(home, models, **more)
        again = len(up.books.refused) - first
        assert again <= sum("In context=" in getattr(body, "cause", "") for body in bodies), (
            f"{again} refusals of what the first process had learnt: {[e.how for e in up.books.refused]}"
        )


async def test_what_was_learnt_is_kept_for_its_address_only(home: Path) -> None:
    async with Gateway("openai") as up:
        furnished(home, up)
        (home / "traits.toml").write_text('["openai/*"]\nmax_tokens = "max_tokens"\nmax_output = 900000\n')
        models = ["openai/gpt-5-mini", "openai/gpt-4o"]
        _, bodies = await asked(home, models, options={"max_output": 100_000})
        causes = [body.cause for body in bodies if isinstance(body, SeatFailed) and not body.final]
        assert any("max_completion_tokens" in cause for cause in causes)
        assert any("at most 16384" in cause for cause in causes)
        kept = tomllib.loads((home / "learnt.toml").read_text())
        assert kept["openai/gpt-5-mini"]["limit_field"] == "max_completion_tokens"
        assert kept["openai/gpt-4o"]["max_output"] == 16_384
        refused = len(up.books.refused)
        await asked(home, models, options={"max_output": 100_000})
        assert len(up.books.refused) == refused
        assert Directory(home, {}).adapted_to("openai/gpt-4o").max_output == 16_384
    async with Gateway("openai") as elsewhere:
        furnished(home, elsewhere)
        assert Directory(home, {}).adapted_to("openai/gpt-4o").max_output is None


async def test_what_an_account_pays_for_is_asked_for(home: Path) -> None:
    model = "openrouter/openai/gpt-4o"
    async with Gateway(balance=0.05) as up:
        furnished(home, up)
        state, bodies = await asked(home, [model], options={"quorum": 1})
        refused = [body for body in bodies if isinstance(body, SeatFailed)]
        assert "can only afford" in refused[0].cause
        assert not refused[0].final
        assert any(isinstance(body, SeatSpoke) for body in bodies), [body.cause for body in refused]
        assert not (home / "learnt.toml").exists(), "an account's balance is no property of a model"
        assert state.status == "verdict"
    async with Gateway(balance=0.002) as up:
        furnished(home, up)
        _, bodies = await asked(home, [model])
        final = next(body for body in bodies if isinstance(body, SeatFailed) and body.final)
        assert "512 are needed" in final.cause
        assert len(up.books.entries) == 1
