"""Test that every session ends correctly, whatever a provider does: every mode of the scripted upstream, at the first,
middle and last seat of every stage of every protocol, at the chair, and at the chair with all its stand-ins.

A protocol is first run without a fault to learn who is asked what. Then one session for each (mode, stage, seat): the
seat's calls in that stage fail every time. All of them run in one event loop, whose clock goes on while it is idle.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pytest

from moot.floor.calls.retry import MOST_ATTEMPTS
from moot.protocols import registry
from moot.protocols.planned import PlannedCalls
from moot.vocabulary import event_keys
from moot.vocabulary.events import BallotSpoiled, SeatAsked, SeatFailed, SeatSpoke, SessionStopped
from moot.vocabulary.words.headings import stage_title
from rig.backend import Backend, Sitting, seat_in
from rig.faults.broken import MODES
from rig.faults.idle_clock import held_by_idle_clock
from rig.script import Asked, Plan

SEATS = 4
DEADLINE = 9.0
PASSING = 20.0
"""The deadline where a fault passes, and every seat comes to its word in the end."""
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
SHORTER = ("413", "context_400_2", "402_amount", "404_feature")
"""Refusals after which the call is made once more, in less room or without a field. The others of their kind name
nothing that could be left out."""


@dataclass(frozen=True)
class Case:
    """Whose calls go wrong, where and how."""

    protocol: str
    mode: str
    stage: str
    seats: tuple[str, ...]
    once: bool = False
    """Whether only the first of their calls goes wrong."""

    @property
    def settles(self) -> str:
        """The settlement of one such call."""
        return "ok" if self.mode == "flap" else MODES[self.mode].settles  # its second attempt succeeds

    @property
    def office(self) -> bool:
        """Whether it is about an office, and not about members."""
        return not self.seats[0].startswith("seat-")

    @property
    def nobody_left(self) -> bool:
        """Whether every stand-in fails as well."""
        return "stand-in-2" in self.seats

    @property
    def mended(self) -> bool:
        """Whether a further attempt, or the repair of a ballot, makes it good."""
        kind = MODES[self.mode].error or self.settles
        again = self.settles in FINE or self.mode in SHORTER or MOST_ATTEMPTS.get(kind, 1) > 1
        return self.once and self.mode != "429_86400000" and again


async def casts_of(protocol: str) -> list[tuple[str, tuple[str, ...]]]:
    """For each stage whose calls may fail: the first, the middle and the last seat, each office, and all but one."""
    async with Backend() as backend:
        sitting = await backend.sit(SEATS, protocol=protocol, deadline=600)
    assert sitting.state.status == "verdict", sitting.state.message
    asked: dict[str, list[str]] = {}
    for event in sitting.events:
        if isinstance(event.body, SeatAsked) and event.body.model.startswith("up/"):
            asked.setdefault(event_keys.stage_of(event.key), []).append(event.body.seat)
    casts: list[tuple[str, tuple[str, ...]]] = []
    for stage, who in asked.items():
        members = sorted({seat for seat in who if seat.startswith("seat-")})
        if members:
            casts += [(stage, (seat,)) for seat in dict.fromkeys((members[0], members[len(members) // 2], members[-1]))]
            if len(members) > 2:
                casts.append((stage, tuple(members[1:])))
        offices = sorted({seat for seat in who if not seat.startswith("seat-")})
        for office in offices:
            casts += [(stage, (office,)), (stage, (office, "stand-in-1", "stand-in-2"))]
        if members and not offices and stage == list(asked)[-1]:
            casts.append((stage, (members[0], "stand-in-1", "stand-in-2")))  # a member concludes
    return casts


async def cases_of(protocol: str) -> list[Case]:
    """The whole matrix."""
    casts = await casts_of(protocol)
    return [Case(protocol, mode, *cast) for mode in sorted(MODES) for cast in casts]


async def some_of(protocol: str, *, turn: int = 0) -> list[Case]:
    """A mode in so many that each is met in exactly one protocol, with all casts in turn; another turn deals the modes
    to other protocols."""
    names, casts = list(registry.OURS), await casts_of(protocol)
    modes = sorted(MODES)[(names.index(protocol) + turn) % len(names) :: len(names)]
    return [Case(protocol, mode, *casts[at % len(casts)]) for at, mode in enumerate(modes)]


async def all_of(protocol: str) -> list[Case]:
    """All modes, with all casts in turn."""
    casts = await casts_of(protocol)
    return [Case(protocol, mode, *casts[at % len(casts)]) for at, mode in enumerate(sorted(MODES))]


MOST_CALLS = 360
"""Calls of all sessions that run at once."""


def plan_of(protocol: str) -> Sequence[PlannedCalls]:
    """What a session of it asks, wave by wave."""
    found = registry.find(protocol)
    return found.planned(SEATS, found.options(), dict.fromkeys(found.offices, 1))


def calls_of(protocol: str) -> int:
    """How many calls a session of it makes."""
    return sum(planned.calls for planned in plan_of(protocol))


def waves_of(protocol: str) -> float:
    """How many waves of calls come after one another in a session of it, in those of a peer review."""
    return max(1.0, len(plan_of(protocol)) / 3)


Faults = dict[int, list[Asked]]
"""The requests that were answered wrongly, by session."""


def script_for(cases: dict[int, Case], faults: Faults) -> Callable[[Asked, str], Plan | None]:
    """What the upstream does: sessions by their number."""

    def script(asked: Asked, key: str) -> Plan | None:
        number = int(asked.model.partition("-")[0][1:])
        case = cases.get(number)
        if case is None or seat_in(key) not in case.seats or event_keys.stage_of(key) != case.stage:
            return None
        earlier = faults.setdefault(number, [])
        if case.once and any(one.model == asked.model for one in earlier):
            return None
        earlier.append(asked)
        # Where a mode settles well its words count, and a ballot must be one.
        return Plan(mode=case.mode, chunks=8, text=None if case.settles in FINE else FAULTY)

    return script


@dataclass(frozen=True)
class Result:
    """A case, the session it made, and the requests in it that were answered wrongly."""

    case: Case
    sitting: Sitting
    faults: list[Asked]


async def sat(cases: Sequence[Case]) -> list[Result]:
    """Runs them all, so many at once that a thing of milliseconds does not take seconds."""
    at_once = min(40, MOST_CALLS * len(cases) // sum(calls_of(case.protocol) for case in cases))
    by_number: dict[int, Case] = {}
    faults: Faults = {}
    async with Backend(script_for(by_number, faults), at_once=at_once) as backend:

        async def one(case: Case) -> Result:
            def note(number: int) -> None:
                by_number[number] = case

            time = (PASSING if case.once else DEADLINE) * waves_of(case.protocol)
            sitting = await backend.sit(SEATS, protocol=case.protocol, deadline=time, note=note)
            return Result(case, sitting, faults.get(sitting.number, []))

        results = await asyncio.gather(*(one(case) for case in cases))
        backend.sort_calls([result.sitting for result in results])
    assert backend.strays == []
    return list(results)


NOT_AGAIN = ("It was not asked again, because it had just ", "It was not sent: waiting for ")
"""Why a seat may be missing later on: it had refused for good or said nothing, and little time has passed; or it had
been refused so often that the session has no time to wait for it."""


def wrongs(result: Result) -> list[str]:
    """Everything that is not as it must be."""
    case, sitting = result.case, result.sitting
    wrong: list[str] = []
    state, last = sitting.state, sitting.events[-1].body
    failed = [event for event in sitting.events if isinstance(event.body, SeatFailed)]
    if not result.faults:
        wrong.append("the fault did not happen")
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
        if found:
            wrong.append(f"faulty words were used: {found} in {text[:80]!r}")
            break
    attempts = Counter(event_keys.call_of(event.key) for event in sitting.events if isinstance(event.body, SeatAsked))
    worst = max(MOST_ATTEMPTS.values())
    wrong += [f"{key} was tried {count} times" for key, count in attempts.items() if count > worst]
    if len(sitting.calls) > sum(attempts.values()):
        wrong.append(f"{len(sitting.calls)} requests, but {sum(attempts.values())} intents")
    return wrong + (_missed(case, sitting) if state.verdict is not None else _lost(case, sitting))


def _missed(case: Case, sitting: Sitting) -> list[str]:
    """A verdict must name who is missing, and nobody else."""
    verdict = sitting.state.verdict
    assert verdict is not None
    asked = {
        event.body.seat
        for event in sitting.events
        if isinstance(event.body, SeatAsked) and event_keys.stage_of(event.key) == case.stage
    }
    unread = case.mode in NO_BALLOT and any(
        isinstance(event.body, BallotSpoiled) and event.body.reader in case.seats for event in sitting.events
    )
    fails = (case.settles not in FINE or unread) and not case.mended
    expected = asked.intersection(case.seats) if fails else set()
    named = {gone.seat for gone in verdict.missing if gone.stage == case.stage}
    others = [
        gone
        for gone in verdict.missing
        if gone.seat not in case.seats or (gone.stage != case.stage and not gone.cause.startswith(NOT_AGAIN))
    ]
    wrong = []
    if named != expected:
        wrong.append(f"missing are {sorted(named)}, not {sorted(expected)}")
    if others:
        wrong.append(f"others are missing too: {others}")
    if any(not gone.cause.strip() for gone in verdict.missing):
        wrong.append("somebody is missing without a cause")
    for gone in verdict.missing:
        hurried = case.nobody_left  # the last of three has what time the others left
        if gone.failed not in (case.settles, *(["spoiled"] if unread else []), *(["timeout"] if hurried else [])):
            wrong.append(f"{gone.seat} is missing as {gone.failed}, not as {case.settles}")
    blemished = bool(expected) or case.settles == "truncated" or case.mode in ("model_switched", "402_amount")
    if bool(verdict.degraded) != blemished:
        wrong.append(f"degraded says {verdict.degraded}")
    if expected and not any(seat in line for line in verdict.degraded for seat in expected):
        wrong.append(f"nobody is named in {verdict.degraded}")
    if verdict.verbatim and not (case.office or case.nobody_left):
        wrong.append("a member's answer stands verbatim, although somebody could write")
    if verdict.outcome == "inconclusive":
        if not verdict.reason.strip():
            wrong.append("withheld without a reason")
    elif not (verdict.text or "").strip():
        wrong.append("an empty verdict")
    return wrong


def _lost(case: Case, sitting: Sitting) -> list[str]:
    """One seat of four takes no session down, and three may; an office only where nobody else can do its work."""
    state = sitting.state
    if "could not be heard" in state.message:
        return _unheard(case, sitting)
    spoiled = any(isinstance(event.body, BallotSpoiled) for event in sitting.events)  # words where a ballot was due
    heard = (case.settles == "ok" or case.mended) and not spoiled  # an answer in part counts for no quorum
    if case.office or case.nobody_left or len(case.seats) < SEATS - 1 or heard:
        return [f"no verdict: {state.reason} {state.message}"]
    wrong = []
    there = stage_title(case.stage).lower() in state.message and f"1 of {SEATS}" in state.message
    # Who has just come to nothing is not asked again in the next stage either, which then fails for want of it.
    failed = [event.body for event in sitting.events if isinstance(event.body, SeatFailed)]
    spared = sum(each.cause.startswith("It was not asked again") for each in failed)
    later = spared > 0 and f"{SEATS - spared} of {SEATS} members answered" in state.message
    if state.reason != "quorum" or not (there or later):
        wrong.append(f"it failed for {state.reason}: {state.message}")
    if not any(isinstance(event.body, SeatSpoke) for event in sitting.events):
        wrong.append("what was said is lost")
    return wrong


def _unheard(case: Case, sitting: Sitting) -> list[str]:
    """An office that answered nothing at all is named once, with its cause; what members said is kept."""
    state, office = sitting.state, case.seats[0]
    spoke = {event.body.seat for event in sitting.events if isinstance(event.body, SeatSpoke)}
    wrong = []
    if not case.office or case.settles in FINE or case.mended or office in spoke:
        wrong.append(f"it was heard, and the session failed: {state.message}")
    told = state.message.count(f"The {office} could not be heard") == state.message.count("not be heard") == 1
    if state.reason != "quorum" or not told:
        wrong.append(f"it failed for {state.reason}: {state.message}")
    if not any(seat.startswith("seat-") for seat in spoke):
        wrong.append("what was said is lost")
    return wrong


def _report(results: Sequence[Result]) -> None:
    troubles = [f"{result.case}: {'; '.join(found)}" for result in results if (found := wrongs(result))]
    assert not troubles, f"{len(troubles)} of {len(results)}:\n" + "\n".join(troubles[:40])


def test_every_mode_somewhere_for_good_and_in_passing() -> None:
    """The sessions of all protocols at once, by a clock that goes on while they are idle: how busy the machine is
    changes nothing."""
    held_by_idle_clock(every_mode_somewhere())


async def every_mode_somewhere() -> None:
    lasting = [case for protocol in registry.OURS for case in await some_of(protocol)]
    passing = [replace(case, once=True) for protocol in registry.OURS for case in await some_of(protocol, turn=2)]
    for cases in (lasting, passing):
        assert {case.mode for case in cases} == set(MODES)
    cases = sorted([*lasting, *passing], key=lambda case: MODES[case.mode].error not in ("rate", "credit"))
    _check(await sat(cases))  # who waits longest begins first


@pytest.mark.slow
@pytest.mark.parametrize("protocol", registry.names())
def test_every_fault_that_passes_leaves_no_trace_but_its_own(protocol: str) -> None:
    async def passing() -> list[Result]:
        return await sat([replace(case, once=True) for case in await all_of(protocol)])

    _check(held_by_idle_clock(passing()))


def _check(results: Sequence[Result]) -> None:
    _report(results)
    for result in results:
        if result.case.mended and result.case.settles not in FINE:
            kinds = {event.body.final for event in result.sitting.events if isinstance(event.body, SeatFailed)}
            assert kinds == {False}, result.case  # recorded, and made good


@pytest.mark.slow
@pytest.mark.parametrize("protocol", registry.names())
def test_every_mode_everywhere(protocol: str) -> None:
    async def everywhere() -> list[Result]:
        return await sat(await cases_of(protocol))

    _report(held_by_idle_clock(everywhere()))
