"""Check before the first call that every member can be called: keys, lists, prices under a budget, sizes.

All causes are reported at once, each once for all its models. A stand-in that cannot be called is only a note, because
it may never be needed, and so is a service that does not list its models. On resume and fork, members that have done
their part are not checked.
"""

from __future__ import annotations

import difflib
import shutil
from collections.abc import Container, Iterable, Iterator, Sequence

from msgspec import Struct

from moot.convening.model_availability import advised, gone_since, offers, title_of
from moot.errors import NotReady
from moot.providers.directory import Directory
from moot.sessions.runner_rules import Preflight
from moot.sessions.seating import lists_heard
from moot.vocabulary.events import Body, SeatFailed, SeatSpoke, SessionOpened, StageEntered
from moot.vocabulary.seats import Seat
from moot.vocabulary.words.context_room import ENTRY, LEAST_COPY, OWN_WORDS

CHARACTERS_A_TOKEN = 5
"""Number of characters assumed per token: more than most texts have, so that only a question that is certainly too
long is refused.
"""
LEAST_ANSWER = 256
"""Number of tokens to leave for an answer."""
MEASURER = "embedder"
STAND_IN = "stand-in"


class Cause(Struct, frozen=True, kw_only=True):
    """Why one model cannot be called, with what the user can do about it."""

    model: str
    """Id of the model."""
    why: str
    """Cause, without the model's name. Equal causes are reported once."""
    remedy: str
    """Advice on what the user can do."""


class PreflightCheck(Preflight):
    """The check, made before a session's first call, that every required member can be called.

    Args:
        directory: The endpoints.
        strict_prices: Whether models without a known price are refused under a budget.
    """

    def __init__(self, directory: Directory, *, strict_prices: bool) -> None:
        self._directory, self._strict_prices = directory, strict_prices

    async def __call__(self, opened: SessionOpened, *, done: Sequence[Body] = (), attached: int = 0) -> Sequence[str]:
        """Check a session, and return notes on members that could not be checked, or that are missing but not required.

        Args:
            opened: The session's opening event, with its members.
            done: Events that the session has recorded already, if it is resumed.
            attached: Characters of the files that go with the question.

        Raises:
            NotReady: A required member cannot be called; contains every cause.
        """
        directory = self._directory
        needed = _still_needed(opened, done)
        spare = [seat for seat in opened.roster.offices if seat.id.startswith(STAND_IN)]
        models = {seat.model for seat in (*needed, *spare)}
        for model in sorted(models):
            directory.endpoint_of(model)  # the error for an endpoint that is no longer configured names it
        silent = await lists_heard(sorted(models), directory)
        capped = opened.cap is not None or opened.cap_per_call is not None
        characters, shown = len(opened.question.text) + attached, len(opened.roster.seats) - 1
        causes = list(_causes(needed, directory, characters, shown, strict=self._strict_prices and capped))
        if causes:
            raise NotReady(_told(causes), (cause.remedy for cause in causes))
        missing = _told(_causes(spare, directory, characters, shown))
        notes = [f"A stand-in cannot be asked, should the chair fail: {line}" for line in missing]
        unheard = [model for model in sorted(models) if model.partition("/")[0] in silent]
        for name, why in sorted(silent.items()):
            these = ", ".join(model for model in unheard if model.partition("/")[0] == name)
            notes.append(f"Whether {these} is offered was not checked: {why}")
        return tuple(notes)


def unready_among(seats: Iterable[Seat], directory: Directory) -> tuple[str, ...]:
    """Return which of these seats' models cannot be called, why, and what to do, as one sentence per cause.

    No request is made for this.
    """
    asked = [seat for seat in seats if not seat.person and not seat.scripted]
    alike: dict[tuple[str, str], list[str]] = {}
    for cause in _causes(asked, directory, 0):
        alike.setdefault((cause.why, cause.remedy), []).append(cause.model)
    return tuple(f"{', '.join(models)} cannot be asked: {why}. {remedy}" for (why, remedy), models in alike.items())


