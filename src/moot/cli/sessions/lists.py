"""`moot sessions list`, `conversations`, `search` and `delete`: sessions as the register lists them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click

from moot.cli.asking.question import belongs_to
from moot.cli.completion import session_ids
from moot.cli.runs.running import RUN
from moot.cli.screen.terminal import confirmed, one_line, say, show_json, table, width_of
from moot.cli.screen.watching import in_house, run
from moot.cli.screen.words import OUTCOMES, money, seconds
from moot.house import House
from moot.sessions.conversation.threads import Talk, Talks
from moot.transcripts.sql.register import Listing
from moot.vocabulary.seats import dollars


@click.command("list")
@click.option("--state", "states", multiple=True, type=click.Choice(sorted(OUTCOMES)), help="Only these; repeat it.")
@click.option("--limit", default=20, show_default=True, type=click.IntRange(1, 500), help="How many.")
@click.option("--before", metavar="ID", shell_complete=session_ids, help="Only sessions opened before this one.")
@click.option("--thread", metavar="ID", help="Only sessions of a conversation.")
@click.option("--door", default="", metavar="NAME", help="Only those of a door; `chore` shows chat programs' chores.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def list_command(
    states: tuple[str, ...], limit: int, before: str | None, thread: str | None, door: str, as_json: bool
) -> int:
    """List sessions, newest first."""

    async def work(house: House) -> list[Listing]:
        number = (await house.register.get(await house.register.resolve(before))).number if before else None
        return await house.register.list(limit, before=number, states=states, thread=thread, door=door)

    found = run(in_house(work))
    show_listings(found, as_json)
    if not as_json and len(found) == limit:
        say(f"Older ones: moot sessions list --before {found[-1].id[:8]}", err=True)
    return 0


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--limit", default=20, show_default=True, type=click.IntRange(1, 500), help="How many.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def search(words: tuple[str, ...], limit: int, as_json: bool) -> int:
    """Find sessions by words that were asked or said in them."""
    show_listings(run(in_house(lambda house: house.register.search(" ".join(words), limit))), as_json)
    return 0


@click.command()
@click.argument("ids", nargs=-1, required=True, shell_complete=session_ids)
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def delete(ids: tuple[str, ...], yes: bool, as_json: bool) -> int:
    """Delete sessions with everything only they need.

    What they spent stays counted for its day.
    """

    async def work(house: House) -> list[str]:
        found = [await house.register.get(await house.register.resolve(prefix)) for prefix in dict.fromkeys(ids)]
        if not yes:
            for listing in found:
                say(f"{listing.id}  {one_line(listing.question, 60)}", err=True)
            if not confirmed("Delete for good?"):
                return []
        for listing in found:
            await house.register.delete(listing.id)
        return [listing.id for listing in found]

    gone = run(in_house(work))
    if as_json:
        show_json({"deleted": gone})
    else:
        say("\n".join(f"Deleted {session}." for session in gone) or "Nothing was deleted.")
    return 0


def show_listings(listings: Sequence[Listing], as_json: bool) -> None:
    """Prints a page of sessions."""
    if as_json:
        show_json({"sessions": [listing_as_json(listing) for listing in listings]})
        return
    if not listings:
        say('No sessions. Begin with: moot ask "…"', err=True)
        return
    rows = [
        [
            listing.id[:8],
            listing.created[:16].replace("T", " "),
            OUTCOMES.get(listing.state, listing.state) + (", degraded" if listing.degraded else ""),
            ("scripted " if listing.scripted else "") + listing.protocol,
            seconds(listing.t / 1000),
            money(listing.spent, not listing.unknown, listing.at_most),
            _mark(listing) + (listing.title or listing.question[:400]),
        ]
        for listing in listings
    ]
    headers = ["session", "opened (UTC)", "state", "protocol", "time", "cost", "question"]
    keep = [0, 2, 6] if width_of(sys.stdout) < 100 else list(range(7))
    table([headers[i] for i in keep], [[row[i] for i in keep] for row in rows])


def _mark(listing: Listing) -> str:
    """Whether it was branched off another session, or is a question of a run."""
    if listing.fork_of:
        return f"fork of {listing.fork_of[:8]}: "
    return "run: " if listing.door == RUN else ""


def listing_as_json(listing: Listing) -> dict[str, Any]:
    """A session in a list, with the names a result has too."""
    return {
        "session": listing.id,
        "state": listing.state,
        "title": listing.title,
        "question": listing.question,
        "protocol": listing.protocol,
        "council": listing.council,
        "scripted": listing.scripted,
        "opened_at": listing.created,
        "updated_at": listing.updated,
        "seconds": listing.t / 1000,
        "cost": None if listing.unknown else dollars(listing.spent),
        "at_most": dollars(listing.at_most),
        "tokens": listing.tokens,
        "budget": dollars(listing.cap),
        "thread": listing.thread,
        "fork_of": listing.fork_of,
        "door": listing.door,
        "held_by": listing.held_by,
        "verdict_class": listing.verdict_class,
        "degraded": listing.degraded,
    }


@click.command()
@click.argument("conversation", required=False, metavar="[ID]")
@click.option("--limit", default=20, show_default=True, type=click.IntRange(1, 500), help="How many.")
@click.option("--words", default="", metavar="TEXT", help="Only those in which these words were asked or said.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def conversations(conversation: str | None, limit: int, words: str, as_json: bool) -> int:
    """List conversations, the newest question first; with an ID, the turns of one.

    A session that belongs to no conversation is listed as one of a single turn. Go on with any of them:
    `moot chat --continue ID`, or `moot ask --conversation ID "…"`.
    """

    async def work(house: House) -> Talks | list[Listing]:
        if conversation is None:
            return await house.threads.talks(limit, query=words)
        belongs = await belongs_to(house, conversation)
        if belongs.thread is not None:
            return await house.threads.sessions(belongs.thread)
        return [await house.register.get(belongs.follows or "")]

    found = run(in_house(work))
    if conversation is not None:
        show_listings([each for each in found if isinstance(each, Listing)], as_json)
        return 0
    talks = [each for each in found if isinstance(each, Talk)]
    if as_json:
        show_json({"conversations": [_talk_as_json(talk) for talk in talks]})
    elif not talks:
        say("No conversations. Begin with: moot chat", err=True)
    else:
        table(
            ["conversation", "updated (UTC)", "turns", "state", "cost", "title"],
            [
                [
                    (talk.thread or talk.latest.id)[:8],
                    talk.updated[:16].replace("T", " "),
                    str(talk.turns),
                    OUTCOMES.get(talk.latest.state, talk.latest.state),
                    money(talk.spent, not talk.unknown, talk.at_most),
                    talk.title[:400],
                ]
                for talk in talks
            ],
        )
    return 0


def _talk_as_json(talk: Talk) -> dict[str, Any]:
    return {
        "conversation": talk.thread,
        "title": talk.title,
        "turns": talk.turns,
        "state": talk.latest.state,
        "created_at": talk.created,
        "updated_at": talk.updated,
        "cost": None if talk.unknown else dollars(talk.spent),
        "at_most": dollars(talk.at_most),
        "latest": listing_as_json(talk.latest),
    }
