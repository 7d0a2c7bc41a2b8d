"""Can a study be asked as it is, and what may it cost? Looked at for every arm before anything is spent.

Whatever would keep each session of an arm from being opened refuses the whole: a council or a model that is not there,
an option nobody knows, a stage to fork from that the protocol does not have, and an adjudicator that sits on the panel
it judges, which in a single question leaves the panel and would make two arms two panels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from hashlib import sha256

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from moot.app import Application, Ask, CouncilChoice
from moot.errors import BadInput, MootError, NotReady, UnknownName
from moot.exports.public import Estimate, nano_dollars, options_from, registry
from moot.extensions.studies.asking.seating import JUDGE, changed_by, changes_of, options_under, root_of, sitting_of
from moot.extensions.studies.corpora.corpus import Corpus, CorpusItem
from moot.extensions.studies.reports.measures import OF_ANSWERS, OF_COUNCILS, refuse_unmeasured
from moot.extensions.studies.stats.standing import FINISHED
from moot.extensions.studies.study import NO_CORPUS, Arm, Study, StudyCell, cells_of
from moot.vocabulary.public import Council, OptionValue, Seat, enough, money


def measure_for(items: Sequence[CorpusItem]) -> str:
    """What decides a study of these questions for which nobody named a measure: whether answers are right, where that
    is known of every question. Any protocol comes to that; to a score only those that judge do."""
    return OF_ANSWERS[0] if items and all(item.answer for item in items) else OF_COUNCILS[0]


def instead_of(primary: str, arms: Sequence[ArmCost], items: Sequence[CorpusItem]) -> str:
    """What decides in place of a measure that no protocol of these arms comes to; empty where some does."""
    protocols = {arm.protocol for arm in arms if arm.protocol}
    if not protocols or primary not in OF_COUNCILS or primary == "withheld":
        return ""
    if any(registry.files_of(name).outcome is not None for name in protocols):
        return ""
    return OF_ANSWERS[0] if any(item.answer for item in items) else "withheld"


class UnaskableSessions(Struct, frozen=True, kw_only=True):
    """Sessions that cannot be asked again for one reason."""

    why: str
    """Why."""
    sessions: int
    """How many."""


class ArmCost(Struct, frozen=True, kw_only=True):
    """What one arm asks and may cost."""

    arm: str
    """The arm."""
    sessions: int
    """Its sessions."""
    calls: int
    """Calls of all of them, if nothing fails."""
    typical: int | None
    """What they usually cost together, in nano-dollars; `None` where some price is unknown."""
    most: int | None
    """What they cost at the worst."""
    least: int | None = None
    """The smallest budget one of them is begun under; `None` for a fork, and where it is not known."""
    frees: int | None = None
    """What must be free for the calls of a fork, which is begun under any budget; `None` where it is no fork."""
    unknown: tuple[str, ...] = ()
    """Models whose price nobody knows."""
    why: str = ""
    """Where its council comes from."""
    seats: str = ""
    """Who sits in it, in words."""
    basis: str = ""
    """Where the typical figure comes from, in words; empty where nothing costs anything."""
    protocol: str = ""
    """How it deliberates; empty for a fork."""
    measured: bool = True
    """Whether its sessions come to figures by which arms are compared."""
    asked: str = ""
    """What is asked of whom, as a digest: arms that have it alike differ in their names only; empty for a fork."""
    looked: int | None = None
    """How many of its sessions were looked at to ask again what failed in them; `None` where all are new."""
    untold: str = ""
    """Why nothing can be told of what it costs; empty where it can."""
    refused: tuple[UnaskableSessions, ...] = ()
    """Sessions that cannot be asked again, of those that were looked at."""

    @property
    def aside(self) -> int:
        """What has to be free before one of the sessions comes to its end: more than it will usually cost."""
        return self.least or self.frees or 0

    @property
    def one(self) -> int:
        """What one of them usually costs."""
        return (self.typical or 0) // max(1, self.sessions)


class Before(Struct, frozen=True, kw_only=True):
    """What is known of a study before it is asked."""

    arms: tuple[ArmCost, ...]
    """Each arm that was looked at."""
    budget: float | None = None
    """The budget of the whole, in dollars."""
    gone: int = 0
    """What of it is gone already, in nano-dollars: spent, or held for calls that may still be charged."""
    instead: str = ""
    """The measure that decides where none of its protocols comes to the one that the study has; else empty."""

    @property
    def left(self) -> int | None:
        """What of the budget is left, in nano-dollars; `None` where there is none."""
        return None if self.budget is None else max(0, nano_dollars(self.budget) - self.gone)

    def _of_budget(self, left: int) -> str:
        """How the money is called that there is."""
        if not self.gone or self.budget is None:
            return f"A budget of {money(left)}"
        return f"What is left of the budget of {money(nano_dollars(self.budget))} ({money(left)})"

    @property
    def lacking(self) -> str:
        """What is to be said of a budget under which not even one session is begun; empty where it is not so small."""
        least = [arm.aside for arm in self.arms if arm.aside]
        if self.budget == 0 and self.most != 0 and self.calls:
            return "A budget of $0 asks only what is free, and these sessions have a price: none of them is begun."
        left = self.left
        if self.budget and self.gone and not left and self.most != 0 and self.calls:
            whole = money(nano_dollars(self.budget))
            return f"Nothing is left of the budget of {whole}, so no session of this study is begun."
        if not self.budget or left is None or len(least) < len(self.arms) or not least or left >= min(least):
            return ""
        whole = money(nano_dollars(self.budget))
        if self.gone:
            return f"Of the budget of {whole} {money(left)} is left, which begins no session of this study: " \
                   f"one takes {enough(min(least))} or more."  # fmt: skip
        return f"A budget of {whole} begins no session of this study: one takes {enough(min(least))} or more."

    @property
    def short(self) -> str:
        """What is to be said of a budget that begins a session, but is less than all of them usually cost."""
        left = self.left
        if not self.budget or left is None or self.suffices is None or self.reaches is None or self.typical is None:
            return ""
        sessions = sum(arm.sessions for arm in self.arms)
        one, aside = self.typical // max(1, sessions), max(arm.aside for arm in self.arms)
        if left < one:
            return f"{self._of_budget(left)} is less than one session usually costs ({money(one)})."
        rest = f"about {self.reaches} of {sessions} will be finished, the others left."
        if left < self.typical and self.reaches == left // max(1, one):
            return f"{self._of_budget(left)} is less than these sessions usually cost together " \
                   f"({money(self.typical)}): {rest}"  # fmt: skip
        return f"{self._of_budget(left)} is not enough to begin the last of these sessions, which usually cost " \
               f"{money(self.typical)} together, as {enough(aside)} or more must be free for each: {rest}"  # fmt: skip

    @property
    def suffices(self) -> int | None:
        """What all of them usually fit into, the last one, too, for which more has to be free than it will cost."""
        if self.typical is None:
            return None
        return self.typical + max((max(0, arm.aside - arm.one) for arm in self.arms), default=0)

    @property
    def reaches(self) -> int | None:
        """About how many sessions a budget finishes that begins some, but does not suffice for all; `None` where there
        is no such budget."""
        left, sessions = self.left, sum(arm.sessions for arm in self.arms)
        if not self.budget or left is None or self.lacking or not self.typical or left >= (self.suffices or 0):
            return None
        found = 0
        for arm in self.arms:  # one after the other, as they are asked
            if left >= max(arm.aside, arm.one):
                most = (left - max(arm.aside, arm.one)) // max(1, arm.one) + 1
                found, left = found + min(arm.sessions, most), left - arm.one * min(arm.sessions, most)
        return min(found, sessions - 1)

    @property
    def basis(self) -> str:
        """Where the typical figures come from; the least sure of them where arms differ."""
        told = [arm.basis for arm in self.arms if arm.basis]
        return max(told, key=lambda basis: ("table" in basis, basis.startswith("from a table")), default="")

    @property
    def typical(self) -> int | None:
        """What all of them usually cost."""
        return summed([arm.typical for arm in self.arms])

    @property
    def most(self) -> int | None:
        """What all of them cost at the worst."""
        return summed([arm.most for arm in self.arms])

    @property
    def bound(self) -> int | None:
        """What they can come to at the most: no call starts beyond the budget of the whole, where there is one."""
        if self.left is None or self.most is None:
            return self.most
        return min(self.most, self.left)

    @property
    def usual(self) -> int | None:
        """What they usually cost, as far as the budget lets them."""
        return self.typical if self.typical is None or self.bound is None else min(self.typical, self.bound)

    @property
    def calls(self) -> int:
        """Calls of all of them."""
        return sum(arm.calls for arm in self.arms)

    @property
    def unknown(self) -> list[str]:
        """Models whose price nobody knows, each once."""
        return list(dict.fromkeys(model for arm in self.arms for model in arm.unknown))


def alike(study: Study, before: Before) -> Iterator[str]:
    """What is to be said of arms, of those that were looked at, that ask what another one asks."""
    looked = {arm.arm: arm.asked for arm in before.arms}
    for at, arm in enumerate(study.arms):
        if arm.name not in looked:
            continue
        if arm.of and not (arm.adjudicators or arm.options or arm.rubric or arm.chair):
            yield f"The arm {arm.name!r} changes nothing of {arm.of!r}: what differs between them is chance."
            continue
        for earlier in study.arms[:at]:
            same = replace(arm, name="", repeats=0) == replace(earlier, name="", repeats=0)
            if same or (looked[arm.name] and looked[arm.name] == looked.get(earlier.name)):
                both = f"{earlier.name!r} and {arm.name!r}"
                yield f"The arms {both} ask the same council the same: what differs between them is chance."
                break


async def looked_ahead(
    app: Application,
    study: Study,
    corpus: Corpus,
    questions: Sequence[str],
    arms: Collection[str] | None = None,
    cells: Mapping[StudyCell, str] | None = None,
    left: Mapping[str, int] | None = None,
) -> Before:
    """What the arms named, or all, would cost; raises what would keep one of them from being asked. `cells` are the
    sessions that the study has: what is made of one of them is looked at in it. Where some are over, `left` says how
    many of each arm are not."""
    items = [item for name in questions if (item := corpus.item(name)) is not None]
    if not cells and items:  # one that has sessions is told by what they have
        refuse_unmeasured(study.primary, items)
    found = []
    for arm in study.arms:
        if not items or not (arms is None or arm.name in arms):
            continue
        sessions = sum(1 for _ in cells_of(study, questions, [arm])) if left is None else left.get(arm.name, 0)
        source = await _finished(app, study, arm, cells or {})
        if source:
            found.append(await _fork_cost(app, arm, source, sessions))
        elif study.corpus != NO_CORPUS:  # who sits in a run stands in its sessions alone
            found.append(await _arm_cost(app, study, arm, corpus, items, sessions))
    return Before(arms=tuple(found), budget=study.budget, instead=instead_of(study.primary, found, items))


async def _finished(app: Application, study: Study, arm: Arm, cells: Mapping[StudyCell, str]) -> str:
    """A session with a result that the arm is made of; empty where there is none."""
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
    return ArmCost(
        arm=arm.name,
        sessions=sessions,
        calls=cost.calls * sessions,
        typical=None if cost.typical is None else cost.typical * sessions,
        most=None if cost.most is None else cost.most * sessions,
        frees=cost.frees,
        unknown=cost.unknown,
        basis=cost.basis if cost.most else "",
    )


async def _arm_cost(
    app: Application, study: Study, arm: Arm, corpus: Corpus, items: Sequence[CorpusItem], sessions: int
) -> ArmCost:
    longest = max(items, key=lambda item: len(corpus.question_of(item)))
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
    return ArmCost(
        arm=arm.name,
        sessions=sessions,
        calls=whole.calls * sessions,
        typical=None if whole.typical is None else whole.typical * sessions,
        most=None if whole.most is None else whole.most * sessions,
        least=None if arm.of else whole.cost.least,
        basis=whole.cost.basis if whole.most else "",
        protocol=whole.protocol,
        measured=registry.files_of(whole.protocol).outcome is not None or any(item.answer for item in items),
        asked="" if arm.of else whole.asked,
        unknown=whole.cost.unknown,
        why=whole.sitting.why,
        seats=_named(whole.cost.seats),
    )


class _ArmSession(Struct, frozen=True, kw_only=True):
    """One session of an arm, as far as it asks anew."""

    sitting: CouncilChoice
    cost: Estimate
    calls: int
    typical: int | None
    most: int | None
    protocol: str
    asked: str


async def _looked(app: Application, study: Study, arm: Arm, corpus: Corpus, item: CorpusItem) -> _ArmSession:
    sitting = await sitting_of(app, root_of(study, arm), corpus, item)
    council, options = changed_by(study, arm, sitting.council), options_under(study, arm)
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
            known=item.answer or "",
        ),
        strict=True,
    )
    kept = stages[: stages.index(arm.stage)] if arm.of else ()
    anew = [each for each in cost.stages if each.stage not in kept]
    return _ArmSession(
        sitting=sitting,
        cost=cost,
        calls=sum(each.calls for each in anew),
        typical=summed([each.typical for each in anew]),
        most=summed([each.most for each in anew]),
        protocol=council.protocol,
        asked=sha256(msgspec.json.encode([replace(council, name=""), options], order="deterministic")).hexdigest(),
    )


async def stages_of(
    app: Application, study: Study, arm: Arm, corpus: Corpus, item: CorpusItem
) -> tuple[str, tuple[str, ...]]:
    """How an arm would deliberate, and in which stages."""
    council = changed_by(study, arm, (await sitting_of(app, root_of(study, arm), corpus, item)).council)
    return council.protocol, _stages(council, options_under(study, arm))


def _on_both_sides(app: Application, council: Council) -> Iterator[str]:
    """Models that judge a council they sit in."""
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
    """`2 × a/b, c/d; chair e/f`; stand-ins are left out."""
    members = Counter(seat.model for seat in seats if seat.id.startswith("seat-"))
    told = ", ".join(model if many == 1 else f"{many} × {model}" for model, many in members.items())
    offices = [seat for seat in seats if not seat.id.startswith(("seat-", "stand-in"))]
    return "; ".join((told, *(f"{seat.id} {seat.model}" for seat in offices)))


def summed(given: Sequence[int | None]) -> int | None:
    """Their sum; `None` where one is not known."""
    known = [each for each in given if each is not None]
    return sum(known) if len(known) == len(given) else None
