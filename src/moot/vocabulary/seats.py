"""Who sits in a council? Seats, the personas they wear, and the roster with its offices.

Seats are `seat-a`, `seat-b`, … in roster order; two instances of one model are two seats. Offices (`chair`, and the
stand-ins who take over when it fails) are seats too, but answer only when their office is called.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from string import ascii_lowercase
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from moot.errors import BadInput

Name = Annotated[str, Meta(max_length=200)]
Words = Annotated[str, Meta(max_length=1_000_000)]
MOST_SEATS = 64
SCRIPTED_LABEL = "scripted voices, not a language model"
"""Shown wherever demo voices speak."""
EXAMPLE = "example"
"""The endpoint of the models in written examples, and the door of the sessions they sit in."""
EXAMPLE_LABEL = "written example, not the result of a real council"
"""Shown wherever their words are."""


class Persona(Struct, frozen=True, kw_only=True):
    """A manner of speaking given to a seat."""

    name: str
    """What the persona is called."""
    text: str
    """What the seat is told about it, placed in its system prompt."""


class Abilities(Struct, frozen=True, kw_only=True):
    """What a seat's model can do, resolved once when the session opens so that a resumed session asks alike."""

    schema: str = "none"
    """How it takes a ballot's schema: `json_schema`, `json_object` or `none`; empty where only its ballots show it."""
    vision: bool = False
    """Whether it can be shown pictures."""
    context: int = 32_768
    """Tokens it can read and write in one call."""
    max_output: int = 8_192
    """Most tokens it is allowed to write in one call, its reasoning included."""
    temperature: bool = True
    """Whether it takes a temperature at all."""
    lowest_temperature: float = 0.0
    """A lower temperature is raised to this: some models loop at 0."""
    reasoning_floor: int = 0
    """Output tokens added to every allowance because the model thinks before it speaks."""
    family: str = ""
    """The family of models it belongs to; judges of one family count as one independent vote at most."""
    density: float | UnsetType = UNSET
    """Characters of ASCII a token of it stands for, rather too few; left out where nothing is known of its tokens."""


NANO = 1_000_000_000
"""Nano-dollars in a dollar."""
PRESUMED = "worst-known"
"""Where a price comes from that nobody told: the dearest of those that are known. What is reckoned by it is a bound."""


class Tier(Struct, frozen=True, kw_only=True):
    """What every token of a call costs when its prompt is long, in nano-dollars a token."""

    above: int
    """Tokens of the prompt, cached ones among them, above which these prices hold."""
    input: int
    """A token of the prompt."""
    output: int
    """A token written, reasoning included."""
    cached: int | None = None
    """A token of the prompt that the provider had cached; `None` when it costs like any other."""
    stored: int | UnsetType = UNSET
    """A token of the prompt that the provider puts into its cache; left out when it costs like any other."""


class Price(Struct, frozen=True, kw_only=True):
    """What a model's calls cost, in nano-dollars a token (1 nano-dollar = one billionth of a dollar)."""

    input: int
    """A token of the prompt."""
    output: int
    """A token written, reasoning included."""
    cached: int | None = None
    """A token of the prompt that the provider had cached; `None` when it costs like any other."""
    source: str = ""
    """Where the figure comes from: `row`, `listed` (by its service), `genai-prices`, `free`, `local` (nobody says
    otherwise), `worst-known`."""
    stored: int | UnsetType = UNSET
    """A token of the prompt that the provider puts into its cache; left out when it costs like any other."""
    tiers: tuple[Tier, ...] | UnsetType = UNSET
    """What tokens cost instead when the prompt is longer, shortest first; left out where its length does not matter."""
    call: int | UnsetType = UNSET
    """What a call costs beside its tokens, in nano-dollars; left out where that is nothing."""
    picture: int | UnsetType = UNSET
    """What a picture may cost beside its tokens, in nano-dollars; left out where that is nothing."""

    @property
    def free(self) -> bool:
        """Whether calls cost nothing, however long they are."""
        asked = (each for tier in self._parts() for each in (tier.input, tier.output, tier.cached, tier.stored))
        return not any(each for each in (*asked, self.call, self.picture))

    def at(self, prompt: int) -> Price:
        """What a call costs whose prompt has so many tokens: one price, without tiers."""
        tier = self._parts(prompt)[-1]
        return replace(self, input=tier.input, output=tier.output, cached=tier.cached, stored=tier.stored, tiers=UNSET)

    def within(self, prompt: int) -> Price:
        """The dearest of each part, for a prompt of so many tokens or fewer: what it comes to is never exceeded."""
        reached = self._parts(prompt)
        return Price(
            input=max(max(tier.input, tier.cached or 0, tier.stored or 0) for tier in reached),
            output=max(tier.output for tier in reached),
            source=self.source,
            call=self.call,
            picture=self.picture,
        )

    def beside(self, pictures: int) -> int:
        """What a call may cost beside its tokens, in nano-dollars, when so many pictures are shown."""
        return (self.call or 0) + pictures * (self.picture or 0)

    def _parts(self, prompt: int | None = None) -> tuple[Price | Tier, ...]:
        """What is asked for short prompts, then for longer ones, as far as a prompt reaches."""
        longer = (tier for tier in self.tiers or () if prompt is None or prompt > tier.above)
        return (self, *longer)


