"""Choose the models of a default council, with the reason for each model that is left out.

Configured endpoints go first; without any, all servers that run on this machine; then the models that Moot runs itself.
`moot doctor`, `moot models`, the app's list of models and the seating all show the result of `GatheredModels.of`
(`tests/convening/test_local_seating.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from urllib.parse import urlsplit

from msgspec import Struct, structs

from moot.convening.model_availability import candidates_of, title_of, titles_of
from moot.library.default_models import ModelChoice, ModelEligibility, behind, chosen, little_room, taken
from moot.library.model_memory import whole_memory
from moot.providers.directory import Directory
from moot.providers.endpoints import Endpoint
from moot.providers.models.listings import ListedModel
from moot.vocabulary.model_rows import HERE

LOCAL = ("ollama", "lmstudio", "llamacpp", "vllm")
"""Names of local engines to ask when nothing is configured, if something listens at their port."""
MOST_HERE = 5
"""Number of seats in a council of local engines' models: a laptop can run a debate of this many tiny models."""
LISTENS_WITHIN = 3.0
"""Number of seconds to wait for a connection to a local engine. A closed port refuses at once."""
NO_TALK = "It was not made to answer: its file does not say how a conversation is written for it."


class GatheredModels(Struct, frozen=True, kw_only=True):
    """The models found for a council that Moot puts together, and the endpoints that were asked for them."""

    rows: tuple[Endpoint, ...] = ()
    """Endpoints that were asked; none when nothing is configured and nothing runs."""
    set_up: bool = False
    """Whether the endpoints are configured; false if they were found running."""
    engine: bool = False
    """Whether Moot runs the models itself, without an endpoint of the user."""
    listed: int = 0
    """Number of models listed by the endpoints."""
    choice: ModelChoice = ModelChoice(models=(), notes=())
    """The models chosen."""
    troubles: Mapping[str, str] = {}
    """Why an endpoint listed no models, by the endpoint's name."""
    refused_keys: tuple[str, ...] = ()
    """Endpoints that refused their key."""

    def of(self, directory: Directory, model: str) -> ModelEligibility:
        """Return whether a model may get a seat, with the reason, even for a model that was not among the
        candidates."""
        found = next((each for each in self.choice.standings if each.model == model), None)
        return found or ModelEligibility(model=model, sits=False, why=self._beside(directory, model))

    @property
    def titles(self) -> str:
        """Return the display names of the endpoints that listed models, as one text."""
        return titles_of(row for row in self.rows if row.name not in self.troubles)

    def why_not(self, row: Endpoint) -> str:
        """Return why no model of this endpoint gets a seat."""
        against = next((each.why for each in self.choice.standings if each.model.startswith(f"{row.name}/")), "")
        return self.troubles.get(row.name) or against or "it lists no models."

    def told(self) -> str:
        """Return a text that names each endpoint that listed no models, with the reason; empty if all listed some."""
        return " ".join(f"{title_of(row)}: {why}" for row in self.rows if (why := self.troubles.get(row.name)))

    def _beside(self, directory: Directory, model: str) -> str:
        row = directory.rows().get(model.partition("/")[0])
        if row is None:
            return "No endpoint of that name is set up."
        if not row.speaks:
            return "It measures texts, and says nothing."
        if row.scripted:
            return "Scripted voices sit only where nothing is set up."
        if any(each.name == row.name for each in self.rows):
            return "Its endpoint does not list it now."
        return f"A council that Moot puts together is made of {titles_of(self.rows) or 'what is set up'}."


def set_up_in(directory: Directory) -> list[Endpoint]:
    """Return the configured endpoints (services that run models): those with a key, and those in the user's own
    file."""
    own = directory.endpoints.own()
    rows = [row for row in directory.rows().values() if row.speaks]
    return [row for row in rows if row.name in own or (not row.twin and directory.has_key(row.name))]


