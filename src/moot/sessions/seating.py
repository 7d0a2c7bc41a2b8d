"""Build the roster of a session from its council: seats, offices, abilities and prices.

Abilities and prices are looked up once, here, and stored in the session, so that a resumed session sends the same
prompts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from moot.errors import BadInput, UnknownName
from moot.floor.embedded_texts import MEASURER
from moot.protocols.planned import GRADER
from moot.protocols.protocol import Options
from moot.providers.demo_voices import FAULTS, VOICES
from moot.providers.directory import Directory
from moot.vocabulary.councils import Council
from moot.vocabulary.seats import (
    FORMS,
    MOST_SEATS,
    PRESUMED,
    SUBSCRIPTION,
    Member,
    Persona,
    Price,
    Roster,
    Seat,
    checked_model,
    seat_ids,
)

OUTSIDE = "adjudicator"
"""Name of the office whose model is never a member."""
BY_DEFAULT = {"embedder": "lexical/words"}
"""Default models of offices. Other offices default to the chair's model."""
ARBITER = "arbiter"
MOST_HOLDERS = 7
UNPRICED = "Give the endpoint a price in endpoints.toml, or leave out `--budget`."
"""Advice shown if a model's price is unknown and the setting `strict_prices` forbids that."""


PersonaOf = Callable[[str], str]
"""Type of functions that return a persona's text by its name, or raise if it is missing or unusable."""


def no_persona(name: str) -> str:
    """Raise the error that there are no personas. This is the default where no personas are configured."""
    raise UnknownName("persona", name)


class SeatingResult(Struct, frozen=True, kw_only=True):
    """The seats of a session, and notes on decisions made for the user."""

    roster: Roster
    """All seats: the members, and offices such as the chair."""
    notes: tuple[str, ...]
    """Decisions made for the user, in words."""


def seated(
    council: Council,
    options: Options,
    directory: Directory,
    *,
    persona_of: PersonaOf = no_persona,
    needs: Sequence[str] = (),
    chaired: bool = True,
    bench: Sequence[str] = (),
    capped: bool = False,
    strict_prices: bool = False,
    pictures: bool = False,
) -> SeatingResult:
    """Build the seats of a session with this council, each with its model's abilities and price.

    Args:
        persona_of: Returns a persona's text by its name.
        needs: Names of the seats beside the members that the protocol needs.
        chaired: Whether the protocol uses a chair, so that the choice of a default chair is worth a note.
        bench: Configured models that may become the chair, best first.
        capped: Whether the session has a budget.
        strict_prices: Whether a model without a known price is refused under a budget.
        pictures: Whether to prefer models that can see for seats without a named model.
    """
    notes: list[str] = []
    members = council.lines()
    named = holders_named(council, (*needs, GRADER))
    members = _without_judges(members, named, needs, notes)
    count = sum(member.count for member in members)
    if any(member.count < 1 for member in members) or not 1 <= count <= MOST_SEATS:
        raise BadInput(" ".join((f"A council has 1 to {MOST_SEATS} seats; this one has {count}.", *notes)))
    models = [member.model for member in members]
    takes_chair: list[str] = []
    able, bench = (seeing_first(models, directory), seeing_first(bench, directory)) if pictures else (models, bench)
    chair = council.chair or _default_chair(able, bench, takes_chair)
    # The default chair is worth a note only if a chair writes, or holds an office without a named model.
    if (chaired and not needs) or any(office not in (*named, *BY_DEFAULT, OUTSIDE) for office in needs):
        notes += takes_chair
    stand_ins = council.stand_ins or tuple(m for m in dict.fromkeys(able) if m not in (chair, "person"))
    offices = [("chair", Member(model=chair))]
    offices += [(f"stand-in-{number}", Member(model=model)) for number, model in enumerate(stand_ins, start=1)]
    if OUTSIDE in needs and OUTSIDE not in named:
        first = seeing_first([chair, *bench], directory) if pictures else [chair, *bench]
        named[OUTSIDE] = (_outsider(models, first, notes),)
        members = _without_judges(members, named, needs, notes)
        count = sum(member.count for member in members)
    held = {office: named.get(office, (BY_DEFAULT.get(office, chair),)) for office in needs}
    held |= {GRADER: named[GRADER]} if GRADER in named else {}
    for office in held:
        for number, model in enumerate(held[office], start=1):
            offices.append((office if number == 1 else f"{office}-{number}", Member(model=model)))
    places = [member for member in members for _ in range(member.count)]

    for model in held.get(ARBITER, ()) if ARBITER in named else ():
        if model in models:
            notes.append(
                f"{model} is the {ARBITER} and a member: it judges blind, yet may prefer what is like its own."
            )
    for office, model in BY_DEFAULT.items():
        if office in needs and office not in named:
            notes.append(f"No {office} was named: {model} is chosen, by likeness of words, not of meaning.")
    holders = [model for each in held.values() for model in each]
    everyone = [model for model in (*models, chair, *stand_ins, *holders) if model != "person"]

    def seat(seat_id: str, member: Member) -> Seat:
        made = _seat(seat_id, member, options, directory, _persona(member, council, persona_of))
        if capped and made.price is None and not made.person:
            made = replace(made, price=_worst(directory, made.model, everyone, strict_prices))
            notes.append(
                f"Nobody knows a price for {made.model}; under the budget it counts as the dearest known model. "
                f"Set one: `moot models endpoints set {made.model.partition('/')[0]} --price INPUT OUTPUT`."
            )
        return made

    roster = Roster(
        seats=tuple(seat(seat_id, member) for seat_id, member in zip(seat_ids(count), places, strict=True)),
        offices=tuple(seat(seat_id, member) for seat_id, member in offices),
    )
    seated = (*roster.seats, *roster.offices)
    included = [each.model for each in seated if each.price is not None and each.price.source == SUBSCRIPTION]
    if included:
        notes.append(f"Included in your subscription, and counted as $0: {', '.join(dict.fromkeys(included))}.")
    return SeatingResult(roster=roster, notes=tuple(dict.fromkeys(notes)))


