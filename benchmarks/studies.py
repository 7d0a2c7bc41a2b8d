"""B20: how far a study is, what it found and its pages, over 10,000 sessions, or as many as are named.

The study has four arms, over questions of 25 domains that are asked twice. Its rows are
written as asking writes them; what its sessions came to is one recorded review with other figures, kept as the end of
each session keeps it. Beside the figures stands what the same took when status read every fact of the study:
`python -m benchmarks.studies 2000`.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

from moot.extensions.studies.service import studies_of

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

import msgspec  # noqa: E402  (the path must stand first)
from msgspec.structs import replace  # noqa: E402
from sqlalchemy import Connection, insert  # noqa: E402

from moot.app import Application  # noqa: E402
from moot.exports.session_files import events_from_jsonl  # noqa: E402
from moot.extensions.studies.corpora.corpus_shelf import CorpusShelf  # noqa: E402
from moot.extensions.studies.progress import CellPut  # noqa: E402
from moot.extensions.studies.reports.cells import CellResult, result_of  # noqa: E402
from moot.extensions.studies.reports.study_index import reader_of  # noqa: E402
from moot.extensions.studies.reports.study_report import report_on  # noqa: E402
from moot.extensions.studies.study import Arm, Study, StudyCell, cells_of, source_of  # noqa: E402
from moot.extensions.studies.tables import study_facts  # noqa: E402
from moot.transcripts.session_record import SessionEntry  # noqa: E402
from moot.transcripts.sql.rows import record_row  # noqa: E402
from moot.transcripts.sql.schema import sessions, study_cells  # noqa: E402
from moot.vocabulary.state import state_of  # noqa: E402

DOMAINS, TIMES = 25, 5
GOLDEN = ROOT / "tests" / "golden" / "planted" / "cart-js.jsonl"
STUDY = Study(
    name="large", corpus="large", repeats=2,
    arms=(
        Arm(name="base", protocol="adjudication"),
        Arm(name="again", protocol="adjudication", options={"axes_apart": False}),
        Arm(name="strict", of="base", stage="adjudication", adjudicators=("lab/strict",)),
        Arm(name="reversed", of="base", stage="refinement", options={"reverse_rebuttals": True}),
    ),
)  # fmt: skip
BUDGET = {"status": 300.0, "report": 10_000.0, "page": 150.0}
"""Most milliseconds of each."""


def corpus_in(home: Path, questions: int) -> None:
    """A set of so many questions."""
    folder = home / "corpora" / "large"
    folder.mkdir(parents=True)
    (folder / "corpus.toml").write_text('title = "Large"\nversion = "1"\nlicence = "CC0-1.0"\nrubric = "stress-test"\n')
    rows = [{"id": f"q{n}", "domain": f"d{n % DOMAINS}", "text": f"Is {n} enough?"} for n in range(questions)]
    (folder / "items.jsonl").write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))


async def filled(app: Application, number: int) -> str:
    """A study with so many sessions, all of them over; its id."""
    kept = studies_of(app)
    progress = await kept.open(STUDY)
    corpus = kept.corpus_of(progress)
    item = CorpusShelf(app.home).corpus("planted-bugs").item("cart-js")
    assert item is not None
    like = result_of(StudyCell("base", "q0", 1), item, state_of(events_from_jsonl(GOLDEN.read_text("utf-8"))))
    lots, reader = Random(3), reader_of(progress)
    cells = list(cells_of(STUDY, progress.questions))
    assert len(cells) == number
    ids = {cell: f"s{n}" for n, cell in enumerate(cells)}

    def varied(cell: StudyCell) -> CellResult:
        arm, of = STUDY.arm(cell.arm), corpus.item(cell.item)
        assert of is not None
        less = 3.0 if cell.arm == "strict" else 0.0
        return replace(
            like, arm=cell.arm, item=cell.item, repeat=cell.repeat, domain=of.domain, session=ids[cell], reviewed=None,
            measures={name: value + lots.gauss(0, 1) - less for name, value in like.measures.items()},
            scores={model: score + lots.gauss(0, 1) for model, score in like.scores.items()},
            verdict_class=lots.choice(["confirmed", "disputed", "clean"]),
            fork_of=ids[source_of(STUDY, arm, cell)] if arm.of else "",
        )  # fmt: skip

    def some(connection: Connection, first: int) -> None:
        for n, cell in enumerate(cells[first : first + 1000], start=first):
            at = f"2031-01-{1 + n * 27 // number:02}T10:00:00.000Z"
            record = SessionEntry(id=ids[cell], state="verdict", protocol="adjudication", created=at, updated=at)
            connection.execute(insert(sessions), record_row(record))
            put = CellPut(arm=cell.arm, item=cell.item, repeat=cell.repeat, session=ids[cell])
            fact = {"study": progress.id, "seq": n + 1, "key": f"cell/{cell.key}#1", "at": at, "kind": put.kind}
            connection.execute(insert(study_facts), fact | {"body": msgspec.json.encode(put).decode()})
            row = {"session": ids[cell], "study": progress.id, "arm": cell.arm, "item": cell.item}
            told = {"reader": reader, "result": msgspec.json.encode(varied(cell)).decode()}
            connection.execute(insert(study_cells), row | {"repeat": cell.repeat} | told)

    for first in range(0, number, 1000):
        await app.store.write(lambda connection, first=first: some(connection, first), changes=())  # type: ignore[misc]
    return progress.id


async def taken(ask: Callable[[], Awaitable[Any]], times: int = TIMES) -> dict[str, float]:
    """The middle and the longest of some times, and the middle of CPU time, in milliseconds, with the answer written as
    JSON."""
    walls, cpu = [], []
    for _ in range(times):
        began, worked = time.perf_counter(), time.process_time()
        msgspec.json.encode(await ask())
        walls.append((time.perf_counter() - began) * 1000)
        cpu.append((time.process_time() - worked) * 1000)
    return {
        "p50": round(sorted(walls)[times // 2], 1),
        "max": round(max(walls), 1),
        "cpu": round(sorted(cpu)[times // 2], 1),
    }


async def by_every_fact(app: Application, study: str) -> object:
    """How far it is, as it was told when every fact and every session was read for it."""
    progress = await studies_of(app).progress(study)
    found = await app.register.fates(list(progress.cells.values()))
    cells = list(cells_of(progress.study, progress.questions))
    return {state: sum(found[progress.cells[cell]].state == state for cell in cells) for state in ("verdict", "failed")}


def whole(home: Path, *args: str) -> dict[str, float]:
    """Seconds of a command in a process of its own, its start among them."""
    command = [sys.executable, "-m", "moot", "study", *args, "large"]
    env = {**os.environ, "MOOT_HOME": str(home), "PYTHONPATH": str(ROOT / "src")}
    began, before = time.perf_counter(), os.times()
    subprocess.run(command, check=True, env=env, stdout=subprocess.DEVNULL)
    spent = os.times()
    cpu = spent.children_user + spent.children_system - before.children_user - before.children_system
    return {"wall_s": round(time.perf_counter() - began, 2), "cpu_s": round(cpu, 2)}


async def large(number: int = 10_000) -> dict[str, Any]:
    """B20: milliseconds of each."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        corpus_in(home, number // (len(STUDY.arms) * STUDY.repeats))
        app = await Application.opened("bench", home)
        study = await filled(app, number)
        kept = studies_of(app)
        progress = await kept.progress(study)

        async def report() -> object:
            return report_on(progress, await kept.results(await kept.named("large")))

        asked: dict[str, Callable[[], Awaitable[Any]]] = {
            "page_list": kept.listed,
            "page_study": lambda: kept.head(study),
            "page_matrix": lambda: kept.matrix(study),
            "page_matrix_last": lambda: kept.matrix(study, "", number // 8 - 50),
            "page_matrix_differs": lambda: kept.matrix(study, "differs"),
        }
        made: dict[str, Any] = {"sessions": number, "budget_ms": BUDGET}
        made["status"] = await taken(lambda: kept.head(study))
        made["status_by_every_fact"] = await taken(lambda: by_every_fact(app, study))
        made["status_over_every_fact"] = round(made["status"]["cpu"] / made["status_by_every_fact"]["cpu"], 3)
        made["report"] = await taken(report, 1)
        for name, ask in asked.items():
            made[name] = await taken(ask)
        await kept.questions(study)  # which waits for the figures
        made["page_figures"] = await taken(lambda: kept.figures(study))
        made["page_questions"] = await taken(lambda: kept.questions(study))
        await app.close()
        made["status_command"], made["report_command"] = whole(home, "status"), whole(home, "report")
    return made


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    print(msgspec.json.format(msgspec.json.encode(asyncio.run(large(number))), indent=2).decode())
