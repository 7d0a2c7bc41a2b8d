"""Where are the parts joined? Here: store, providers, library and runner, once, for every door.

A door opens a house, asks it which council sits, convenes, follows the session, and closes the house. No door builds a
part by itself, so a question means the same in the terminal, over HTTP and from Python.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from moot.analytics.answer_map import answers_in, map_of, vectors_in
from moot.analytics.call_tokens import calls_of_late, usual_of
from moot.analytics.past import past_of
from moot.errors import BadInput, MootError, TooDeep, UnknownName
from moot.library.nesting import DEEPEST, refuse_too_deep
from moot.library.rubric_shelf import RubricShelf
from moot.library.shelf import Shelf
from moot.protocols import registry
from moot.providers.directory import Directory
from moot.providers.endpoints import Endpoint
from moot.providers.provider import Limits
from moot.searchers.registry import Searchers
from moot.sessions.attempt import attached, options_of
from moot.sessions.budget import nano_dollars
from moot.sessions.documents import Document, attachment_of, kept, weight_of_documents
from moot.sessions.estimate import Estimate, attached_of, estimate_of
from moot.sessions.importing import Imported, import_transcript
from moot.sessions.measuring import measured_here
from moot.sessions.opening import Asked, opened_from
from moot.sessions.register import Register
from moot.sessions.runner import HouseRules, Runner
from moot.sessions.shares import Shares
from moot.sessions.sql_store import Store
from moot.sessions.sql_transcript import SqlTranscript
from moot.sessions.threads import Threads
from moot.sessions.transcript import Once
from moot.settings import Settings, home_folder, settings_from
from moot.vocabulary.councils import Council, OptionValue
from moot.vocabulary.maps import AnswerMap
from moot.vocabulary.questions import Turn
from moot.vocabulary.rubrics import Rubric
from moot.vocabulary.seats import checked_model, member_from

OLLAMA = ("127.0.0.1", 11434)
PANEL = 4
"""Seats of a council that Moot puts together by itself."""
JUDGE = "adjudicator"
"""The office that a rubric's adjudicators hold."""
JUDGING = "adjudication"
"""The protocol that is taken when a rubric is named and the council's own has no use for one."""
RUBRIC = "general"
"""The rubric of a council that names none."""


class Sitting(Struct, frozen=True, kw_only=True):
    """Which council sits, and why."""

    council: Council
    """The council."""
    why: str
    """One line: where it comes from and, for scripted voices, what to do for a real one."""


