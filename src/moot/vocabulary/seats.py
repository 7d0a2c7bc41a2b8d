"""Seats of a council, their personas and prices, and the roster with its offices.

Seats are `seat-a`, `seat-b`, … in roster order; two instances of one model are two seats. Offices (`chair`, and the
stand-ins that replace it on failure) are seats too, but answer only when their office is called.
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
"""Notice shown with every text of demo voices."""
EXAMPLE = "example"
"""Name of the endpoint of models in written examples, and of the interface of their sessions."""
EXAMPLE_LABEL = "written example, not the result of a real council"
"""Notice shown with every text of a written example."""


class Persona(Struct, frozen=True, kw_only=True):
    """A manner of speaking that a seat is given."""

    name: str
    """Name of the persona."""
    text: str
    """Text of the persona, part of the seat's system prompt."""


class Abilities(Struct, frozen=True, kw_only=True):
    """Abilities of a seat's model, fixed when the session opens so that a resumed session sends the same prompts."""

    schema: str = "none"
    """How the model accepts a ballot's JSON schema: `json_schema`, `json_object` or `none`; empty if only its ballots
    can show this.
    """
    vision: bool = False
    """Whether the model accepts pictures."""
    context: int = 32_768
    """Context length in tokens, input and output together."""
    max_output: int = 8_192
    """Maximum number of output tokens of one call, reasoning included."""
    temperature: bool = True
    """Whether the model accepts a temperature."""
    lowest_temperature: float = 0.0
    """Lowest temperature that is sent, because some models loop at 0."""
    reasoning_floor: int = 0
    """Number of output tokens added to every limit for models that reason before they answer."""
    family: str = ""
    """Model family. Judges of one family count as one independent vote at most."""
    density: float | UnsetType = UNSET
    """ASCII characters per token, a low estimate; left out if unknown."""


NANO = 1_000_000_000
"""Number of nano-dollars in a dollar."""
PRESUMED = "worst-known"
"""Value of `Price.source` for an unknown price: the highest known price is used, as an upper bound."""
SUBSCRIPTION = "subscription"
"""Value of `Price.source` for calls that the user's subscription includes: the price is zero."""


class TokenPrice(Struct, frozen=True, kw_only=True):
    """Price of tokens, in nano-dollars per token (1 nano-dollar = one billionth of a dollar)."""

    input: int
    """Price of a prompt token."""
    output: int
    """Price of an output token, reasoning included."""
    cached: int | None = None
    """Price of a prompt token read from the provider's cache; `None` for the same as `input`."""


class Tier(TokenPrice, frozen=True, kw_only=True):
    """Prices of a call whose prompt is longer than a limit, in nano-dollars per token."""

    above: int
    """Number of prompt tokens, cached ones included, above which these prices apply."""
    stored: int | UnsetType = UNSET
    """Price of a prompt token written to the provider's cache; left out for the same as `input`."""


class Price(TokenPrice, frozen=True, kw_only=True):
    """Prices of a model's calls."""

    source: str = ""
    """Where the price is from: `row`, `listed` (by its endpoint), `genai-prices`, `free`, `local` (the default for
    local models), `subscription`, `worst-known`.
    """
    stored: int | UnsetType = UNSET
    """Price of a prompt token written to the provider's cache; left out for the same as `input`."""
    tiers: tuple[Tier, ...] | UnsetType = UNSET
    """Prices for longer prompts, shortest first; left out if length does not matter."""
    call: int | UnsetType = UNSET
    """Price of a call besides its tokens, in nano-dollars; left out for none."""
    picture: int | UnsetType = UNSET
    """Maximum price of a picture, in nano-dollars; left out for none."""

    @property
    def free(self) -> bool:
        """Return whether calls of any length are free."""
        asked = (each for tier in self._parts() for each in (tier.input, tier.output, tier.cached, tier.stored))
        return not any(each for each in (*asked, self.call, self.picture))

    def at(self, prompt: int) -> Price:
        """Return the prices that apply to a call with this many prompt tokens."""
        tier = self._parts(prompt)[-1]
        return replace(self, input=tier.input, output=tier.output, cached=tier.cached, stored=tier.stored, tiers=UNSET)

    def within(self, prompt: int) -> Price:
        """Return, for each kind of token, the highest price of any call with at most this many prompt tokens."""
        reached = self._parts(prompt)
        return Price(
            input=max(max(tier.input, tier.cached or 0, tier.stored or 0) for tier in reached),
            output=max(tier.output for tier in reached),
            source=self.source,
            call=self.call,
            picture=self.picture,
        )

    def beside(self, pictures: int) -> int:
        """Return the maximum cost of a call with this many pictures besides its tokens, in nano-dollars."""
        return (self.call or 0) + pictures * (self.picture or 0)

    def _parts(self, prompt: int | None = None) -> tuple[Price | Tier, ...]:
        """Return the base prices and the tiers that apply up to this prompt length."""
        longer = (tier for tier in self.tiers or () if prompt is None or prompt > tier.above)
        return (self, *longer)


