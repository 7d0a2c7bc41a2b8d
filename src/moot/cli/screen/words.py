"""Format figures, seats and outcomes as text, in the same way for all commands."""

from __future__ import annotations

from typing import NamedTuple

from moot.cli.screen.streamed_words import SpeechScreen
from moot.sessions.amounts import count as count
from moot.sessions.amounts import seconds as time_of
from moot.vocabulary import event_keys
from moot.vocabulary.ballots import abstained
from moot.vocabulary.seats import Seat
from moot.vocabulary.state import MoveView, SessionState
from moot.vocabulary.tools import subject_of
from moot.vocabulary.words.headings import asked_about
from moot.vocabulary.words.headings import joined as joined
from moot.vocabulary.words.sums import money as sum_of

OUTCOMES = {
    "running": "running",
    "waiting": "waiting for a person",
    "verdict": "verdict",
    "inconclusive": "inconclusive",
    "failed": "failed",
    "stopped": "stopped",
    "out_of_budget": "out of budget",
    "interrupted": "interrupted",
}


def money(nano: int | None, known: bool = True, presumed: int = 0) -> str:
    """Format an amount in billionths of a dollar: `$0.02`, or `at least $0.02` if some price is not `known`.

    A `presumed` amount is no price and never added to one: `$0.02 (up to $0.39 more may be charged)`.
    """
    if nano is None:
        return "unknown cost"
    if presumed and known:
        more = f"up to {money(presumed)} {'more ' if nano else ''}may be charged"
        return f"{money(nano)} ({more})" if nano else more
    if nano == 0 and not known:
        return "unknown cost"
    return sum_of(nano) if known else f"at least {sum_of(nano)}"


def seconds(amount: float) -> str:
    """Format a number of seconds as text: `3.1 s`, `2 min 5 s`."""
    return time_of(max(0, round(1000 * amount)))


def spent(state: SessionState) -> str:
    """Return a session's tokens, cost and time so far as one line."""
    tokens = state.usage.input + state.usage.output
    about = "about " if state.usage.estimated else ""
    cached = f" ({state.usage.cached:,} from a cache)" if state.usage.cached else ""
    parts = [
        count(state.usage.calls, "call"),
        f"{about}{count(tokens, 'token')}{cached}",
        money(state.cost, state.cost_known, state.on_top),
    ]
    if state.cap is not None:
        parts[-1] += f" of {money(state.cap)}"
    return " · ".join([*parts, seconds(state.t / 1000)])


def name_of(state: SessionState, seat: str) -> str:
    """Return a seat's name for people: its number or office, and its model."""
    return state.names().get(seat, seat)


def came_of(state: SessionState, move: MoveView) -> tuple[bool, str]:
    """Return whether a seat's reply can be used, and in a few words what the seat did: `voted`, `abstained` …"""
    ballot = state.ballots.get(event_keys.ballot(event_keys.move_of(move.key)))
    if ballot is None:
        return True, "answered, cut by its output limit" if move.settled == "truncated" else "answered"
    if ballot.spoiled:
        return False, f"spoiled ballot: {ballot.spoiled}"
    if abstained(ballot.ballot):
        return False, "abstained"
    word = "voted" if ballot.ballot is not None and ballot.ballot.is_vote else "answered"
    return True, f"{word} after one repair" if ballot.repaired else word


class SeatLine(NamedTuple):
    """One seat of a running session, for a line on the screen."""

    mark: str
    """The seat's state as a sign: `·` waiting for a person, `…` asked, `✓` done, `✗` failed."""
    name: str
    """Number or office of the seat, with its model."""
    facts: list[str]
    """Progress of the seat: its activity, the seconds it took so far, and its cost."""


def row_of(state: SessionState, speaking: SpeechScreen, seat: Seat, move: MoveView | None = None) -> SeatLine:
    """Return a seat's line for the screen: its mark, its name, and its progress.

    `move` is the request to the seat whose progress is shown. If it is not given, the seat's open request is shown; if
    none is open, its last one.
    """
    moves = [each for each in state.moves.values() if each.seat == seat.id]
    open_moves = [each for each in moves if each.state == "asked"]
    move = move or (open_moves or moves)[-1]
    number = next((str(at) for at, each in enumerate(state.seats, 1) if each.id == seat.id), seat.id)
    facts, mark = [], "…"
    if move.state == "asked":
        speech = speaking.speeches.get(move.key)
        writing = "writing" if speech and speech.length else "thinking" if speech and speech.thought_length else "asked"
        wait = "a person: waiting for the answer" if seat.person else speaking.wait_line(move.key)
        uses = [use for use in state.tools.values() if event_keys.call_of(use.key).partition(":")[0] == move.key]
        running = [f"{use.call.name}: {subject_of(use.call)[:60]}" for use in uses if use.answer is None]
        again = [f"attempt {move.attempt}"] if move.attempt > 1 and not uses else []
        facts = [", ".join(running) or wait or writing, *again]
        facts += [] if wait else [seconds(speaking.seconds(move.key))]
    elif move.state == "spoke":
        well, word = came_of(state, move)
        mark, facts = "✓" if well else "✗", [word]
        facts += [seconds(move.total_ms / 1000)] if move.total_ms >= 50 else []
    else:
        mark, facts = "✗", ["came too late" if move.state == "late" else f"failed: {move.cause}"]
    exact = sum(each.cost or 0 for each in moves if not each.presumed)
    if presumed := sum(each.cost or 0 for each in moves if each.presumed):
        facts.append(money(exact, presumed=presumed))
    elif exact:
        facts.append(money(exact))
    return SeatLine("·" if seat.person and mark == "…" else mark, f"{number}  {seat.model}", facts)


def undecided(state: SessionState, move: MoveView) -> bool:
    """Return whether a seat was asked for a ballot in the current stage and its reply has not been parsed yet."""
    reads = event_keys.sheet(move.key) in state.sheets and any(seat.id == move.seat for seat in state.seats)
    return reads and event_keys.ballot(move.key) not in state.ballots and move.stage == state.entered[-1]


def who_was_asked(state: SessionState, key: str, seat: str) -> str:
    """Return the name of the seat that the request with this transcript key went to, and what it was about, if known:
    `adjudicator (…) on labels of answer 2 (…)`.
    """
    about = event_keys.who_of(key).partition("+")[0].partition("#")[2]
    return name_of(state, seat) + (f" {asked_about(about, state.names())}" if about else "")


def plain_default(source: str) -> str:
    """Return an option's default in a form for users, e.g. `unset` for `None`; `source` is the default as written in
    the code."""
    return {"None": "unset", '""': "unset", "''": "unset", "True": "true", "False": "false"}.get(source, source)
