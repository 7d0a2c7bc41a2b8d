"""Settle one move: commit its intent, call the model, then try again or commit the outcome.

The intent is committed before the first byte is sent. The first outcome committed under the move's key wins; a second
one gets the committed outcome back. An answer that finds its move already closed is stored under `KEY:late`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from hashlib import sha256

from msgspec import UNSET
from msgspec.structs import replace

from moot.egress.untrusted_text import shown
from moot.errors import CallFailed, MootError, OutOfBudget
from moot.floor.calls.budget import fewest_tokens, output_room, worst_price
from moot.floor.calls.first_word_timeout import UNHEARD, Silence, is_silence
from moot.floor.calls.move import Move
from moot.floor.calls.prompt_length import counted
from moot.floor.calls.request_adaptation import ADAPTABLE, adapt, with_figures
from moot.floor.calls.retry import REFUSED_BEFORE, Allowance, Pace, Retry
from moot.floor.calls.schema_modes import FORM, demand_of, is_another, is_untold, shown_by
from moot.floor.calls.tool_runner import NO_TOOLS, ToolRunner, requested, sources_of, unaffordable
from moot.floor.calls.unexpected_charges import Bills
from moot.floor.calls.waits import SessionWaits, describe
from moot.providers.adapted_request import AS_IT_IS
from moot.providers.call_outcome import hear
from moot.providers.directory import Directory
from moot.providers.provider import Call, CallLimits, CallReply
from moot.providers.provider_errors import refuses_for_good
from moot.reading.service_errors import error_told, refuses, says_nothing
from moot.transcripts.log import Entry, Log
from moot.vocabulary import event_keys
from moot.vocabulary.events import Body, SeatAsked, SeatFailed, SeatSpoke, taken_over
from moot.vocabulary.seats import Price
from moot.vocabulary.statements import Usage
from moot.vocabulary.words.endings import bare_cause

EVIDENCE = 4_000
"""Maximum number of characters stored of a failed attempt's text."""
SEARCH_FIELDS = ("plugins", "web_search_options", "web_search")
"""Fields of requests that ask for the service's own search."""
QUOTED = 200
"""Maximum number of characters quoted from a model's refusal in the recorded cause."""
RACES = 3
"""Maximum number of times that output limits are fitted to the remaining budget again, because other calls used part
of it meanwhile.
"""
LEAST_TIME = 0.1
"""Minimum time limit, in seconds, of one attempt at a call. The maximum is half of the session's remaining time, so
that a call that hangs leaves time for a retry, the next stages and a stand-in for the chair.
"""


