"""Choose the council for a question: the named one, one of named models, the user's default, or one chosen by a rule.

The lists of models are refreshed here (`providers/models/model_lists.py`), so that names resolve, missing models are
replaced, and the choice does not depend on alphabetical order.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from moot.convening.default_council import GatheredModels, gathered, known_to, of_this_machine, set_up_in
from moot.convening.model_availability import successors_seated, titles_of
from moot.errors import BadInput, NoModels, UnknownName
from moot.library.default_models import ModelEligibility, little_room, rule, same_model
from moot.library.rubric_shelf import RubricShelf
from moot.library.shelf import CouncilShelf
from moot.protocols import registry
from moot.protocols.protocol import Options
from moot.providers.directory import Directory
from moot.request import Ask
from moot.sessions.seating import seeing_first
from moot.vocabulary.councils import Council
from moot.vocabulary.rubrics import Rubric
from moot.vocabulary.seats import Member, checked_model, member_from

PANEL = 4
"""Number of seats in a council that Moot chooses itself."""
ALONE = 3
"""Number of seats in a council with one model."""
RUBRIC = "general"
"""The rubric used by a council that names none."""
JUDGE = "adjudicator"
"""The office (role) of the seats that judge by a rubric."""
CHAIRS = ("rehearsal/hana", "rehearsal/gus", "rehearsal/fay", "rehearsal/eli")
"""Scripted voices for the chair of scripted councils. The first that is not a member is used."""
NO_MODEL = (
    "Demo: scripted voices, no language model. They show how a council works; their words mean nothing. "
    "For a real one: `moot keys set openrouter` (one key, 400 models), start Ollama (`ollama pull qwen3:8b`), or let "
    "Moot fetch and run a small one (98 MB): `moot serve --local`."
)


class CouncilChoice(Struct, frozen=True, kw_only=True):
    """The council chosen for a question, with the reason for the choice."""

    council: Council
    """The council."""
    why: str
    """Reason for the choice, in a sentence or two; for scripted voices also how to get a real council."""
    notes: tuple[str, ...] = ()
    """Changes made, e.g. models replaced by others. They are written to the session."""
    caveats: tuple[str, ...] = ()
    """If Moot chose the models: disadvantages in their prices, ages or context sizes; part of `why`."""
    standings: tuple[ModelEligibility, ...] = ()
    """If Moot chose the models: every model considered, whether it gets a seat, and why."""


class JudgedCouncil(NamedTuple):
    """A council, and the rubric (rules for judging answers) that its protocol uses; `None` if the protocol uses
    none."""

    council: Council
    rubric: Rubric | None = None


class Seats:
    """Chooses the council for a question: the named one, one made of the listed members, or the default one."""

    def __init__(
        self, shelf: CouncilShelf, rubrics: RubricShelf, directory: Directory, default: Callable[[], str]
    ) -> None:
        self._shelf, self._rubrics, self._directory = shelf, rubrics, directory
        self._default_name = default
        self.local = False
        """Whether models on this machine sit if no council is named, whatever the default is."""
        self._names = ModelNames(directory)

    async def sits(self, ask: Ask, *, pictures: bool = False) -> CouncilChoice:
        """Return the council for a question, with the changes that the question asks for.

        A council or a list of members in the question is used. If the question has neither, its rubric's members are
        used. If there is no such rubric, the default council is used.

        Args:
            ask: The question. Its text is not read.
            pictures: Whether places without a named model go to models that can see.
        """
        council, members, chair, offices = ask.council, ask.members, ask.chair, ask.offices
        stand_ins, protocol, rubric = ask.stand_ins, ask.protocol, ask.rubric
        if council and members:
            raise BadInput("Both a council and members were named.", "Name one or the other.")
        notes: list[str] = []
        if members:
            lines = [await self._names.member(each, notes) for each in members]
            sitting = CouncilChoice(council=Council(members=tuple(lines)), why="The members you named.")
        elif council:
            named = self._shelf.council(council) if isinstance(council, str) else council
            called = f"The council {named.name!r}." if named.name else "The council you made."
            sitting = CouncilChoice(council=named, why=called)
        elif rubric and (seated := self._rubrics.rubric(rubric).members):
            sitting = CouncilChoice(
                council=Council(members=seated), why=f"The members that the rubric {rubric!r} names."
            )
        else:
            sitting = await self.by_default(pictures=pictures)
        changed = sitting.council
        if protocol == registry.REPLY:
            changed = _chair_alone(changed)
        elif protocol is not None:
            changed = replace(changed, protocol=registry.find(protocol).name)
        if rubric:
            changed = replace(changed, rubric=self._rubrics.rubric(rubric).name)
            if protocol is None and registry.find(changed.protocol).rubric is None:
                changed = replace(changed, protocol=registry.JUDGING)
        if offices:
            held = {office: await self._names.holders(holder, notes) for office, holder in offices.items()}
            changed = replace(changed, offices={**changed.offices, **held})
        if stand_ins is not None:
            named_so = [await self._names.model(each, notes) for each in stand_ins]
            changed = replace(changed, stand_ins=tuple(dict.fromkeys(named_so)))
        if chair is not None:
            changed = replace(changed, chair=await self._names.model(chair, notes))
            kind = registry.find(changed.protocol)
            if kind.chairless and not kind.offices:  # an office with no named holder goes to the chair
                notes.append(
                    f"{kind.chairless} {changed.chair} takes it only where the member whose turn it is cannot."
                )
        elif changed.chair is None and all(_model(each).startswith("rehearsal/") for each in changed.members):
            taken = {_model(each) for each in changed.members}
            changed = replace(changed, chair=next((voice for voice in CHAIRS if voice not in taken), None))
        elif changed.chair is None and members:
            changed = self._chaired_by_a_member(changed, notes, pictures=pictures)
        system = ask.system if ask.system is not None else changed.system
        changed = replace(changed, system="\n\n".join(filter(None, (system, ask.system_suffix))))
        succeeded = await successors_seated(changed, self._directory)
        return replace(sitting, council=succeeded.council, notes=(*sitting.notes, *notes, *succeeded.notes))

    def judged(self, council: Council) -> JudgedCouncil:
        """Return the council with the rubric (rules for judging answers) that its protocol uses, and with the
        adjudicators that this rubric names, if any."""
        if registry.find(council.protocol).rubric is None:
            if council.rubric:
                raise BadInput(
                    f"{council.protocol} has no use for a rubric, and {council.rubric!r} was named.",
                    f"Leave the rubric out, or take `--protocol {registry.JUDGING}`.",
                )
            return JudgedCouncil(council)
        rubric = self._rubrics.rubric(council.rubric or RUBRIC)
        if rubric.adjudicators and JUDGE not in council.offices:
            council = replace(council, offices={**council.offices, JUDGE: list(rubric.adjudicators)})
        return JudgedCouncil(council, rubric)

    async def by_default(self, *, pictures: bool = False) -> CouncilChoice:
        """Return the council for a question that names none: the user's default council, or one that Moot puts
        together."""
        if self.local:
            return await self.of_this_machine()
        name = self._default_name()
        if name:
            try:
                council = self._shelf.council(name)
            except UnknownName as error:
                known = self._shelf.councils()
                remedy = f"It is your default. {error.remedy} Choose another: `moot councils default NAME`."
                raise UnknownName("council", name, known, remedy) from None
            return CouncilChoice(council=council, why=f"Your default council {name!r}.")
        return await self.put_together(pictures=pictures)

    async def put_together(self, *, pictures: bool = False) -> CouncilChoice:
        """Return a council of the configured models.

        If no models are configured, return a council of models running on this machine. If there are none of these
        either, return one of scripted voices, whose replies are generated without a model.

        Raises:
            NoModels: Endpoints are configured or running, but none of their models can be seated now.
        """
        found = await gathered(self._directory, PANEL + 1, pictures=pictures)
        if not found.rows:
            return CouncilChoice(council=self._shelf.council("rehearsal"), why=NO_MODEL)
        return self._of_the_engine(found) if found.engine else self._of(found)

    async def of_this_machine(self) -> CouncilChoice:
        """Return a council of the models that Moot runs itself. If there is only one, it takes several seats."""
        return self._of_the_engine(await of_this_machine(self._directory))

    def _of_the_engine(self, found: GatheredModels) -> CouncilChoice:
        panel = _models_in(found)
        chair = max(panel, key=lambda model: self._directory.context_of(model) or 0)
        why = f"Models that run on this machine: {', '.join(panel)}. They are small: expect less of their answers."
        told = " ".join(filter(None, (why, *found.choice.notes, found.told())))
        return CouncilChoice(
            council=Council(members=_seats(panel), chair=chair), why=told, standings=found.choice.standings
        )

    def bench(self, *, pictures: bool = False) -> tuple[str, ...]:
        """Return models that can take the chair if no model is named for it, best first.

        They are chosen by the same rules as members, from cached lists only.
        """
        return known_to(self._directory, PANEL + 1, pictures=pictures).models

    def _chaired_by_a_member(self, council: Council, notes: list[str], *, pictures: bool) -> Council:
        """Return the council with its first model in the chair. With `pictures`, the first model that can see is the
        chair.

        Only models that the user names may cause costs (`docs/why/budgets.md`). If the protocol has judges who are not
        members, the council is returned unchanged.
        """
        kind = registry.find(council.protocol)
        models = [model for model in map(_model, council.members) if model != "person"]
        if not models or JUDGE in kind.offices:
            return council
        chair = (seeing_first(models, self._directory) if pictures else models)[0]
        if not kind.chairless and (not kind.offices or any(office not in council.offices for office in kind.offices)):
            which = "the first of the members" + (" that can see pictures" if chair != models[0] else "")
            notes.append(f"No chair was named: {chair}, {which}, takes it as well.")
        return replace(council, chair=chair)

    def _of(self, found: GatheredModels) -> CouncilChoice:
        models = _models_in(found)
        panel, rest = models[:PANEL], models[PANEL:]
        # The writer of the answer reads all replies: prefer a member over a spare model with a small context.
        roomy = [model for model in rest if not little_room(model, self._directory.context_of(model))]
        chair = roomy[0] if roomy else panel[0]
        line = (*panel, *rest, *found.choice.following)
        council = Council(
            members=_seats(panel), chair=chair, stand_ins=tuple(model for model in line if model != chair)
        )
        choice = found.choice
        return CouncilChoice(council=council, why=_why(found, panel), standings=choice.standings, caveats=choice.notes)


def _chair_alone(council: Council) -> Council:
    """Return the council for a reply that only its chair writes, without settings that only its own protocol knows."""
    options = {name: value for name, value in council.options.items() if name in Options.__struct_fields__}
    return replace(council, protocol=registry.REPLY, options=options, offices={}, wording={}, rubric="")


def _seats(panel: Sequence[str]) -> tuple[Member | str, ...]:
    return (Member(model=panel[0], count=ALONE),) if len(panel) == 1 else tuple(panel)


def _why(found: GatheredModels, panel: Sequence[str]) -> str:
    said = [f"What you have set up: {titles_of(found.rows)}." if found.set_up else f"What runs here: {found.titles}."]
    if len(panel) == 1:
        said.append(
            f"Only {panel[0]} is there for a seat, so it takes {ALONE}: its answers differ less than those of several "
            "models would."
        )
    elif found.listed > len(panel) + 1:
        said.append(rule(found.listed))
    said += found.choice.notes
    if not found.set_up:
        said.append(found.told())
    if len(panel) > 1:
        said.append("Keep it under a name: `moot councils save NAME`.")
    return " ".join(filter(None, said))


def _models_in(found: GatheredModels) -> tuple[str, ...]:
    """Return the chosen models; raise `NoModels` with a reason for each endpoint if there are none."""
    if found.choice.models:
        return found.choice.models
    said = "; ".join(f"{row.name}: {found.why_not(row)}" for row in found.rows)
    remedy = "Fetch one: `moot models pull smollm2-135m`." if found.engine and not found.troubles else ""
    if found.refused_keys and not found.engine:
        remedy = " ".join(f"Set the key: `moot keys set {name}`." for name in found.refused_keys)
    raise NoModels(f"No model can be seated ({said.rstrip('.')}). Nothing was started.", remedy)


def _model(member: Member | str) -> str:
    return member_from(member).model if isinstance(member, str) else member.model


FORM = "Model ids read `endpoint/model`, e.g. `openrouter/openai/gpt-5.1` or `rehearsal/ada`; see `moot models`."
MOST_TOLD = 8
"""Maximum number of ids shown for an ambiguous name."""


class ModelNames:
    """Resolves the names that a user writes for models to full ids, `endpoint/model`."""

    def __init__(self, directory: Directory) -> None:
        self._directory = directory

    async def member(self, text: str, notes: list[str]) -> str:
        """Return the text for one member, `model` or `model:count`, with the model's full id.

        Remarks are added to `notes`.
        """
        name, colon, count = text.strip().rpartition(":")
        counted = bool(colon) and count.isascii() and count.isdigit()
        model = await self.model(name if counted else text.strip(), notes)
        line = f"{model}:{count}" if counted else model
        member_from(line)
        return line

    async def holders(self, holder: str | list[str], notes: list[str]) -> str | list[str]:
        """Return the model or models named for an office (a role such as the chair), with their full ids.

        Remarks are added to `notes`.
        """
        if isinstance(holder, str):
            return await self.model(holder, notes)
        return [await self.model(each, notes) for each in holder]

    async def model(self, name: str, notes: list[str]) -> str:
        """Return a model's full id. Remarks are added to `notes`.

        If the name is ambiguous, raise an error that lists the possible ids.
        """
        endpoint, slash, _ = name.partition("/")
        if (
            name == "person"
            or (slash and endpoint in self._directory.rows())
            or not name
            or any(map(str.isspace, name))
        ):
            return checked_model(name)
        if name in self._directory.rows() and self._directory.row(name).wire == "cli":
            return f"{name}/default"  # the model that the program chooses itself
        rows = [*set_up_in(self._directory), *(row for row in self._directory.configured() if row.private and row.url)]
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
