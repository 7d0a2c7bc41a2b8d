"""Run one call to a model and return its result as exactly one of the nine settlements, within its deadlines.

`hear` raises only when it is cancelled, never leaves a cause empty and never returns thinking as text. Deadlines are
enforced by one timer that is re-armed only when it fires, so a piece of text costs no timer. Tests:
`tests/providers/test_call_outcome.py` (every way a stream can end) and `test_modes.py` (every mode of the scripted
upstream).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from moot.egress.api_keys import scrub
from moot.egress.untrusted_text import shown
from moot.errors import CallFailed
from moot.providers.adapted_request import Demand
from moot.providers.models.prices import cost_of
from moot.providers.provider import (
    Call,
    CallReply,
    CallReport,
    EmbeddingVectors,
    Piece,
    PromptProgress,
    Provider,
    SearchSources,
    StreamEnd,
    Text,
    ThinkingText,
    ToolCalls,
)
from moot.providers.rate_headers import Quota
from moot.providers.thinking import ThinkSplitter, after_bare_closing
from moot.vocabulary.statements import SETTLEMENTS, SearchHit, Settlement, Usage
from moot.vocabulary.tools import ToolCall
from moot.vocabulary.vectors import packed, trouble_with

logger = logging.getLogger("moot.calls")

MARK_EVERY_MS = 100
MOST_TOKENS = 100_000_000
MOST_COST = 1_000_000_000_000
"""Maximum plausible bill for one call, in nano-dollars (a thousand dollars). A higher bill is taken for an error of
units.
"""
CLOSING = 1.0
"""Number of seconds to wait while a provider closes the stream of a call that was given up."""
LONGEST_CAUSE = 600
QUOTED = 200
"""Maximum number of characters of a model's refusal that are quoted in the cause."""

Spoken = Callable[[str, bool], None]
Now = Callable[[], float]


async def hear(
    provider: Provider,
    call: Call,
    spoken: Spoken | None = None,
    accepted: Callable[[], None] | None = None,
    *,
    now: Now = time.monotonic,
) -> CallReply:
    """Call a model and return how the call ended: with an answer, or with a failure, which is returned and not raised.

    Args:
        provider: The provider to call.
        call: The call.
        spoken: Receives `(text, is_reasoning)` as text arrives.
        accepted: Called when the service has accepted the request.
        now: The clock.
    """
    logger.info("%s: %s is asked", call.key, call.seat.model)
    ear = _Ear(call, spoken, now)
    alarm = _Alarm(ear)
    stream: AsyncIterator[Piece] | None = None
    try:
        provider.check_able(call)
        stream = provider.stream(call)
        async for piece in stream:
            if accepted is not None:
                accepted()
            if ear.take(piece) or alarm.rung:
                break
        if alarm.rung:
            ear.timed_out()
    except asyncio.CancelledError:
        if alarm.others():
            await _close(stream)
            raise
        if alarm.rung:
            ear.timed_out()
        else:
            ear.end("error", "The provider cancelled its own call.", "internal", spent=True)
    except CallFailed as failed:
        if alarm.rung:
            ear.timed_out()
        else:
            ear.failed(failed)
    except Exception as error:
        ear.end("error", f"{type(error).__name__}: {str(error) or 'no further words'}", "internal", spent=True)
    finally:
        alarm.stop()
    await _close(stream)
    reply = ear.reply()
    told = (reply.settled, now() - ear.began, reply.usage.input, reply.usage.output, reply.cause or "nothing amiss")
    logger.info("%s: %s %s after %.1f s, %d tokens read, %d written: %s", call.key, call.seat.model, *told)
    return reply


