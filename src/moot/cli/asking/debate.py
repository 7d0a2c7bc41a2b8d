"""Implement `moot debate`: have models debate a topic, once or repeatedly; draw a topic if none is named.

Each debate is stored as a session. With `--forever` another debate begins at each interval until Ctrl-C, until the
total budget is spent, or until three in a row fail.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import Mapping
from typing import Any

import click
from msgspec.structs import replace

from moot.app import Application
from moot.cli.asking.ask import finished
from moot.cli.asking.costs import DOLLARS, say_before
from moot.cli.asking.flags import HELP_ALL, LOCAL, RareOption, ask_from, flags_of
from moot.cli.asking.question import sitting_of, why_in_short
from moot.cli.screen.screens import screen_for
from moot.cli.screen.terminal import remark
from moot.cli.screen.watching import Interrupt, watched, with_app
from moot.cli.screen.words import money
from moot.convening.council_choice import CouncilChoice
from moot.errors import BadInput, OutOfBudget
from moot.exit_codes import EXIT_CODES
from moot.floor.calls.budget import nano_dollars
from moot.protocols.debate.findings import Topic
from moot.protocols.debate.topics import NOT_AGAIN, TOLD, theme_drawn, topic_drawn
from moot.request import Ask, AskFields
from moot.vocabulary.events import FindingMade
from moot.vocabulary.seats import dollars
from moot.vocabulary.seeded_draws import Lot
from moot.vocabulary.state import SessionState

PROTOCOL = "debate"
IN_A_ROW = 3
"""Number of consecutive failed debates after which no further debate begins."""
UNITS = {"s": 1, "m": 60, "h": 3600}
LONGEST = 7 * 24 * 3600
"""Maximum number of seconds between two debates."""


class Pause(click.ParamType):  # type: ignore[type-arg]  # generic only from click 8.4 on
    """The command-line type for a time between two debates, `90s`, `10m` or `2h`, converted to seconds."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float | int):
            return float(value)
        found = re.fullmatch(r"(\d+(?:\.\d+)?)([smh]?)", str(value).strip())
        seconds = float(found[1]) * UNITS[found[2] or "s"] if found else -1
        if not 0 <= seconds <= LONGEST:
            self.fail(f"{value!r} is no time between debates. Write it as 90s, 10m or 2h, at most seven days.")
        return seconds


@click.command()
@click.argument("topic", nargs=-1)
@click.option("--forever", is_flag=True, help="Go on with a further debate, until Ctrl-C or until the budget is spent.")
@click.option("--every", type=Pause(), metavar="TIME",
              help="With --forever: from one beginning to the next; by default 10m, 0 for no pause.")  # fmt: skip
@click.option("--budget", type=DOLLARS, metavar="DOLLARS", help="Most that all of it may cost together.")
@click.option(
    "--propose", is_flag=True, cls=RareOption, help="Have a member propose the topic, on a theme drawn at random."
)
@flags_of(AskFields, ("council", "members", "options"))
@LOCAL
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object; with --forever a line for each debate.")
@click.option("--no-live", is_flag=True, cls=RareOption, help="Plain lines of progress, not the live view.")
@HELP_ALL
@with_app
async def debate(app: Application, topic: tuple[str, ...], **given: Any) -> int:
    """Have models debate a topic, and watch them.

    Without a topic, one of a hundred old questions is drawn, none of the last thirty. Every debate is kept like any
    session (`moot sessions`).

    \b
      moot debate "Is a heap of one grain a heap?"
      moot debate --local
      moot debate --forever --every 10m --budget 0.50
    """
    if topic and (given["forever"] or given["propose"]):
        raise BadInput("A topic was named, and others are to be drawn.", "Leave out the topic, or the flag.")
    if given["every"] is not None and not given["forever"]:
        raise BadInput("`--every` says how often a further debate begins.", "Add `--forever`.")
    return await Debates(app, " ".join(topic), given).all()


