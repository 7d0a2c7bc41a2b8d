"""Settings of all sessions in a process: interface, limits, personas and lookups."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence

from msgspec import Struct

from moot.providers.provider import CallLimits
from moot.providers.searchers.searcher import Searchers
from moot.providers.tools.toolbox import Toolbox
from moot.sessions.budget.typical_cost import Past
from moot.sessions.seating import PersonaOf, no_persona
from moot.vocabulary.events import Body, SessionOpened


class Preflight(ABC):
    """A check, made before a session starts, that every seat that will be asked can answer."""

    @abstractmethod
    async def __call__(self, opened: SessionOpened, *, done: Sequence[Body] = (), attached: int = 0) -> Sequence[str]:
        """Check the seats, and return notes to be added to the session.

        Args:
            done: The session's events so far.

        Raises:
            MootError: A seat that is needed cannot be called.
        """


UsualOf = Callable[[SessionOpened], Awaitable[Past]]
"""Type of functions that return how many tokens a session's models usually write, from earlier sessions."""
FirstWordsOf = Callable[[Collection[str]], Awaitable[Mapping[str, Sequence[float]]]]
"""Type of functions that return each model's seconds to the first token in earlier sessions, the latest first."""
Afforded = Callable[[SessionOpened, bool], Awaitable[None]]
"""Type of functions that raise an error if the budget is not enough for the session to begin. The second argument is
true for a request that may repeat an earlier request.
"""


class RunnerRules(Struct, frozen=True, kw_only=True):
    """Settings that apply to all sessions in this process."""

    door: str
    """The interface that this process serves, as recorded in its sessions."""
    persona_of: PersonaOf = no_persona
    """Returns a persona's current text by its name."""
    strict_prices: bool = False
    """Whether a model without a known price is refused under a budget."""
    day_capped: bool = False
    """Whether there is a budget for all sessions of a day."""
    limits: CallLimits = CallLimits()
    """Deadlines and limits of a single call."""
    usual_of: UsualOf | None = None
    """Returns how many tokens a session's models usually write."""
    first_words_of: FirstWordsOf | None = None
    """Returns how long models took to their first token in earlier sessions."""
    searchers: Searchers | None = None
    """Search services."""
    toolbox: Toolbox | None = None
    """Tools that members may call."""
    preflight: Preflight | None = None
    """Check of all seats before a session starts or is resumed by hand."""
    afforded: Afforded | None = None
    """Check before a session opens that its budget is enough to begin."""
    most_sessions: int = 1000
    """Maximum number of sessions in this process at once."""
    storage_patience: Callable[[], Iterator[float]] = lambda: iter(())
    """Returns the seconds to wait between retries of a write while the store fails. After the last retry, the session
    ends.
    """
    crash_limit: int = 10
    """Number of consecutive crashes without progress after which the session ends as `crash_loop`."""
