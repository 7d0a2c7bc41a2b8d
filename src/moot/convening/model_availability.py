"""Check whether a service offers a model, and what is known of it. The service's list overrides the endpoint's row."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable

from msgspec import Struct
from msgspec.structs import replace

from moot.errors import MootError
from moot.library.default_models import SeatCandidate, same_model, successor
from moot.library.model_memory import memory_of
from moot.providers.directory import Directory
from moot.providers.endpoints import Endpoint
from moot.providers.models.listings import ListedModel
from moot.sessions.seating import lists_heard, models_of
from moot.vocabulary.councils import Council
from moot.vocabulary.seats import Member, member_from

LOOPBACK = ("//127.0.0.1", "//localhost", "//[::1]")
ROOM = 8192
"""Number of context tokens assumed for a council's longest prompt: a synthesis of five answers and its reply."""
UNKNOWN_SHAPE = 80_000
"""Bytes of weights per value cached for a token, if the shape is unknown: as for 8 billion parameters at 4 bits."""


def offers(directory: Directory, model: str) -> bool | None:
    """Return whether a model is in its endpoint's list, by its name, as a dated snapshot or as the newest version.

    Returns:
        `None` if the list is empty. True for models that the user's own configuration of the endpoint names.
    """
    name, _, short = model.partition("/")
    if short in directory.named(name):
        return True
    row = directory.rows().get(name)
    if row is None or not row.url or not directory.offered(name):
        return None
    if directory.listing_of(model) is not None:
        return True
    bare = short.rpartition(":")[0] or short  # a router offers `model:nitro` wherever it offers the model
    return any(same_model(short, each) or each == bare for each in directory.offered(name))


def gone_since(directory: Directory, model: str, today: datetime.date | None = None) -> str:
    """Return the day that a service announced for a model's removal, if this day is today or earlier.

    If no removal was announced, or if the day is later, return an empty string.
    """
    listed = directory.listing_of(model)
    day = (today or datetime.date.today()).isoformat()
    return listed.until if listed is not None and listed.until and listed.until <= day else ""


def can_be_asked(directory: Directory, model: str) -> bool:
    """Return whether a model can be called: it has an endpoint with a key, and the endpoint's list is not known to lack
    it."""
    if model == "person":
        return True
    try:
        row = directory.endpoint_of(model)
    except MootError:
        return False
    if row.needs_key and not directory.has_key(row.name):
        return False
    return offers(directory, model) is not False and not gone_since(directory, model)


def candidates_of(directory: Directory, row: Endpoint) -> list[SeatCandidate]:
    """Return the models of an endpoint that may get a seat: those in the user's own configuration first, then the
    listed ones."""
    if row.needs_key and not directory.has_key(row.name):
        return []
    named = directory.named(row.name)
    models = dict.fromkeys([*named, *directory.offered(row.name)])
    return [_candidate(directory, row, model, named.index(model) if model in named else None) for model in models]


def title_of(row: Endpoint) -> str:
    """Return the display name of an endpoint."""
    return row.title or row.name


def titles_of(rows: Iterable[Endpoint]) -> str:
    """Return the display names of these endpoints in one text."""
    return ", ".join(map(title_of, rows))


def _candidate(directory: Directory, row: Endpoint, model: str, place: int | None) -> SeatCandidate:
    name = f"{row.name}/{model}"
    listed = directory.listing_of(name)
    price = directory.price_of(name)
    return SeatCandidate(
        model=name,
        read=price.input / 1000 if price is not None else None,
        written=price.output / 1000 if price is not None else None,
        context=listed.context if listed is not None else None,
        since=listed.since if listed is not None else None,
        speaks=False if model in row.embeddings else listed.speaks if listed is not None else None,
        leaves=listed is not None and bool(listed.until),
        # A local server with prices is not an engine but a gateway to a remote one.
        here=any(host in row.url for host in LOOPBACK) and (price.free if price is not None else not row.local),
        needs=_gigabytes(listed) if listed is not None else None,
        loaded=listed is not None and listed.loaded is True,
        unfit=(listed.lacks or listed.unfit) if listed is not None else "",
        council=listed is not None and listed.council,
        sees=directory.abilities_of(name).vision,
        place=place,
    )


