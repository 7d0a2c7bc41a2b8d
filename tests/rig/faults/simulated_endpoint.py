"""Simulate sessions that call one rate-limited endpoint, with the real scheduler and a clock that jumps.

report = simulate([Council("s0", ("a", "b"))], limits={"a": TokenBucket(1.0)}, seed=1)
report.took["s0"]       # seconds, or None where a call failed for good
"""

from __future__ import annotations

import asyncio
import random
import selectors
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from moot.floor.calls.retry import Allowance, Pace
from moot.providers.provider import CallReply

T = TypeVar("T")
ANSWER = 2.0
"""Seconds an answer takes on average."""
REFUSAL = 0.05
"""Seconds until a refusal is there."""
DEADLINE = 600.0


class JumpingLoop(asyncio.SelectorEventLoop):
    """A loop whose clock jumps to the next timer instead of waiting for it."""

    def __init__(self) -> None:
        self.passed = 1000.0
        super().__init__(_JumpingSelector(self))

    def time(self) -> float:
        return self.passed


class _JumpingSelector(selectors.SelectSelector):
    def __init__(self, loop: JumpingLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> Any:
        self._loop.passed += timeout or 0.0
        return super().select(0)


def run_simulated(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end on a jumping clock."""
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        return runner.run(work)


class Limit(Protocol):
    """A limit of the simulated endpoint."""

    def refuses(self, now: float) -> float | None:
        """Return `None` to accept a call, or the seconds until the next one would be accepted."""

    def ends(self) -> None:
        """Note that an accepted call has ended."""


@dataclass
class TokenBucket:
    """Accept `rate` calls a second, with bursts of `burst`."""

    rate: float
    burst: float = 1.0
    level: float | None = None
    at: float = 0.0

    def refuses(self, now: float) -> float | None:
        level = self.burst if self.level is None else min(self.burst, self.level + self.rate * (now - self.at))
        self.at = now
        self.level = level - 1 if level >= 1 else level
        return None if level >= 1 else (1 - level) / self.rate

    def ends(self) -> None:
        pass


@dataclass
class FixedWindow:
    """Accept `most` calls in each window."""

    most: int
    seconds: float = 60.0
    window: int = -1
    count: int = 0

    def refuses(self, now: float) -> float | None:
        window = int(now // self.seconds)
        if window != self.window:
            self.window, self.count = window, 0
        self.count += 1
        return None if self.count <= self.most else (window + 1) * self.seconds - now

    def ends(self) -> None:
        pass


@dataclass
class Concurrency:
    """Accept `most` calls at once."""

    most: int
    inside: int = 0

    def refuses(self, now: float) -> float | None:
        if self.inside >= self.most:
            return 1.0
        self.inside += 1
        return None

    def ends(self) -> None:
        self.inside -= 1


@dataclass
class DailyQuota:
    """Accept `most` calls, then none for a day."""

    most: int = 0
    count: int = 0

    def refuses(self, now: float) -> float | None:
        self.count += 1
        return None if self.count <= self.most else 86_400.0

    def ends(self) -> None:
        pass


@dataclass
class SimulatedEndpoint:
    """An endpoint with limits of its models and limits of its own, which say how long to wait by `header`."""

    limits: Mapping[str, Limit]
    whole: Limit | None
    header: str
    """`right`, `none`, `zero` (says 0 s) or `long` (says ten times too much)."""
    error: str
    random: random.Random
    asked: int = 0
    refused: int = 0
    early: int = 0
    """Calls of a model that came before the time it had named."""
    told: dict[str, tuple[float, float]] = field(default_factory=dict)

    async def call(self, model: str, answer: float) -> CallReply:
        """Answer or refuse one call."""
        now = asyncio.get_running_loop().time()
        self.asked += 1
        at, until = self.told.get(model, (0.0, 0.0))
        self.early += at + 2 * REFUSAL < now < until - 0.001
        held: list[Limit] = []
        for limit in (self.limits.get(model), self.whole):
            wait = limit.refuses(now) if limit is not None else None
            if wait is not None:
                for each in held:
                    each.ends()
                self.refused += 1
                await asyncio.sleep(REFUSAL)
                return self._refusal(model, wait)
            if limit is not None:
                held.append(limit)
        took = answer * self.random.uniform(0.7, 1.3)
        await asyncio.sleep(took)
        for each in held:
            each.ends()
        return CallReply(settled="ok", text="x", total_ms=int(took * 1000))

    def _refusal(self, model: str, wait: float) -> CallReply:
        asks = {"right": max(1.0, wait), "none": None, "zero": 0.0, "long": 10 * wait}[self.header]
        now = asyncio.get_running_loop().time()
        if asks:
            self.told[model] = (now, max(self.told.get(model, (0, 0))[1], now + min(asks, 3600.0)))
        return CallReply(settled="error", error=self.error, cause="no", retry_after=asks, total_ms=int(REFUSAL * 1000))


@dataclass(frozen=True)
class Council:
    """One simulated session: each wave asks all its models, the last one asks the first."""

    name: str
    models: Sequence[str]
    begins: float = 0.0
    waves: int = 2
    answer: float = ANSWER
    repeats: bool = False
    """Whether it begins anew whenever it has ended, as long as others run."""


@dataclass
class Report:
    """What came of a simulation."""

    took: dict[str, float | None]
    """By session, how long it took; `None` where one of its calls failed for good."""
    asked: int
    refused: int
    early: int

    @property
    def attempts(self) -> float:
        """Requests for each that was accepted."""
        return self.asked / max(1, self.asked - self.refused)


def simulate(
    councils: Iterable[Council],
    *,
    limits: Mapping[str, Limit] | None = None,
    whole: Limit | None = None,
    header: str = "right",
    error: str = "rate",
    seed: int = 0,
) -> Report:
    """Run these sessions at once against one endpoint and report how each ended."""

    async def run() -> Report:
        lot, clock = random.Random(seed), asyncio.get_running_loop().time
        endpoint = SimulatedEndpoint(limits or {}, whole, header, error, lot)
        pace = Pace(now=clock, chance=lot.random)
        scheduler = pace.scheduler("up")

        async def ask(session: str, model: str, answer: float, allowance: Allowance, ends: float) -> bool:
            attempt, since = 0, clock()
            while True:
                attempt += 1
                patience = (ends - clock()) * (0.8 if attempt == 1 else 0.5)
                if pace.switched_off(model) is not None:
                    return False
                if await scheduler.enter(model, session, patience=patience, since=since):
                    return False
                started = clock()
                reply = await endpoint.call(model, answer)
                scheduler.heard(model, reply, started=started)
                scheduler.leave()
                pace.heard(model, reply)
                if reply.settled == "ok":
                    return True
                retry = pace.retry(reply, attempt, allowance, ends - clock())
                if retry is None:
                    return False
                await asyncio.sleep(retry.wait)

        async def sit(council: Council) -> float | None:
            await asyncio.sleep(council.begins)
            while True:
                began, allowance = clock(), Allowance(len(council.models))
                fine = True
                for wave in [council.models] * council.waves + [council.models[:1]]:
                    asked = (ask(council.name, model, council.answer, allowance, began + DEADLINE) for model in wave)
                    fine = all(await asyncio.gather(*asked)) and fine
                if not council.repeats:
                    return clock() - began if fine else None
                await asyncio.sleep(0.01)

        every = list(councils)
        once = [asyncio.create_task(sit(each)) for each in every if not each.repeats]
        again = [asyncio.create_task(sit(each)) for each in every if each.repeats]
        took = await asyncio.gather(*once)
        for task in again:
            task.cancel()
        await asyncio.gather(*again, return_exceptions=True)
        names = [each.name for each in every if not each.repeats]
        return Report(dict(zip(names, took, strict=True)), endpoint.asked, endpoint.refused, endpoint.early)

    return run_simulated(run())