def dollars(nano: int | None) -> float | None:
    """Nano-dollars as dollars, for people and JSON."""
    return None if nano is None else round(nano / NANO, 9)


class Seat(Struct, frozen=True, kw_only=True):
    """One place in the council, and the model that fills it."""

    id: str
    """`seat-a`, `seat-b`, … for members; `chair`, `stand-in-1`, … for offices."""
    model: str
    """`endpoint/model`, e.g. `openrouter/openai/gpt-5.1` or `rehearsal/ada`."""
    scripted: bool = False
    """True for a demo voice or a written example: not a language model."""
    person: bool = False
    """True when a human sits here."""
    persona: Persona | None = None
    """The manner of speaking it wears, if any."""
    system: str = ""
    """What this seat alone is told before everything else."""
    temperature: float | None = None
    """Its sampling temperature; `None` leaves the provider's default."""
    max_output: int | None = None
    """Most tokens it may write in one call; `None` takes the model's own limit."""
    reasoning: str | None = None
    """How hard it should think: `low`, `medium`, `high`; `None` leaves the provider's default."""
    abilities: Abilities = Abilities()
    """What its model can do."""
    price: Price | None = None
    """What its tokens cost; `None` when nobody knows."""


class Roster(Struct, frozen=True, kw_only=True):
    """Everyone who may be asked in a session."""

    seats: tuple[Seat, ...]
    """The members, in order."""
    offices: tuple[Seat, ...] = ()
    """The chair and its stand-ins, in order of succession, and any other office a protocol needs."""

    def seat(self, seat_id: str) -> Seat:
        """The seat or office with this id."""
        for seat in (*self.seats, *self.offices):
            if seat.id == seat_id:
                return seat
        raise BadInput(f"Nobody sits at {seat_id!r}.", f"Seats: {', '.join(s.id for s in self.seats)}.")

    def office(self, name: str) -> tuple[Seat, ...]:
        """Those who hold an office: `adjudicator`, then `adjudicator-2`, …; empty when nobody does."""
        return tuple(
            seat
            for seat in self.offices
            if seat.id == name or (seat.id.startswith(f"{name}-") and seat.id[len(name) + 1 :].isdigit())
        )

    def stand_ins(self) -> tuple[Seat, ...]:
        """Those who take over when the holder of an office cannot write, in order."""
        return self.office("stand-in")


class Member(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of a council's member list: a model, how many instances of it, and how they speak."""

    model: Name
    """`endpoint/model`."""
    count: Annotated[int, Meta(ge=1, le=MOST_SEATS)] = 1
    """How many seats it fills."""
    persona: Name | None = None
    """Name of the persona its seats wear."""
    system: Words = ""
    """What its seats alone are told before everything else."""
    temperature: Annotated[float, Meta(ge=0, le=2)] | None = None
    """Sampling temperature."""
    max_output: Annotated[int, Meta(ge=1, le=10_000_000)] | None = None
    """Most tokens one of its answers may have."""
    reasoning: str | None = None
    """How hard it should think: `low`, `medium` or `high`."""
    ballot: BallotForm | None = None
    """How it is given the form of a ballot: as a `schema` that its service holds it to, as an `object` it may fill in
    freely, or as `text` in the prompt alone; unset as its service takes it."""


BallotForm = Literal["schema", "object", "text"]
FORMS: dict[BallotForm, str] = {"schema": "json_schema", "object": "json_object", "text": "none"}
"""What each is called among a model's abilities."""


def member_from(text: str) -> Member:
    """Reads `model` or `model:count`; the part after the last colon is a count only if it is all digits."""
    name, colon, count = text.strip().rpartition(":")
    if colon and count.isascii() and count.isdigit():
        if not 1 <= int(count[:6]) <= MOST_SEATS:
            raise BadInput(f"{text!r} asks for {count} instances.", f"Ask for 1 to {MOST_SEATS}.")
        return Member(model=checked_model(name), count=int(count))
    return Member(model=checked_model(text.strip()))


def checked_model(name: str) -> str:
    """A model id as written, if it reads `endpoint/model` (or is `person`)."""
    endpoint, slash, model = name.partition("/")
    if name == "person" or (slash and endpoint and model and name.split() == [name]):
        return name
    raise BadInput(
        f"{name!r} is not a model id.",
        "Model ids read `endpoint/model`, e.g. `openrouter/openai/gpt-5.1` or `rehearsal/ada`; see `moot models`.",
    )


_SEAT_IDS = tuple(f"seat-{name}" for name in (*ascii_lowercase, *map("".join, product(ascii_lowercase, repeat=2))))


def seat_ids(number: int) -> Sequence[str]:
    """`seat-a` … `seat-z`, then `seat-aa`, …: the ids of that many members, in order."""
    if number > MOST_SEATS:
        raise BadInput(f"A council of {number} seats is too large.", f"Seat at most {MOST_SEATS}.")
    return list(_SEAT_IDS[:number])
