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
    """Fields that `moot ask --help` shows; `--help-all` shows all."""
    council: Name | Council | None = None
    """A council by name; without one the default council sits."""
    members: Annotated[Sequence[Name], Meta(max_length=64)] | None = None
    """Models that sit instead: `endpoint/model`, or `endpoint/model:count`."""
    chair: Name | None = None
    """The model that writes the answer."""
    stand_ins: Annotated[Sequence[Name], Meta(max_length=16)] | None = None
    """The models that take over when the holder of a role fails, in order; unset, two other members."""
    offices: Annotated[Mapping[Name, Name | list[Name]], Meta(max_length=16)] = {}
    """Who holds the protocol's other roles, such as `editor`, `extractor` or `embedder`."""
    protocol: Name | None = None
    """How the council deliberates: a name in `moot councils protocols` or `/api/protocols`; with `reply` its chair
    alone answers."""
    rubric: Name | None = None
    """What an adjudicator judges by."""
    system: Words | None = None
    """What every seat is told before everything else, in place of what the council says."""
    options: Annotated[Mapping[Name, OptionValue], Meta(max_length=100)] = {}
    """The protocol's options, in place of the council's."""
    at_least: Annotated[int, Meta(ge=1, le=64)] | None = None
    """Members that must answer in each stage; two for the question unless set."""
    when: Literal["auto", "always", "selective", "one"] = "auto"
    """How many members are asked: all (`always`); two, and the others only if their answers differ (`selective`); or
    one. `auto` asks all of a council that you name, else decides by earlier results."""
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
    """Repeats a session's random choices: labels, orders, scripted voices."""
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
    """The question."""
    system_suffix: str = ""
    """What every seat is told after the system prompt."""
    soft_options: frozenset[str] = frozenset()
    """Names of options that are left out, not refused, where they change nothing: clients send them to everybody."""
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
    """The session with this one as a seat."""
    door: str = ""
    """Name of the API in lists, if it is not the process's own."""
    known: str = ""
    """The right answer, if known: stored for statistics, never shown to a seat."""
    grader: str = ""
    """The installed grader that compares answers with it first; empty uses the one of the settings."""
    notes: tuple[str, ...] = ()
    """Decisions on the choice of the council, in words."""
    unnamed: bool = False
    """Whether Moot chose the council, because neither it nor its members were named."""

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
