"""Test that nothing is lost, doubled or paid again when the process is killed at any event boundary of a session.

Every protocol in the registry, killed at every boundary of its session, over a real upstream with its own ledger. Calm
and crooked: patience off, words that depend on the prompt alone; then the verdict has the undisturbed session's digest,
also where a seat refuses and a ballot needs its repair. Hasty:
patience on, heavy-tailed latencies and other words at every call; then the verdict may be another, but replaying it
asks nothing. Every third case is killed again during recovery. `make test` takes a sample; all of it is heavy.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

import pytest

from cases import slow_except
from moot.protocols import registry
from rig.killing import ROOT, Killing, Life, lived, result, seen
from rig.script import Asked, Plan
from rig.upstream import Upstream
from rig.words import words_for

PLACES = ("before", "after", "inside")
MOST = 200
"""Boundaries after which a session that never passes unkilled is taken to be endless."""
CRASH_LIMIT = 10
HASTE = {"patience": 0.5}


def calm(asked: Asked) -> Plan:
    """Latencies differ from seat to seat, so that each answer is committed on its own; words only by the prompt."""
    return Plan(delay=0.001 + int(asked.sha[:4], 16) / 65536 * 0.02, chunks=3)


def crooked(asked: Asked) -> Plan:
    """As calm, but one seat refuses whatever it is asked, and another's first ballot cannot be read."""
    if asked.model == "gamma":
        return replace(calm(asked), mode="filter_400")
    if asked.model == "beta" and "<ballot>" in asked.prompt and "could not be read" not in asked.prompt:
        return replace(calm(asked), text="Here is no ballot.")
    return calm(asked)


def hasty(asked: Asked) -> Plan:
    """Heavy-tailed latencies and, where no ballot is asked for, other words at every call."""
    chance = random.Random(asked.number)
    delay = min(0.15, 0.003 * chance.paretovariate(0.8))
    free = "FINAL RANKING" not in asked.prompt and "<ballot>" not in asked.prompt and asked.schema is None
    return Plan(delay=delay, chunks=3, text=words_for(str(asked.number), 40) if free else None)


@dataclass
class Application:
    """An upstream and a server of lives."""

    upstream: Upstream
    lives: Killing

    def calls(self, case: str) -> Counter[str]:
        """The ledger of one case: how often each request came, by its bytes."""
        return Counter(
            asked.sha for asked in self.upstream.calls if asked.method == "POST" and asked.headers["x-case"] == case
        )


@dataclass
class Case:
    """One session, killed here and there."""

    app: Application
    life: Life
    told: set[tuple[int, str, str, str]]
    in_flight: set[str]
    seen: list[tuple[int, str]]
    kills: int = 0

    async def live(self, kill_at: str = "") -> bool:
        """Another life of it; whether it was killed."""
        killed = await self.app.lives.live(replace(self.life, kill_at=kill_at))
        left = lived(self.life.home, self.life.session)
        assert self.told <= set(left.events), "an event that was committed is gone or has changed"
        self.told |= set(left.events)
        if killed:
            self.kills += 1
            self.in_flight |= left.unsettled()
        return killed

    def check_shape(self) -> None:
        """What holds however often it was killed, and wherever it has come to."""
        left = lived(self.life.home, self.life.session)
        numbers, names = [seq for seq, *_ in left.events], [key for _, key, *_ in left.events]
        assert numbers == list(range(1, len(numbers) + 1))
        assert len(set(names)) == len(names)
        assert set(seen(self.life.home)) <= set(zip(numbers, names, strict=True)), "what a follower saw is gone"
        repeated = sum(times - 1 for times in self.app.calls(self.life.case).values())
        assert repeated <= len(self.in_flight), f"{repeated} repeated calls, in flight at kills: {self.in_flight}"

    def check_end(self) -> None:
        """What holds once it has ended."""
        self.check_shape()
        left = lived(self.life.home, self.life.session)
        assert left.open_money == []
        assert result(self.life.home)["reserved"] == 0
        assert sorted(left.orphans()) == sorted(self.in_flight), "every lost call is named once"

    def check_verdict(self) -> None:
        """What holds once it has its verdict."""
        self.check_end()
        told = result(self.life.home)
        assert told["status"] in ("verdict", "inconclusive"), told
        assert told["replayed"] == told["digest"]


def case_in(folder: Path, app: Application, name: str, **life: object) -> Case:
    """A case with a home of its own."""
    home = folder / name
    home.mkdir()
    return Case(app, Life(home=str(home), session="s", case=name, **life), set(), set(), [])  # type: ignore[arg-type]


@pytest.fixture
async def app(request: pytest.FixtureRequest) -> AsyncIterator[Application]:
    # the ledger in memory is the same as the one on disk (tests/rig); it needs no file here
    async with Upstream(request.param) as upstream, Killing(upstream.url) as lives:
        yield Application(upstream, lives)


async def matrix(
    folder: Path, app: Application, protocol: str, options: dict[str, object], place: str, step: int
) -> dict[str, int]:
    """Kills at every `step`th boundary until a run passes unkilled; returns what was done."""
    undisturbed = case_in(folder, app, "undisturbed", protocol=protocol, options=options, members=5)
    assert not await undisturbed.live()
    undisturbed.check_verdict()
    assert max(app.calls("undisturbed").values()) == 1
    same = options != HASTE  # patience is chance
    draw = random.Random(f"{protocol}{place}{step}")
    figures = Counter[str]()
    for number in count(1 + draw.randrange(step), step):
        assert number < MOST
        case = case_in(folder, app, f"{place}-{number}", protocol=protocol, options=options, members=5)
        if not await case.live(f"commit:{place}:{number}"):
            case.check_verdict()
            break
        figures["points"] += 1
        if number // step % 3 == 0 and await case.live(f"commit:{draw.choice(PLACES)}:{draw.randint(1, 8)}"):
            figures["doubled"] += 1
        assert not await case.live()
        case.check_verdict()
        if same:
            assert result(case.life.home)["digest"] == result(undisturbed.life.home)["digest"]
    print(f"{protocol} {place} {figures['points']} kills, {figures['doubled']} doubled")  # shown by `pytest -rP`
    return dict(figures)


