"""Build a session's first event: everything it depends on, decided before anything is spent."""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from enum import Enum
from functools import cache
from typing import Any, Literal, NamedTuple, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from moot import __version__
from moot.errors import BadInput, BadSetting, MootError, TooLarge
from moot.floor.earlier_turns import EarlierTurns, carrying, tokens_in
from moot.protocols import registry
from moot.protocols.protocol import Options, Protocol, faults_of
from moot.providers.directory import Directory
from moot.providers.searchers.searcher import InForce, Searchers
from moot.reading.review_copy import LEAST_ALLOWANCE
from moot.request import Ask
from moot.sessions.seating import OUTSIDE, PersonaOf, lists_heard, models_of, no_persona, seated
from moot.vocabulary.councils import Council, OptionValue
from moot.vocabulary.events import SessionOpened
from moot.vocabulary.questions import NUMBER, Attachment, Question
from moot.vocabulary.rubrics import Rubric
from moot.vocabulary.seats import Roster, Seat


class Limit(Struct, frozen=True, kw_only=True):
    """A condition on the value of an option."""

    says: str
    """The condition in words, to follow the option's name."""
    at_least: float | None = None
    """Minimum value, inclusive."""
    at_most: float | None = None
    """Maximum value, inclusive."""
    above: float | None = None
    """Minimum value, exclusive."""
    below: float | None = None
    """Maximum value, exclusive."""
    among: tuple[str, ...] = ()
    """Allowed values."""

    def holds(self, value: Any) -> bool:
        """Return whether the value meets the condition."""
        if self.among:
            return value in self.among
        return (
            (self.at_least is None or value >= self.at_least)
            and (self.at_most is None or value <= self.at_most)
            and (self.above is None or value > self.above)
            and (self.below is None or value < self.below)
        )

    def schema(self) -> dict[str, Any]:
        """Return the condition as JSON Schema."""
        said = {
            "minimum": self.at_least,
            "maximum": self.at_most,
            "exclusiveMinimum": self.above,
            "exclusiveMaximum": self.below,
        }
        found: dict[str, Any] = {word: bound for word, bound in said.items() if bound is not None}
        return found | ({"examples": list(self.among)} if self.among else {})


def _from(least: int) -> Limit:
    return Limit(says=f"must be at least {least}", at_least=least)


_SECONDS = Limit(says="must be a positive number", above=0, below=10_000_000)

LIMITS: dict[str, Limit] = {
    "deadline": _SECONDS,
    "stage_deadline": _SECONDS,
    "patience": _SECONDS,
    "quorum": _from(1),
    "max_output": _from(1),
    "verdict_output": _from(1),
    "allowance": _from(LEAST_ALLOWANCE),
    "temperature": Limit(says="lies between 0 and 2", at_least=0, at_most=2),
    "reasoning": Limit(says="is low, medium or high", among=("low", "medium", "high")),
}
"""The condition on each option's value, by the option's name."""


MOST_CHARACTERS = 1_000_000
"""Maximum number of characters in a question."""
LOOKS_UP = "searchers"
"""Name of the option with which protocols search: a list of search services, `none`, or unset for the setting of the
same name."""


class SessionOpening(Struct, frozen=True, kw_only=True):
    """A request for a session, with its council and everything that the application has looked up for it."""

    ask: Ask
    """The request as the user made it."""
    attachments: tuple[Attachment, ...] = ()
    """Files attached to the question, stored."""
    weight: int = 0
    """Number of tokens that the files take in a prompt."""
    attached: int = 0
    """Number of characters of text extracted from the files."""
    earlier: EarlierTurns = EarlierTurns()
    """Earlier turns of the session's conversation."""
    rubric: Rubric | None = None
    """The rubric, if the session's protocol uses one."""
    cap: int | None = None
    """Limit on the session's cost, in nano-dollars."""
    cap_per_call: int | None = None
    """Limit on the cost of one call, in nano-dollars."""
    bench: tuple[str, ...] = ()
    """Configured models outside the council that may become the default chair, best first."""

    @property
    def council(self) -> Council:
        """Return the council to ask; raise if it has not been looked up yet."""
        council = self.ask.council
        if not isinstance(council, Council):
            raise TypeError("the council of a request is settled before it is opened")
        return council


