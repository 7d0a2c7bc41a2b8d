"""Check that a study can run and estimate its cost, for every arm, before anything is spent.

Anything that would fail each session of an arm rejects the whole study: a missing council or model, an unknown option,
a stage that the protocol lacks, or an adjudicator that also sits on the panel (in a single question it leaves the
panel, which would give two arms different panels).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from moot.app import Application, Ask, CouncilChoice
from moot.errors import BadInput, MootError, NotReady, UnknownName
from moot.exports.public import Estimate, nano_dollars, options_from, registry
from moot.extensions.studies.asking.judged_answers import options_for
from moot.extensions.studies.asking.seating import JUDGE, changed_by, changes_of, options_under, root_of, sitting_of
from moot.extensions.studies.corpora.corpus import Corpus, CorpusItem
from moot.extensions.studies.reports.measures import OF_ANSWERS, OF_COUNCILS, refuse_unmeasured
from moot.extensions.studies.stats.standing import FINISHED, FailureCause
from moot.extensions.studies.study import NO_CORPUS, Arm, Study, StudyCell, cells_of
from moot.vocabulary.public import Council, OptionValue, Seat, enough, money


def measure_for(items: Sequence[CorpusItem]) -> str:
    """Return the measure by which arms are compared by default: the share of right answers if every question has a
    known answer, else the score.
    """
    return OF_ANSWERS[0] if items and all(item.answer for item in items) else OF_COUNCILS[0]


class ArmCost(Struct, frozen=True, kw_only=True):
    """Estimated cost of the sessions of one arm (a condition to compare) of a study."""

    arm: str
    """Name of the arm."""
    sessions: int
    """Number of sessions."""
    calls: int
    """Number of calls of all sessions if nothing fails."""
    typical: int | None
    """Typical cost of all sessions of the arm together, in nano-dollars; `None` if a price is unknown."""
    most: int | None
    """Highest possible cost of all sessions of the arm together, in nano-dollars; `None` if a price is unknown."""
    least: int | None = None
    """Smallest budget that starts one session, in nano-dollars; `None` for a fork, or if unknown."""
    frees: int | None = None
    """Amount that must be unspent for a fork's calls, in nano-dollars. A fork starts under any budget. `None` if the
    arm is no fork.
    """
    unknown: tuple[str, ...] = ()
    """Models with an unknown price."""
    why: str = ""
    """Where the arm's council comes from."""
    seats: str = ""
    """Seats of the council, as text."""
    basis: str = ""
    """Where the typical cost is from, as text; empty if everything is free."""
    protocol: str = ""
    """Protocol of the arm; empty for a fork."""
    measured: bool = True
    """Whether the arm's sessions give measures by which arms are compared."""

    looked: int | None = None
    """Number of sessions inspected for a retry; `None` if all are new."""
    untold: str = ""
    """Why the cost is unknown; empty if it is known."""
    refused: tuple[FailureCause, ...] = ()
    """Inspected sessions that cannot be asked again."""

    @classmethod
    def of(cls, arm: str, cost: Estimate, sessions: int, **more: Any) -> ArmCost:
        """Return the cost of this many sessions of an arm, each as in the estimate `cost`."""
        return cls(
            arm=arm,
            sessions=sessions,
            calls=cost.calls * sessions,
            typical=None if cost.typical is None else cost.typical * sessions,
            most=None if cost.most is None else cost.most * sessions,
            unknown=cost.unknown,
            basis=cost.basis if cost.most else "",
            **more,
        )

    @property
    def aside(self) -> int:
        """Return how much money must be unspent for one session to start, in nano-dollars; 0 if unknown."""
        return self.least or self.frees or 0

    @property
    def one(self) -> int:
        """Return the typical cost of one session of the arm, in nano-dollars."""
        return (self.typical or 0) // max(1, self.sessions)


