"""Resolve model names without an endpoint, such as `gpt-5.1`, in the lists of endpoints."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence

from moot.errors import BadInput, UnknownName
from moot.library.default_models import same_model
from moot.providers.directory import Directory
from moot.providers.endpoints import Endpoint
from moot.vocabulary.seats import checked_model, member_from

FORM = "Model ids read `endpoint/model`, e.g. `openrouter/openai/gpt-5.1` or `rehearsal/ada`; see `moot models`."
MOST_TOLD = 8
"""Most ids shown for an ambiguous name."""


class ModelNames:
    """Resolver of model names."""

    def __init__(self, directory: Directory, configured: Callable[[], Sequence[Endpoint]]) -> None:
        self._directory, self._configured = directory, configured

    async def member(self, text: str, notes: list[str]) -> str:
        """Return a member's line, `model` or `model:count`, with the model's full id."""
        name, colon, count = text.strip().rpartition(":")
        counted = bool(colon) and count.isascii() and count.isdigit()
        model = await self.model(name if counted else text.strip(), notes)
        line = f"{model}:{count}" if counted else model
        member_from(line)
        return line

    async def holders(self, holder: str | list[str], notes: list[str]) -> str | list[str]:
        """Return an office's holders with full ids."""
        if isinstance(holder, str):
            return await self.model(holder, notes)
        return [await self.model(each, notes) for each in holder]

    async def model(self, name: str, notes: list[str]) -> str:
        """Return a model's full id; raise with the possible ids if the name is ambiguous."""
        endpoint, slash, _ = name.partition("/")
        if (
            name == "person"
            or (slash and endpoint in self._directory.rows())
            or not name
            or any(map(str.isspace, name))
        ):
            return checked_model(name)
        rows = [*self._configured(), *(row for row in self._directory.configured() if row.private and row.url)]
        names = [row.name for row in rows]
        await self._directory.lists.update(names, current=0)  # the name may be newer than the cached list
        listed = {
            f"{row.name}/{each}": each for row in rows for each in (self._directory.offered(row.name) or row.models)
        }
        for meant in (_is, _ends_in, _is_snapshot_of):
            found = [model for model, short in listed.items() if meant(name.lower(), short.lower())]
            if len(found) == 1:
                notes.append(f"{name} was taken for {found[0]}.")
                return found[0]
            if found:
                told = " or ".join(found[:MOST_TOLD]) + (" and others" if len(found) > MOST_TOLD else "")
                raise BadInput(f"{name!r} could mean {told}.", "Name one of them whole.")
        ends = {short.rsplit("/", 1)[-1].lower(): model for model, short in listed.items()}
        near = [ends[each] for each in difflib.get_close_matches(name.rsplit("/", 1)[-1].lower(), ends, n=4)]
        if near:
            raise BadInput(
                f"{name!r} is not a model id, and nothing set up here lists it.", f"Near it: {', '.join(near)}."
            )
        if not slash:
            return checked_model(name)
        raise UnknownName("endpoint", endpoint, self._directory.rows(), f"Nothing set up here lists {name!r}. {FORM}")


def _is(name: str, listed: str) -> bool:
    return listed in (name, f"{name}:latest")


def _ends_in(name: str, listed: str) -> bool:
    return listed.endswith(f"/{name}")


def _is_snapshot_of(name: str, listed: str) -> bool:
    return same_model(name, listed) or same_model(name.rsplit("/", 1)[-1], listed.rsplit("/", 1)[-1])