def _still_needed(opened: SessionOpened, done: Sequence[Body]) -> list[Seat]:
    """Return the seats still to be called: all offices except stand-ins, and the members not done in the current
    stage."""
    offices = [seat for seat in opened.roster.offices if not seat.id.startswith(STAND_IN)]
    settled: set[str] = set()
    for body in done:
        if isinstance(body, StageEntered):
            settled = set()
        elif isinstance(body, SeatSpoke) or (isinstance(body, SeatFailed) and body.final):
            settled.add(body.seat)
    members = [seat for seat in opened.roster.seats if seat.id not in settled]
    return [seat for seat in (*members, *offices) if not seat.person and not seat.scripted]


def _causes(
    seats: Iterable[Seat], directory: Directory, characters: int, shown: int = 0, *, strict: bool = False
) -> Iterator[Cause]:
    alike: dict[str, Seat] = {}
    for seat in seats:
        alike.setdefault(seat.model, seat)
    for model, seat in alike.items():
        row = directory.endpoint_of(model)
        listed = directory.listing_of(model)
        measures = seat.id.startswith(MEASURER)
        if row.needs_key and not directory.has_key(row.name):
            where = " or ".join(row.key_env)
            other = advised(directory, model)
            more = f" With a key you have: {other}." if other and other not in alike else ""
            advice = f"Set {row.key_env[0]}, or run `moot keys set {row.name}`.{more}"
            yield Cause(model=model, why=f"no key ({where})", remedy=advice)
        elif row.command and shutil.which(row.command[0]) is None:
            why = f"`{row.command[0]}` is not installed, or not on the PATH"
            yield Cause(model=model, why=why, remedy="Install it, or name another member.")
        elif row.wire == "local" and (name := model.partition("/")[2]) not in directory.kept():
            yield Cause(model=model, why="it is not on this machine", remedy=f"Fetch it: `moot models pull {name}`.")
        elif day := gone_since(directory, model):
            yield Cause(
                model=model, why=f"{title_of(row)} took it away on {day}", remedy=_another(directory, model, alike)
            )
        elif offers(directory, model) is False:
            yield Cause(model=model, why=f"{title_of(row)} does not list it", remedy=_another(directory, model, alike))
        elif listed is not None and listed.speaks is False and not measures:
            yield Cause(model=model, why="it does not answer in words", remedy="Seat a model that does.")
        elif not measures and (short := _too_small(seat, directory, characters, shown)):
            yield Cause(model=model, why=short, remedy="Ask a shorter question, attach less, or seat larger models.")
        if strict and seat.price is None:
            advice = f"Give {row.name} a price in endpoints.toml, or leave out `--budget`."
            yield Cause(model=model, why="nobody knows its price, and prices are strict", remedy=advice)


def _too_small(seat: Seat, directory: Directory, characters: int, shown: int) -> str:
    """Return why the question cannot fit into a model's context; empty if it may fit, or if the context size is
    unknown."""
    context = directory.context_of(seat.model)
    if context is None:
        return ""
    # When judged, the other answers follow the question, shortened as much as possible.
    told = OWN_WORDS + shown * (ENTRY + LEAST_COPY)
    least = (characters + told) // CHARACTERS_A_TOKEN + LEAST_ANSWER
    if least <= context:
        return ""
    return f"at least {least:,} tokens are needed for the question and an answer, and it takes {context:,}"


def _another(directory: Directory, model: str, seated: Container[str]) -> str:
    """Return a sentence that suggests another model.

    This is the likeliest successor. If there is none, or if the successor already is a member, similar names are
    suggested.
    """
    other = advised(directory, model)
    if other and other not in seated:
        return f"Its successor is most likely {other}."
    endpoint, _, name = model.partition("/")
    near = difflib.get_close_matches(name, directory.offered(endpoint), n=4)
    shown = f"Near it: {', '.join(f'{endpoint}/{each}' for each in near)}." if near else "`moot models` shows the list."
    return f"{shown} If it is there all the same, name it among the `models` of [{endpoint}] in endpoints.toml."


def _told(causes: Iterable[Cause]) -> list[str]:
    """Return a sentence for each cause."""
    alike: dict[str, list[str]] = {}
    for cause in causes:
        alike.setdefault(cause.why, []).append(cause.model)
    return [f"{', '.join(models)}: {why}." for why, models in alike.items()]
