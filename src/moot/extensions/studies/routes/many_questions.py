"""Ask many questions over HTTP as a study: estimate, start, stop, continue, and add arms.

Questions in a request are saved as a corpus of the user's, so that continuing the study, here or in a terminal, asks
the same. Tested by `tests/extensions/studies/routes/test_many_questions.py`.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from fastapi import APIRouter
from msgspec import Struct, structs
from msgspec.structs import replace
from starlette.responses import Response

from moot.errors import BadInput, TooLarge
from moot.exports.public import registry
from moot.extensions.studies.asking.additions import (
    arm_ahead,
    forkable_in,
    free_name,
    grown,
    lacking_for_rest,
    under_budget,
)
from moot.extensions.studies.asking.checks import Before, looked_ahead, measure_for
from moot.extensions.studies.asking.remaining import askable_in, asked_again, budget_for, rest_of
from moot.extensions.studies.corpora.corpus import Corpus, Head, domain_title
from moot.extensions.studies.corpora.corpus_check import unusable
from moot.extensions.studies.corpora.corpus_shelf import CorpusShelf, ShelfCorpus
from moot.extensions.studies.corpora.pasted import MOST_PASTED, PastedItems, pasted
from moot.extensions.studies.routes.asking import ask_left, asked_here, refuse_asked, refuse_closing
from moot.extensions.studies.routes.bodies import (
    ARM_BODY,
    STUDY_BODY,
    ArmsToFork,
    AskingEstimate,
    CorpusDomain,
    CorpusList,
    CorpusRow,
    RetryBody,
    StudyBegun,
    StudyEstimate,
    StudyStopped,
    arm_in,
    estimate_from,
    questions_read,
)
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.stats.distributions import can_compute
from moot.extensions.studies.stats.figures import FEWEST
from moot.extensions.studies.stats.reach import reach_of
from moot.extensions.studies.study import MOST_CELLS, Arm, Study, cells_of
from moot.library.public import LONGEST_NAME, checked_name
from moot.server.public import Backend, Given, InBackend, Key, ResumeBody, of, once_of, refusals_of, reply
from moot.vocabulary.public import dollars

router = APIRouter(prefix="/api", tags=["studies"], responses=refusals_of(401, 403, 422))

ARM, OWN = "base", "questions"
"""Name of the arm of a study started here, and name of the questions in a request."""


class _ParsedRequest(Struct, frozen=True, kw_only=True):
    """A request for many questions after parsing: the study, its corpus and questions."""

    study: Study
    corpus: Corpus
    questions: tuple[str, ...]
    lines: PastedItems


@router.get("/corpora", responses=of(CorpusList))
async def corpora(backend: InBackend) -> Response:
    """List sets of questions, packaged and your own."""
    shelved = await asyncio.to_thread(CorpusShelf(backend.app.home).corpora)
    return reply(CorpusList(corpora=[_row(each) for each in shelved]))


@router.post("/studies/estimate", responses=of(StudyEstimate) | refusals_of(404, 409, 413))
async def estimate(body: STUDY_BODY, backend: InBackend) -> Response:
    """Estimate many questions: cost, and what they could show. Fails if they cannot be asked; stores nothing."""
    put = await asyncio.to_thread(_understood, body, backend.app.home)
    ahead = await looked_ahead(backend.app, put.study, put.corpus, put.questions)
    clusters = put.corpus.clusters(put.questions, put.study.clusters)
    reach = await asyncio.to_thread(reach_of, clusters)
    plain = structs.asdict(estimate_from(ahead))
    return reply(
        StudyEstimate(
            **plain | {"sessions": _sessions(put.study, put.questions)},
            most_questions=MOST_PASTED,
            measured=all(arm.measured for arm in ahead.arms),
            reaches=ahead.reaches,
            suffices=dollars(budget_for(ahead)),
            reach=reach,
            computed=can_compute(),
            fewest=FEWEST,
            read=questions_read(put.lines),
            why=next((arm.why for arm in ahead.arms), ""),
            name=await _free_name(backend, put.study.name),
        )
    )


@router.post("/studies", status_code=201, responses=of(StudyBegun, 201) | refusals_of(404, 409, 413, 429))
async def begin(body: STUDY_BODY, backend: InBackend, once: Key = None) -> Response:
    """Start many questions, each in its own session. The study continues without a client."""
    known = once_of(once, "study", body.model_dump())
    id_ = sha256(f"{known.key}\n{known.digest}".encode()).hexdigest()[:32] if known is not None else ""
    kept = studies_of(backend.app)
    progress = await kept.find(id_) if id_ else None
    if progress is None:
        refuse_closing(backend)
        put = await asyncio.to_thread(_understood, body, backend.app.home)
        put.lines.refuse_unnamed()
        if put.lines.wrong:
            first = put.lines.faults[0]
            raise BadInput(f"Line {first.line} is no question: {first.why}", "Mend it, or leave it out.")
        if not put.questions:
            raise BadInput("There is no question yet.", "Write one a line, or choose a set of questions.")
        ahead = await looked_ahead(backend.app, put.study, put.corpus, put.questions)
        if ahead.lacking:
            raise BadInput(ahead.lacking, "Give it a larger budget, or none.")
        study = replace(put.study, name=await _free_name(backend, put.study.name))
        if not body.corpus:
            corpus = await asyncio.to_thread(
                CorpusShelf(backend.app.home).kept, study.name, study.name, put.corpus.items, put.corpus.head.rubric
            )
            study = replace(study, corpus=corpus.name)
        progress = await kept.open(study, id_)
        await ask_left(backend, progress)
    study = progress.study
    sessions = _sessions(study, progress.questions)
    return reply(StudyBegun(study=progress.id, name=study.name, sessions=sessions), 201)


@router.post("/studies/{study}/go-on", responses=of(StudyBegun) | refusals_of(404, 409, 429))
async def go_on(study: Given, backend: InBackend, body: ResumeBody | None = None) -> Response:
    """Run what is left of a study, under a new budget of the study if one is given."""
    kept = studies_of(backend.app)
    progress = await kept.named(study)
    refuse_closing(backend)
    if not progress.study.corpus:
        raise BadInput("Its questions stand in no set.", "Go on with it where it was begun.")
    kept.corpus_of(progress)
    larger = under_budget(progress, body.budget if body is not None else None)
    await refuse_asked(backend, progress)
    if lacking := await lacking_for_rest(backend.app, larger):
        raise BadInput(lacking, "Give it a larger budget.")
    await ask_left(backend, progress, larger)
    sessions = _sessions(progress.study, progress.questions)
    return reply(StudyBegun(study=progress.id, name=progress.study.name, sessions=sessions))


@router.post("/studies/{study}/go-on/estimate", responses=of(AskingEstimate) | refusals_of(404, 409))
async def estimate_rest(study: Given, backend: InBackend) -> Response:
    """Estimate the cost of a study's remaining sessions, and a budget that pays for them; asks nothing."""
    progress = await studies_of(backend.app).named(study)
    rest = await rest_of(backend.app, progress)
    budgets = {"budget": dollars(rest.budget), "most_budget": dollars(rest.most_budget)}
    found = estimate_from(rest.before, untold=" ".join(rest.untold), **budgets)
    return reply(replace(found, sessions=rest.sessions))


