"""How are figures, seats and outcomes put into words? The same everywhere in the terminal door."""

from __future__ import annotations

from collections.abc import Sequence

from moot.sessions.amounts import count as count
from moot.vocabulary import keys
from moot.vocabulary.ballots import abstained
from moot.vocabulary.events import SourcesFound
from moot.vocabulary.state import MoveView, SessionState
from moot.vocabulary.words.headings import asked_about
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
EXIT_CODES = {"verdict": 0, "inconclusive": 0, "failed": 1, "stopped": 130, "out_of_budget": 3}
"""What a command that ran a session exits with; a session that waits for a person ends with 1."""


def money(nano: int | None, known: bool = True, presumed: int = 0) -> str:
    """What was spent, as `vocabulary/words/sums.py` writes it, or that nobody knows.

    What is `presumed` is no price and never added to one: `$0.02 (up to $0.39 more may be charged)`.
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
    """`3.1 s`, `2 min 05 s`."""
    amount = max(0.0, amount)
    if amount < 10:
        return f"{amount:.1f} s"
    if amount < 60:
        return f"{amount:.0f} s"
    minutes, rest = divmod(int(amount), 60)
    return f"{minutes} min {rest:02d} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02d} min"


def spent(state: SessionState) -> str:
    """Tokens, money and time of a session on one line."""
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
    """What people are shown for a seat."""
    return state.names().get(seat, seat)


def came_of(state: SessionState, move: MoveView) -> tuple[bool, str]:
    """Whether a settled move is as it should be, and what it came to in a word."""
    ballot = state.ballots.get(keys.ballot(keys.move_of(move.key)))
    if ballot is None:
        return True, "answered, cut by its output limit" if move.settled == "truncated" else "answered"
    if ballot.spoiled:
        return False, f"spoiled ballot: {ballot.spoiled}"
    if abstained(ballot.ballot):
        return False, "abstained"
    word = "voted" if ballot.ballot is not None and ballot.ballot.is_vote else "answered"
    return True, f"{word} after one repair" if ballot.repaired else word


def undecided(state: SessionState, move: MoveView) -> bool:
    """Whether a member's words may still be read as a ballot: those of an earlier stage are what they are."""
    reads = keys.sheet(move.key) in state.sheets and any(seat.id == move.seat for seat in state.seats)
    return reads and keys.ballot(move.key) not in state.ballots and move.stage == state.entered[-1]


def who_was_asked(state: SessionState, key: str, seat: str) -> str:
    """A seat, and what it was asked about where that is said: `adjudicator (…) on labels of answer 2 (…)`."""
    about = keys.who_of(key).partition("+")[0].partition("#")[2]
    return name_of(state, seat) + (f" {asked_about(about, state.names())}" if about else "")


def found_line(found: SourcesFound) -> str:
    """What a look-up brought, in one line."""
    by = joined(list(dict.fromkeys(source.searcher for source in found.sources if source.searcher)))
    parts = [count(len(found.sources), "source") + (f" from {by}" if by else "")]
    return " · ".join([*parts, *found.failures])


def joined(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return ", ".join(words[:-1]) + " and " + words[-1] if len(words) > 1 else "".join(words)


def plain_default(source: str) -> str:
    """A default as people read it, from how the source writes it."""
    return {"None": "unset", '""': "unset", "''": "unset", "True": "true", "False": "false"}.get(source, source)
