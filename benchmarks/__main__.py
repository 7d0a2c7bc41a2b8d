"""`make bench`: every figure as one JSON, printed and kept in `figures.json`.

`make bench ONLY=B1` makes one, `ONLY=lines` counts code, `ONLY=style` names and docstrings. After it, on stderr, each
raised budget with today's figure,
and whether it holds. `python -m benchmarks judges` prints the simulated councils as they are kept,
`judges again` draws them anew: a quarter of an hour.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from benchmarks import (  # noqa: E402  (the path must stand first)
    answer_times,
    code_lines,
    engine,
    geometry,
    health,
    material,
    past,
    prefixes,
    scheduling,
    standings,
    store,
    studies,
    style,
    tally,
    texts,
    viewers,
)


async def figures(only: set[str]) -> dict[str, Any]:
    """The figures asked for; all of them when none is named."""
    made: dict[str, Any] = {"cores": os.cpu_count()}

    def wanted(*names: str) -> bool:
        return not only or bool(only & set(names))

    if wanted("B1"):
        made["B1"] = await engine.cpu_of_one()
    if wanted("B2"):
        made["B2"] = await engine.many_at_once()
    if wanted("B3", "B4"):
        made |= await engine.waiting()
    if wanted("B5"):
        made["B5"] = await store.durable_appends()
    if wanted("B6"):
        made["B6"] = await viewers.thousand_viewers()
    if wanted("B7"):
        made["B7"] = await material.resume()
    if wanted("B8"):
        made["B8 past"] = await past.pasts()
    if wanted("B10"):
        made["B10"] = material.start_up()
    if wanted("B11"):
        made["B11"] = await material.prompts()
    if wanted("B13"):
        made["B13"] = geometry.council_of_answers()
    if wanted("B16"):
        made["B16"] = tally.standings()
    if wanted("B18"):
        made["B18"] = texts.pages_and_ballots()
    if wanted("B19"):
        made["B19"] = await standings.pages()
    if wanted("B20"):
        made["B20"] = await studies.large()
    if wanted("B21"):
        made["B21"] = await prefixes.cacheable()
    if wanted("B22"):
        made["B22"] = await health.under_load()
    if wanted("B23"):
        made["B23"] = await asyncio.to_thread(scheduling.beside_limited)
    if wanted("B24"):
        made["B24"] = material.beside_llm()
    if wanted("B28"):
        made["B28"] = await asyncio.to_thread(answer_times.answer_times)
    if wanted("LINES"):
        made["lines"] = code_lines.totals()
    if wanted("style"):
        made["style"] = style.totals()
    if wanted("W"):
        from benchmarks import web  # a browser is needed for nothing else

        made |= await asyncio.to_thread(web.figures)
    return made


if __name__ == "__main__":
    if sys.argv[1:2] == ["judges"]:
        from benchmarks.judges import table  # nothing else needs it

        table.main(anew=sys.argv[2:] == ["again"])
        sys.exit()
    names = {name.upper() for name in sys.argv[1:]} | set(os.environ.get("ONLY", "").upper().split())
    material.write(asyncio.run(figures(names)), ROOT / "figures.json")
