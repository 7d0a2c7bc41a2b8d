"""What is known of a model beside its id? What its roster or its file says, and the port it answers at now."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from moot.engine.model_files import SEATED, ModelFiles
from moot.engine.sharing import FOLDER, Engine
from moot.engine.supervisor import Loaded
from moot.errors import MootError
from moot.house import House
from moot.library.model_rosters import rosters_in
from moot.server.spectator.frames import Face

WITHIN = 2.0
"""Seconds in which whoever runs the models says which are loaded."""


async def faces_of(house: House) -> Mapping[str, Face]:
    """What is known of the models of this machine, by the name they are seated under."""
    ports = {each.model: each.port or None for each in await loaded_here(house)}
    rosters = await asyncio.to_thread(rosters_in, house.home)
    faces = {
        each.id: Face(name=each.name, company=each.company, size=each.parameters)
        for roster in rosters.values()
        for each in roster.models
    }
    for kept in await asyncio.to_thread(ModelFiles(house.home).all):
        known = faces.get(kept.id, Face())
        faces[kept.id] = Face(
            name=known.name or kept.name,
            company=known.company or kept.company,
            size=known.size,
            port=ports.get(kept.id),
        )
    return {f"{SEATED}{name}": face for name, face in faces.items()}


def seated(name: str, home: Path) -> str:
    """The model that somebody means by what it is called here, as it is seated."""
    if "/" in name or name not in {each.id for each in ModelFiles(home).all()}:
        return name
    return f"{SEATED}{name}"


def engine_of(house: House) -> Engine:
    """What runs the models of this house, here or in another Moot."""
    from moot.engine.provider import LocalProvider  # brings the network along, which scripted voices never need

    provider = house.directory.provider_for(f"{SEATED}any")
    assert isinstance(provider, LocalProvider)
    return provider.engine


async def loaded_here(house: House) -> Sequence[Loaded]:
    """The models that are loaded now, by whichever Moot; none where nobody says so in time."""
    if not (house.home / FOLDER / "running.json").exists():
        return []
    with suppress(MootError, TimeoutError, OSError):
        async with asyncio.timeout(WITHIN):
            return await engine_of(house).told()
    return []
