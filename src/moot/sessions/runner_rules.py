"""What holds for every session that runs in a process? What its door, its settings and its shelves say."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterator, Sequence

from msgspec import Struct

from moot.providers.provider import CallLimits
from moot.providers.searchers.registry import Searchers
from moot.sessions.seating import PersonaOf, no_persona
from moot.sessions.session_attempt import FirstWordsOf, UsualOf
from moot.vocabulary.events import Body, SessionOpened


class Preflight(ABC):
    """Looks at everybody who must be asked before anything is asked."""

    @abstractmethod
    async def __call__(self, opened: SessionOpened, *, done: Sequence[Body] = (), attached: int = 0) -> Sequence[str]:
        """Notes for the session; raises when somebody who is needed cannot be asked. `done` is what it has so far."""


Afforded = Callable[[SessionOpened, bool], Awaitable[None]]
"""Raises where the money does not suffice to begin; true for a request that may be the repetition of an earlier one."""


class RunnerRules(Struct, frozen=True, kw_only=True):
    """What holds for every session that runs in this process."""

    door: str
    """Which door this process is."""
    persona_of: PersonaOf = no_persona
    """What a persona on the shelf says now."""
    strict_prices: bool = False
    """Whether a model without a known price is refused under a budget."""
    day_capped: bool = False
    """Whether a budget holds for all sessions of a day together."""
    limits: CallLimits = CallLimits()
    """Deadlines and sizes of a single call."""
    usual_of: UsualOf | None = None
    """What calls of a session's models usually write, as far as this installation knows."""
    first_words_of: FirstWordsOf | None = None
    """How long models took for their first word, as far as this installation knows."""
    searchers: Searchers | None = None
    """Where things can be looked up."""
    preflight: Preflight | None = None
    """What is looked at before a session starts, or goes on because somebody said so."""
    afforded: Afforded | None = None
    """Whether the money suffices is looked at before a session is opened."""
    most_sessions: int = 1000
    """Sessions that may run in this process at once."""
    storage_patience: Callable[[], Iterator[float]] = lambda: iter(())
    """Seconds between tries to write down what was said while nothing can be written; then the session ends."""
    crash_limit: int = 10
    """Holders that may die in a row without settling a move before the session ends as `crash_loop`."""
