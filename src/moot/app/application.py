"""Build an application from store, providers, library and runner, once for every interface.

A caller opens an application, asks which council sits, convenes, follows the session, closes it, and builds no part
itself.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import cached_property, partial
from itertools import chain, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from moot.analytics.cost_estimates import again_estimated, estimated, first_words, usual_of
from moot.analytics.member_record import record_of
from moot.analytics.track_records import past_of
from moot.attachments.documents import attachment_of, documents_at, kept, pdf_text, weight_of_documents
from moot.convening.ask_plan import may_ask_fewer, plan_of, reader_plan
from moot.convening.council_choice import CouncilChoice, Seats
from moot.convening.model_availability import successors_seated
from moot.convening.preflight import PreflightCheck, unready_among
from moot.egress.signing import Signer, known_signers, signer_in
from moot.errors import BadInput, Conflict, MootError, StorageFailed, StoreDamaged
from moot.extension_points import EntryPoint, ExtensionService, ModelHost, installed_grader, report, services_for
from moot.floor.calls.budget import nano_dollars
from moot.floor.calls.connection_limit import lines_here
from moot.floor.calls.retry import Pace
from moot.library.nesting import refuse_circles
from moot.library.rubric_shelf import RubricShelf
from moot.library.shelf import CouncilShelf
from moot.protocols import registry
from moot.providers.directory import Directory
from moot.providers.provider import CallLimits
from moot.providers.searchers.searcher import Searchers
from moot.providers.tools.tool import ToolLimits
from moot.providers.tools.toolbox import Toolbox, web_tools
from moot.request import Ask
from moot.sessions.amounts import cap_from
from moot.sessions.budget.affordability import check_it_is_enough
from moot.sessions.budget.estimate import Estimate, ForkEstimate, attached_of, estimate_of, with_audit, within_the_day
from moot.sessions.conversation.earlier import with_members
from moot.sessions.conversation.threads import QuestionPlace, Threads
from moot.sessions.fork import ForkChanges
from moot.sessions.opening import SessionOpening, heeded, opened_from, services_heard
from moot.sessions.runner import Runner
from moot.sessions.runner_rules import RunnerRules
from moot.sessions.session_attempt import attached
from moot.settings import (
    Settings,
    backup_folder,
    change_setting,
    checked_home,
    home_folder,
    origin_of,
    settings_from,
    stamp_of,
)
from moot.transcripts.session_record import IMPORTED
from moot.transcripts.sql.register import Register
from moot.transcripts.sql.repair.backups import Backups
from moot.transcripts.sql.shares import ShareStore
from moot.transcripts.sql.store import Store, keep_reserve
from moot.transcripts.sql.transcript import SqlTranscript
from moot.transcripts.transcript import Once
from moot.vocabulary.councils import Council
from moot.vocabulary.events import SessionOpened
from moot.vocabulary.words.remedies import in_python

if TYPE_CHECKING:
    from moot.analytics.grade_book import GradeBook
    from moot.analytics.standings import Standings
    from moot.analytics.usage import Usages
    from moot.analytics.verdict_book import VerdictBook
    from moot.analytics.voter_quality.figures import Upkeep
    from moot.exports.transcript_import import ImportResult
    from moot.exports.verification import VerifyResult

S = TypeVar("S", bound=ExtensionService)
T = TypeVar("T")
STORAGE_PATIENCE = (0.5, 1.0, 2.0, 3.0, 4.0, 5.0)
"""Seconds between attempts to write while the disk is full.