class Before(Struct, frozen=True, kw_only=True):
    """Estimated cost of a study's sessions that have not run yet, by arm (a condition to compare)."""

    arms: tuple[ArmCost, ...]
    """Estimated cost of each inspected arm."""
    budget: float | None = None
    """Budget of the study, in dollars."""
    gone: int = 0
    """Amount already used, in nano-dollars: spent, or reserved for calls that may still be charged."""

    @property
    def sessions(self) -> int:
        """Return the number of sessions of all arms."""
        return sum(arm.sessions for arm in self.arms)

    @property
    def left(self) -> int | None:
        """Return how much of the study's budget is unspent, in nano-dollars; `None` without a budget."""
        return None if self.budget is None else max(0, nano_dollars(self.budget) - self.gone)

    @property
    def lacking(self) -> str:
        """Return a warning if the budget is too small to start even one session; else an empty string."""
        left, least = self.left, min((arm.aside for arm in self.arms), default=0)
        if left is None or self.most == 0 or not self.calls or left >= max(least, 1):
            return ""
        takes = f": one takes {enough(least)} or more" if least else ""
        return f"{money(left)} of the study's budget is left, which starts none of its sessions{takes}."

    @property
    def short(self) -> str:
        """Return a warning if the budget is enough to start a session, but less than the typical cost of all sessions;
        else an empty string.
        """
        left = self.left
        if not self.budget or left is None or self.suffices is None or self.reaches is None or self.typical is None:
            return ""
        return (
            f"{money(left)} of the study's budget is left; these sessions usually take {money(self.suffices)}: about "
            f"{self.reaches} of {self.sessions} will be finished."
        )

    @property
    def suffices(self) -> int | None:
        """Return a budget that usually suffices for all sessions, in nano-dollars. It includes the amount that must be
        unspent for the last session to start.
        """
        if self.typical is None:
            return None
        return self.typical + max((max(0, arm.aside - arm.one) for arm in self.arms), default=0)

    @property
    def reaches(self) -> int | None:
        """Estimate how many sessions the budget pays for, if it does not pay for all; `None` if it does, or if there
        is no budget.
        """
        left = self.left
        if not self.budget or left is None or self.lacking or not self.typical or left >= (self.suffices or 0):
            return None
        found = 0
        for arm in self.arms:  # one after the other, in the order of the run
            if left >= max(arm.aside, arm.one):
                most = (left - max(arm.aside, arm.one)) // max(1, arm.one) + 1
                found, left = found + min(arm.sessions, most), left - arm.one * min(arm.sessions, most)
        return min(found, self.sessions - 1)

    @property
    def basis(self) -> str:
        """Return the source of the typical costs in words, e.g. past sessions. If the arms' costs have several sources,
        this is the least certain one.
        """
        told = [arm.basis for arm in self.arms if arm.basis]
        return max(told, key=lambda basis: ("table" in basis, basis.startswith("from a table")), default="")

    @property
    def typical(self) -> int | None:
        """Return the typical cost of all sessions together, in nano-dollars; `None` if a price is unknown."""
        return summed([arm.typical for arm in self.arms])

    @property
    def most(self) -> int | None:
        """Return the highest possible cost of all sessions together, in nano-dollars; `None` if a price is unknown."""
        return summed([arm.most for arm in self.arms])

    @property
    def bound(self) -> int | None:
        """Return the highest possible cost of all sessions together, in nano-dollars, at most the unspent budget,
        which no call exceeds.
        """
        if self.left is None or self.most is None:
            return self.most
        return min(self.most, self.left)

    @property
    def usual(self) -> int | None:
        """Return the typical cost of all sessions together, in nano-dollars, at most the unspent budget."""
        return self.typical if self.typical is None or self.bound is None else min(self.typical, self.bound)

    @property
    def calls(self) -> int:
        """Return the number of calls to models in all sessions."""
        return sum(arm.calls for arm in self.arms)

    @property
    def unknown(self) -> list[str]:
        """List the models with an unknown price, each once."""
        return list(dict.fromkeys(model for arm in self.arms for model in arm.unknown))


def unmeasured(before: Before) -> Iterator[str]:
    """Yield a remark for each arm whose protocol scores no answers, so that the arm cannot be compared with others."""
    for arm in before.arms:
        if not arm.measured:
            yield f"{arm.arm}: {arm.protocol} scores no answer, so no figure will compare it with another arm."


async def looked_ahead(
    app: Application,
    study: Study,
    corpus: Corpus,
    questions: Sequence[str],
    arms: Collection[str] | None = None,
    cells: Mapping[StudyCell, str] | None = None,
    left: Mapping[str, int] | None = None,
) -> Before:
    """Estimate what the sessions of a study would cost, by arm, after checking that they can run.

    Args:
        arms: Names of the arms to estimate; all by default.
        cells: The sessions that the study has already. A fork's cost is estimated from a session that it would fork.
        left: Number of unfinished sessions per arm, if some have ended.

    Raises:
        BadInput: If one of the arms cannot run.
    """
    items = [item for name in questions if (item := corpus.item(name)) is not None]
    if not cells and items:  # an arm with sessions is estimated from them
        refuse_unmeasured(study.primary, items)
    found = []
    for arm in study.arms:
        if not items or not (arms is None or arm.name in arms):
            continue
        sessions = sum(1 for _ in cells_of(study, questions, [arm])) if left is None else left.get(arm.name, 0)
        source = await _finished(app, study, arm, cells or {})
        if source:
            found.append(await _fork_cost(app, arm, source, sessions))
        elif study.corpus != NO_CORPUS:  # the seats of a run are only in its sessions
            found.append(await _arm_cost(app, study, arm, corpus, items, sessions))
    return Before(arms=tuple(found), budget=study.budget)


async def _finished(app: Application, study: Study, arm: Arm, cells: Mapping[StudyCell, str]) -> str:
    """Return the id of a finished session of the arm that this arm forks; empty if there is none."""
    there = [session for cell, session in cells.items() if arm.of and cell.arm == arm.of]
    fates = await app.register.fates(there) if there else {}
    return next((session for session in there if session in fates and fates[session].state in FINISHED), "")