def options_from(protocol: Protocol, given: Mapping[str, OptionValue], where: str) -> Options:
    """Build a protocol's options from the given values. A string is parsed by the type of its option.

    Args:
        where: What the options were given for, in words for errors.
    """
    known = protocol.options.__struct_fields__
    advice = f"See `moot help {protocol.name}`."
    given = by_own_names(protocol, given)
    for name in given:
        if name not in known:
            raise BadSetting(_unknown_option(name, protocol, known), advice)
    try:
        options = msgspec.convert(_listed(given, protocol.options), protocol.options, strict=False)
    except msgspec.ValidationError as error:
        raise BadSetting(f"An option of {where} cannot be taken: {_mistyped(error, given, protocol)}", advice) from None
    with faults_of(protocol):
        preset = {name: value for name, value in options.preset_values().items() if name not in given}
        options = replace(options, **preset)
        _check(options, advice)
        troubles = options.troubles()
    if troubles:
        raise BadSetting(f"The options of {where} cannot be taken: {' '.join(troubles)}", advice)
    return options


def by_own_names(protocol: Protocol, given: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return the given options with alternative names replaced by the names under which options are stored."""
    own: dict[str, OptionValue] = {}
    for name, value in given.items():
        stored = protocol.options.also.get(name, name)
        if stored in own and own[stored] != value:
            other = next(each for each in given if each != name and protocol.options.also.get(each, each) == stored)
            raise BadSetting(f"`{other}` and `{name}` are one option, and say two things.", "Give one of them.")
        own[stored] = value
    return own


def refuse_idle(protocol: Protocol, options: Options, typed: Mapping[str, OptionValue]) -> None:
    """Raise an error for an option in `typed` that has no effect together with the other options, unless it has its
    default value."""
    with faults_of(protocol):
        idle, usual = options.idle(), protocol.options()
    for name in typed:
        if name in idle and getattr(options, name) != getattr(usual, name):
            raise BadSetting(
                f"The option {name!r} changes nothing here: {idle[name]}. Nothing was asked.",
                f"Leave it out, or see `moot help {protocol.name}`.",
            )


def heeded(protocol: Protocol, given: Mapping[str, OptionValue], wishes: Collection[str]) -> dict[str, OptionValue]:
    """Return the given options without those of `wishes` that have no effect with this protocol and the other options.

    `wishes` are the names of options that the client always sends, such as a limit.
    """
    if not wishes:
        return dict(given)
    given = by_own_names(protocol, given)
    idle = options_from(protocol, given, "the request").idle()
    return {name: value for name, value in given.items() if not (name in wishes and name in idle)}


async def services_heard(opening: SessionOpening, directory: Directory) -> None:
    """Update the model lists of the endpoints whose models may get a seat in the session."""
    named = models_of(opening.council)
    outside = [model for model in opening.bench if model not in named]
    await lists_heard([*named, *outside[:2]], directory)  # a chair, and a judge that is no member


def opened_from(
    opening: SessionOpening,
    directory: Directory,
    *,
    door: str,
    persona_of: PersonaOf = no_persona,
    strict_prices: bool,
    day_capped: bool = False,
    searchers: Searchers | None = None,
) -> SessionOpened:
    """Return the event that opens a session, in which its seats, options and prices are decided.

    Args:
        door: The interface in which it was asked for.
        persona_of: Returns a persona's text by its name.
        strict_prices: Whether a model without a known price is refused under a budget.
        day_capped: Whether there is a budget for all sessions of a day.

    Raises:
        MootError: Something cannot be done; nothing is stored.
    """
    text = opening.ask.question.encode("utf-8", "replace").decode().strip()
    if not text and not opening.attachments:
        raise BadInput("There is no question.", "Write one, or attach a file.")
    if len(text) > MOST_CHARACTERS:
        raise TooLarge(f"The question has {len(text):,} characters.", f"Keep it under {MOST_CHARACTERS:,}.")
    if len(opening.ask.choices) == 1 and tuple(opening.ask.choices) != (NUMBER,):
        raise BadInput(
            f"{opening.ask.choices[0]!r} is the only choice.",
            "Give two or more, each with its own `--choices`, or the one word `number`.",
        )
    protocol = registry.find(opening.council.protocol)
    typed = by_own_names(protocol, opening.ask.options)
    given = {**by_own_names(protocol, opening.council.options), **typed}
    options = options_from(protocol, given, opening.council.name or "the council")
    refuse_idle(protocol, options, typed)
    options, in_force = looking_up(options, searchers)
    wordings = protocol.wordings()
    for name, replacement in opening.council.wording.items():
        if name not in wordings:
            raise BadSetting(
                f"The council replaces the wording {name!r}, which {protocol.name} does not have.",
                f"Its wordings: {', '.join(sorted(wordings))}.",
            )
        wordings[name].replaced(replacement)
    seating = seated(
        opening.council,
        options,
        directory,
        persona_of=persona_of,
        needs=protocol.offices,
        chaired=not protocol.chairless,
        bench=sorted(opening.bench, key=lambda model: directory.lists.trouble(model.partition("/")[0]) != ""),
        capped=day_capped or opening.cap is not None or opening.cap_per_call is not None,
        strict_prices=strict_prices,
        pictures=opening.earlier.has_picture or any(file.is_picture for file in opening.attachments),
    )
    if len(seating.roster.seats) < protocol.fewest:
        raise BadInput(
            " ".join(
                (
                    f"{protocol.name} needs at least {protocol.fewest} seats; this council has "
                    f"{len(seating.roster.seats)}.",
                    *(note for note in seating.notes if OUTSIDE in note),
                )
            ),
            "Add members, e.g. `-m MODEL:2` for two instances of one model.",
        )
    if options.quorum is not None and options.quorum > len(seating.roster.seats):
        raise BadInput(
            f"A quorum of {options.quorum} can never be met: this council has {len(seating.roster.seats)} seats.",
            "Ask for a smaller quorum, or seat more.",
        )
    before = carrying(opening.earlier, seating.roster, tokens_in(text) + opening.weight)
    question = Question(
        text=text,
        attachments=opening.attachments,
        history=before.history,
        carried=before.carried,
        choices=tuple(opening.ask.choices) or msgspec.UNSET,
    )
    tools = tools_of(opening, protocol.looks_up, searchers)
    own_search = asks_to_search(opening) and SEARCH[0] not in tools
    roster = searching(seating.roster, directory) if own_search else seating.roster
    return SessionOpened(
        question=question,
        protocol=protocol.name,
        stages=protocol.stages_for(options, known=opening.ask.known),
        roster=roster,
        seed=opening.ask.seed if opening.ask.seed is not None else secrets.token_hex(16),
        options=plain_options(options),
        council=opening.council.name,
        rubric=opening.rubric or protocol.rubric,
        wording=dict(opening.council.wording),
        system=opening.council.system,
        cap=opening.cap,
        cap_per_call=opening.cap_per_call,
        door=opening.ask.door or door,
        thread=opening.ask.conversation,
        titled=opening.ask.titled,
        depth=opening.ask.depth,
        parent=opening.ask.parent,
        notes=(
            *opening.ask.notes,
            *seating.notes,
            *in_force.notes,
            *before.notes,
            *(_unsearched(roster.seats) if own_search else ()),
            *(_without_tools(seating.roster.seats, directory) if tools else ()),
        ),
        searchers=in_force.names,
        tools=tools or msgspec.UNSET,
        known=opening.ask.known or msgspec.UNSET,
        grader=(opening.ask.known and opening.ask.grader) or msgspec.UNSET,
        moot=__version__,
    )


class LookingUp(NamedTuple):
    """Options of a protocol, and the search services that its session will use."""

    options: Options
    """The options; unchanged if the protocol does not search."""
    in_force: InForce
    """Names of the services that may be used."""


def looking_up(options: Options, searchers: Searchers | None) -> LookingUp:
    """Decide which search services a session uses. Return the services, and the options that name them.

    Options without the field `searchers` are returned unchanged.
    """
    if LOOKS_UP not in options.__struct_fields__:
        return LookingUp(options, InForce())
    in_force = searchers.in_force(getattr(options, LOOKS_UP)) if searchers is not None else InForce()
    return LookingUp(replace(options, **{LOOKS_UP: list(in_force.names)}), in_force)


NO_SEARCH = "No search service has a key, so members can read pages but not search for them: `moot keys set tavily`."
SEARCH = ("search", "fetch")
"""The tools with which members look things up on the web."""


def tools_of(opening: SessionOpening, looks_up: bool, searchers: Searchers | None) -> tuple[str, ...]:
    """Return the names of the tools that members may call, each once.

    Args:
        looks_up: Whether the protocol lets members search unless the request says otherwise.
        searchers: The search services; without one that is ready, pages can be read but not searched for.
    """
    ask, ready = opening.ask, searchers is not None and bool(searchers.in_force().names)
    wanted = looks_up and ready if ask.search is None else ask.search
    own = [name for name in opening.council.tools if ask.search is not False or name not in SEARCH]
    names = dict.fromkeys((*own, *ask.tools, *(SEARCH if wanted else ())))
    return tuple(name for name in names if ready or name != SEARCH[0])


def searching(roster: Roster, directory: Directory) -> Roster:
    """Return the roster with the web search that each seat's service makes itself, if it has one."""

    def with_own(seat: Seat) -> Seat:
        return seat if seat.person else replace(seat, search=directory.search_of(seat.model) or msgspec.UNSET)

    return Roster(seats=tuple(map(with_own, roster.seats)), offices=tuple(map(with_own, roster.offices)))


def _unsearched(seats: Sequence[Seat]) -> list[str]:
    """Return the note that members cannot search, those excepted whose service searches itself."""
    own = list(dict.fromkeys(seat.model for seat in seats if seat.search))
    left = [seat.model for seat in seats if not seat.search and not seat.person]
    if not own:
        return [NO_SEARCH]
    searched = f"Can search with their own services: {', '.join(own)}."
    return [searched, f"{NO_SEARCH} This concerns {', '.join(dict.fromkeys(left))}."] if left else [searched]


def asks_to_search(opening: SessionOpening) -> bool:
    """Return whether the request or the council asks for the tool that searches the web."""
    named = SEARCH[0] in (*opening.ask.tools, *opening.council.tools)
    return bool(opening.ask.search) or (named and opening.ask.search is not False)


def _without_tools(seats: Sequence[Seat], directory: Directory) -> list[str]:
    """Return a note for each service that can offer no tools to its models."""
    found: dict[str, None] = {}
    for seat in seats:
        with suppress(MootError):
            if not seat.person and not directory.provider_for(seat.model).calls_tools:
                found[seat.model.partition("/")[0]] = None
    return [f"{name} takes no tools: its members are asked without." for name in found]


def plain_options(options: Options) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(options)
    return plain


def _listed(given: Mapping[str, OptionValue], options: type[Options]) -> dict[str, OptionValue]:
    """Return the values. If an option is a list and its value is a string, the string is split at its commas."""
    lists = _lists_of(options)
    return {
        name: [part.strip() for part in value.split(",") if part.strip()]
        if name in lists and isinstance(value, str)
        else value
        for name, value in given.items()
    }


@cache
def _lists_of(options: type[Options]) -> frozenset[str]:
    return frozenset(field.name for field in msgspec.structs.fields(options) if _is_list(field.type))


def _is_list(kind: Any) -> bool:
    return any(get_origin(each) in (list, tuple) for each in (kind, *get_args(kind)))


def _mistyped(error: msgspec.ValidationError, given: Mapping[str, OptionValue], protocol: Protocol) -> str:
    """Return a sentence that says which value does not have its option's type."""
    at = re.search(r"\$\.(\w+)", str(error))
    kinds = {field.name: field.type for field in msgspec.structs.fields(protocol.options)}
    if at is None or at[1] not in given or at[1] not in kinds:
        return f"{error}."
    return f"`{at[1]}` takes {_taken(kinds[at[1]])}, not {given[at[1]]!r}."


def _taken(kind: Any) -> str:
    """Return in words which values an option of this type accepts."""
    if get_origin(kind) is Literal:
        return f"one of {', '.join(map(str, get_args(kind)))}"
    if isinstance(kind, type) and issubclass(kind, Enum):
        return f"one of {', '.join(str(each.value) for each in kind)}"
    if _is_list(kind):
        return "a list"
    plain = {bool: "true or false", int: "a whole number", float: "a number", str: "a text", type(None): "none"}
    return " or ".join(plain.get(each, str(each)) for each in get_args(kind) or (kind,))


def _unknown_option(name: str, protocol: Protocol, known: Sequence[str]) -> str:
    near = get_close_matches(name, [*known, *protocol.options.also], n=2)
    hint = f" Did you mean {' or '.join(near)}?" if near else f" It knows {', '.join(sorted(known))}."
    return f"{protocol.name} has no option {name!r}.{hint}"


def _check(options: Options, advice: str) -> None:
    for name, limit in LIMITS.items():
        value = getattr(options, name)
        if value is not None and not limit.holds(value):
            raise BadSetting(f"The option {name!r} {limit.says}; {value!r} cannot be taken.", advice)