async def gathered(directory: Directory, most: int, *, pictures: bool = False) -> GatheredModels:
    """Choose at most `most` models for a council. Return the models, with the endpoints that were asked.

    If endpoints are configured, their models are used. If not, models of engines running on this machine are used. If
    no model is found there, the models that Moot runs itself are used.
    """
    rows = set_up_in(directory)
    is_set_up = bool(rows)
    if not rows:
        here = [directory.row(name) for name in LOCAL]
        up = await asyncio.gather(*(_listens(row.url) for row in here))
        rows = [row for row, listens in zip(here, up, strict=True) if listens]
    choice = await _once_listed(directory, rows, lambda: _chosen(directory, rows, most, pictures))
    found = GatheredModels(
        rows=tuple(rows),
        set_up=is_set_up,
        listed=sum(len(candidates_of(directory, row)) for row in rows),
        choice=choice,
        troubles=_troubles(directory, rows),
        refused_keys=tuple(row.name for row in rows if directory.lists.refuses_key(row.name)),
    )
    if is_set_up or found.choice.models or not any(directory.kept()):
        return found
    return await of_this_machine(directory, found)


def known_to(directory: Directory, most: int, *, pictures: bool = False) -> ModelChoice:
    """Choose at most `most` models from the configured endpoints. Return the models with the reasons.

    Only cached lists are read. No service is asked.
    """
    return _chosen(directory, set_up_in(directory), most, pictures)


async def of_this_machine(directory: Directory, before: GatheredModels | None = None) -> GatheredModels:
    """Choose among the models that Moot runs itself, and return the chosen ones.

    Models with a large context are preferred. `before` is an earlier attempt that found no models. The result includes
    its endpoints and reasons.
    """
    before = before or GatheredModels()
    rows = (directory.row(HERE),)
    await directory.lists.update([HERE], fresh=0, current=0)  # files may appear or disappear
    choice = await _once_listed(directory, rows, lambda: _chosen_here(directory))
    return GatheredModels(
        rows=(*before.rows, *rows),
        engine=True,
        listed=len(directory.offered(HERE)),
        choice=structs.replace(choice, standings=(*choice.standings, *before.choice.standings)),
        troubles={**before.troubles, **_troubles(directory, rows)},
    )


async def _once_listed(
    directory: Directory, rows: Sequence[Endpoint], choose: Callable[[], ModelChoice]
) -> ModelChoice:
    """Choose models from the cached lists. If these contain none to seat, wait for the list requests in progress and
    choose again."""
    names = [row.name for row in rows]
    await directory.lists.update(names)
    if not (choice := choose()).models:
        await directory.lists.update(names, fresh=0)  # retry an endpoint that failed a moment ago before refusing it
        choice = choose()
    while not choice.models and await directory.lists.next(names):
        choice = choose()
    return choice


def _troubles(directory: Directory, rows: Sequence[Endpoint]) -> dict[str, str]:
    return {row.name: why for row in rows if (why := directory.lists.trouble(row.name))}


def _chosen_here(directory: Directory) -> ModelChoice:
    found = directory.lists.known(HERE)
    rows = list(found.models.values()) if found is not None else []
    standings = _standings_here(rows)
    models = tuple(each.model for each in standings if each.sits)
    tight = (little_room(f"{HERE}/{row.name}", row.context) for row in rows if f"{HERE}/{row.name}" in models)
    return ModelChoice(models=models, notes=tuple(filter(None, tight)), standings=standings)


def _standings_here(rows: Sequence[ListedModel]) -> tuple[ModelEligibility, ...]:
    able = [row.name for row in rows if row.speaks is not False]
    sits = {name: name in able[:MOST_HERE] for name in able}
    return tuple(
        ModelEligibility(
            model=f"{HERE}/{row.name}",
            sits=sits.get(row.name, False),
            why=NO_TALK
            if row.name not in sits
            else (little_room(f"{HERE}/{row.name}", row.context) or taken())
            if sits[row.name]
            else behind(MOST_HERE),
        )
        for row in rows
    )


def _chosen(directory: Directory, rows: Sequence[Endpoint], most: int, pictures: bool) -> ModelChoice:
    memory = whole_memory()
    found = [candidate for row in rows for candidate in candidates_of(directory, row)]
    return chosen(found, most, memory=None if memory is None else memory / 1e9, pictures=pictures)


async def _listens(url: str) -> bool:
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or 80
    try:
        async with asyncio.timeout(LISTENS_WITHIN):
            _, writer = await asyncio.open_connection(host, port)
        writer.close()
    except (OSError, TimeoutError):
        return False
    return True
