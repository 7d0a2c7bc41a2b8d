"""The one request that every door makes: a question, who is asked, how, and within which limits."""

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

    Name a council, hand one over or list its members; without either the default council sits.

    Example:
        Ask(question="Which plan is safer?", members=("openai/gpt-5.1", "ollama/qwen3:8b"), budget=0.50)
    """

    question: Words = ""
    """What is asked."""
    council: Name | Council | None = None
    """A council by name; without one the default council sits."""
    members: Annotated[tuple[Name, ...], Meta(max_length=64)] = ()
    """Models that sit instead: `endpoint/model`, or `endpoint/model:count`."""
    chair: Name | None = None
    """The model that writes the answer."""
    stand_ins: Annotated[tuple[Name, ...], Meta(max_length=16)] | None = None
    """The models that take over from an office, in order; unset, two other members."""
    offices: Annotated[dict[Name, Name | list[Name]], Meta(max_length=16)] = {}
    """Who holds the protocol's other offices, by office."""
    protocol: Name | None = None
    """How the council deliberates; see `/api/protocols` and `moot protocols`."""
    rubric: Name | None = None
    """What an adjudicator judges by."""
    system: Words | None = None
    """What every seat is told before everything else, in place of what the council says."""
    system_suffix: str = ""
    """What every seat is told after the system prompt."""
    options: Annotated[dict[Name, OptionValue], Meta(max_length=100)] = {}
    """The protocol's options, in place of the council's."""
    soft_options: frozenset[str] = frozenset()
    """Names of options that are left out, not refused, where they change nothing: clients send them to everybody."""
    at_least: Annotated[int, Meta(ge=1, le=64)] | None = None
    """Members that must answer in each stage; two for the question unless set."""
    documents: tuple[Document, ...] = ()
    """Files that go with the question."""
    budget: Dollars | None = None
    """Most it may cost, in dollars."""
    seed: Name | None = None
    """Repeats the same labels and orders."""
    conversation: Name | None = None
    """The conversation it goes on with; `new` begins one, which the chair gives a title."""
    follows: Name | None = None
    """Or the session it goes on with, whose conversation is begun where it has none."""
    history: tuple[Turn, ...] | None = None
    """Earlier turns, where the door keeps them itself."""
    titled: bool = False
    """Whether the chair gives the conversation a title."""
    depth: int = 0
    """How many councils deep it is."""
    parent: str | None = None
    """The session that seats this one."""
    door: str = ""
    """What lists know it by, where that is not the process's own door."""
    known: str = ""
    """The right answer, where it is known: kept for figures, shown to nobody who is asked."""
    notes: tuple[str, ...] = ()
    """What was decided on the way to the council, in words."""

    @property
    def is_seated(self) -> bool:
        """Whether the council is settled: nothing names another one, or changes it."""
        changed = self.members or self.chair or self.offices or self.protocol or self.rubric or self.system_suffix
        return isinstance(self.council, Council) and not changed and self.stand_ins is None and self.system is None

    @property
    def has_picture(self) -> bool:
        """Whether a picture goes with it."""
        return has_picture(self.documents)

    def put_to(self, council: Council, notes: Sequence[str] = ()) -> Ask:
        """Return the same question to this council, with notes on how it was chosen."""
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
