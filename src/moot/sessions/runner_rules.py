"""Settings of all sessions in a process: interface, limits, personas and lookups."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence

from msgspec import Struct

from moot.providers.provider import CallLimits
from moot.providers.searchers.searcher import Searchers
from moot.sessions.budget.typical_cost import Past
from moot.sessions.seating import PersonaOf, no_persona
from moot.vocabulary.events import Body, SessionOpened


class Preflight(ABC):
    """Checks every seat that will be asked before anything is asked."""

    @abstractmethod
    async def __call__(self, opened: SessionOpened, *, done: Sequence[Body] = (), attached: int = 0) -> Sequence[str]:
        """Return notes for the session.

        Args:
            done: The session's events so far.

        Raises:
            MootError: A seat that is needed cannot be called.
        """


UsualOf = Callable[[SessionOpened], Awaitable[Past]]
"""Returns the usual output of the calls of a session's models."""
FirstWordsOf = Callable[[Collection[str]], Awaitable[Mapping[str, Sequence[float]]]]
"""Returns models' times to their first word in seconds, the latest first."""
Afforded = Callable[[SessionOpened, bool], Awaitable[None]]
"""Raises if the money is not enough to begin; true for a request that may repeat an earlier one."""


class RunnerRules(Struct, frozen=True, kw_only=True):
    """Settings of all sessions in this process."""

    door: str
    """The interface of this process."""
    persona_of: PersonaOf = no_persona
    """Returns a persona's current text."""
    strict_prices: bool = False
    """Whether a model without a known price is refused under a budget."""
    day_capped: bool = False
    """Whether there is a budget for all sessions of a day."""
    limits: CallLimits = CallLimits()
    """Deadlines and limits of a single call."""
    usual_of: UsualOf | None = None
    """Returns the usual output of the calls of a session's models, from earlier sessions."""
    first_words_of: FirstWordsOf | None = None
    """Returns models' times to their first word, from earlier sessions."""
    searchers: Searchers | None = None
    """Search services."""
    preflight: Preflight | None = None
    """Check before a session starts or is resumed by hand."""
    afforded: Afforded | None = None
    """Check of the money before a session opens."""
    most_sessions: int = 1000
    """Maximum sessions in this process at once."""
    storage_patience: Callable[[], Iterator[float]] = lambda: iter(())
    """Seconds between retries of a write while the store fails; after the last, the session ends."""
    crash_limit: int = 10
    """Processes that may crash in a row without settling a move before the session ends as `crash_loop`."""