class Debates:
    """The loop behind `moot debate`: it runs one debate or, with `--forever`, a series with pauses between them."""

    def __init__(self, app: Application, topic: str, given: Mapping[str, Any]) -> None:
        self._app, self._topic, self._given = app, topic, given
        self._left: float | None = given["budget"]
        self._held = 0
        self._spent = 0
        self._sitting: CouncilChoice | None = None

    async def all(self) -> int:
        """Run one debate and return the exit code.

        With `--forever`, run debates until the user stops them, the budget is used up or several in a row fail.
        """
        failed, pause = 0, 600.0 if self._given["every"] is None else self._given["every"]
        while True:
            began = time.monotonic()
            try:
                state = await self._one()
            except OutOfBudget:
                if not self._held:
                    raise
                return self._no_more()
            forever = self._given["forever"]
            code = finished(state, as_json=self._given["as_json"], one_line=forever, hints=not forever)
            if not forever or state.status == "stopped":
                return code
            if state.status == "out_of_budget" or (self._left is not None and self._left <= 0):
                return self._no_more()
            failed = failed + 1 if code else 0
            if failed == IN_A_ROW:
                remark(f"{IN_A_ROW} debates in a row came to nothing; no further one is begun.")
                return code
            if await _told_to_stop(began + pause - time.monotonic()):
                remark(f"No further debate is begun. Held: {self._held}, for {money(self._spent)}. All are kept.")
                return EXIT_CODES["stopped"]

    async def _one(self) -> SessionState:
        request = self._request()
        # The seats stay the same even if available models change.
        if self._sitting is None:
            self._sitting = await sitting_of(self._app, request, local=self._given["local"])
        sitting = self._sitting
        request = replace(request.put_to(sitting.council, sitting.notes), question=await self._question())
        estimate = await self._app.estimate(request)
        if not self._held:
            remark(why_in_short(sitting))
        say_before(estimate, self._left)
        session = await self._app.convene(request)
        self._held += 1
        screen = screen_for(quiet=self._given["as_json"], live=not self._given["no_live"])
        state = await watched(self._app, session, screen, asks_people=False)
        cost = state.cost + state.on_top
        self._spent += cost
        if self._left is not None:
            self._left = max(0.0, dollars(nano_dollars(self._left) - cost) or 0.0)
        return state

    def _request(self) -> Ask:
        ask = ask_from(self._given)
        options = {"propose": True, **ask.options} if self._given["propose"] else ask.options
        return replace(ask, protocol=PROTOCOL, options=options, budget=self._left)

    async def _question(self) -> str:
        if self._topic:
            return self._topic
        lot = Lot(secrets.token_hex(16), "topic")
        if not self._given["propose"]:
            page = await self._app.register.list(NOT_AGAIN, protocol=PROTOCOL)
            return topic_drawn([listing.question for listing in page], lot)
        return theme_drawn(await self._proposed(), lot)

    async def _proposed(self) -> list[str]:
        """Return the topics that members have proposed recently, the latest first."""
        found = []
        for listing in await self._app.register.list(TOLD, protocol=PROTOCOL, states=("verdict", "inconclusive")):
            events = await self._app.transcript.read(listing.id)
            topics = [event.body.finding for event in events if isinstance(event.body, FindingMade)]
            found += [each.text for each in topics if isinstance(each, Topic)]
        return found

    def _no_more(self) -> int:
        remark(f"The budget is spent: {self._held} debates for {money(self._spent)}. All are kept.")
        return EXIT_CODES["out_of_budget"]


async def _told_to_stop(seconds: float) -> bool:
    """Wait until the next debate is due. Return true if Ctrl-C was pressed before that."""
    with Interrupt().listening() as interrupt:
        try:
            await asyncio.wait_for(interrupt.asked.wait(), max(0.0, seconds))
        except TimeoutError:
            return False
        return True
