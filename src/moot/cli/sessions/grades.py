"""Implement `moot sessions grade`: which answers of a session are right, who graded them, and overruling a grade."""

from __future__ import annotations

import click

from moot.app import Application
from moot.cli.completion import session_ids
from moot.cli.screen.terminal import safe, say, show_json, table
from moot.cli.screen.watching import with_app
from moot.errors import BadInput
from moot.protocols.grading.findings import VERDICT, AnswerGrades
from moot.vocabulary.state import state_of


@click.command()
@click.argument("session", shell_complete=session_ids)
@click.option("--right", metavar="WHO", help="Say that an answer is right: `council`, or a member by number or seat.")
@click.option("--wrong", metavar="WHO", help="Say that it is wrong.")
@click.option("--as-graded", metavar="WHO", help="Take back what you said of it.")
@click.option("--why", default="", help="The reason.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@with_app
async def grade(
    app: Application, session: str, right: str | None, wrong: str | None, as_graded: str | None, why: str, as_json: bool
) -> None:
    """Show how a session's answers compare with the known one, or overrule a grade.

    Your grade applies wherever the same answer was given to the question. For example:

    \b
      moot sessions grade last
      moot sessions grade last --wrong 2 --why "It names the old capital."
    """
    given = [(who, said) for who, said in ((right, True), (wrong, False), (as_graded, None)) if who is not None]
    if len(given) > 1:
        raise BadInput("One answer is graded at a time.", "Give one of --right, --wrong and --as-graded.")
    seats = state_of(await app.transcript.read(session)).seats
    found = await app.grades.of(session)
    for who, said in given:
        found = await app.grades.overrule(session, _seat(who, [seat.id for seat in seats]), said, why)
    if as_json:
        show_json(found)
    else:
        _show(found, {seat.id: f"{number} ({seat.model})" for number, seat in enumerate(seats, 1)})


def _seat(who: str, seats: list[str]) -> str:
    """Return the id of the seat that the user named: `council` for the council's answer, a member's number, or a seat's
    id."""
    if who.casefold() in ("council", VERDICT):
        return VERDICT
    return seats[int(who) - 1] if who.isdecimal() and 1 <= int(who) <= len(seats) else who


def _show(found: AnswerGrades, names: dict[str, str]) -> None:
    say(f"Known to be right: {safe(found.known)}")
    rows = [
        [safe(names.get(each.seat, "council")), each.says, safe(each.by or "–"), safe(each.quote or each.why)]
        for each in found.grades
    ]
    table(["answer", "grade", "by", "in its words"], rows)