# Each protocol in a calm house and two in a crooked one, each killed at one of the places, so that every place has its
# protocols; of those a default run has one for each place. Every house at every boundary is heavy.
CROOKED = ("debate", "peer-review")


def place_for(protocol: str, turn: int = 0) -> str:
    """Where a protocol is killed in a sample: another place in every house."""
    return PLACES[(registry.names().index(protocol) + turn) % len(PLACES)]


LIGHT = {calm: ("claim-vote", "debate", "peer-review"), crooked: CROOKED[:1]}
"""Each place of a kill, and each kind of house."""


@pytest.mark.fast(1)
@pytest.mark.parametrize(
    ("app", "protocol", "place"),
    [
        pytest.param(
            kind, protocol, place_for(protocol, turn), marks=() if protocol in LIGHT[kind] else pytest.mark.slow
        )
        for kind, protocols, turn in ((calm, registry.names(), 0), (crooked, CROOKED, 1))
        for protocol in protocols
    ],
    indirect=["app"],
    ids=lambda value: getattr(value, "__name__", value),
)
async def test_a_kill_anywhere_leaves_the_undisturbed_digest_sampled(
    tmp_path: Path, app: Application, protocol: str, place: str
) -> None:
    figures = await matrix(tmp_path, app, protocol, {}, place, 6)
    assert figures["points"] >= 2


@pytest.mark.parametrize("app", [hasty], indirect=True, ids=["hasty"])
@pytest.mark.parametrize("protocol", slow_except(sorted({*registry.names()} - {*CROOKED}), "consensus"))
async def test_a_kill_anywhere_with_patience_loses_and_doubles_nothing_sampled(
    tmp_path: Path, app: Application, protocol: str
) -> None:
    await matrix(tmp_path, app, protocol, HASTE, place_for(protocol, turn=2), 7)


@pytest.mark.slow
@pytest.mark.parametrize("app", [calm], indirect=True, ids=["calm"])
@pytest.mark.parametrize("protocol", slow_except(sorted({*registry.names()} - {"fusion"}), "peer-review"))
async def test_a_kill_anywhere_pays_an_agreement_map_once(tmp_path: Path, app: Application, protocol: str) -> None:
    figures = await matrix(tmp_path, app, protocol, {"agreement": True}, place_for(protocol), 6)
    assert figures["points"] >= 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("app", "options"),
    [(calm, {}), (crooked, {}), (hasty, HASTE)],
    indirect=["app"],
    ids=["calm", "crooked", "hasty"],
)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("protocol", registry.names())
async def test_a_kill_at_every_boundary(
    tmp_path: Path, app: Application, protocol: str, place: str, options: dict[str, object]
) -> None:
    for turn in range(3 if options else 1):  # where chance plays a part, chance gets several turns
        (tmp_path / str(turn)).mkdir()
        figures = await matrix(tmp_path / str(turn), _fresh(app), protocol, options, place, 1)
        assert figures["points"] >= 10


@pytest.mark.fast(1)
@pytest.mark.parametrize("app", [calm], indirect=True, ids=["calm"])
@pytest.mark.parametrize(
    "place",
    slow_except(("before:2", "after:1", "after:2", "inside:3", "before:4"), "inside:3", "before:4"),
)
async def test_twenty_kills_in_a_row_make_progress_or_end_the_session(
    tmp_path: Path, app: Application, place: str
) -> None:
    case = case_in(tmp_path, app, "loop")
    for _ in range(20):
        if not await case.live(f"commit:{place}"):
            break
        case.check_shape()
    if case.kills == 20:
        assert not await case.live()
    case.check_end()
    told = result(case.life.home)
    if told["status"] == "failed":
        assert told["reason"] == "crash_loop"
        assert CRASH_LIMIT < case.kills <= CRASH_LIMIT + 2
    else:
        case.check_verdict()
    # each life commits its beginning, its intents, then answers: killed before the first answer it never gets on
    assert (told["status"] == "failed") == (place != "before:4")


def _fresh(app: Application) -> Application:
    app.upstream.calls.clear()
    return app


async def test_a_process_of_its_own_is_killed_while_calls_are_under_way(tmp_path: Path) -> None:
    """No fork server, no boundary: `kill -9` of a plain process, from outside, at a moment nobody chose."""
    async with Upstream(default=Plan(delay=0.2, chunks=3)) as upstream, Killing(upstream.url) as lives:
        life = Life(home=str(tmp_path), session="s", case="plain")
        program = f"import asyncio; from rig.killing import *; asyncio.run(go({life!r}, {upstream.url!r}))"
        path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", program, env={**os.environ, "PYTHONPATH": path}
        )
        case = Case(Application(upstream, lives), life, set(), set(), [])
        while len(case.app.calls("plain")) < 6:  # all opinions and the first reviews have been asked for
            assert process.returncode is None
            await asyncio.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        await process.wait()
        left = lived(tmp_path, "s")
        case.told, case.in_flight = set(left.events), left.unsettled()
        assert case.in_flight
        assert not await case.live()
        case.check_verdict()