class _Ear:
    """State of one running call: the parts of the answer received so far, and how the call ended."""

    def __init__(self, call: Call, spoken: Spoken | None, now: Now) -> None:
        self.call, self.spoken, self.now = call, spoken, now
        self.began = self.last = now()
        self.first: float | None = None
        self.words, self.thoughts = list[str](), list[str]()
        self.marks: list[tuple[int, int]] = []
        self.size = 0
        self.said = 0
        self.calls: tuple[ToolCall, ...] = ()
        self.done: StreamEnd | None = None
        self.usage: Usage | None = None
        self.cost: int | None = None
        self.stored = 0
        self.searches: int | None = None
        self.sources: dict[str, SearchHit] = {}
        self.prompt_cut = False
        self.quotas: tuple[Quota, ...] = ()
        self.vectors = self.model = self.generation = self.cause = self.error = ""
        self.splitter = ThinkSplitter()
        self.settled: Settlement | None = None
        self.retry_after: float | None = None
        self.spent = False
        self.demand: Demand | None = None

    def take(self, piece: Piece) -> bool:
        """Process one piece of the answer. Return whether the call is complete."""
        at = self.now()
        if at - self.began >= self.call.limits.total:
            self.timed_out()
            return True
        if isinstance(piece, Text):
            self._heard(at, len(piece.text))
            sorted_ = self.splitter.feed(_storable(piece.text))
            self._say(at, sorted_.words, sorted_.thought)
        elif isinstance(piece, ThinkingText):
            self._heard(at, len(piece.text))
            self._say(at, "", _storable(piece.text))
        elif isinstance(piece, ToolCalls):
            self._heard(at, sum(len(each.arguments) for each in piece.calls))
            self.calls += tuple(replace(each, arguments=_storable(scrub(each.arguments))) for each in piece.calls)
        elif isinstance(piece, SearchSources):
            self._found(at, piece.hits)
        elif isinstance(piece, EmbeddingVectors):
            self._heard(at, 4 * sum(map(len, piece.rows)))
            self._measured(at, piece.rows)
        elif isinstance(piece, CallReport):
            self._report(piece)
        elif isinstance(piece, PromptProgress):
            self.last = at
        elif isinstance(piece, StreamEnd):
            self.done = piece
            return True
        else:
            raise TypeError(f"a provider yielded {type(piece).__name__}, which is no piece of an answer")
        if self.size > self.call.limits.most_bytes:
            self.end("error", f"The answer passed {self.call.limits.most_bytes} bytes.", "too_large", spent=True)
            return True
        return False

    def _heard(self, at: float, size: int) -> None:
        self.last = at
        self.size += size
        if self.first is None:
            self.first = at

    def _say(self, at: float, words: str, thought: str) -> None:
        if thought:
            self.thoughts.append(thought)
            self._tell(thought, True)
        if words:
            self.words.append(words)
            self.said += len(words)
            self._mark(int((at - self.began) * 1000))
            self._tell(words, False)

    def _measured(self, at: float, rows: tuple[tuple[float, ...], ...]) -> None:
        count = len(self.call.texts)
        if wrong := trouble_with(rows, count):
            self.end("malformed", wrong, spent=True)
            return
        self.vectors = packed(rows)
        texts = f"{count} text{'s' if count != 1 else ''}"
        self._say(at, f"{texts} measured in {len(rows[0]) if rows else 0} dimensions", "")

    def _found(self, at: float, hits: tuple[SearchHit, ...]) -> None:
        """Keep what a search found, each page once with all its passages."""
        self._heard(at, sum(len(hit.title) + len(hit.url) + len(hit.excerpt) for hit in hits))
        for hit in hits:
            hit = replace(hit, title=_storable(hit.title), url=_storable(hit.url), excerpt=_storable(hit.excerpt))
            before = self.sources.setdefault(hit.url or hit.title, hit)
            if hit.excerpt not in before.excerpt:
                self.sources[hit.url or hit.title] = replace(
                    before, excerpt=f"{before.excerpt} … {hit.excerpt}" if before.excerpt else hit.excerpt
                )

    def _tell(self, text: str, is_reasoning: bool) -> None:
        if self.spoken is not None:
            try:
                self.spoken(text, is_reasoning)
            except Exception:
                # An observer's error must not cost the session a paid answer; the observer is not called again.
                self.spoken = None

    def _mark(self, at_ms: int) -> None:
        if not self.marks or at_ms - self.marks[-1][0] >= MARK_EVERY_MS:
            self.marks.append((at_ms, self.said))

    def _report(self, report: CallReport) -> None:
        if report.searches is not None and _sane(report.searches):
            self.searches = report.searches
        usage, cost = report.usage, report.cost
        if usage is not None and all(_sane(n) for n in (usage.input, usage.output, usage.cached, usage.reasoning)):
            self.usage = usage
            self.stored = report.stored if _sane(report.stored) else 0
        if cost is not None and type(cost) is int and 0 <= cost <= MOST_COST:
            self.cost = cost
        self.model = report.model or self.model
        self.generation = report.generation or self.generation
        self.prompt_cut |= report.cut
        self.quotas = report.quotas or self.quotas

    def deadline(self) -> float:
        """Return the time at which the call ends if no more pieces arrive."""
        limits = self.call.limits
        quiet = self.last + (limits.first if self.first is None else limits.between)
        return min(quiet, self.began + limits.total)

    def timed_out(self) -> None:
        """End the call because a deadline passed."""
        limits, at = self.call.limits, self.now()
        if at - self.began >= limits.total - 1e-3:
            cause = f"The answer was not finished after {limits.total:g} s."
        elif self.first is None:
            cause = f"Not a word came within {limits.first:g} s."
        else:
            cause = f"The answer stopped: nothing more came for {limits.between:g} s."
        self.end("timeout", cause, spent=True)

    def failed(self, failed: CallFailed) -> None:
        """End the call with the error that the provider raised."""
        known = failed.settled in SETTLEMENTS and failed.settled not in ("ok", "truncated")
        settled: Settlement = failed.settled if known else "error"  # type: ignore[assignment]
        kind = (failed.error or ("internal" if not known else "unknown")) if settled == "error" else ""
        self.end(settled, failed.cause, kind, spent=failed.spent or self.first is not None)
        self.retry_after = failed.retry_after
        self.demand = failed.demand if isinstance(failed.demand, Demand) and self.first is None else None

    def end(self, settled: Settlement, cause: str, error: str = "", *, spent: bool) -> None:
        """Record how the call ended, unless that is already recorded."""
        if self.settled is None:
            self.settled, self.cause, self.error, self.spent = settled, cause, error, spent

    def reply(self) -> CallReply:
        """Return the result of the call."""
        ended = self.now()
        rest = self.splitter.finish()
        self._say(ended, rest.words, rest.thought)
        text, thought = "".join(self.words), "".join(self.thoughts)
        if "</think>" in text and (bare := after_bare_closing(text)) is not None:
            text, thought = bare.words, thought + bare.thought
        # If an answer repeats our key, the key must not be stored or sent to another provider.
        text, thought = scrub(text), scrub(thought)
        if self.settled is None:
            self._settle(text, thought)
        total_ms = int((ended - self.began) * 1000)
        if self.marks and self.marks[-1][1] != self.said:
            if total_ms - self.marks[-1][0] < MARK_EVERY_MS:
                self.marks.pop()
            self.marks.append((total_ms, self.said))
        usage = self._usage(text, thought)
        cost, source = self._price(usage)
        assert self.settled is not None
        fine = self.settled in ("ok", "truncated")
        return CallReply(
            settled=self.settled,
            text=text,
            reasoning=thought,
            calls=self.calls if fine else (),
            sources=tuple(self.sources.values()) if fine else (),
            vectors=self.vectors if fine else "",
            cause="" if fine else scrub(self.cause or self.settled)[:LONGEST_CAUSE],
            error=self.error,
            retry_after=self.retry_after,
            quotas=self.quotas,
            spent=False if fine else self.spent,
            demand=None if fine else self.demand,
            usage=usage,
            cost=cost,
            cost_source=source,
            finish=scrub(self.done.finish) if self.done is not None else "",
            model=scrub(self.model),
            generation=scrub(self.generation),
            cut=self.prompt_cut and fine,
            first_ms=0 if self.first is None else int((self.first - self.began) * 1000),
            total_ms=total_ms,
            marks=tuple(self.marks),
        )

    def _price(self, usage: Usage) -> tuple[int | None, str]:
        """Return the cost and its source, or `None` as the cost if it is unknown.

        If the answer was cut, or the provider reported no tokens, the known number of tokens may be lower than the
        billed one. Then no price is computed, and the amount reserved for the call counts instead.
        """
        price = self.call.seat.price
        if self.cost is not None:
            return self.cost, "provider"
        if price is None:
            return None, ""
        wrote = (self.said > 0 or self.calls) and not self.call.texts
        nothing_told = usage.input == 0 or (usage.output == 0 and wrote)
        whole = self.done is not None and not usage.estimated and not nothing_told
        if not self._paid():
            price = replace(price, call=UNSET)
        elif price.picture and any(message.pictures for message in self.call.messages):
            return None, ""  # how many of the tokens are for a picture is unknown
        elif not (whole or price.free):
            return None, ""
        cost, search = cost_of(usage, price, stored=self.stored), self._search_cost()
        return cost + search, "row" if search and price.free else price.source

    def _search_cost(self) -> int:
        """Return what the service's searches cost, in nano-dollars: as many as it made, or else the most."""
        search = self.call.search
        if search is None or not self._paid():
            return 0
        return search.cost if self.searches is None else search.cost_of(self.searches)

    def _paid(self) -> bool:
        return self.settled in ("ok", "truncated") or self.spent

    def _settle(self, text: str, thought: str) -> None:
        if self.done is None:
            self.end("incomplete", "The stream ended before the answer did.", spent=True)
        elif self.done.settled == "refused":
            said = f": {shown(text, QUOTED)}" if text.strip() else "."
            self.end("refused", f"Refused ({self.done.finish or 'refusal'}){said}", spent=True)
        elif self.done.settled not in ("ok", "truncated"):
            self.end("error", f"A provider ended a stream as {self.done.settled!r}.", "internal", spent=True)
        elif self.call.texts and not self.vectors:
            self.end("empty", "It measured nothing.", spent=True)
        elif not text.strip() and not self.calls:
            cut = self.done.settled == "truncated"
            why = " The room for its answer was used up by thinking." if cut and thought else ""
            what = "The model wrote its thinking, but no answer" if thought.strip() else "The model wrote nothing"
            self.end("empty", f"{what} (finish reason {self.done.finish or 'none'}).{why}", spent=True)
        else:
            self.end(self.done.settled, "", spent=True)

    def _usage(self, text: str, thought: str) -> Usage:
        if self.usage is not None:
            told = self.usage
            return Usage(
                input=told.input,
                output=told.output,
                cached=min(told.cached, told.input),
                reasoning=told.reasoning,
                calls=1,
                estimated=told.estimated,
            )
        if not self._paid():
            return Usage(calls=1)
        sent = sum(len(message.text) for message in self.call.messages)
        said = 0 if self.vectors else len(text) + len(thought) + sum(len(each.arguments) for each in self.calls)
        return Usage(
            input=-(-sent // 4),
            output=-(-said // 4),
            reasoning=-(-len(thought) // 4),
            calls=1,
            estimated=True,
        )


class _Alarm:
    """A timer that cancels the task after a deadline. When it fires it is set again if text has arrived since, so that
    no piece of text has to reset it."""

    def __init__(self, ear: _Ear) -> None:
        self._ear = ear
        self._task: asyncio.Task[Any] | None = asyncio.current_task()
        self._loop = asyncio.get_running_loop()
        self._cancelling = self._task.cancelling() if self._task is not None else 0
        self._rings = self._taken = 0
        self._timer = self._loop.call_later(self._wait(), self._fire)

    @property
    def rung(self) -> bool:
        """Return whether the timer has cancelled the task because a deadline passed."""
        return self._rings > 0

    def _fire(self) -> None:
        wait = self._wait()
        if wait > 1e-4 and not self._rings:
            self._timer = self._loop.call_later(wait, self._fire)
        elif self._task is not None:
            self._rings += 1
            self._task.cancel()
            # Cancel again a provider that suppresses the cancellation.
            self._timer = self._loop.call_later(CLOSING, self._fire)

    def _wait(self) -> float:
        left = self._ear.deadline() - self._ear.now()
        # The first piece may shorten the deadline; checking once every `between` never misses that.
        return max(0.0, min(left, self._ear.call.limits.between))

    def others(self) -> bool:
        """Undo this timer's own cancellations of the task. Return whether someone else cancelled the task, too."""
        if self._task is None:
            return True
        self._take_back()
        return self._task.cancelling() > self._cancelling

    def stop(self) -> None:
        """Stop the timer and undo its own cancellations of the task."""
        self._timer.cancel()
        self._take_back()

    def _take_back(self) -> None:
        while self._task is not None and self._taken < self._rings:
            self._taken += 1
            self._task.uncancel()


def _sane(tokens: object) -> bool:
    return type(tokens) is int and 0 <= tokens <= MOST_TOKENS


def _storable(text: str) -> str:
    """Return the text without characters that cannot be stored: NUL and lone surrogates."""
    if "\0" in text:
        text = text.replace("\0", "\ufffd")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


async def _close(stream: AsyncIterator[Piece] | None) -> None:
    """Close a provider's stream and ignore its errors."""
    close = getattr(stream, "aclose", None)
    if close is None:
        return
    try:
        async with asyncio.timeout(CLOSING):
            await close()
    except Exception:
        # The answer is settled; an error while closing does not change it.
        return
