"""Implement `moot sessions share`, `shares` and `unshare`: addresses that show one session without sign-in."""

from __future__ import annotations

import click

from moot.app import Application
from moot.cli.completion import session_ids
from moot.cli.screen.terminal import say, show_json, table
from moot.cli.screen.watching import with_app
from moot.transcripts.sql.shares import MOST_DAYS


@click.command()
@click.argument("session", shell_complete=session_ids)
@click.option("--days", type=click.IntRange(1, MOST_DAYS), help="Days it lasts; without one, until it is ended.")
@click.option("--hide-prompts", is_flag=True, help="Leave out what seats were told, and what they thought aloud.")
@click.option("--earlier", is_flag=True, help="Show the earlier questions and answers of its conversation, too.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@with_app
async def share(
    app: Application, session: str, days: int | None, hide_prompts: bool, earlier: bool, as_json: bool
) -> None:
    """Share a session by an address that needs no sign-in.

    The address belongs to the server that `moot serve` starts here. It is shown once and opens only this session.
    """
    made = await app.shares.create(session, days=days, hide_prompts=hide_prompts, earlier=earlier)
    if as_json:
        show_json(made)
    else:
        ends = f"until {made.expires}" if made.expires else "until it is ended"
        say(f"Shared {ends}. On this server, whoever opens this address can read it:")
        say(made.address)
        say(f"End it with: moot sessions unshare {made.id}", err=True)


@click.command()
@click.argument("session", required=False, shell_complete=session_ids)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@with_app
async def shares(app: Application, session: str | None, as_json: bool) -> None:
    """List open shares, of one session or of all."""
    found = await app.shares.list(session)
    if as_json:
        show_json({"shares": found})
    elif found:
        rows = [
            [
                each.id,
                each.session[:8],
                each.created,
                each.expires or "never",
                "yes" if each.hide_prompts else "no",
                "shown" if each.earlier else "left out",
            ]
            for each in found
        ]
        table(["share", "session", "made", "ends", "prompts hidden", "earlier questions"], rows)
    else:
        say("Nothing is shared.")


@click.command()
@click.argument("share_id", metavar="SHARE")
@with_app
async def unshare(app: Application, share_id: str) -> None:
    """End a share at once."""
    await app.shares.end(share_id)
    say(f"Ended {share_id}.")