@router.post("/studies/{study}/retry/estimate", responses=of(AskingEstimate) | refusals_of(404, 409))
async def estimate_retry(study: Given, backend: InBackend, body: RetryBody | None = None) -> Response:
    """Estimate the highest cost of asking again what failed in a study's sessions; asks nothing."""
    kept = studies_of(backend.app)
    progress = await kept.named(study)
    kept.corpus_of(progress)
    found = await askable_in(backend.app, progress, degraded=body is not None and body.degraded)
    ahead = await asked_again(backend.app, progress, found.cells)
    cost = ahead.arms[0]
    refused = [*found.others, *cost.refused]
    ahead = replace(ahead, budget=None)  # whatever the budget
    return reply(estimate_from(ahead, looked=cost.looked or 0, untold=cost.untold, refused=refused))


@router.post("/studies/{study}/retry", responses=of(StudyBegun) | refusals_of(404, 409, 429))
async def retry(study: Given, backend: InBackend, body: RetryBody | None = None) -> Response:
    """Ask again what failed in a study's sessions and what changes because of it; the rest is kept."""
    kept = studies_of(backend.app)
    progress = await kept.named(study)
    refuse_closing(backend)
    kept.corpus_of(progress)
    found = await askable_in(backend.app, progress, degraded=body is not None and body.degraded)
    if not found.cells:
        raise BadInput(f"Nothing of it can be asked again. {found.others[0].why}", "Every result stands as it is.")
    await ask_left(backend, progress, under_budget(progress, body.budget if body is not None else None), found.cells)
    named = progress.study
    return reply(StudyBegun(study=progress.id, name=named.name, sessions=len(found.cells)))


