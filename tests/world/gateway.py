"""A large gateway, or one of the makers' own services, on a real socket: it lists, refuses, bills and fails as they do.

async with Gateway() as up:                       # a router with 400 models: as_="openrouter"
    up.url                                        # "http://127.0.0.1:PORT/v1"
    up.books.spent                                # what it billed so far, in nano-dollars
Gateway(as_="openai")                             # anthropic, google, mistral, xai, deepseek, groq: their lists,
                                                  # their refusals, no cost in the usage
Gateway(balance=0.02)                             # 402 "can only afford N" from a balance that every call debits
Gateway(keys=("sk-good",))                        # any other key is refused; without `keys` any key will do
Gateway(behaves={"openai/gpt-5*": "dying"})       # see BEHAVIOURS; a list: one after the other, then well
Gateway(says=lambda asked: "Four.")               # its own words, where it does not say None
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fnmatch import fnmatchcase
from typing import Any

from rig import words
from rig.dialects import speak_anthropic, speak_google
from rig.faults.modes import answer
from rig.line import Line
from rig.measuring import MEASURING
from rig.script import Asked, Plan
from rig.upstream import Upstream
from world.offers.catalogue import PERSONAS, listed
from world.offers.refusing import Order, Refusal, order_of, refusal, refused
from world.offers.tokens import cut_to, tokens_of, words_of

NANO = 1_000_000_000
THOUGHT = 120
"""Tokens a model that thinks uses up before it speaks."""
PONDERED = 3000
"""The same for one that `ponders`: more than a small limit leaves."""
DEFAULT_LIMIT = 4096
"""The limit a service takes for granted where neither the request nor the model's row says one."""
BEHAVIOURS: dict[str, str] = {
    "slow": "the first byte late, and slow words",
    "late": "the first byte late",
    "dying": "cut in the middle of the answer",
    "silent": "takes the request and never answers",
    "empty": "answers without a word",
    "ponders": "thinks until a small limit is used up",
    "long": "writes until the limit asked",
    "429": "refuses for a while, without saying for how long",
    "429-after": "the same, with Retry-After",
    "overloaded": "503 or 529, as the service words it",
    "broken": "500 or 502",
    "gone": "is listed, and not there when it is asked",
}
"""What a model can do instead of answering well, by name."""


@dataclass(frozen=True)
class Entry:
    """One call in the gateway's books."""

    number: int
    """The request's number."""
    model: str
    """The model as the request named it."""
    sent: int
    """Tokens of the prompt."""
    said: int
    """Tokens of the answer, thinking included; none for a refusal."""
    limit: int | None
    """The limit that was asked for."""
    cost: int
    """What it was billed, in nano-dollars."""
    how: str
    """`stop`, `length`, `refused: KIND` or the behaviour."""
    text: str = ""
    """What was said."""


@dataclass
class Books:
    """What the gateway did, call by call."""

    entries: list[Entry] = field(default_factory=list)

    @property
    def spent(self) -> int:
        """Nano-dollars billed."""
        return sum(each.cost for each in self.entries)

    @property
    def answered(self) -> list[Entry]:
        """Calls that were answered and billed."""
        return [each for each in self.entries if not each.how.startswith("refused")]

    @property
    def refused(self) -> list[Entry]:
        """Calls that were turned down."""
        return [each for each in self.entries if each.how.startswith("refused")]


@dataclass(frozen=True)
class _Said:
    """What comes of one request."""

    refusal: Refusal | None = None
    finish: str = "stop"


