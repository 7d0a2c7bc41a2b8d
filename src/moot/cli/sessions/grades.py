"""Implement `moot sessions grade`, which shows and overrules grades, and `moot sessions verdict`, which says whether an
answer without a known right one is right.
"""

from __future__ import annotations

from collections.abc import Sequence

import click

from moot.app import Application
from moot.cli.completion import session_ids
from moot.cli.screen.terminal import safe, say, show_json, table
from moot.cli.screen.watching import with_app
from moot.errors import BadInput
from moot.protocols.grading.findings import VERDICT, AnswerGrades
from moot.stats.evidence.person_verdicts import PersonVerdict
from moot.vocabulary.seats import Seat
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
        found = await app.grades.overrule(session, _seat(who, seats), said, why)
    if as_json:
        show_json(found)
    else:
        _show(found, {seat.id: f"{number} ({seat.model})" for number, seat in enumerate(seats, 1)})


@click.command()
@click.argument("session", shell_complete=session_ids)
@click.argument("said", required=False, metavar="[right|wrong]", type=click.Choice(["right", "wrong"]))
@click.option("--right-answer", default="", metavar="TEXT", help="What the right answer is.")
@click.option("--note", default="", metavar="TEXT", help="A note.")
@click.option("--right", multiple=True, metavar="WHO", help="Say that a member's first answer is right, too.")
@click.option("--wrong", multiple=True, metavar="WHO", help="Say that a member's first answer is wrong.")
@click.option("--remove", is_flag=True, help="Remove your verdict.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@with_app
async def verdict(
    app: Application,
    session: str,
    said: str | None,
    right_answer: str,
    note: str,
    right: tuple[str, ...],
    wrong: tuple[str, ...],
    remove: bool,
    as_json: bool,
) -> None:
    """Say whether the answer of a session is right, or show what you said.

    A new verdict replaces the earlier one. `moot insights evidence` counts verdicts. WHO is a member's number or model.
    For example:

    \b
      moot sessions verdict last right
      moot sessions verdict last wrong --right-answer Canberra --right 2
    """
    given = bool(said or right_answer or note or right or wrong)
    if given and remove:
        raise BadInput("A verdict is given or removed.", "Leave out --remove, or everything else.")
    members = state_of(await app.transcript.read(session)).seats
    seats = [seat.id for seat in members]
    if remove:
        await app.verdicts.withdraw(session)
    if given:
        await app.verdicts.give(
            session,
            None if said is None else said == "right",
            right_answer=right_answer,
            note=note,
            members={_seat(who, members): mark for some, mark in ((right, True), (wrong, False)) for who in some},
        )
    found = await app.verdicts.of(session)
    if as_json:
        show_json(found)
        return
    for line in said_of(found, seats) or ["No verdict."]:
        say(line)


def said_of(found: PersonVerdict, seats: Sequence[str]) -> list[str]:
    """Return lines that say a person's verdict on a session with these seats; none without a verdict."""
    if found == PersonVerdict():
        return []
    members = [f"{seats.index(seat) + 1} {_mark(mark)}" for seat, mark in found.members.items()]
    return [
        f"The council's answer: {_mark(found.right)}.",
        *([f"The right answer: {safe(found.right_answer)}"] if found.right_answer else []),
        *([f"Members: {', '.join(members)}."] if members else []),
        *([f"Note: {safe(found.note)}"] if found.note else []),
    ]


def _mark(right: bool | None) -> str:
    return "not judged" if right is None else "right" if right else "wrong"


def _seat(who: str, seats: Sequence[Seat]) -> str:
    """Return the id of the seat that the user named: `council` for the council's answer, a member's number or model, or
    a seat's id."""
    if who.casefold() in ("council", VERDICT):
        return VERDICT
    if who.isdecimal() and 1 <= int(who) <= len(seats):
        return seats[int(who) - 1].id
    named = [seat.id for seat in seats if who in (seat.model, seat.model.partition("/")[2])]
    return named[0] if len(named) == 1 else who


def _show(found: AnswerGrades, names: dict[str, str]) -> None:
    say(f"Known to be right: {safe(found.known)}")
    rows = [
        [safe(names.get(each.seat, "council")), each.says, safe(each.by or "–"), safe(each.quote or each.why)]
        for each in found.grades
    ]
    table(["answer", "grade", "by", "in its words"], rows)