@router.post("/studies/{study}/stop", responses=of(StudyStopped) | refusals_of(404))
async def stop(study: Given, backend: InBackend) -> Response:
    """Stop a study that this server runs: running sessions stop, no more start, and it can be continued."""
    found = await studies_of(backend.app).id_of(study)
    stopping = backend.part(asked_here).get(found)
    if stopping is not None:
        stopping.set()
    return reply(StudyStopped(study=found, stopped=stopping is not None))


def _understood(body: STUDY_BODY, home: Path) -> _ParsedRequest:
    lines = pasted(body.lines, plain=body.plain)
    if body.corpus and body.lines.strip():
        raise BadInput("Both a set of questions and questions of your own were sent.", "Send one or the other.")
    if body.corpus:
        corpus = CorpusShelf(home).corpus(body.corpus)
        for fault in unusable(corpus):
            raise BadInput(f"{corpus.name}: {fault}.", "Mend its `items.jsonl` first.")
        picked = _picked(body, corpus)
    else:
        if len(lines.items) > MOST_PASTED:
            raise TooLarge(
                f"{len(lines.items):,} questions are more than {MOST_PASTED:,}.",
                "Ask fewer at once, or keep them as a set of your own.",
            )
        head = Head(title=OWN, version="1", licence="", rubric=body.rubric)
        corpus = Corpus(name=OWN, head=head, items=lines.items, texts={}, folder=Path())
        picked = tuple(item.id for item in corpus.items)
    name = checked_name(body.name, "a study") if body.name else corpus.name
    whole = len(picked) == len(corpus.items)
    study = Study(
        name=name, corpus=body.corpus or OWN, arms=(arm_in(body, name=ARM, repeats=0),), repeats=body.repeats,
        budget=body.budget, questions=() if whole else picked, seed=body.seed,
        primary=measure_for([item for item in corpus.items if item.id in frozenset(picked)]),
    )  # fmt: skip
    if len(picked) * body.repeats > MOST_CELLS:
        raise TooLarge(f"{len(picked) * body.repeats:,} sessions are more than {MOST_CELLS:,}.", "Ask fewer questions.")
    return _ParsedRequest(study=study, corpus=corpus, questions=picked, lines=lines)


def _picked(body: STUDY_BODY, corpus: Corpus) -> tuple[str, ...]:
    known = {item.domain for item in corpus.items}
    unknown = [name for name in body.domains if name not in known]
    unknown += [name for name in body.questions if corpus.item(name) is None]
    if unknown:
        raise BadInput(f"{corpus.name} has no {unknown[0]!r}.", "See /api/corpora for what it has.")
    return tuple(
        item.id
        for item in corpus.items
        if (not body.domains or item.domain in body.domains) and (not body.questions or item.id in body.questions)
    )