After the last attempt, a server repeats the last interval and the terminal gives up.
"""

UNWEIGHED = "Web pages are not in this estimate: they are fetched when the question is put."


class Application:
    """The object through which the terminal, the server and Python programs use Moot: store, models, councils and the
    runner of sessions.
    """

    def __init__(
        self,
        home: Path,
        settings: Settings,
        shelf: CouncilShelf,
        rubrics: RubricShelf,
        directory: Directory,
        store: Store,
        door: str,
    ) -> None:
        self.home, self.settings = home, settings
        self.shelf, self.rubrics = shelf, rubrics
        self.directory, self.store = directory, store
        self.transcript = SqlTranscript(store)
        self.register = Register(store)
        self.threads = Threads(store)
        self.shares = ShareStore(store)
        self.door = door
        self.backups = Backups(store.path, backup_folder(home, settings), settings.backups)
        self.seats = Seats(shelf, rubrics, directory, lambda: self.settings.council)
        self._settings_stamp = stamp_of(home)
        self.searchers, self.lines = Searchers(home, directory.keys, setting=settings.searchers), lines_here()
        self.toolbox = Toolbox(
            web_tools(self.searchers, pdf_text), _tool_limits(settings), services=lambda: self.services
        )
        last = repeat(STORAGE_PATIENCE[-1])
        self.runner = Runner(
            self.transcript,
            directory,
            RunnerRules(
                door=door,
                persona_of=shelf.persona,
                storage_patience=lambda: chain(STORAGE_PATIENCE, last if door == "server" else ()),
                searchers=self.searchers,
                toolbox=self.toolbox,
                usual_of=lambda opened: usual_of(store, opened),
                first_words_of=lambda models: first_words(store, models),
                **self._rules(),
            ),
            Pace(lines=self.lines),
            completed=self._completed,
            planned=self._planned,
            left=self._left,
        )

    @cached_property
    def services(self) -> dict[EntryPoint, ExtensionService]:
        """Return the background services that installed packages add, such as notifications, by entry point. They are
        created on first use.
        """
        return services_for(self)

    def service(self, kind: type[S]) -> S:
        """Return the service of class `kind` that an installed package provides. If none does, return a new object of
        the class."""
        return next((each for each in self.services.values() if isinstance(each, kind)), None) or kind(self)

    @property
    def model_host(self) -> ModelHost:
        """Return the service that runs models on this machine."""
        return self.service(ModelHost)

    async def tell_services(self, call: Callable[[ExtensionService], Awaitable[T]]) -> list[T]:
        """Call every service of installed packages concurrently and return the results.

        A service that raises is logged, and left out of the results.
        """

        async def told(point: EntryPoint, service: ExtensionService) -> list[T]:
            try:
                return [await call(service)]
            except Exception as error:
                report(point, error)
                return []

        return list(chain.from_iterable(await asyncio.gather(*(told(*each) for each in self.services.items()))))

    async def _left(self, session: str) -> None:
        await self.tell_services(lambda each: each.session_ended(session))

    @cached_property
    def grades(self) -> GradeBook:
        """Return the store of grades of answers against known correct answers, with the grader of each."""
        from moot.analytics.grade_book import GradeBook  # reads transcripts, which asking never needs

        return GradeBook(self.store, self.transcript)

    @cached_property
    def verdicts(self) -> VerdictBook:
        """Return the store of people's verdicts on the answers of sessions."""
        from moot.analytics.verdict_book import VerdictBook

        return VerdictBook(self.store, self.transcript)

    @cached_property
    def standings(self) -> Standings:
        """Return statistics on how well models did, over the sessions that count for statistics."""
        from moot.analytics.standings import Standings

        return Standings(self.store)

    @cached_property
    def upkeep(self) -> Upkeep:
        """Return statistics on how well voters and councils work, such as the share of readable ballots, with their
        alarms.
        """
        from moot.analytics.voter_quality.figures import Upkeep
        from moot.library.known_claims.controls import controls_in

        return Upkeep(self.store, lambda: controls_in(self.home))

    @cached_property
    def usage(self) -> Usages:
        """Return statistics on the money and tokens that calls to models used on this installation."""
        from moot.analytics.usage import Usages

        return Usages(self.store, lambda: [row.name for row in self.directory.rows().values() if row.scripted])

    async def _completed(self, opened: SessionOpened) -> SessionOpened:
        """Return the session's opening with the results of earlier sessions, and with statistics on its voters.
        Statistics are left out if any voter is scripted, so that demos do not load them.
        """
        if not any(seat.scripted for seat in opened.roster.seats):
            return await self.upkeep.opening(opened)
        return replace(opened, past=await self.store.read(lambda connection: past_of(connection, opened)))

    async def _planned(self, opened: SessionOpened, ask: Ask, session: str = "") -> SessionOpened:
        """Return the session's opening with a plan of which members are asked first, and why, if its protocol or the
        request wants one.
        """
        reads, fewer = registry.find(opened.protocol).by_record, may_ask_fewer(ask, opened)
        if not (reads or fewer):
            return opened
        models = {seat.model for seat in opened.roster.seats}
        record = await record_of(self.store, models) if len(models) == len(opened.roster.seats) else None
        files = attached_of(ask.documents, await attached(self.transcript, opened))
        price = partial(estimate_of, attached=files, past=await usual_of(self.store, opened))
        share = self.settings.audit_share
        plan = (
            reader_plan(opened, record)
            if reads
            else plan_of(ask, opened, record, session=session, share=share, price=price)
        )
        return opened if plan is None else replace(opened, plan=plan, notes=(*opened.notes, plan.why))

    @classmethod
    async def opened(
        cls, door: str, home: Path | None = None, *, project: Path | None = None, demo_speed: float | None = None
    ) -> Application:
        """Open the application on a home folder; raise if the store is damaged or was written by a later version of
        Moot.

        Args:
            door: Name of the interface that uses the application, such as `server`.
            home: The home folder; by default `MOOT_HOME` or the platform's data folder.
            project: A project's file of councils and rubrics.
            demo_speed: Speed of the scripted voices, in place of the setting's.
        """
        home = checked_home(home) if home is not None else home_folder()
        settings = settings_from(home)
        if demo_speed is not None:
            settings = replace(settings, demo_speed=demo_speed)
        directory = Directory(home, os.environ, demo_speed=settings.demo_speed)
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        backups = Backups(home / "moot.db", backup_folder(home, settings), settings.backups)
        try:
            store = await asyncio.to_thread(
                Store, home / "moot.db", durable=settings.durability, day_cap=_day_cap(settings)
            )
        except StoreDamaged as error:
            raise StoreDamaged(error.message, backups.way_back()) from error
        app = cls(home, settings, CouncilShelf(home, project), RubricShelf(home, project), directory, store, door)
        with suppress(StorageFailed):  # what can be read is read; `store.trouble` contains why nothing can be written
            await app.transcript.sweep()
            keep_reserve(store.path)
        app.backups.begin(every_day=door == "server")
        return app

    async def close(self) -> None:
        """Interrupt running sessions so that they can be resumed, and close everything."""
        await self.runner.close()
        await self.directory.close()
        await self.searchers.close()
        await self.toolbox.close()
        await self.backups.close()
        await self.transcript.close()

    async def sits(self, ask: Ask | None = None) -> CouncilChoice:
        """Return the council that would answer a request, with the reason for the choice. If there is no request,
        return the default council.

        If the request or an earlier turn of its conversation has a picture, models that can see are preferred.
        """
        ask = ask if ask is not None else Ask()
        self.refresh()
        pictures = ask.has_picture
        if not pictures and (ask.conversation or ask.follows):
            pictures = (await self.threads.belonging(ask, self.transcript)).earlier.has_picture
        return await self.seats.sits(ask, pictures=pictures)

    def set_default(self, name: str) -> None:
        """Make the council of this name the default one. If the name is empty, Moot chooses the default council."""
        if name:
            self.shelf.shelved(name)
        if origin_of("council", self.home) == "environment":
            raise Conflict("The environment variable MOOT_COUNCIL names the default council.", "Unset it first.")
        change_setting(self.home, "council", name or None)
        self.refresh()

    def refresh(self) -> None:
        """Reload endpoints, keys, model properties and settings that have changed since they were last read, perhaps by
        another process.
        """
        self.directory.refresh()
        stamp = stamp_of(self.home)
        if stamp != self._settings_stamp:
            self.settings = replace(settings_from(self.home), demo_speed=self.settings.demo_speed)
            self._settings_stamp = stamp
            self.store.day_cap = _day_cap(self.settings)
            self.searchers.setting = self.settings.searchers
            self.toolbox.limits = _tool_limits(self.settings)
            self.runner.rules = replace(self.runner.rules, **self._rules())

    def _rules(self) -> dict[str, Any]:
        """Return what the settings define for sessions that run here. A changed setting applies only to sessions that
        start later.
        """
        settings = self.settings
        return {
            "strict_prices": settings.strict_prices,
            "day_capped": settings.day_budget is not None,
            "limits": CallLimits(
                connect=settings.connect_timeout,
                first=settings.first_timeout,
                between=settings.between_timeout,
                total=settings.call_timeout,
            ),
            "most_sessions": settings.most_sessions,
            "crash_limit": settings.crash_limit,
            "preflight": PreflightCheck(self.directory, strict_prices=settings.strict_prices),
            "afforded": partial(
                check_it_is_enough,
                self.transcript,
                self.register.spent_today if settings.day_budget is not None else None,
            ),
        }

    async def convene(
        self, ask: Ask, *, once: Once | None = None, since: float | None = None, session: str | None = None
    ) -> str:
        """Open a session for a question. The session runs in the background in this process.

        Args:
            ask: The request.
            once: An idempotency key; if a session was opened with it before, that session is returned.
            since: When the run began, if the session is one of several in a run.
            session: The id for the new session; by default a new id is created.

        Returns:
            The session's id.
        """
        await self.runner.turnstile.enter()
        if ask.addresses:
            if once is not None and (known := await self.transcript.opened_with(once)) is not None:
                return known
            pages = await documents_at(ask.addresses, len(ask.documents))
            ask = replace(ask, documents=(*ask.documents, *pages), addresses=())
        ask = await self._seated(ask)
        opening = self._opening(ask)
        belongs = await self._belonging(ask)
        attachments = [await kept(document, self.transcript) for document in ask.documents]
        opened = await self.runner.convene(
            replace(
                opening,
                ask=replace(opening.ask, conversation=belongs.thread, titled=ask.titled or belongs.fresh),
                attachments=tuple(attachments),
                earlier=belongs.earlier,
                attached=sum(len(each.text or "") for each in ask.documents),
            ),
            session=session,
            once=once,
            since=since,
        )
        if belongs.first and belongs.thread is not None:
            await self.threads.begin_with(belongs.first, belongs.thread)
        return opened

    async def _belonging(self, ask: Ask) -> QuestionPlace:
        """Return the conversation that a question belongs to. For a chair that replies alone, earlier turns also
        contain the members' answers.
        """
        found = await self.threads.belonging(ask, self.transcript)
        if isinstance(ask.council, Council) and ask.council.protocol == registry.REPLY and ask.history is None:
            return replace(found, earlier=await with_members(found.earlier, self.transcript))
        return found

    async def estimate(self, ask: Ask, *, strict: bool = False) -> Estimate:
        """Return the estimated cost of a question without opening a session.

        This raises the errors that `convene` would raise. With `strict`, it also raises an error for a model whose
        price is unknown.
        """
        told, ask = ask.notes, await self._seated(ask)
        opening = self._opening(ask)
        belongs = await self._belonging(ask)
        await services_heard(opening, self.directory)
        notes = tuple(note for note in ask.notes if note not in told) + ((UNWEIGHED,) if ask.addresses else ())
        opened = opened_from(
            replace(
                opening,
                ask=replace(opening.ask, conversation=None, titled=belongs.fresh, notes=notes),
                attachments=tuple(map(attachment_of, ask.documents)),
                earlier=belongs.earlier,
            ),
            self.directory,
            door=self.door,
            persona_of=self.shelf.persona,
            strict_prices=strict and self.settings.strict_prices,
            day_capped=strict and self.settings.day_budget is not None,
            searchers=self.searchers,
        )
        opened = await self._planned(opened, ask)
        files = attached_of(ask.documents, await attached(self.transcript, opened))
        bound = self.toolbox.bound(opened.tools or ())
        found = await estimated(self.store, opened, registry.find(opened.protocol), files, tools=bound)
        if ask.when == "auto" and opened.asks.when == "one" and (share := self.settings.audit_share):
            everyone = replace(opened, plan=UNSET)
            whole = await estimated(self.store, everyone, registry.find(opened.protocol), files, tools=bound)
            found = with_audit(found, whole, share)
        found = replace(found, unready=unready_among(found.asks, self.directory))
        return within_the_day(found, await self.register.left_today())

    def changes(self, *, rubric: str | None = None, budget: float | None = None, **fields: Any) -> ForkChanges:
        """Return the changes that a fork (a session's question asked again with changes) makes, to pass to
        `estimate_again` or to forking a session.

        Args:
            rubric: Another rubric, by name.
            budget: The fork's own budget in dollars.
            fields: The other fields of a `ForkRequest`.
        """
        held = self.rubrics.rubric(rubric) if rubric else None
        return ForkChanges(**fields, rubric=held, cap=cap_from(budget))

    async def fork(self, session: str, changes: ForkChanges, *, once: Once | None = None, door: str = "") -> str:
        """Start a new session from the recorded beginning of another one, with changes. Return the new session's id.

        A fork that only asks the members not asked before takes the place of its source in the conversation. If there
        is no conversation, one is begun. If such a fork exists already, return its id, and resume it if it was
        interrupted.

        Args:
            session: The source's whole id.
            changes: What the fork changes.
            once: An idempotency key; a known one returns the earlier session.
            door: The interface in which the fork is asked for.
        """
        source = await self.register.get(session) if changes.only_everyone else None
        if source is None or source.door == IMPORTED:
            return await self.runner.fork(session, changes, once=once, door=door)
        thread = source.thread or session
        forked = await self.threads.replacement(session, thread)
        if forked is None:
            forked = await self.runner.fork(session, changes, once=once, door=door, thread=thread)
        elif (await self.register.get(forked)).state == "interrupted":
            await self.runner.resume(forked)
        await self.threads.begin_with(session, thread)
        return forked

    async def estimate_again(self, session: str, changes: ForkChanges) -> ForkEstimate:
        """Return the estimate for a fork of this session (its question asked again) with these changes: what would be
        kept, and what asking the rest may cost.

        Raises the errors that forking would raise.
        """
        self.refresh()
        found = await again_estimated(self.store, self.runner, session, changes, self.toolbox.bound)
        estimate = replace(found.estimate, unready=unready_among(found.estimate.asks, self.directory))
        return replace(found, estimate=within_the_day(estimate, await self.register.left_today()))

    async def take_in(self, text: str) -> ImportResult:
        """Import a transcript's text, such as one from another machine, as a read-only session. Check the transcript
        and return the result."""
        from moot.exports.transcript_import import (
            import_transcript,  # imports every export, which asking never needs
        )

        came = await import_transcript(self.store, text)
        return replace(came, check=await self.check(text))

    def signer(self) -> Signer | None:
        """Return the key that signs this installation's exports, or `None` if there is none."""
        return signer_in(self.home)

    async def check(self, text: str, keys: Sequence[str] = ()) -> VerifyResult:
        """Check a transcript file's seal (a digest over its other lines) and signature, replay it, and return the
        results.

        `text` is the file's content. If public `keys` are given, the file must be signed with one of them or with
        another known key.
        """
        from moot.exports.verification import checked_text  # the same

        known = known_signers(self.home, (*self.settings.signers, *keys))
        return await checked_text(text, self.transcript, known, signed=bool(keys))

    async def check_session(self, session: str) -> VerifyResult:
        """Replay a stored session and return whether its verdict follows from its events."""
        from moot.exports.verification import checked_events  # the same

        return await checked_events(await self.transcript.read(session), self.transcript)

    async def recover(self) -> list[str]:
        """Resume the sessions that an earlier process left unfinished, and return the ids of the resumed sessions.

        Only sessions that were opened through this application's interface (`door`) are resumed.
        """
        await self.transcript.sweep()
        taken = []
        for listing in await self.register.unfinished(self.door):
            try:
                await self.runner.resume(listing.id, automatic=True)
                taken.append(listing.id)
            except MootError:
                continue  # leased elsewhere, or over by now
        return taken

    async def _seated(self, ask: Ask) -> Ask:
        """Return the request with its council resolved, and fallbacks in place of models that are gone."""
        if not ask.is_seated:
            sitting = await self.sits(ask)
            return ask.put_to(sitting.council, sitting.notes)
        self.refresh()
        assert isinstance(ask.council, Council)
        seated = await successors_seated(ask.council, self.directory)
        return replace(ask, council=seated.council, notes=(*ask.notes, *seated.notes))

    def _opening(self, ask: Ask) -> SessionOpening:
        """Return the request with its budget, rubric and possible chairs resolved; raise if they contradict
        each other.
        """
        settings = self.settings
        dollars = ask.budget if ask.budget is not None else settings.budget
        if dollars is not None and not 0 <= dollars < 1e9:
            raise BadInput(f"A budget of {dollars!r} dollars makes no sense.")
        assert isinstance(ask.council, Council)
        protocol = registry.find(ask.council.protocol)
        refuse_circles(ask.council, self.shelf.found, lone=protocol.lone)
        council, rubric = self.seats.judged(ask.council)
        quorum = {} if ask.at_least is None else {"quorum": ask.at_least}
        options = heeded(protocol, {**ask.options, **quorum}, ask.soft_options)
        grader = ask.grader or settings.grader
        if ask.known and grader:
            installed_grader(grader)
        self.toolbox.check((*council.tools, *ask.tools))
        return SessionOpening(
            ask=replace(ask, council=council, options=options, grader=grader),
            rubric=rubric,
            cap=nano_dollars(dollars) if dollars is not None else None,
            cap_per_call=nano_dollars(settings.call_budget) if settings.call_budget is not None else None,
            weight=weight_of_documents(ask.documents),
            bench=self.seats.bench(pictures=ask.has_picture) if council.chair is None else (),
        )


def _day_cap(settings: Settings) -> int | None:
    return nano_dollars(settings.day_budget) if settings.day_budget is not None else None


def _tool_limits(settings: Settings) -> ToolLimits:
    return ToolLimits(
        per_move=settings.tool_calls,
        per_session=settings.session_tool_calls,
        seconds=settings.tool_timeout,
        size=settings.tool_result_size,
    )


@asynccontextmanager
async def opened_app(home: str | Path | None) -> AsyncIterator[Application]:
    """Open an application for a Python program and yield it, then close it. Scripted voices in it reply without
    pauses.
    """
    app = await Application.opened("python", Path(home) if home is not None else None, demo_speed=0)
    try:
        yield app
    except MootError as error:
        error.remedy = in_python(error.remedy)
        raise
    finally:
        await app.close()