def seeing_first(models: Sequence[str], directory: Directory) -> list[str]:
    """Return the models in the given order, but those that accept pictures first."""
    return sorted(models, key=lambda model: model == "person" or not directory.abilities_of(model).vision)


def models_of(council: Council) -> tuple[str, ...]:
    """Return every model that a council names, each once: for members, chair, stand-ins and other seats."""
    members = [each.model for each in council.lines()]
    held = [model for holder in council.offices.values() for model in ([holder] if isinstance(holder, str) else holder)]
    every = [*members, *([council.chair] if council.chair else []), *council.stand_ins, *held]
    return tuple(dict.fromkeys(model for model in every if model != "person"))


async def lists_heard(models: Iterable[str], directory: Directory) -> dict[str, str]:
    """Fetch the model lists of these models' endpoints if needed. The lists contain prices and abilities.

    If a model is missing from the stored list, wait for a new list.

    Returns:
        The endpoints of which no list could be fetched, each with the reason.
    """
    named = [(model.partition("/")[0], model) for model in models]
    rows = [(directory.rows()[name], model) for name, model in named if name in directory.rows()]
    asked = [(row.name, model) for row, model in rows if row.url and (not row.needs_key or directory.has_key(row.name))]
    await directory.lists.update([name for name, model in asked if directory.listing_of(model) is None], current=0)
    return await directory.lists.update(name for name, _ in asked)


def presumed_price(roster: Roster, directory: Directory) -> Price | None:
    """Return the price to assume for models whose price was unknown when a session without a budget was opened; `None`
    if all prices were known."""
    seats = [seat for seat in (*roster.seats, *roster.offices) if not seat.person]
    if all(seat.price is not None for seat in seats):
        return None
    return directory.worst_price([seat.model for seat in seats])


async def check_prices(roster: Roster, directory: Directory) -> None:
    """Raise an error if the price of a seat's model is still unknown. Called if the setting `strict_prices` is on."""
    seats = (*roster.seats, *roster.offices)
    guessed = [
        seat.model for seat in seats if not seat.person and (seat.price is None or seat.price.source == PRESUMED)
    ]
    await lists_heard(guessed, directory)
    unknown = [model for model in dict.fromkeys(guessed) if directory.price_of(model, whole=True) is None]
    if unknown:
        raise BadInput(f"Nobody knows a price for {', '.join(unknown)}, and prices are strict.", UNPRICED)