class House:
    """Everything a door needs."""

    def __init__(
        self,
        home: Path,
        settings: Settings,
        shelf: Shelf,
        rubrics: RubricShelf,
        directory: Directory,
        store: Store,
        door: str,
    ) -> None:
        self.home = home
        self.settings = settings
        self.shelf = shelf
        self.rubrics = rubrics
        self.directory = directory
        self.store = store
        self.transcript = SqlTranscript(store)
        self.register = Register(store)
        self.threads = Threads(store)
        self.shares = Shares(store)
        self.door = door
        self.searchers = Searchers(home, directory.keys, setting=settings.searchers)
        self.runner = Runner(
            self.transcript,
            directory,
            HouseRules(
                door=door,
                persona_of=shelf.persona,
                strict_prices=settings.strict_prices,
                day_capped=settings.day_budget is not None,
                limits=Limits(
                    connect=settings.connect_timeout,
                    first=settings.first_timeout,
                    between=settings.between_timeout,
                    total=settings.call_timeout,
                ),
                most_sessions=settings.most_sessions,
                crash_limit=settings.crash_limit,
                searchers=self.searchers,
                usual_of=lambda opened: usual_of(store, opened),
            ),
            past_of=lambda opened: past_of(store, opened),
        )

    @classmethod
    async def opened(
        cls, door: str, home: Path | None = None, *, project: Path | None = None, rehearsal_speed: float | None = None
    ) -> House:
        """The house over this home; refuses a store that is damaged or was written by a later Moot."""
        home = home or home_folder()
        settings = settings_from(home)
        if rehearsal_speed is not None:
            settings = replace(settings, rehearsal_speed=rehearsal_speed)
        directory = Directory(home, os.environ, rehearsal_speed=settings.rehearsal_speed)
        day_cap = nano_dollars(settings.day_budget) if settings.day_budget is not None else None
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        store = await asyncio.to_thread(Store, home / "moot.db", durable=settings.durability, day_cap=day_cap)
        house = cls(home, settings, Shelf(home, project), RubricShelf(home, project), directory, store, door)
        await house.transcript.sweep()
        return house

    async def close(self) -> None:
        """Parks what runs and lets go of everything."""
        await self.runner.close()
        await self.directory.close()
        await self.searchers.close()
        await self.transcript.close()

    # --- which council sits ---------------------------------------------------------------------------------------

    async def sits(
        self,
        *,
        council: str | Council | None = None,
        members: Sequence[str] = (),
        chair: str | None = None,
        offices: Mapping[str, str | list[str]] | None = None,
        protocol: str | None = None,
        rubric: str | None = None,
    ) -> Sitting:
        """The council named, handed over, made of these members, or the one that sits by default; changed as asked."""
        if council and members:
            raise BadInput("Both a council and members were named.", "Name one or the other.")
        if members:
            made = Council(members=tuple(member_from(member) for member in members))
            sitting = Sitting(council=made, why="The members you named.")
        elif council:
            named = self.shelf.council(council) if isinstance(council, str) else council
            called = f"The council {named.name!r}." if named.name else "The council you made."
            sitting = Sitting(council=named, why=called)
        elif rubric and (seated := self.rubrics.rubric(rubric).members):
            sitting = Sitting(council=Council(members=seated), why=f"The members that the rubric {rubric!r} names.")
        else:
            sitting = await self._default_sitting()
        changed = sitting.council
        if protocol is not None:
            changed = replace(changed, protocol=registry.find(protocol).name)
        if rubric:
            changed = replace(changed, rubric=self.rubrics.rubric(rubric).name)
            if protocol is None and registry.find(changed.protocol).rubric is None:
                changed = replace(changed, protocol=registry.find(JUDGING).name)
        if offices:
            changed = replace(changed, offices={**changed.offices, **offices})
        if chair is not None:
            changed = replace(changed, chair=checked_model(chair))
        elif changed.chair is None and all(_model(each).startswith("rehearsal/") for each in changed.members):
            taken = {_model(each) for each in changed.members}
            voices = (f"rehearsal/{name}" for name in ("hana", "gus", "fay", "eli"))
            changed = replace(changed, chair=next((voice for voice in voices if voice not in taken), None))
        return replace(sitting, council=changed)

    async def _default_sitting(self) -> Sitting:
        if self.settings.council:
            try:
                council = self.shelf.council(self.settings.council)
            except UnknownName as error:
                raise UnknownName(
                    "council", self.settings.council, self.shelf.councils(), f"It is your default. {error.remedy}"
                ) from None
            return Sitting(council=council, why=f"Your default council {self.settings.council!r}.")
        configured = await self._configured_models()
        if configured:
            panel, rest = configured[:PANEL], configured[PANEL:]
            while len(panel) < 2:
                panel = [*panel, panel[0]]
            council = Council(members=tuple(panel), chair=rest[0] if rest else None)
            return Sitting(
                council=council, why=f"The endpoints you have configured: {', '.join(dict.fromkeys(panel))}."
            )
        local = await self._ollama_models()
        if local:
            panel = local[:PANEL] if len(local) > 1 else [local[0]] * 3
            council = Council(members=tuple(panel), chair=local[0])
            return Sitting(council=council, why=f"Ollama is running here: {', '.join(dict.fromkeys(panel))}.")
        why = "No key and no model was found, so scripted voices sit. For a real council: `moot keys set openrouter`."
        return Sitting(council=self.shelf.council("rehearsal"), why=why)

    def _configured(self) -> list[Endpoint]:
        """Endpoints somebody set up: a key is there, or the row is the user's own."""
        own = self.directory.endpoints.own()
        rows = [row for row in self.directory.configured() if row.speaks]
        return [row for row in rows if row.name in own or self.directory.has_key(row.name)]

    async def _configured_models(self) -> list[str]:
        """Models of configured endpoints, one of each endpoint in turn, best first."""
        rows = self._configured()
        offered = await asyncio.gather(*(self._offered(row) for row in rows))
        turns = max(map(len, offered), default=0)
        return [models[turn] for turn in range(turns) for models in offered if turn < len(models)][: PANEL + 1]

    async def _offered(self, row: Endpoint) -> list[str]:
        if row.models:
            return [f"{row.name}/{model}" for model in row.models]
        try:
            return await asyncio.wait_for(self.directory.models(row.name), 3.0)
        except (MootError, TimeoutError):
            return []

    async def _ollama_models(self) -> list[str]:
        try:
            async with asyncio.timeout(0.3):
                _, writer = await asyncio.open_connection(*OLLAMA)
            writer.close()
            return await asyncio.wait_for(self.directory.models("ollama"), 3.0)
        except (MootError, OSError, TimeoutError):
            return []

    # --- putting a question ---------------------------------------------------------------------------------------

    async def convene(
        self,
        question: str,
        council: Council,
        *,
        options: Mapping[str, OptionValue] | None = None,
        documents: Sequence[Document] = (),
        budget: float | None = None,
        seed: str | None = None,
        thread: str | None = None,
        follows: str | None = None,
        once: Once | None = None,
        titled: bool = False,
        history: Sequence[Turn] | None = None,
        depth: int = 0,
        parent: str | None = None,
    ) -> str:
        """Puts a question to a council and returns the session's id; the session runs in this process.

        It goes on in the conversation `thread` (`NEW` begins one), or with the session `follows`, whose conversation is
        begun where it has none; `history` are earlier turns that the door keeps itself.
        """
        _check_depth(depth)
        refuse_too_deep(council, self._found, depth)
        asked = self._asked(question, council, options or {}, budget, seed)
        belongs = await self.threads.belonging(thread, follows, history, self.transcript)
        attachments = [await kept(document, self.transcript) for document in documents]
        session = await self.runner.convene(
            replace(
                asked,
                attachments=tuple(attachments),
                weight=weight_of_documents(documents),
                thread=belongs.thread,
                earlier=belongs.earlier,
                titled=titled or belongs.fresh,
                depth=depth,
                parent=parent,
            ),
            once=once,
        )
        if belongs.first and belongs.thread is not None:
            await self.threads.begin_with(belongs.first, belongs.thread)
        return session

    async def estimate(
        self,
        question: str,
        council: Council,
        *,
        options: Mapping[str, OptionValue] | None = None,
        documents: Sequence[Document] = (),
        budget: float | None = None,
        thread: str | None = None,
        follows: str | None = None,
        depth: int = 0,
        strict: bool = False,
    ) -> Estimate:
        """What the session may cost. What `convene` would refuse is refused; for want of a price only with `strict`."""
        _check_depth(depth)
        refuse_too_deep(council, self._found, depth)
        asked = self._asked(question, council, options or {}, budget, None)
        belongs = await self.threads.belonging(thread, follows, None, self.transcript)
        opened = opened_from(
            replace(
                asked,
                attachments=tuple(map(attachment_of, documents)),
                weight=weight_of_documents(documents),
                earlier=belongs.earlier,
                titled=belongs.fresh,
            ),
            self.directory,
            door=self.door,
            persona_of=self.shelf.persona,
            strict_prices=strict and self.settings.strict_prices,
            day_capped=strict and self.settings.day_budget is not None,
            searchers=self.searchers,
        )
        files = attached_of(documents, await attached(self.transcript, opened))
        times, past = await calls_of_late(self.store, opened)
        protocol = registry.find(opened.protocol)
        return estimate_of(opened, protocol, options_of(opened), attached=files, times=times, past=past)

    async def take_in(self, text: str) -> Imported:
        """A transcript of another machine, to be read here."""
        return await import_transcript(self.store, text)

    async def answer_map(
        self, session: str, *, method: str = "pca", stage: str | None = None, embedder: str | None = None
    ) -> AnswerMap:
        """A session's answers on a flat map: as they were measured in it, or measured for the map by an embedder of
        this machine."""
        events = await self.transcript.read(session)
        if embedder is None:
            measured = vectors_in(events)
        else:
            measured = [await measured_here(self.directory, checked_model(embedder), answers_in(events, stage))]
        return await asyncio.to_thread(
            lambda: map_of(events, measured, method=method, stage=stage, here=embedder is not None)
        )

    async def recover(self) -> list[str]:
        """Takes up what a process of this door left unfinished; a session that cannot be taken up says why itself."""
        await self.transcript.sweep()
        taken = []
        for listing in await self.register.unfinished(self.door):
            try:
                await self.runner.resume(listing.id, automatic=True)
                taken.append(listing.id)
            except MootError:
                continue  # held elsewhere, or over by now
        return taken

    def _asked(
        self,
        question: str,
        council: Council,
        options: Mapping[str, OptionValue],
        budget: float | None,
        seed: str | None,
    ) -> Asked:
        settings = self.settings
        dollars = budget if budget is not None else settings.budget
        if dollars is not None and not 0 <= dollars < 1e9:
            raise BadInput(f"A budget of {dollars!r} dollars makes no sense.")
        rubric = self._rubric(council)
        if rubric is not None and rubric.adjudicators and JUDGE not in council.offices:
            council = replace(council, offices={**council.offices, JUDGE: list(rubric.adjudicators)})
        return Asked(
            question=question,
            council=council,
            rubric=rubric,
            options=dict(options),
            cap=nano_dollars(dollars) if dollars is not None else None,
            cap_per_call=nano_dollars(settings.call_budget) if settings.call_budget is not None else None,
            seed=seed,
            bench=self._bench() if council.chair is None else (),
        )

    def _found(self, name: str) -> Council | None:
        known = self.shelf.councils()
        return known[name].council if name in known else None

    def _rubric(self, council: Council) -> Rubric | None:
        """What a council judges by, if its protocol judges by a rubric."""
        if registry.find(council.protocol).rubric is not None:
            return self.rubrics.rubric(council.rubric or RUBRIC)
        if council.rubric:
            raise BadInput(
                f"{council.protocol} has no use for a rubric, and {council.rubric!r} was named.",
                f"Leave the rubric out, or take `--protocol {JUDGING}`.",
            )
        return None

    def _bench(self) -> tuple[str, ...]:
        return tuple(f"{row.name}/{model}" for row in self._configured() for model in row.models)


def _check_depth(depth: int) -> None:
    if depth > DEEPEST:
        raise TooDeep(f"This question comes from a council that is itself {depth} councils deep.")


def _model(member: object) -> str:
    return member_from(member).model if isinstance(member, str) else str(getattr(member, "model", ""))