def _gigabytes(listed: ListedModel) -> float | None:
    """Return the memory that a model takes with a council's longest prompt, in gigabytes; `None` if its server does not
    report its size."""
    if listed.bytes is None:
        return None
    context = min(listed.context or ROOM, ROOM)
    by_token = listed.key_values if listed.key_values is not None else listed.bytes // UNKNOWN_SHAPE
    return memory_of(listed.bytes, by_token, context) / 1e9


class CouncilReplacement(Struct, frozen=True, kw_only=True):
    """A council in which other models replace those that cannot be called, with notes on each replacement."""

    council: Council
    """The council with available models."""
    notes: tuple[str, ...] = ()
    """Descriptions of the replacements, as text."""


async def successors_seated(council: Council, directory: Directory) -> CouncilReplacement:
    """Return the council with its fallbacks in place of models that cannot be called, after fetching the current model
    lists."""
    asked = [each for model in models_of(council) for each in (model, *council.instead.get(model, ()))]
    await lists_heard(asked, directory)
    taken: dict[str, str] = {}
    notes = []
    for model in dict.fromkeys(models_of(council)):
        if can_be_asked(directory, model):
            continue
        other = next((each for each in council.instead.get(model, ()) if can_be_asked(directory, each)), None)
        if other is not None:
            taken[model] = other
            notes.append(f"{other} sits instead of {model}: {reason(directory, model)}.")
    if not taken:
        return CouncilReplacement(council=council)
    return CouncilReplacement(council=_with(council, lambda model: taken.get(model, model)), notes=tuple(notes))


def troubles_of(council: Council, directory: Directory) -> tuple[str, ...]:
    """Return why members cannot be called now, as one sentence per cause that names the likeliest replacement."""
    alike: dict[str, list[str]] = {}
    for model in models_of(council):
        if not can_be_asked(directory, model):
            alike.setdefault(reason(directory, model), []).append(model)
    told = []
    for why, models in alike.items():
        heirs = [f"{each} most likely gave way to {new}." for each in models if (new := advised(directory, each))]
        told.append(" ".join([f"{', '.join(models)}: {why}.", *heirs]))
    return tuple(told)


def reason(directory: Directory, model: str) -> str:
    """Return in a few words why a model cannot be called, for a message to the user."""
    try:
        row = directory.endpoint_of(model)
    except MootError as error:
        return error.message.rstrip(".")
    if row.needs_key and not directory.has_key(row.name):
        return f"no key ({' or '.join(row.key_env)})"
    if day := gone_since(directory, model):
        return f"{title_of(row)} took it away on {day}"
    return f"{title_of(row)} does not list it"


def advised(directory: Directory, model: str) -> str:
    """Return the available model that a user who named this unavailable one most likely wants; empty if none is similar
    enough."""
    name, _, short = model.partition("/")
    if directory.offered(name) and offers(directory, model) is not True:
        found = successor(model, [f"{name}/{each}" for each in directory.offered(name)])
        return found or ""
    for row in directory.configured():
        same = [each for each in directory.offered(row.name) if each.rsplit("/", 1)[-1] == short.rsplit("/", 1)[-1]]
        if row.name != name and same:
            return f"{row.name}/{same[0]}"
    return ""


def _with(council: Council, now: Callable[[str], str]) -> Council:
    def line(member: Member | str) -> Member | str:
        whole = member_from(member) if isinstance(member, str) else member
        other = now(whole.model)
        if other == whole.model:
            return member
        return other if isinstance(member, str) and whole.count == 1 else replace(whole, model=other)

    return replace(
        council,
        members=tuple(map(line, council.members)),
        chair=now(council.chair) if council.chair else None,
        stand_ins=tuple(map(now, council.stand_ins)),
        offices={
            office: now(holder) if isinstance(holder, str) else [now(each) for each in holder]
            for office, holder in council.offices.items()
        },
    )