async def _fork_cost(app: Application, arm: Arm, source: str, sessions: int) -> ArmCost:
    try:
        cost = (await app.estimate_again(source, changes_of(app, arm))).estimate
    except MootError as error:
        raise BadInput(f"The arm {arm.name!r} cannot be asked: {error.message}", error.remedy) from error
    if cost.unready:
        raise NotReady(f"The arm {arm.name!r}: {each}" for each in cost.unready)
    return ArmCost.of(arm.name, cost, sessions, frees=cost.frees)


async def _arm_cost(
    app: Application, study: Study, arm: Arm, corpus: Corpus, items: Sequence[CorpusItem], sessions: int
) -> ArmCost:
    if arm.judges and (lacking := next((item.id for item in items if not item.criteria), "")):
        raise BadInput(
            f"The arm {arm.name!r} judges by criteria, and the question {lacking!r} has none.",
            "Give each question `criteria`, or leave it out.",
        )
    longest = max(items, key=lambda item: (len(item.criteria) * bool(arm.judges), len(corpus.question_of(item))))
    by_rubric = {corpus.rubric_of(item): item for item in items} | {corpus.rubric_of(longest): longest}
    try:
        looked = [await _looked(app, study, arm, corpus, item) for item in by_rubric.values()]
        whole = await _looked(app, study, arm, corpus, longest)
    except NotReady:
        raise
    except MootError as error:
        raise BadInput(f"The arm {arm.name!r} cannot be asked: {error.message}", error.remedy) from error
    unready = list(dict.fromkeys(each for one in looked for each in one.cost.unready))
    if unready:
        raise NotReady(f"The arm {arm.name!r}: {each}" for each in unready)
    return ArmCost.of(
        arm.name,
        whole.cost,
        sessions,
        least=None if arm.of else whole.cost.least,
        protocol=whole.protocol,
        measured=registry.files_of(whole.protocol).outcome is not None
        or any(item.answer for item in items)
        or any(each.judges == arm.name for each in study.arms),
        why=whole.sitting.why,
        seats=_named(whole.cost.seats),
    )


class _ArmSession(Struct, frozen=True, kw_only=True):
    """One session that an arm would run, with its council, cost and protocol."""

    sitting: CouncilChoice
    cost: Estimate
    """Estimate of the part that is asked anew."""
    protocol: str


async def _looked(app: Application, study: Study, arm: Arm, corpus: Corpus, item: CorpusItem) -> _ArmSession:
    sitting = await sitting_of(app, root_of(study, arm), corpus, item)
    council = changed_by(study, arm, sitting.council)
    options = options_under(study, arm) | (options_for(arm, item) if arm.judges else {})
    for model in _on_both_sides(app, council):
        raise BadInput(
            f"{model} sits on its panel and is to judge it.", "Name an adjudicator that does not sit on the panel."
        )
    stages = _stages(council, options)
    if arm.of and arm.stage not in stages:
        raise UnknownName("stage", arm.stage, stages)
    cost = await app.estimate(
        Ask(
            question=corpus.question_of(item),
            council=council,
            options=options,
            budget=study.budget or None,
            known="" if arm.judges else item.answer or "",
        ),
        strict=True,
    )
    kept = stages[: stages.index(arm.stage)] if arm.of else ()
    anew = [each for each in cost.stages if each.stage not in kept]
    return _ArmSession(
        sitting=sitting,
        cost=replace(
            cost,
            calls=sum(each.calls for each in anew),
            typical=summed([each.typical for each in anew]),
            most=summed([each.most for each in anew]),
        ),
        protocol=council.protocol,
    )


async def stages_of(
    app: Application, study: Study, arm: Arm, corpus: Corpus, item: CorpusItem
) -> tuple[str, tuple[str, ...]]:
    """Return the protocol of an arm and the stages of its sessions."""
    council = changed_by(study, arm, (await sitting_of(app, root_of(study, arm), corpus, item)).council)
    return council.protocol, _stages(council, options_under(study, arm))


def _on_both_sides(app: Application, council: Council) -> Iterator[str]:
    """Yield the models that are both a member and a judge of this council."""
    if JUDGE not in registry.find(council.protocol).offices:
        return
    named = app.seats.judged(council).council.offices.get(JUDGE, ())
    judges = (named,) if isinstance(named, str) else tuple(named)
    members = {member.model for member in council.lines()}
    yield from (model for model in judges if model in members)


def _stages(council: Council, options: dict[str, OptionValue]) -> tuple[str, ...]:
    protocol = registry.find(council.protocol)
    return protocol.stages_for(options_from(protocol, {**council.options, **options}, "the arm"))


def _named(seats: Sequence[Seat]) -> str:
    """Format seats as `2 × a/b, c/d; chair e/f`, without stand-ins."""
    members = Counter(seat.model for seat in seats if seat.id.startswith("seat-"))
    told = ", ".join(model if many == 1 else f"{many} × {model}" for model, many in members.items())
    offices = [seat for seat in seats if not seat.id.startswith(("seat-", "stand-in"))]
    return "; ".join((told, *(f"{seat.id} {seat.model}" for seat in offices)))


def summed(given: Sequence[int | None]) -> int | None:
    """Return the sum of the amounts; `None` if one of them is unknown (`None`)."""
    known = [each for each in given if each is not None]
    return sum(known) if len(known) == len(given) else None
