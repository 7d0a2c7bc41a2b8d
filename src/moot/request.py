"""The request for a session, made by every API and the CLI: a question, a council, options and limits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from moot.attachments.documents import Document, has_picture
from moot.vocabulary.councils import Council, OptionValue
from moot.vocabulary.questions import Turn

Name = Annotated[str, Meta(max_length=200)]
Words = Annotated[str, Meta(max_length=1_000_000)]
Dollars = Annotated[float, Meta(ge=0, lt=1e9)]


class Ask(Struct, frozen=True, kw_only=True):
    """A question to a council.

    Name a council, pass one or list its members; without either the default council is used.

    Example:
        Ask(question="Which plan is safer?", members=("openai/gpt-5.1", "ollama/qwen3:8b"), budget=0.50)
    """

    question: Words = ""
    """The question."""
    council: Name | Council | None = None
    """A council by name; without one the default council is used."""
    members: Annotated[tuple[Name, ...], Meta(max_length=64)] = ()
    """Models to use instead: `endpoint/model`, or `endpoint/model:count`."""
    chair: Name | None = None
    """The model that writes the answer."""
    stand_ins: Annotated[tuple[Name, ...], Meta(max_length=16)] | None = None
    """The models that replace an office's, in order; unset, two other members."""
    offices: Annotated[dict[Name, Name | list[Name]], Meta(max_length=16)] = {}
    """Models of the protocol's other offices, by office."""
    protocol: Name | None = None
    """The protocol; see `/api/protocols` and `moot protocols`."""
    rubric: Name | None = None
    """The rubric by which an adjudicator judges."""
    system: Words | None = None
    """System prompt of every seat, in place of the council's."""
    system_suffix: str = ""
    """Text added to every seat's system prompt."""
    options: Annotated[dict[Name, OptionValue], Meta(max_length=100)] = {}
    """The protocol's options, in place of the council's."""
    soft_options: frozenset[str] = frozenset()
    """Names of options that are ignored, not refused, if they have no effect: some clients always send them."""
    at_least: Annotated[int, Meta(ge=1, le=64)] | None = None
    """Members that must answer in each stage; two for the question unless set."""
    documents: tuple[Document, ...] = ()
    """Files attached to the question."""
    budget: Dollars | None = None
    """Most it may cost, in dollars."""
    seed: Name | None = None
    """Seed; repeats the same labels and orders."""
    conversation: Name | None = None
    """The conversation to continue; `new` begins one, which the chair gives a title."""
    follows: Name | None = None
    """Or the session to follow up; its conversation is begun if it has none."""
    history: tuple[Turn, ...] | None = None
    """Earlier turns, if the client stores them itself."""
    titled: bool = False
    """Whether the chair gives the conversation a title."""
    depth: int = 0
    """Its nesting depth among councils."""
    parent: str | None = None
    """The session with this one as a seat."""
    door: str = ""
    """Name of the API in lists, if it is not the process's own."""
    known: str = ""
    """The right answer, if known: stored for statistics, never shown to a seat."""
    notes: tuple[str, ...] = ()
    """Decisions on the choice of the council, in words."""

    @property
    def is_seated(self) -> bool:
        """Return whether the council is final: nothing names another one, or changes it."""
        changed = self.members or self.chair or self.offices or self.protocol or self.rubric or self.system_suffix
        return isinstance(self.council, Council) and not changed and self.stand_ins is None and self.system is None

    @property
    def has_picture(self) -> bool:
        """Return whether a picture is attached."""
        return has_picture(self.documents)

    def put_to(self, council: Council, notes: Sequence[str] = ()) -> Ask:
        """Return the same question for this council, with notes on how it was chosen."""
        return replace(
            self,
            council=council,
            members=(),
            chair=None,
            stand_ins=None,
            offices={},
            protocol=None,
            rubric=None,
            system=None,
            system_suffix="",
            notes=(*self.notes, *notes),
        )