class Gateway(Upstream):
    """The service."""

    def __init__(
        self,
        as_: str = "openrouter",
        *,
        balance: float | None = None,
        keys: Sequence[str] = (),
        behaves: Mapping[str, str | list[str]] | None = None,
        says: Callable[[Asked], str | None] | None = None,
        latency: float = 0.0,
    ) -> None:
        if as_ not in PERSONAS:
            raise ValueError(f"{as_!r} is no service; known: {', '.join(PERSONAS)}")
        super().__init__()
        self.service = as_
        self.balance = None if balance is None else round(balance * NANO)
        """What is left on the account, in nano-dollars."""
        self.keys = tuple(keys)
        self.books = Books()
        self.behaves = {name: list(how) if isinstance(how, list) else how for name, how in (behaves or {}).items()}
        self._words = says
        self._latency = latency
        self._coming: dict[int, _Said] = {}

    # --- lists --------------------------------------------------------------------------------------------------------

    async def _list(self, line: Line) -> None:
        path = line.asked.path.partition("?")[0]
        if path.endswith("/models"):
            bad = None if self.service == "openrouter" else self._bad_key(line.asked)
            if bad is not None:
                return await line.page(bad.status, bad.body)
            return await line.page(200, listed(self.service))
        if path.endswith(("/key", "/credits", "/auth/key")) and self.service == "openrouter":
            left = None if self.balance is None else self.balance / NANO
            used = self.books.spent / NANO
            if path.endswith("/credits"):
                return await line.page(200, {"data": {"total_credits": (left or 0) + used, "total_usage": used}})
            told = {"label": "sk-or-v1-…", "usage": used, "limit": None, "limit_remaining": left, "is_free_tier": False}
            return await line.page(200, {"data": told})
        await line.page(404, {"error": {"message": f"Not found: {path}", "code": 404}})

    # --- what comes of a request --------------------------------------------------------------------------------------

    def _planned(self, asked: Asked) -> Plan:
        found = self._judged(asked)
        if isinstance(found, Refusal):
            self._coming[asked.number] = _Said(found)
            self._book(asked, None, 0, 0, f"refused: {found.kind}")
            return Plan(delay=self._latency)
        if asked.path.endswith("/embeddings"):
            sent = sum(tokens_of(text) for text in asked.body.get("input") or ())
            usage: dict[str, Any] = {"prompt_tokens": sent, "total_tokens": sent}
            usage |= self._billed(asked, found, sent, 0, "stop")
            return Plan(usage=usage, delay=self._latency)
        return self._answered(found, self._behaviour(found.name))

    def _judged(self, asked: Asked) -> Order | Refusal:
        bad = self._bad_key(asked)
        if bad is not None:
            return bad
        order = order_of(self.service, asked)
        if isinstance(order, Refusal):
            return order
        if asked.path.endswith("/embeddings"):
            wrong = order.row.speaks
            return refusal(self.service, "kind", model=order.name) if wrong else order
        short = self._short_of_money(order)
        return short or refused(self.service, order) or self._turned_down(order) or order

    def _bad_key(self, asked: Asked) -> Refusal | None:
        sent = _key_of(asked)
        if not sent:
            return refusal(self.service, "nokey" if self.service in ("openrouter", "openai") else "key", key="")
        if self.keys and sent not in self.keys:
            return refusal(self.service, "key", key=f"{sent[:7]}********{sent[-4:]}")
        return None

    def _short_of_money(self, order: Order) -> Refusal | None:
        if self.balance is None:
            return None
        if self.service != "openrouter":
            return refusal(self.service, "credit") if self.balance <= 0 else None
        read, written = self._prices(order)
        wanted = order.limit or order.row.output or DEFAULT_LIMIT
        if order.prompt * read + wanted * written <= self.balance:
            return None
        left = self.balance - order.prompt * read
        if left <= 0:
            return refusal(self.service, "empty")
        return refusal(self.service, "credit", asked=wanted, afford=int(left // written))

    def _turned_down(self, order: Order) -> Refusal | None:
        how = self._behaviour(order.name, take=False)
        kinds = {"429": "rate", "429-after": "rate", "overloaded": "overloaded", "broken": "broken", "gone": "retired"}
        if how not in kinds:
            return None
        self._behaviour(order.name)
        headers = {"Retry_After": "1"} if how == "429-after" else {}
        values = {"model": order.name, "seconds": "1", "total": order.prompt, "provider": order.row.maker}
        return refusal(self.service, kinds[how], headers, **values)

    def _behaviour(self, model: str, take: bool = True) -> str:
        for pattern, how in self.behaves.items():
            if fnmatchcase(model, pattern):
                if isinstance(how, list):
                    return (how.pop(0) if take else how[0]) if how else ""
                return how
        return ""

    def _answered(self, order: Order, how: str) -> Plan:
        asked, row = order.asked, order.row
        limit = order.limit or row.output or DEFAULT_LIMIT
        text = self._text(asked)
        if how == "long":
            text = words.words_for(asked.prompt, limit)
        thought = (PONDERED if how == "ponders" else THOUGHT) if "thinks" in row.marks or how == "ponders" else 0
        thought = min(thought, limit)
        said = cut_to(text, limit - thought)
        cut = len(said) < len(text)
        if how == "empty":
            said, cut = "", False
        finish = "length" if cut else "stop"
        counted = thought + (min(tokens_of(said), limit - thought) if said else 0)
        if how == "dying":
            counted //= 2
        usage: dict[str, Any] = {
            "prompt_tokens": order.prompt,
            "completion_tokens": counted,
            "total_tokens": order.prompt + counted,
            "completion_tokens_details": {"reasoning_tokens": thought},
        }
        usage |= self._billed(asked, order, order.prompt, counted, how or finish, said)
        self._coming[asked.number] = _Said(finish=finish)
        mode = {"dying": "eof_midstream", "silent": "silent"}.get(how, "ok")
        delay = self._latency + (1.0 if how in ("slow", "late") else 0)
        thinking = cut_to(words.words_for(f"thinking: {asked.prompt}", thought // 2), thought)
        return Plan(mode=mode, text=said, thought=thinking, usage=usage, delay=delay, gap=0.05 if how == "slow" else 0)

    def _text(self, asked: Asked) -> str:
        told = self._words(asked) if self._words is not None else None
        return words_of(asked) if told is None else told

    # --- money --------------------------------------------------------------------------------------------------------

    def _prices(self, order: Order) -> tuple[Decimal, Decimal]:
        """Nano-dollars a token."""
        price = order.row.price if self.service == "openrouter" else order.row.at_maker
        if order.row.long and order.prompt > order.row.long[0]:
            price = order.row.long[1:]
        return Decimal(str(max(0, price[0]))) * 1000, Decimal(str(max(0, price[1]))) * 1000

    def _billed(self, asked: Asked, order: Order, sent: int, said: int, how: str, text: str = "") -> dict[str, Any]:
        read, written = self._prices(order)
        cost = round(sent * read + said * written)
        if self.balance is not None:
            self.balance -= cost
        self._book(asked, order, said, cost, how, text)
        return {"cost": cost / NANO, "is_byok": False} if self.service == "openrouter" else {}

    def _book(self, asked: Asked, order: Order | None, said: int, cost: int, how: str, text: str = "") -> None:
        sent = order.prompt if order is not None else 0
        limit = order.limit if order is not None else None
        self.books.entries.append(Entry(asked.number, asked.model, sent, said, limit, cost, how, text))

    # --- answers ------------------------------------------------------------------------------------------------------

    async def _speak(self, line: Line) -> None:
        coming = self._coming.pop(line.asked.number, _Said())
        if coming.refusal is not None:
            told = coming.refusal
            return await line.page(told.status, told.body, **told.headers)
        if line.asked.path.endswith("/embeddings"):
            return await MEASURING["ok"].act(line)
        if line.plan.mode != "ok":
            return await super()._speak(line)
        cut = coming.finish == "length"
        if line.asked.path.endswith("/messages"):
            return await speak_anthropic(line, "max_tokens" if cut else "end_turn")
        if "GenerateContent" in line.asked.path:
            return await speak_google(line, "MAX_TOKENS" if cut else "STOP")
        # Mistral's stream is billed in its last event unasked; the others are to be asked for it.
        unasked = self.service == "mistral" and line.asked.streamed
        bill = {"id": line.id, "model": line.asked.model, "choices": [], "usage": line.usage()}
        await answer(line, coming.finish, usage=not unasked, tail=(bill,) if unasked else ())


def _key_of(asked: Asked) -> str:
    bearer = asked.headers.get("authorization", "").removeprefix("Bearer ").strip()
    return bearer or asked.headers.get("x-api-key", "") or asked.headers.get("x-goog-api-key", "")
