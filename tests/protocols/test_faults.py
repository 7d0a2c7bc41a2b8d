"""Does every session end rightly, whatever a provider does? Every mode of the scripted upstream, at the first, middle
and last seat of every stage of every protocol, at the chair, and at the chair with all its stand-ins.

A protocol is first run without a fault to learn who is asked what. Then one session for each (mode, stage, seat): the
seat's calls in that stage fail every time. All of them run in one event loop.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

import pytest

from moot.protocols import registry
from moot.sessions.pace import MOST_ATTEMPTS
from moot.vocabulary import keys
from moot.vocabulary.events import SeatAsked, SeatFailed, SeatSpoke, SessionStopped
from rig.broken import MODES
from rig.hall import SHORT, Hall, Sitting, seat_of
from rig.script import Asked, Plan

SEATS = 4
DEADLINE = 8.0
SLACK = 2.0
CANARY = "Xylographic"
FAULTY = f"{CANARY} words that must not be heard. " * 12
TRACES = (
    "scripted status", "upstream died", "Provider disconnected", "rate limited upstream", "slow down", "sign in",
    "I thought about it", "I cannot help", "CAME AFTER THE END", "hello", "context length", "current quota",
    "content management policy", "flagged by moderation", "bad request", "word word", "Unsupported parameter",
)  # fmt: skip
"""Words of the upstream's errors and of what it says when it goes wrong."""
FINE = ("ok", "truncated")
NO_BALLOT = ("think_tags", "reasoning", "reasoning_details")
"""Modes with words of their own, which are no ballot."""


@dataclass(frozen=True)
class Case:
    """Whose calls go wrong, where and how."""

    protocol: str
    mode: str
    stage: str
    seats: tuple[str, ...]

    @property
    def settles(self) -> str:
        """The settlement of one such call."""
        return "ok" if self.mode == "flap" else MODES[self.mode].settles  # its second attempt succeeds


