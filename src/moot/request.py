"""The request for a session, made by every API and the CLI: a question, a council, options and limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from moot.attachments.documents import Document, has_picture
from moot.vocabulary.councils import Council, OptionValue
from moot.vocabulary.questions import Turn
from moot.vocabulary.seats import Name, Words

Dollars = Annotated[float, Meta(ge=0, lt=1e9)]


class AskFields(Struct, frozen=True, kw_only=True):
    """Options of a question. The command line, HTTP and Python all offer these fields, with their docstrings as
    help.
    """

    common: ClassVar = ("council", "members", "chair", "protocol", "budget", "conversation")
    """Names of fields that `moot ask --help` shows; `--help-all` shows all."""
    council: Name | Council | None = None
    """A council by name; without one, the default council is used."""
    members: Annotated[Sequence[Name], Meta(max_length=64)] | None = None
    """Models to ask instead of a council: `endpoint/model` or `endpoint/model:count`."""
    chair: Name | None = None
    """The model that writes the answer."""
    stand_ins: Annotated[Sequence[Name], Meta(max_length=16)] | None = None
    """Models that take over when the holder of a role fails, in order; unset, two other members."""
    offices: Annotated[Mapping[Name, Name | list[Name]], Meta(max_length=16)] = {}
    """Models for the protocol's roles, such as `editor`, `extractor` or `embedder`."""
    protocol: Name | None = None
    """Name of the protocol, see `moot councils protocols` or `/api/protocols`; with `reply` only the chair answers."""
    rubric: Name | None = None
    """Rubric by which an adjudicator judges."""
    system: Words | None = None
    """System prompt for every seat, instead of the council's."""
    options: Annotated[Mapping[Name, OptionValue], Meta(max_length=100)] = {}
    """Options of the protocol, instead of the council's."""
    at_least: Annotated[int, Meta(ge=1, le=64)] | None = None
    """Number of members that must answer in each stage; unset, two for the question."""
    when: Literal["auto", "always", "selective", "one"] = "auto"
    """How many members are asked: all (`always`); two, and the others only if their answers differ (`selective`); or
    one. `auto` asks all members of a council that you name, and otherwise decides by earlier results.
    """
    choices: Annotated[Sequence[Name], Meta(max_length=32)] = ()
    """The answers to choose from, if the question is closed, or `number`."""
    tools: Annotated[Sequence[Name], Meta(max_length=16)] = ()
    """Tools that members may call when they answer the question, such as `fetch`; `moot doctor` lists them."""
    search: bool | None = None
    """Whether members may look things up on the web with the tools `search` and `fetch`. Unset, they may where a search
    service has a key and the protocol is for research (`fusion`, `claim-vote`)."""
    budget: Dollars | None = None
    """Limit on the session's cost, in dollars."""
    seed: Name | None = None
    """Seed of random choices (labels, orders, scripted voices); the same seed repeats them."""
    conversation: Name | None = None
    """Id of the conversation to continue; `new` begins a conversation, titled by the chair."""
    follows: Name | None = None
    """Id of the session to continue. If it has no conversation, one is begun."""


class Ask(AskFields, frozen=True, kw_only=True):
    """A request to put a question to a council, with files, options and limits.

    Name a council, pass one or list its members. If you do none of these, the default council is used.

    Example:
        Ask(question="Which plan is safer?", members=("openai/gpt-5.1", "ollama/qwen3:8b"), budget=0.50)
    """

    question: Words = ""
    """Text of the question."""
    system_suffix: str = ""
    """Text added to the system prompt of every seat."""
    soft_options: frozenset[str] = frozenset()
    """Names of options that are left out instead of refused where they have no effect, because clients always send
    them.
    """
    documents: tuple[Document, ...] = ()
    """Files that go with the question."""
    addresses: tuple[str, ...] = ()
    """Addresses of web pages that go with the question, fetched once, when it is put."""
    history: tuple[Turn, ...] | None = None
    """Earlier turns, if the client stores them itself."""
    titled: bool = False
    """Whether the chair gives the conversation a title."""
    depth: int = 0
    """Nesting depth of the session: how many councils called each other before this one."""
    parent: str | None = None
    """Id of the session in which this session is a seat."""
    door: str = ""
    """Name of the API in lists, if it differs from the process's own."""
    known: str = ""
    """The right answer, if known: stored for statistics, never shown to a seat."""
    grader: str = ""
    """Name of the installed grader that compares answers with the known answer first; empty uses the setting."""
    notes: tuple[str, ...] = ()
    """Decisions on the choice of the council, in words."""
    unnamed: bool = False
    """Whether Moot chose the council, because neither a council nor members were named."""

    @property
    def is_seated(self) -> bool:
        """Return whether the council needs no further resolving: it is given as an object, and no other field names or
        changes one.
        """
        changed = self.members or self.chair or self.offices or self.protocol or self.rubric or self.system_suffix
        return isinstance(self.council, Council) and not changed and self.stand_ins is None and self.system is None

    @property
    def has_picture(self) -> bool:
        """Return whether a picture is attached."""
        return has_picture(self.documents)

    def put_to(self, council: Council, notes: Sequence[str] = ()) -> Ask:
        """Return a copy of this question for the given council, with notes on how the council was chosen."""
        return replace(
            self,
            council=council,
            members=None,
            chair=None,
            stand_ins=None,
            offices={},
            protocol=None,
            rubric=None,
            system=None,
            system_suffix="",
            notes=(*self.notes, *notes),
            unnamed=self.unnamed or not (self.council or self.members),
        )
