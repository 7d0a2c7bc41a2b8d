"""Test that no settled call is made again, and no budget is exceeded, when a process is killed amid tool calls."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from rig.killing import Killing, Life, lived, result
from rig.script import Asked, Plan
from rig.tool_server import ToolServer
from rig.upstream import Upstream

PROTOCOLS = ("peer-review", "fusion", "debate")
CAPS = (None, 2_000_000_000, 60_000_000)
"""Without a budget, with an ample one, and with one that may end the session."""
LAST = 24
"""Kills are drawn among the first commits: the first stage with its tool calls, and what follows it."""


def looks_up(asked: Asked) -> Plan:
    """Members look up two words, then one more, each a word of their own, and answer with what they read."""
    delay = 0.001 + int(asked.sha[:4], 16) / 65536 * 0.01
    results = [each["content"] for each in asked.body["messages"] if each["role"] == "tool"]
    if not asked.body.get("tools") or asked.schema or asked.body.get("tool_choice") == "none":
        return Plan(delay=delay)
    if len(results) < 3:
        words = [f"{asked.model}-{len(results) + more}" for more in range(2 if not results else 1)]
        return Plan(delay=delay, calls=tuple(("lookup", {"word": word}) for word in words))
    return Plan(delay=delay, text=f"I read {len(results)} results. " + " ".join(results))


@dataclass
class Killed:
    """A session that is killed at drawn moments, and what had been settled at each."""

    life: Life
    server: ToolServer
    lives: Killing
    upstream: Upstream
    settled: Counter[str] = field(default_factory=Counter)
    open: Counter[str] = field(default_factory=Counter)
    in_flight: set[str] = field(default_factory=set)
    kills: int = 0

    async def live(self, kill_at: str = "") -> bool:
        killed = await self.lives.live(replace(self.life, kill_at=kill_at))
        calls = self.server.of(self.life.case)
        for word, times in self.settled.items():
            assert calls[word] == times, f"{word} was looked up again after its result had been recorded"
        left = lived(self.life.home, self.life.session)
        bodies, self.in_flight = left.bodies, self.in_flight | (left.unsettled() if killed else set())
        for key, body in bodies.items():
            if ":tool-" in key and not key.endswith(":result"):
                word = json.loads(body["call"]["arguments"])["word"]
                if f"{key}:result" in bodies:
                    self.settled[word] = calls[word]
                elif killed:
                    self.open[word] += 1
        self.kills += killed
        return killed

    def check_end(self) -> None:
        left, told = lived(self.life.home, self.life.session), result(self.life.home)
        assert told["status"] in ("verdict", "inconclusive", "out_of_budget"), told
        assert self.life.cap == CAPS[2] or told["status"] == "verdict", told
        assert told.get("replayed") == (told["digest"] or None)
        assert left.open_money == []
        assert told["reserved"] == 0
        assert self.life.cap is None or told["spent"] <= self.life.cap
        asked = Counter(each.sha for each in self.upstream.calls if each.headers.get("x-case") == self.life.case)
        assert sum(times - 1 for times in asked.values()) <= len(self.in_flight), "a settled call was repeated"
        most = self.open if self.life.read_only else Counter[str]()
        for word, times in self.server.of(self.life.case).items():
            assert times <= 1 + most[word], f"{word} was looked up {times} times"


@pytest.mark.parametrize("kills", [12, pytest.param(200, marks=pytest.mark.slow)])
async def test_nothing_settled_is_called_again_after_kills_amid_tool_calls(tmp_path: Path, kills: int) -> None:
    draw = random.Random(kills)
    done = amid = 0
    async with Upstream(looks_up) as upstream, ToolServer() as server, Killing(upstream.url) as lives:
        for number in range(10 * kills):
            if done >= kills:
                break
            home = tmp_path / str(number)
            home.mkdir()
            life = Life(
                home=str(home), session="s", case=str(number), protocol=PROTOCOLS[number % 3],
                tools=server.port, read_only=draw.random() < 0.5, cap=draw.choice(CAPS),
            )  # fmt: skip
            killed = Killed(life, server, lives, upstream)
            for _ in range(draw.randint(1, 3)):
                if not await killed.live(
                    f"commit:{draw.choice(('before', 'inside', 'after'))}:{draw.randint(3, LAST)}"
                ):
                    break
            await killed.live()
            killed.check_end()
            done += killed.kills
            amid += sum(killed.open.values())
    assert done >= kills
    assert amid, "some kills came while a tool was being called"