async def casts_of(protocol: str) -> list[tuple[str, tuple[str, ...]]]:
    """For each stage whose calls may fail: the first, the middle and the last seat, and those who conclude."""
    async with Hall() as hall:
        sitting = await hall.sit(SEATS, protocol=protocol, deadline=60)
    assert sitting.state.status == "verdict", sitting.state.message
    asked: dict[str, list[str]] = {}
    for event in sitting.events:
        if isinstance(event.body, SeatAsked):
            asked.setdefault(keys.stage_of(event.key), []).append(event.body.seat)
    casts: list[tuple[str, tuple[str, ...]]] = []
    for stage, who in asked.items():
        members = sorted({seat for seat in who if seat.startswith("seat-")})
        if members:
            casts += [(stage, (seat,)) for seat in dict.fromkeys((members[0], members[len(members) // 2], members[-1]))]
        if "chair" in who:
            casts += [(stage, ("chair",)), (stage, ("chair", "stand-in-1", "stand-in-2"))]
    return casts


async def cases_of(protocol: str) -> list[Case]:
    """The whole matrix, dealt out so that every slice of it holds all casts and all modes."""
    casts = await casts_of(protocol)
    rows = [
        [Case(protocol, mode, *casts[(at + turn) % len(casts)]) for at, mode in enumerate(sorted(MODES))]
        for turn in range(len(casts))
    ]
    return [case for column in zip_longest(*zip(*rows, strict=True)) for case in column if case is not None]


def script_for(cases: dict[int, Case]):  # type: ignore[no-untyped-def]
    """What the upstream does: sessions by their number."""

    def script(asked: Asked, key: str) -> Plan | None:
        case = cases.get(int(asked.model.partition("-")[0][1:]))
        if case is None or seat_of(asked.model) not in case.seats or keys.stage_of(key) != case.stage:
            return None
        # Where a mode settles well its words count, and a ballot must be one.
        return Plan(mode=case.mode, chunks=8, text=None if case.settles in FINE else FAULTY)

    return script


async def sat(cases: Sequence[Case], *, at_once: int = 40) -> list[tuple[Case, Sitting]]:
    """Runs them all."""
    by_number: dict[int, Case] = {}
    async with Hall(script_for(by_number), at_once=at_once) as hall:

        async def one(case: Case) -> tuple[Case, Sitting]:
            def note(number: int) -> None:
                by_number[number] = case

            return case, await hall.sit(SEATS, protocol=case.protocol, deadline=DEADLINE, note=note)

        results = await asyncio.gather(*(one(case) for case in cases))
        hall.sort_calls([sitting for _, sitting in results])
    assert hall.strays == []
    return list(results)


def wrongs(case: Case, sitting: Sitting) -> list[str]:
    """Everything that is not as it must be."""
    wrong: list[str] = []
    state, last = sitting.state, sitting.events[-1].body
    failed = [event for event in sitting.events if isinstance(event.body, SeatFailed)]
    if sitting.took > DEADLINE + SLACK:
        wrong.append(f"it took {sitting.took:.1f} s")
    if state.status not in ("verdict", "inconclusive", "failed"):
        wrong.append(f"it ended as {state.status}")
    if isinstance(last, SessionStopped) and (last.reason not in ("quorum", "deadline") or not last.message.strip()):
        wrong.append(f"it failed for {last.reason}: {last.message}")
    for event in failed:
        body = event.body
        assert isinstance(body, SeatFailed)
        if len(body.cause.strip()) < 8 or body.cause.strip() == body.failed:
            wrong.append(f"{event.key}: no cause: {body.cause!r}")
        if body.partial and body.failed in FINE:
            wrong.append(f"{event.key}: a failure of class {body.failed}")
    heard = [event.body.text for event in sitting.events if isinstance(event.body, SeatSpoke)]
    said = [*heard, state.verdict.text or ""] if state.verdict else heard
    for text in [asked.prompt for asked in sitting.calls] + said:
        found = [trace for trace in (CANARY, *TRACES) if trace in text]
        if found and not (case.mode in ("refusal",) and False):
            wrong.append(f"faulty words were used: {found} in {text[:80]!r}")
            break
    attempts = Counter(keys.call_of(event.key) for event in sitting.events if isinstance(event.body, SeatAsked))
    worst = max(MOST_ATTEMPTS.values())
    wrong += [f"{key} was tried {count} times" for key, count in attempts.items() if count > worst]
    if len(sitting.calls) > sum(attempts.values()):
        wrong.append(f"{len(sitting.calls)} requests, but {sum(attempts.values())} intents")
    return wrong + (_missed(case, sitting) if state.verdict is not None else _unwanted_end(case, sitting))


def _missed(case: Case, sitting: Sitting) -> list[str]:
    """A verdict must name who is missing, and nobody else."""
    verdict = sitting.state.verdict
    assert verdict is not None
    ballots = any(event.kind in ("BallotRead", "BallotSpoiled") for event in sitting.events if case.stage in event.key)
    spoils = case.mode in NO_BALLOT and ballots and "chair" not in case.seats
    expected = set(case.seats) if case.settles not in FINE or spoils else set()
    named = {gone.seat for gone in verdict.missing if gone.stage == case.stage}
    others = [gone for gone in verdict.missing if gone.stage != case.stage or gone.seat not in case.seats]
    wrong = []
    if named != expected:
        wrong.append(f"missing are {sorted(named)}, not {sorted(expected)}")
    if others:
        wrong.append(f"others are missing too: {others}")
    if any(not gone.cause.strip() for gone in verdict.missing):
        wrong.append("somebody is missing without a cause")
    for gone in verdict.missing:
        if gone.failed not in (case.settles, "spoiled") and not (spoils and gone.failed == "spoiled"):
            wrong.append(f"{gone.seat} is missing as {gone.failed}, not as {case.settles}")
    blemished = bool(expected) or case.settles == "truncated" or case.mode == "model_switched"
    if bool(verdict.degraded) != blemished:
        wrong.append(f"degraded says {verdict.degraded}")
    if expected and not all(any(seat in line for line in verdict.degraded) for seat in case.seats[:1]):
        wrong.append(f"nobody is named in {verdict.degraded}")
    if len(case.seats) == 3 and expected and not verdict.verbatim:
        wrong.append("nobody could write, and yet the verdict is not a verbatim answer")
    if not (verdict.text or "").strip():
        wrong.append("an empty verdict")
    return wrong


def _unwanted_end(case: Case, sitting: Sitting) -> list[str]:
    """One seat of four takes no session down, nor do those who conclude: an answer stands."""
    return [f"no verdict: {sitting.state.reason} {sitting.state.message}"]


def _report(results: Sequence[tuple[Case, Sitting]]) -> None:
    troubles = [f"{case}: {'; '.join(found)}" for case, sitting in results if (found := wrongs(case, sitting))]
    slowest = max(results, key=lambda result: result[1].took)
    print(
        f"{len(results)} sessions, {sum(len(s.calls) for _, s in results)} requests, "
        f"slowest {slowest[1].took:.1f} s ({slowest[0].mode} at {slowest[0].seats} in {slowest[0].stage})"
    )
    assert not troubles, f"{len(troubles)} of {len(results)}:\n" + "\n".join(troubles[:40])


@pytest.mark.parametrize("protocol", registry.names())
async def test_every_mode_somewhere(protocol: str) -> None:
    cases = await cases_of(protocol)
    _report(await sat(cases[:: max(1, len(cases) // 150)]))


@pytest.mark.heavy
@pytest.mark.parametrize("protocol", registry.names())
async def test_every_mode_everywhere(protocol: str) -> None:
    _report(await sat(await cases_of(protocol)))
