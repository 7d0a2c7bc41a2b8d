"""How is a council asked from Python? `await convene(...)`, or `ask(...)` where nothing runs an event loop.

    import moot
    result = moot.ask("Which of these two plans is safer?", members=["openai/gpt-5.1", "ollama/qwen3:8b"])
    print(result.verdict, result.standing.k_replaced)

The synchronous door is one function at the edge; everything behind it is async.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from moot.errors import BadInput
from moot.house import House
from moot.sessions.documents import Document, document_from
from moot.sessions.result import Result, result_of
from moot.sessions.state import state_of
from moot.vocabulary.councils import OptionValue

P = ParamSpec("P")
T = TypeVar("T")


async def convene(
    question: str,
    *,
    council: str | None = None,
    members: Sequence[str] = (),
    chair: str | None = None,
    offices: Mapping[str, str | list[str]] | None = None,
    protocol: str | None = None,
    rubric: str | None = None,
    options: Mapping[str, OptionValue] | None = None,
    attach: Sequence[str | Path] = (),
    budget: float | None = None,
    seed: str | None = None,
    home: str | Path | None = None,
) -> Result:
    """Puts a question to a council and returns the session's result, whatever its outcome.

    Without council and members the one sits that `moot ask` would seat. The session is kept in the store under `home`
    (default: `MOOT_HOME`) and can be resumed, forked and exported like any other.
    """
    house = await House.opened("python", Path(home) if home is not None else None, rehearsal_speed=0)
    try:
        sitting = await house.sits(
            council=council, members=members, chair=chair, offices=offices, protocol=protocol, rubric=rubric
        )
        session = await house.convene(
            question,
            sitting.council,
            options=options,
            documents=[await _document(Path(file)) for file in attach],
            budget=budget,
            seed=seed,
        )
        await house.runner.ended(session)
        return result_of(state_of(await house.transcript.read(session)))
    finally:
        await house.close()


def _at_the_edge(work: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, T]:
    def done(*given: P.args, **named: P.kwargs) -> T:
        return asyncio.run(work(*given, **named))

    done.__doc__ = f"{work.__doc__}\n    For where no event loop runs."
    return done


ask = _at_the_edge(convene)


async def _document(file: Path) -> Document:
    try:
        data = await asyncio.to_thread(file.read_bytes)
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror or error}.") from None
    return await document_from(file.name, data, None)