class Caller:
    """Makes the model calls of one session: it records each call before it is sent, retries failed ones, and records
    the outcome."""

    def __init__(
        self,
        log: Log,
        directory: Directory,
        pace: Pace,
        *,
        seed: str,
        seats: int,
        limits: CallLimits,
        time_left: Callable[[], float],
        depth: int = 0,
        capped: bool = False,
        presumed: Price | None = None,
        known: Sequence[Price] = (),
        refused: Iterable[str] = (),
    ) -> None:
        self._log = log
        self._directory = directory
        self._pace = pace
        self._seed, self._allowance = seed, Allowance(seats)
        self._limits = limits
        self._time_left = time_left
        self._depth, self._capped, self._presumed = depth, capped, presumed
        self._refused = {model: CallReply(settled="error", error="not_found") for model in refused}
        """Models that refused permanently in this run, with their replies; none of them is called again."""
        self._first_calls: dict[str, asyncio.Event] = {}
        """Set for a model once its first call as an office was accepted, or failed."""
        self._silent: dict[str, Silence] = {}
        """Models that gave this session no response."""
        self.waits = SessionWaits(log)
        self.bills = Bills(log, directory, known)
        self._begun: dict[str, Move] = {}
        self._ended = asyncio.Event()
        """Set when a call ends, then replaced."""
        self.asked_next: Callable[[], Sequence[str]] = tuple
        """Models the next stage asks, if known."""
        self.fit: Callable[[Sequence[Move]], Awaitable[None]] | None = None
        """Sets the output limits of calls if a budget applies."""
        self.tools: ToolRunner | None = None
        """Makes the tool calls of members, if they have tools."""

    def intent(self, move: Move) -> Entry:
        """Return the event to record, with its key, before the next attempt at a request is sent. Recording it reserves
        the worst-case cost of the attempt."""
        move.attempt += 1
        while self._log.body(event_keys.intent(move.key, move.attempt)) is not None:
            move.attempt += 1  # an earlier attempt ended with its process
        self._log.keep_text(move.prompt.digest, move.prompt.text)
        price = move.seat.price or (Price(input=0, output=0) if move.seat.person else self._presumed)
        key = event_keys.intent(move.key, move.attempt)
        return key, SeatAsked(
            seat=move.seat.id,
            model=move.seat.model,
            prompt=move.prompt.digest,
            call=sha256(f"{self._log.session} {key}".encode()).hexdigest()[:32],
            attempt=move.attempt,
            reserved=worst_price(price, move.prompt.messages, move.room, move.form_bytes, move.search),
            after_tools=self._log.body(event_keys.tools_requested(move.key, move.attempt - 1)) is not None or UNSET,
        )

    def foretell(self) -> None:
        """Tell the call schedulers which models the session is likely to ask in its next stage, so that they can be
        loaded."""
        self._pace.expect(self._log.session, self.asked_next())

    def time_left(self) -> float:
        """Return how many seconds the session may still run."""
        return self._time_left()

    async def catch_up(self, moves: Sequence[Move]) -> None:
        """Make the tool calls that these requests asked for before an interruption."""
        if self.tools is not None:
            await asyncio.gather(*(self.tools.catch_up(move) for move in moves if move.tools))

    async def begin(self, moves: Sequence[Move]) -> None:
        """Record the next attempt of each of these requests in one commit. Lower their output limits to fit the budget.

        If the budget is too small while other calls of this session are running, wait until one of those calls ends. A
        finished call may have used less than was reserved for it.
        """
        if not moves:
            return  # pending commits go with the first call: a stage without calls was not entered
        while True:
            try:
                return await self._begin(moves)
            except OutOfBudget as error:
                error.stage = event_keys.stage_of(moves[0].key)
                if error.whose == "call" or not any(map(self._in_flight, self._begun)):
                    raise
                await self._ended.wait()

    def _in_flight(self, intent: str) -> bool:
        """Return whether the record shows an open call that this process began. Calls given up as late do not count."""
        move = self._begun[intent]
        attempt = int(intent.rpartition("~")[2])
        ends = (move.key, event_keys.failure(move.key, attempt), event_keys.tools_requested(move.key, attempt))
        return not move.seat.person and all(self._log.body(key) is None for key in ends)

    def _one_has_ended(self) -> None:
        self._ended.set()
        self._ended = asyncio.Event()

    async def _begin(self, moves: Sequence[Move]) -> None:
        fit = self.fit
        for move in moves:
            move.seat = self.bills.priced(move.seat)
        for again in range(RACES, -1, -1):
            if fit is not None:
                await fit(moves)
            before = [move.attempt for move in moves]
            intents = [self.intent(move) for move in moves]
            begun = {key: move for (key, _), move in zip(intents, moves, strict=True)}
            self._begun.update(begun)  # before others can see its reservation
            try:
                await self._log.commit(*intents)
                return
            except OutOfBudget:
                for key in begun:
                    del self._begun[key]
                self._one_has_ended()
                for move, attempt in zip(moves, before, strict=True):
                    move.attempt = attempt
                if not again or fit is None:
                    raise  # other calls took the money between fitting and commit, several times

    def refused(self, model: str) -> bool:
        """Return whether this model has permanently refused a call of this session since it was started or resumed."""
        return model in self._refused

    async def settle(self, move: Move) -> Body:
        """Call the model, with retries, until the request has an answer or has failed. Return the recorded outcome.

        The first attempt must have been recorded by `begin`. A seat that is not a member, such as the chair, may get
        many requests at once. Its first call is then sent alone until the service accepts the call, so that a model
        that refuses is called only once.
        """
        await self._pace.turnstile.enter()
        model, first = move.seat.model, asyncio.Event()
        if not move.seat.id.startswith("seat-"):
            before = self._first_calls.setdefault(model, first)
            if before is not first:
                await before.wait()
        try:
            return await self._settle(move, first.set)
        finally:
            first.set()

    async def _settle(self, move: Move, accepted: Callable[[], None]) -> Body:
        while True:
            reply = await self._attempt(move, accepted)
            if reply.calls and reply.settled == "ok" and self.tools is not None and not move.tools_spent:
                await self._log.commit((event_keys.tools_requested(move.key, move.attempt), requested(move, reply)))
                self._one_has_ended()
                accepted()
                await self.tools.catch_up(move)
                if (stands := self._log.body(move.key)) is not None:
                    return stands  # its wave closed meanwhile
                try:
                    await self.begin([move])
                except OutOfBudget:
                    if self._capped:
                        raise
                    return await self._settled(move, self._failed(move, unaffordable(reply), final=True))
                continue
            reply = unless_declined(move, reply)
            if reply.settled in ("ok", "truncated"):
                if move.causes:
                    self._directory.answered(move.seat.model)
                if is_untold(move):
                    self._form_shown(move, reply)
                return await self._settled(move, self._spoke(move, reply))
            retry: Retry | None
            demand = demand_of(move, reply, self._directory.adapted_to(move.seat.model))
            if demand is not None and is_untold(move) and demand.cause == FORM:
                self._directory.doubt(move.seat.model, form=True)
            if demand is not None and (change := adapt(move, demand)) is not None:
                if demand.lasting:
                    self._directory.learn(move.seat.model, change)
                retry = Retry(0)
            else:
                if demand is not None:
                    reply = with_figures(move, reply)
                    self._pace.heard(move.seat.model, reply)
                retry = self._retry(move, reply)
                if retry is not None:
                    accepted()  # it was accepted: calls that wait for it need not wait for the next
            if retry is None:
                if move.causes:
                    self._directory.doubt(move.seat.model)
                if refuses_for_good(reply):
                    self._refused.setdefault(move.seat.model, reply)
                    if await self._reseated(move, reply):
                        continue
                if is_silence(reply) and not reply.cause.startswith(UNHEARD):
                    fell_silent = self._pace.first_words.fell_silent
                    self._silent[move.seat.model] = fell_silent(move.seat.model, reply, self._limits)
                return await self._settled(move, self._failed(move, reply, final=True))
            failure = event_keys.failure(move.key, move.attempt)
            await self._log.commit((failure, self._failed(move, reply, final=False)))
            self._one_has_ended()
            stands = self._log.body(move.key)
            if stands is not None:
                return stands
            self.waits.tried_again(move, retry.wait, reply)
            await asyncio.sleep(retry.wait)
            stands = self._log.body(move.key)
            if stands is not None:
                return stands  # its wave closed meanwhile: another attempt is not needed
            if retry.more_room:
                had, move.room = move.room, output_room(move.seat, move.prompt.messages, 2 * move.room)
                move.least = min(move.room, had + had // 2)
            try:
                await self.begin([move])
            except OutOfBudget:
                if not retry.more_room and self._capped:
                    raise
                final = self._failed(move, reply, final=True)  # its cost was counted with the failure
                return await self._settled(move, replace(final, spent=False, usage=Usage(), cost=None, cost_source=""))

    async def _reseated(self, move: Move, reply: CallReply) -> bool:
        """Replace the model of a failed request by a spare one, and begin the call. Return false if there is no spare
        model or if its call does not fit the budget."""
        other = next((seat for seat in move.instead if not self.refused(seat.model)), None)
        if other is None:
            return False
        move.instead.remove(other)  # at once: members asked beside it choose from the same list
        await self._log.commit((event_keys.failure(move.key, move.attempt), self._failed(move, reply, final=False)))
        self._one_has_ended()
        move.seat = taken_over(move.seat, other)
        move.room, move.adapted = output_room(move.seat, move.prompt.messages), AS_IT_IS
        move.causes.clear()
        move.since = None
        try:
            await self.begin([move])
        except OutOfBudget:
            return False
        return self._log.body(move.key) is None

    def _form_shown(self, move: Move, reply: CallReply) -> None:
        """Store how the model handles a JSON schema, as its reply shows."""
        model, known = move.seat.model, self._directory.adapted_to(move.seat.model)
        if not known.takes and move.form == "none" and not move.causes:
            return None  # it was sent before that was in doubt
        if is_another(move, reply, known):
            return self._directory.doubt(model, form=True)
        if (shown := shown_by(move, reply, known)) is not None:
            self._directory.learn(model, shown)
            self._directory.answered(model)
        return None

    def _silence_of(self, move: Move) -> Silence | None:
        """Return the record that this request's model did not respond earlier in this session; `None` if there is none,
        or it is outdated."""
        silence = self._silent.get(move.seat.model)
        return silence if silence is not None and self._pace.first_words.stands(move.seat.model, silence) else None

    def _retry(self, move: Move, reply: CallReply) -> Retry | None:
        if is_silence(reply) and self._silence_of(move) is not None:
            return None  # an earlier move has made enough attempts
        return self._pace.retry(reply, self._tries(move), self._allowance, self._time_left())

    def _tries(self, move: Move) -> int:
        """Return the number of this attempt. Earlier attempts do not count if the process ended during them, or if the
        service demanded a change of the request.
        """
        failures = (self._log.body(event_keys.failure(move.key, attempt)) for attempt in range(1, move.attempt))
        return 1 + sum(isinstance(failed, SeatFailed) and failed.error not in ADAPTABLE for failed in failures)

    async def _attempt(self, move: Move, accepted: Callable[[], None]) -> CallReply:
        if (refusal := self._refused.get(move.seat.model)) is not None:
            return CallReply(settled="error", cause=f"{REFUSED_BEFORE}{bare_cause(refusal.cause)}", error=refusal.error)
        off = self._pace.switched_off(move.seat.model)
        if off is not None:
            return off
        words = self._pace.first_words
        silence = self._silence_of(move)
        if silence is not None and silence.slow:
            was = silence.reply
            return CallReply(settled=was.settled, cause=f"{UNHEARD}{bare_cause(was.cause)}", error=was.error)
        asked = self._log.body(event_keys.intent(move.key, move.attempt))
        assert isinstance(asked, SeatAsked)
        seat = move.seat
        if (too_long := self._too_long(move)) is not None:
            return too_long
        try:
            endpoint = self._directory.endpoint_of(seat.model)
            provider = self._directory.provider_for(seat.model)
        except MootError as error:  # a missing key or endpoint is this seat's failure, not the session's
            return CallReply(settled="error", cause=f"{error.message} {error.remedy}".strip(), error=_kind(error))
        adapted, search = self._directory.adapted_to(seat.model).and_also(move.adapted), move.search
        move.form = adapted.schema_of(seat.abilities.schema)
        call = Call(
            id=asked.call,
            key=move.key,
            seat=seat,
            messages=move.prompt.messages,
            max_output=move.room,
            limited=self._capped or seat.max_output is not None or move.limited,
            adapted=move.adapted,
            texts=move.prompt.texts,
            schema=move.prompt.schema,
            tools=move.tools if provider.calls_tools else (),
            tools_spent=move.tools_spent,
            search=search if search is not None and search.form not in adapted.leaves_out else None,
            seed=self._seed,
            depth=self._depth + 1,  # a council that answers is one level deeper
        )
        bell, session, key, attempt = self._log.transcript.bell, self._log.session, move.key, move.attempt
        naming = move.naming
        if naming is not None:
            naming.begin()

        def spoken(text: str, thinking: bool) -> None:
            self.waits.heard(move)
            if naming is not None and not thinking:
                text = naming.heard(text)
            if text:
                bell.speak(session, key, seat.id, attempt, text, thinking, verdict=naming is not None)

        scheduler = self._pace.scheduler(
            endpoint.name, endpoint.concurrency, scripted=seat.scripted, memory=provider.memory
        )
        scheduler.expect(session, self.asked_next())
        # A first attempt cannot save its time for another; a further one leaves half of the time left.
        patience = self._time_left() * (0.8 if move.attempt == 1 else 0.5)
        since = move.since = scheduler.now() if move.since is None else move.since
        hold = await scheduler.enter(seat.model, session, patience=patience, tell=self.waits.teller(move), since=since)
        if hold is not None:
            if hold.why == "refused":
                return CallReply(settled="error", cause=hold.cause, error="unavailable")
            left = scheduler.left_for(hold)
            cause = f"It was not sent: {describe(hold.why, hold.who, left)}, and the session has too little time left."
            return CallReply(settled="error", cause=cause, error="rate", retry_after=left)
        try:
            if self._log.body(key) is not None:
                cause = "It was not sent: the wait for it was over before its turn came."
                return CallReply(settled="cancelled", cause=cause)
            total = min(self._limits.total, max(LEAST_TIME, self._time_left() / 2))
            slow_to_begin = endpoint.moot or not endpoint.url
            first = words.patience(seat, self._limits, generous=slow_to_begin, at_home=endpoint.at_home)
            call = replace(call, limits=replace(self._limits, total=total, first=first))
            told = await counted(provider, move, call)
            if isinstance(told, CallReply):
                return told
            call = told
            self.waits.sent(move, words.slow_after(seat.model), first)
            started = scheduler.now()
            reply = await hear(provider, call, spoken, accepted)
            self.bills.note(seat.model, reply)
            scheduler.heard(seat.model, reply, started=started)
            given_up = scheduler.refusal(seat.model, since)
            if given_up is not None and reply.error == "rate":
                reply = replace(reply, error="unavailable", cause=given_up.cause, retry_after=None)
        finally:
            scheduler.leave()
        await self._pace.turnstile.enter()
        if reply.demand is None:
            self._pace.heard(seat.model, reply)
        return reply

    def _too_long(self, move: Move) -> CallReply | None:
        """Return a failed reply if the prompt is certainly too long for the model's context, so that it is not sent;
        otherwise `None`."""
        context = self._directory.context_of(move.seat.model) if not move.prompt.texts else None
        if context is None or (fewest := fewest_tokens(move.prompt.messages, context)) <= context:
            return None
        cause = (
            f"The prompt has {fewest:,} words, which are at least as many tokens; {move.seat.model} reads {context:,}."
        )
        return CallReply(settled="error", cause=f"{cause} It was not sent.", error="context")

    async def _settled(self, move: Move, body: SeatSpoke | SeatFailed) -> Body:
        (stands,) = await self._log.commit((move.key, body))
        self._one_has_ended()
        self.waits.settled(move.key)
        if stands is not body and stands != body:
            await self._log.commit((event_keys.late(move.key), body))
        self._log.transcript.bell.hush(self._log.session, move.key)
        return stands

    def _offers_tools(self, move: Move) -> bool:
        adapted = self._directory.adapted_to(move.seat.model).and_also(move.adapted)
        return "tools" not in adapted.leaves_out and self._directory.provider_for(move.seat.model).calls_tools

    def _spoke(self, move: Move, reply: CallReply) -> SeatSpoke:
        asked_for = move.seat.model.partition("/")[2]
        switched = switch_note(asked_for, reply.model)
        cut = cut_note(reply.usage.input) if reply.cut else ""
        less = less_note(move.causes, move.room)
        found = [(move.seat.model.partition("/")[0], hit) for hit in reply.sources]
        untold = NO_TOOLS if move.tools and not self._offers_tools(move) else ""
        return SeatSpoke(
            seat=move.seat.id,
            model=reply.model or asked_for,
            prompt=move.prompt.digest,
            text=reply.text,
            settled=reply.settled,
            reasoning=reply.reasoning,
            vectors=reply.vectors,
            measured=move.prompt.measured,
            finish=reply.finish,
            attempt=move.attempt,
            usage=reply.usage,
            cost=reply.cost,
            cost_source=reply.cost_source,
            first_ms=reply.first_ms,
            total_ms=reply.total_ms,
            marks=reply.marks,
            generation=reply.generation,
            note=" ".join(dict.fromkeys(filter(None, (switched, cut, less, untold, move.unsearched)))),
            sources=sources_of(self._log, move.key, found) or UNSET,
        )

    def _failed(self, move: Move, reply: CallReply, *, final: bool) -> SeatFailed:
        cost, source = (reply.cost, reply.cost_source) if reply.spent or reply.cost else (0, "")
        return SeatFailed(
            seat=move.seat.id,
            failed=reply.settled,
            cause=reply.cause or reply.settled,
            error=reply.error,
            prompt=move.prompt.digest,
            attempt=move.attempt,
            final=final,
            spent=reply.spent,
            usage=reply.usage,
            cost=cost,
            cost_source=source,
            partial=reply.text[:EVIDENCE],
        )


def unless_declined(move: Move, reply: CallReply) -> CallReply:
    """Return the reply unchanged if it is an answer; otherwise return it as failed.

    A reply fails if its text declines the request, contains no words, or only reports an error of the service. If the
    request asks for a ballot, only a service's error makes the reply fail here. An empty or declining ballot is asked
    for once more elsewhere.
    """
    if reply.settled not in ("ok", "truncated") or move.prompt.texts:
        return reply
    if reply.calls and not reply.text.strip():
        cause = "The model asked for tools again in place of an answer."
        return replace(reply, settled="empty", cause=cause, spent=True)
    said = " ".join(reply.text.split())
    if (kind := error_told(reply.text, form=move.prompt.schema is not None)) is not None:
        cause = f"The service's error stands in place of an answer: {shown(said, QUOTED)}"
        return replace(reply, settled="error", error=kind, cause=cause, spent=True)
    if move.prompt.schema is not None:
        return reply
    if says_nothing(reply.text):
        return replace(
            reply, settled="empty", cause=f"The model wrote no words, only {shown(said, QUOTED)!r}.", spent=True
        )
    if not refuses(reply.text):
        return reply
    return replace(reply, settled="refused", cause=f"It declined in words: {shown(said, QUOTED)}", spent=True)


def _kind(error: MootError) -> str:
    return error.error if isinstance(error, CallFailed) and error.error else "unavailable"


def switch_note(asked: str, answered: str) -> str:
    """Return a note for readers if another model answered than the model that was asked; empty if the same model
    answered.
    """
    switched = bool(answered) and not same_model(asked, answered)
    return f"The provider answered with {answered} instead of {asked}." if switched else ""


def cut_note(read: int) -> str:
    """Return a note for readers that the server read only `read` tokens of a longer prompt."""
    return f"Its prompt was cut: the server read {read:,} tokens, which are fewer than it has."


def less_note(causes: Collection[str], room: int) -> str:
    """Return a note for readers that a request was sent reduced because the service refused it otherwise; empty if it
    was sent in full.

    The request was sent without pictures, tools or search, or with its output limited to `room` tokens. `causes` are
    the refusals.
    """
    searches = dict.fromkeys(SEARCH_FIELDS, "search of its own")
    fields = {"pictures": "pictures", "tools": "tools", **searches}
    left_out = [name for field, name in fields.items() if field in causes]
    notes = [f"Its service takes no {' or '.join(left_out)}: it was asked without."] if left_out else []
    if "credit" in causes:
        notes.append(f"Its account has little credit left: it was asked for at most {room:,} tokens.")
    return " ".join(notes)


def same_model(asked: str, answered: str) -> bool:
    """Return whether two names mean the same model, ignoring the dates, folders and file endings that providers add."""
    plain_asked = asked.lower().rpartition("/")[2].partition(":")[0]
    plain_answered = answered.lower().replace("\\", "/").rpartition("/")[2].partition(":")[0].removesuffix(".gguf")
    return plain_answered.startswith(plain_asked) or plain_asked.startswith(plain_answered)