def holders_named(council: Council, needs: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the models that a council names for its protocol's seats beside the members, by the name of the seat."""
    named: dict[str, tuple[str, ...]] = {}
    for office, given in council.offices.items():
        if office not in needs:
            raise BadInput(f"{council.protocol} has no role {office!r}.", f"It knows {', '.join(needs)}.")
        holders = [given] if isinstance(given, str) else given
        if not 1 <= len(holders) <= MOST_HOLDERS:
            raise BadInput(f"The role {office!r} is held by 1 to {MOST_HOLDERS} models, not {len(holders)}.")
        named[office] = tuple(checked_model(model) for model in holders)
    return named


def _without_judges(
    members: list[Member], named: Mapping[str, Sequence[str]], needs: Sequence[str], notes: list[str]
) -> list[Member]:
    """Return the members, leaving out those whose model is the judge of this council: no model judges a council it is
    in."""
    judges = named.get(OUTSIDE, ()) if OUTSIDE in needs else ()
    for model in dict.fromkeys(member.model for member in members if member.model in judges):
        notes.append(f"{model} is the {OUTSIDE} and leaves the panel: nobody judges a council it sits in.")
    return [member for member in members if member.model not in judges]


def _outsider(models: Sequence[str], first: Sequence[str], notes: list[str]) -> str:
    for model in first:
        if model not in models and model != "person":
            notes.append(f"No {OUTSIDE} was named: {model}, which is not on the panel, is chosen.")
            return model
    others = list(dict.fromkeys(model for model in models if model != "person"))
    if len(others) > 2:
        notes.append(f"No {OUTSIDE} was named and no other model is configured.")
        return others[-1]
    raise BadInput(
        f"The {OUTSIDE} must not sit on the panel, and no other model is known.", f"Name one with `--{OUTSIDE} MODEL`."
    )


def _default_chair(models: Sequence[str], bench: Sequence[str], notes: list[str]) -> str:
    outside = next((model for model in bench if model not in models), None)
    if outside is not None:
        notes.append(f"No chair was named: {outside}, which is not on the panel, takes it.")
        return outside
    inside = next((model for model in models if model != "person"), None)
    if inside is None:
        raise BadInput("A council of people needs a chair.", "Name a model with `--chair`.")
    notes.append(f"No chair was named and no other model is configured: {inside}, a member, takes it as well.")
    return inside


def _persona(member: Member, council: Council, persona_of: PersonaOf) -> Persona | None:
    """Return a member's persona. If the council has no persona of that name, look it up among the stored personas."""
    name = member.persona
    if name is None:
        return None
    return Persona(name=name, text=council.personas[name] if name in council.personas else persona_of(name))


def _seat(seat_id: str, member: Member, options: Options, directory: Directory, persona: Persona | None) -> Seat:
    if checked_model(member.model) == "person":
        return Seat(id=seat_id, model="person", person=True, persona=persona, system=member.system)
    endpoint = directory.endpoint_of(member.model)
    _check_able(seat_id, member.model, directory)
    abilities = directory.abilities_of(member.model)
    if member.ballot is not None:
        abilities = replace(abilities, schema=FORMS[member.ballot])
    temperature = member.temperature if member.temperature is not None else options.temperature
    if temperature is not None:
        temperature = max(temperature, abilities.lowest_temperature) if abilities.temperature else None
    return Seat(
        id=seat_id,
        model=member.model,
        scripted=endpoint.scripted,
        persona=persona,
        system=member.system,
        temperature=temperature,
        max_output=member.max_output if member.max_output is not None else options.max_output,
        reasoning=member.reasoning if member.reasoning is not None else options.reasoning,
        abilities=abilities,
        price=directory.price_of(member.model, whole=True),
    )


def _check_able(seat_id: str, model: str, directory: Directory) -> None:
    """Raise an error for a seat's model that is known to be unable to do the seat's task, before the first call
    fails."""
    measures = directory.measures(model)
    if seat_id.startswith(MEASURER) and measures is False:
        raise BadInput(
            f"{model} speaks, and cannot measure texts.",
            f"Name an {MEASURER} that does, e.g. `--role {MEASURER}=lexical/words`, which is always there.",
        )
    endpoint = directory.endpoint_of(model)
    if endpoint.wire == "rehearsal" and (name := model.partition("/")[2]) not in (*VOICES, *FAULTS):
        raise UnknownName("demo voice", name, [*VOICES, *FAULTS])
    if not seat_id.startswith(MEASURER) and not endpoint.speaks:
        raise BadInput(f"{model} measures texts, and cannot speak.", "Seat a model that answers in words.")


def _worst(directory: Directory, model: str, others: list[str], strict: bool) -> Price:
    if strict:
        raise BadInput(f"Nobody knows a price for {model}, and prices are strict.", UNPRICED)
    return directory.worst_price(others)
