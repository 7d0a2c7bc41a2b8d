"""Replace a council's missing models: seat the first available fallback, or suggest a successor.

The session contains the model that was used, and a note about the replacement.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from moot.convening.model_availability import can_be_asked, gone_since, offers, title_of
from moot.errors import MootError
from moot.library.default_models import successor
from moot.providers.directory import Directory
from moot.sessions.seating import lists_heard, models_of
from moot.vocabulary.councils import Council
from moot.vocabulary.seats import Member, member_from


class CouncilReplacement(Struct, frozen=True, kw_only=True):
    """A council whose missing models are replaced."""

    council: Council
    """The council with available models."""
    notes: tuple[str, ...] = ()
    """Which model replaces which, as text."""


async def successors_seated(council: Council, directory: Directory) -> CouncilReplacement:
    """Return the council with its fallbacks in place of missing models; refresh the lists of its services."""
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
    """Return which members cannot be called now: one sentence per cause, with the most likely successor."""
    alike: dict[str, list[str]] = {}
    for model in models_of(council):
        if not can_be_asked(directory, model):
            alike.setdefault(reason(directory, model), []).append(model)
    told = []
    for why, models in alike.items():
        heirs = [_followed(model, other) for model in models if (other := advised(directory, model))]
        told.append(" ".join([f"{', '.join(models)}: {why}.", *heirs]))
    return tuple(told)


def _followed(model: str, other: str) -> str:
    return f"{model} most likely gave way to {other}."


def reason(directory: Directory, model: str) -> str:
    """Return in a few words why a model cannot be called."""
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
    """Return the available model that was most likely meant; empty when no name is near enough."""
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