def dollars(nano: int | None) -> float | None:
    """Convert nano-dollars to dollars, for people and JSON."""
    return None if nano is None else round(nano / NANO, 9)


class ServiceSearch(Struct, frozen=True, kw_only=True):
    """The web search that a service makes while its model answers, with its limits and its price.

    Example:
        ServiceSearch(form="plugins", results=5, result_tokens=2_000, price=20.0).cost  # 20_000_000 nano-dollars
    """

    form: Literal["plugins", "web_search_options", "web_search"]
    """How it is requested: OpenRouter's `plugins`, OpenAI's `web_search_options`, or Anthropic's tool `web_search`."""
    models: tuple[str, ...] = ("*",)
    """Patterns of the names of the service's models that have it."""
    uses: Annotated[int, Meta(ge=0, le=10)] = 1
    """Most searches for one request."""
    results: Annotated[int, Meta(ge=1, le=50)] = 5
    """Most results of a search."""
    result_tokens: Annotated[int, Meta(ge=0, le=100_000)] = 0
    """Most tokens that a result adds to the prompt."""
    price: Annotated[float, Meta(ge=0, le=10_000)]
    """Dollars for a thousand searches."""

    @property
    def cost(self) -> int:
        """Return the most that the searches for one request cost, in nano-dollars."""
        return self.cost_of(self.uses)

    def cost_of(self, searches: int) -> int:
        """Return what this many searches cost, in nano-dollars."""
        return searches * round(self.price * NANO / 1000)

    def read(self, prompt: int) -> int:
        """Return the most tokens that are read for a request with a prompt of this many tokens. Anthropic's tool reads
        the prompt, and what was found before, again after each search."""
        found, times = self.results * self.result_tokens, self.uses + 1
        if self.form != "web_search":
            return prompt + self.uses * found
        return times * prompt + found * (times * self.uses // 2)


class Seat(Struct, frozen=True, kw_only=True):
    """A place in a council, with the model (or the person) that answers there and its settings."""

    id: str
    """Id of the seat: `seat-a`, `seat-b`, … for members; `chair`, `stand-in-1`, … for offices."""
    model: str
    """Id of the seat's model: `endpoint/model`, e.g. `openrouter/openai/gpt-5.1` or `rehearsal/ada`."""
    scripted: bool = False
    """Whether the seat has a demo voice or a written example instead of a language model."""
    person: bool = False
    """Whether a person has the seat."""
    persona: Persona | None = None
    """Persona of the seat, if any."""
    system: str = ""
    """System prompt for this seat alone."""
    temperature: float | None = None
    """Sampling temperature; `None` for the provider's default."""
    max_output: int | None = None
    """Maximum number of output tokens of one call; `None` for the model's own limit."""
    reasoning: str | None = None
    """Reasoning effort: `low`, `medium`, `high`; `None` for the provider's default."""
    abilities: Abilities = Abilities()
    """Abilities of the seat's model."""
    price: Price | None = None
    """Price of the model's tokens; `None` if unknown."""
    search: ServiceSearch | UnsetType = UNSET
    """The web search of its model's service, if its session uses that; left out otherwise."""


class Roster(Struct, frozen=True, kw_only=True):
    """All seats of a session: the members that answer, and the offices (other roles) such as the chair."""

    seats: tuple[Seat, ...]
    """The members, in order."""
    offices: tuple[Seat, ...] = ()
    """Seats of the offices: the chair and its stand-ins, in order of succession, and any other office a protocol
    needs.
    """

    def seat(self, seat_id: str) -> Seat:
        """Return the seat or office with this id."""
        for seat in (*self.seats, *self.offices):
            if seat.id == seat_id:
                return seat
        raise BadInput(f"Nobody sits at {seat_id!r}.", f"Seats: {', '.join(s.id for s in self.seats)}.")

    def office(self, name: str) -> tuple[Seat, ...]:
        """Return the seats that hold an office such as `adjudicator`, in order; empty if there are none."""
        return tuple(
            seat
            for seat in self.offices
            if seat.id == name or (seat.id.startswith(f"{name}-") and seat.id[len(name) + 1 :].isdigit())
        )

    def stand_ins(self) -> tuple[Seat, ...]:
        """Return the seats that may replace a failed chair or another failed office, in the order in which they are
        tried.
        """
        return self.office("stand-in")


class Member(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of a council's member list: a model, its number of instances, and their settings."""

    model: Name
    """Id of the model, as `endpoint/model`."""
    count: Annotated[int, Meta(ge=1, le=MOST_SEATS)] = 1
    """Number of seats that the member fills."""
    persona: Name | None = None
    """Name of the persona of the member's seats."""
    system: Words = ""
    """System prompt of the member's seats alone."""
    temperature: Annotated[float, Meta(ge=0, le=2)] | None = None
    """Sampling temperature."""
    max_output: Annotated[int, Meta(ge=1, le=10_000_000)] | None = None
    """Maximum number of output tokens of one answer."""
    reasoning: str | None = None
    """Reasoning effort: `low`, `medium` or `high`."""
    ballot: BallotForm | None = None
    """How the ballot's form is sent: as a `schema` that the endpoint enforces, as a free JSON `object`, or as `text` in
    the prompt alone; unset for the endpoint's default."""


BallotForm = Literal["schema", "object", "text"]
FORMS: dict[BallotForm, str] = {"schema": "json_schema", "object": "json_object", "text": "none"}
"""Name of each form in `Abilities.schema`."""


def member_from(text: str) -> Member:
    """Parse `model` or `model:count` from a member list. The part after the last colon is a count only if it is all
    digits."""
    name, colon, count = text.strip().rpartition(":")
    if colon and count.isascii() and count.isdigit():
        if not 1 <= int(count[:6]) <= MOST_SEATS:
            raise BadInput(f"{text!r} asks for {count} instances.", f"Ask for 1 to {MOST_SEATS}.")
        return Member(model=checked_model(name), count=int(count))
    return Member(model=checked_model(text.strip()))


def checked_model(name: str) -> str:
    """Return a model id unchanged if it has the form `endpoint/model` (or is `person`)."""
    endpoint, slash, model = name.partition("/")
    if name == "person" or (slash and endpoint and model and name.split() == [name]):
        return name
    raise BadInput(
        f"{name!r} is not a model id.",
        "Model ids read `endpoint/model`, e.g. `openrouter/openai/gpt-5.1` or `rehearsal/ada`; see `moot models`.",
    )


_SEAT_IDS = tuple(f"seat-{name}" for name in (*ascii_lowercase, *map("".join, product(ascii_lowercase, repeat=2))))


def seat_ids(number: int) -> Sequence[str]:
    """Return ids for this many members: `seat-a` … `seat-z`, then `seat-aa`, …."""
    if number > MOST_SEATS:
        raise BadInput(f"A council of {number} seats is too large.", f"Seat at most {MOST_SEATS}.")
    return list(_SEAT_IDS[:number])
