"""Implement `moot sessions list`, `conversations`, `search`, `rename`, `pin` and `delete`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import get_args

import click

from moot.app import Application
from moot.cli.asking.question import in_conversation
from moot.cli.completion import session_ids
from moot.cli.screen.terminal import confirmed, one_line, remark, say, show_json, table, width_of
from moot.cli.screen.watching import with_app
from moot.cli.screen.words import OUTCOMES, money, seconds
from moot.errors import BadInput, UnknownName
from moot.request import Ask
from moot.sessions.amounts import UNSETTLED
from moot.transcripts.sql.register import HIDDEN, Listing
from moot.transcripts.sql.search import RUN, STUDY, Source
from moot.views.sessions import SessionPage, TalkPage, session_row, talk_row
from moot.vocabulary.seats import EXAMPLE

LONGEST = 200
"""Maximum number of characters of a name."""
SHOWN = 80
"""Maximum number of characters of a question in a list."""


@click.command("list")
@click.option(
    "--state",
    "states",
    multiple=True,
    type=click.Choice(sorted(OUTCOMES)),
    metavar="STATE",
    help=f"Only these; repeat it. One of {', '.join(sorted(OUTCOMES))}.",
)
@click.option("--limit", default=20, show_default=True, type=click.IntRange(1, 500), help="How many.")
@click.option("--before", metavar="ID", shell_complete=session_ids, help="Only sessions opened before this one.")
@click.option(
    "--via",
    "--door",
    "door",
    default="",
    metavar="NAME",
    help="Only those asked so: `cli`, `server`, `mcp` (agents), `chore` (chat programs), `bench`.",
)
@click.option("--source", type=click.Choice(get_args(Source)), help="Only those asked there; `api` is every program.")
@click.option("--pinned", is_flag=True, help="Only pinned ones.")
@click.option("--study", metavar="STUDY", help="Only those of a study or run, by its name or id.")
@click.option("--arm", default="", metavar="NAME", help="Only those of an arm.")
@click.option("--studies", is_flag=True, help="Those that studies asked, too.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@with_app
async def list_command(
    app: Application,
    states: tuple[str, ...],
    limit: int,
    before: str | None,
    door: str,
    source: Source | None,
    pinned: bool,
    study: str | None,
    arm: str,
    studies: bool,
    as_json: bool,
) -> None:
    """List sessions, newest first.

    Sessions of studies are left out; JSON includes them.

    The first column, e.g. `@2`, names a session in every command, as its id does.
    """
    everything = studies or as_json or bool(study or arm or door)
    found = await app.register.list(
        limit,
        before=(await app.register.get(await app.register.resolve(before))).number if before else None,
        states=states,
        door=door,
        source=source,
        pinned=True if pinned else None,
        study=await _study_id(app, study) if study else "",
        arm=arm,
        studies=everything,
    )
    places = [] if as_json or door in HIDDEN else await app.register.places(found)
    left_out = not everything and await app.register.has_studies()
    newest = not (states or before or door or source or pinned or study or arm)
    if found or not left_out:
        show_listings(found, as_json, places if newest else (), found[-1].number if len(found) == limit else None)
    if not as_json and left_out:
        say("Sessions of studies are left out: moot sessions list --studies lists them too.", err=True)
    if not as_json and len(found) == limit:
        say(f"Older ones: moot sessions list --before {found[-1].id[:8]}", err=True)


async def _study_id(app: Application, given: str) -> str:
    for service in app.services.values():
        if found := await service.study_id(given):
            return found
    raise UnknownName("study", given)


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--limit", default=20, show_default=True, type=click.IntRange(1, 500), help="How many.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@with_app
async def search(app: Application, words: tuple[str, ...], limit: int, as_json: bool) -> None:
    """Find sessions by words that were asked or said in them."""
    show_listings(await app.register.search(" ".join(words), limit), as_json)


@click.command()
@click.argument("session", metavar="ID", shell_complete=session_ids)
@click.argument("title")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@with_app
async def rename(app: Application, session: str, title: str, as_json: bool) -> None:
    """Rename a session, and the conversation it belongs to.

    Lists show it in place of the question.
    """
    called = " ".join(title.split())
    if not called or len(called) > LONGEST:
        raise BadInput(f"A name has 1 to {LONGEST} characters.", "Nothing was changed.")
    found = await app.register.get(session)
    await app.register.name(found.id, called)
    if found.thread is not None:
        await app.threads.rename(found.thread, called)
    _told(await app.register.get(found.id), as_json, f"Renamed: {called}")


@click.command()
@click.argument("session", metavar="ID", shell_complete=session_ids)
@click.option("--off", is_flag=True, help="Pin it no longer.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@with_app
async def pin(app: Application, session: str, off: bool, as_json: bool) -> None:
    """Pin a session with its conversation to the top of the web app's list.

    `moot sessions list --pinned` lists the pinned ones.
    """
    await app.register.pin(session, not off)
    _told(await app.register.get(session), as_json, "It is no longer pinned." if off else "Pinned.")


def _told(listing: Listing, as_json: bool, words: str) -> None:
    if as_json:
        show_json(session_row(listing))
    else:
        say(words)


@click.command()
@click.argument("ids", nargs=-1, required=True, shell_complete=session_ids)
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@with_app
async def delete(app: Application, ids: tuple[str, ...], yes: bool, as_json: bool) -> None:
    """Delete sessions with everything only they need.

    Their cost still counts for its day.
    """
    found = [await app.register.get(await app.register.resolve(prefix)) for prefix in dict.fromkeys(ids)]
    if not yes:
        for listing in found:
            say(f"{listing.id}  {one_line(listing.question, 60)}", err=True)
        found = found if confirmed("Delete for good?") else []
    for listing in found:
        await app.register.delete(listing.id)
    if as_json:
        show_json({"deleted": [listing.id for listing in found]})
    else:
        say("\n".join(f"Deleted {listing.id}." for listing in found) or "Nothing was deleted.")


def show_listings(
    listings: Sequence[Listing], as_json: bool, places: Sequence[int] = (), following: int | None = None
) -> None:
    """Print a page of a list of sessions, as a table or as JSON.

    `places` are the numbers of the sessions for the first column (`@1`, `@2` …); `following` is the JSON's `next`, the
    session number before which the next page begins.
    """
    if as_json:
        show_json(SessionPage(sessions=[session_row(listing) for listing in listings], next=following))
        return
    if not listings:
        say('No sessions. Begin with: moot ask "…", or see: moot sessions show peer-review-example', err=True)
        return
    rows = [
        [
            *([f"@{places[at]}" if places[at] else ""] if places else []),
            listing.id[:8],
            listing.created[:16].replace("T", " "),
            OUTCOMES.get(listing.state, listing.state) + (", degraded" if listing.degraded else ""),
            ("scripted " if listing.scripted and listing.door != EXAMPLE else "") + listing.protocol,
            seconds(listing.t / 1000),
            money(listing.spent, not listing.unknown, listing.at_most),
            listing.winner.rpartition("/")[2] if listing.state == "verdict" else "",
            _mark(listing) + one_line(listing.title or listing.question, SHOWN),
        ]
        for at, listing in enumerate(listings)
    ]
    headers = [
        *([""] if places else []),
        "session",
        "opened (UTC)",
        "state",
        "protocol",
        "time",
        "cost",
        "winner",
        "question",
    ]
    left_out = {"opened (UTC)", "protocol", "time", "cost", "winner"} if width_of(sys.stdout) < 100 else set()
    keep = [i for i, header in enumerate(headers) if header not in left_out]
    table([headers[i] for i in keep], [[row[i] for i in keep] for row in rows])
    if any(listing.at_most for listing in listings) and "cost" not in left_out:
        remark(f"What may be charged is a bound, for {UNSETTLED}.", err=True)


def _mark(listing: Listing) -> str:
    """Return the words that precede a session's question in a list: whether it is pinned, an example, a fork, or part
    of a run or study."""
    pinned = ("pinned: " if listing.pinned else "") + ("example: " if listing.door == EXAMPLE else "")
    study = listing.cell.study
    if study is not None and listing.door == STUDY:  # an arm may consist of forks: its name is more useful
        return f"{pinned}{STUDY} {study[:8]} {listing.cell.arm}/{listing.cell.repeat}: "
    if listing.fork_of:
        return f"{pinned}fork of {listing.fork_of[:8]}: "
    if study is not None:
        return f"{pinned}{listing.door} {study[:8]}: "
    return f"{pinned}{listing.door}: " if listing.door in (RUN, STUDY) else pinned


@click.command()
@click.argument("conversation", required=False, metavar="[ID]")
@click.option("--limit", default=20, show_default=True, type=click.IntRange(1, 500), help="How many.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@with_app
async def conversations(app: Application, conversation: str | None, limit: int, as_json: bool) -> None:
    """List conversations, the newest question first; with an ID, the turns of one.

    A session without a conversation is listed as one of a single turn. Continue any of them with
    `moot chat --continue ID` or `moot ask --conversation ID "…"`.
    """
    if conversation is not None:
        belongs = await in_conversation(app, Ask(), conversation)
        if belongs.conversation is not None:
            show_listings(await app.threads.sessions(belongs.conversation), as_json)
        else:
            show_listings([await app.register.get(belongs.follows or "")], as_json)
        return
    talks = await app.threads.talks(limit)
    if as_json:
        following = talks[-1].latest.number if len(talks) == limit else None
        show_json(TalkPage(conversations=[talk_row(talk) for talk in talks], next=following, left_out=False))
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
                    one_line(talk.title, SHOWN),
                ]
                for talk in talks
            ],
        )