async def _free_name(backend: Backend, name: str) -> str:
    """Return the name, with a number appended if a study has it already, since a terminal selects studies by name."""
    taken = {row.name for row in (await studies_of(backend.app).listed()).studies}
    numbered = (f"{name[: LONGEST_NAME - len(str(n)) - 1]}-{n}" for n in range(2, len(taken) + 3))
    return next(each for each in (name, *numbered) if each not in taken)


def _sessions(study: Study, questions: Sequence[str]) -> int:
    return sum(1 for _ in cells_of(study, questions))


def _row(shelved: ShelfCorpus) -> CorpusRow:
    corpus = shelved.corpus
    head = corpus.head if corpus is not None else Head(title="", version="", licence="")
    items = corpus.items if corpus is not None else ()
    domains = Counter(item.domain for item in items if item.domain)
    trouble = shelved.trouble or next((f"{fault}." for fault in unusable(corpus)), "") if corpus else shelved.trouble
    return CorpusRow(
        name=shelved.name, layer=shelved.layer, title=head.title, about=head.about, version=head.version,
        licence=head.licence, rubric=head.rubric, questions=len(items), trouble=trouble,
        domains=[CorpusDomain(name=name, title=domain_title(name), questions=often) for name, often in domains.items()],
    )  # fmt: skip


@router.get("/studies/{study}/arms", responses=of(ArmsToFork) | refusals_of(404))
async def arms_to_fork(study: Given, backend: InBackend) -> Response:
    """List the arms of a study that can be forked, with their stages."""
    return reply(ArmsToFork(arms=await forkable_in(backend.app, await studies_of(backend.app).named(study))))


@router.post("/studies/{study}/arms/estimate", responses=of(AskingEstimate) | refusals_of(404, 409, 413))
async def estimate_arm(study: Given, body: ARM_BODY, backend: InBackend) -> Response:
    """Estimate the cost of a new arm. Fails if the arm could not be added; stores and asks nothing."""
    progress = await studies_of(backend.app).named(study)
    arm = _arm_in(progress.study, body)
    ahead = await arm_ahead(backend.app, progress, arm, body.budget)
    others = Before(arms=tuple(each for each in ahead.rest.before.arms if each.arm != arm.name))
    return reply(
        estimate_from(
            ahead.arm,
            arm=arm.name,
            seats=next((each.seats for each in ahead.arm.arms), ""),
            others=sum(each.sessions for each in others.arms),
            others_typical=dollars(others.typical),
            others_most=dollars(others.most),
            budget=dollars(ahead.whole.budget),
            most_budget=dollars(ahead.whole.most_budget),
            remarks=list(ahead.remarks),
        )
    )


@router.post("/studies/{study}/arms", status_code=201, responses=of(StudyBegun, 201) | refusals_of(404, 409, 413, 429))
async def add_arm(study: Given, body: ARM_BODY, backend: InBackend) -> Response:
    """Add an arm (condition) to a study, then run its sessions and all others of the study that remain."""
    refuse_closing(backend)
    progress = await studies_of(backend.app).named(study)
    await refuse_asked(backend, progress)
    arm = _arm_in(progress.study, body)
    ahead = await arm_ahead(backend.app, progress, arm, body.budget)
    if ahead.arm.lacking:
        raise BadInput(ahead.arm.lacking, "Give it a larger budget.")
    larger = under_budget(grown(progress, arm), body.budget)
    await ask_left(backend, progress, larger)
    named, sessions = larger.study, sum(1 for _ in cells_of(larger.study, larger.questions))
    return reply(StudyBegun(study=progress.id, name=named.name, sessions=sessions), 201)


def _arm_in(study: Study, body: ARM_BODY) -> Arm:
    if body.of and body.of not in [each.name for each in study.arms]:
        raise BadInput(f"The study has no arm called {body.of!r}.", "See its arms.")
    arm = arm_in(body, stage=body.stage or (registry.JUDGING if body.of else ""))
    return arm if arm.name else replace(arm, name=free_name(study, arm))
