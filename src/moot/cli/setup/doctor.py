"""Implement `moot doctor`: check what Moot found on this machine, and suggest what to do next."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import click

from moot import __version__
from moot.app import Application
from moot.cli.main import main
from moot.cli.screen.terminal import colours, remark, safe, say, show_json, width_of
from moot.cli.screen.watching import run
from moot.cli.screen.words import count, money, seconds
from moot.convening.council_choice import CouncilChoice
from moot.egress.api_keys import is_private
from moot.egress.signing import FILE as SIGNING_KEY
from moot.errors import BadInput, MootError
from moot.extension_points import DoctorLine, Mark
from moot.extension_points import troubles as extension_troubles
from moot.protocols import registry
from moot.providers.directory import Directory
from moot.providers.endpoint_check import offered, tried
from moot.request import Ask
from moot.settings import Settings, backup_folder, home_folder, settings_from
from moot.transcripts.sql.register import HIDDEN
from moot.transcripts.sql.repair.backups import Backups, megabytes, restore
from moot.vocabulary.councils import Council

LOOKED = 2.0
"""Maximum number of seconds for checking recorded verdicts."""
MOST_LEFT_OUT = 30
"""Maximum number of models without a seat that are listed with a reason. A router offers hundreds."""
NAMED = 5
"""Maximum number of faulty sessions that are named."""
MARKS: dict[Mark, tuple[str, str]] = {"ok": ("✓", "green"), "note": ("·", "cyan"), "trouble": ("✗", "red")}


@click.command()
@click.option("--test", is_flag=True, help="Ask one model of every endpoint found, and of the council, for one token.")
@click.option("--rebuild", is_flag=True, help="Build lists, accounts and the search index again from the events.")
@click.option("--replay", is_flag=True, help="Run every finished session again over its record, asking nobody.")
@click.option(
    "--salvage",
    metavar="NEWFILE",
    type=click.Path(path_type=Path),
    help="Save what can be read of a damaged store into a new file.",
)
@click.option(
    "--from",
    "source",
    metavar="FILE",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The damaged store to save from, instead of the one in MOOT_HOME.",
)
@click.option(
    "--restore",
    metavar="[BACKUP]",
    is_flag=False,
    flag_value="latest",
    help="Put a backup, the latest unless one is named, in place of the store, which is kept.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def doctor(
    test: bool,
    rebuild: bool,
    replay: bool,
    salvage: Path | None,
    source: Path | None,
    restore: str | None,
    as_json: bool,
) -> int:
    """Check this installation, test it, and say what to do."""
    if restore is not None:
        if salvage is not None or source is not None or rebuild or test:
            raise BadInput("`--restore` stands alone.", "Bring the backup back first.")
        return _restored(restore, as_json)
    if salvage is not None:
        return run(_salvaged(salvage, source or home_folder() / "moot.db", as_json))
    if source is not None:
        raise BadInput("`--from` names what `--salvage` reads.", "Add `--salvage NEWFILE`.")
    return run(_examined(test, rebuild, replay, as_json))


async def _examined(test: bool, rebuild: bool, replay: bool, as_json: bool) -> int:
    home = home_folder()
    found = [_ok("moot", f"version {__version__}"), _home(home)]
    try:
        settings_from(home)
        app = await Application.opened("cli")
        app.directory.lists.on_wait = remark
    except MootError as error:
        about = "store" if error.code.startswith("store") else "settings"
        found.append(_trouble(about, error.message, error.remedy))
        return _shown(found, None, as_json)
    try:
        if rebuild:
            from moot.transcripts.sql.repair.rebuild import rebuild as built_again

            number = await built_again(app.store)
            found.append(_ok("rebuild", f"{count(number, 'session')} built again"))
        found.append(await _store(app))
        found.append(await _verdicts(app))
        if replay:
            found.append(await _replays(app))
        await app.backups.close()
        found.append(_backups(app.backups))
        found += _endpoints(app.directory)
        found.append(_searchers(app))
        found.append(_tools(app))
        found += await _local(app.directory)
        found += chain.from_iterable(await app.tell_services(lambda each: each.doctor_lines()))
        found += await _broken(app.directory)
        council = await _council(app, found)
        if test:
            found += await _tested(app.directory, council)
        return _shown(found, council, as_json)
    finally:
        await app.close()


def _ok(about: str, says: str) -> DoctorLine:
    return DoctorLine(about=about, mark="ok", says=says)


def _note(about: str, says: str, remedy: str = "") -> DoctorLine:
    return DoctorLine(about=about, mark="note", says=says, remedy=remedy)


def _trouble(about: str, says: str, remedy: str = "") -> DoctorLine:
    return DoctorLine(about=about, mark="trouble", says=says, remedy=remedy)


def _named(sessions: Sequence[str]) -> str:
    return ", ".join(each[:8] for each in sessions[:NAMED]) + (", …" if len(sessions) > NAMED else "")


def _home(home: Path) -> DoctorLine:
    if not home.exists():
        return _note("home", f"{home} (made when it is first needed)")
    open_files = [name for name in ("keys.toml", "token", SIGNING_KEY) if not is_private(home / name)]
    if open_files:
        return _trouble(
            "home",
            f"{home}: others can read {' and '.join(open_files)}",
            f"chmod 600 {' '.join(str(home / name) for name in open_files)}",
        )
    if not os.access(home, os.W_OK):
        return _trouble("home", f"{home} cannot be written", "Set MOOT_HOME elsewhere.")
    return _ok("home", str(home))


async def _store(app: Application) -> DoctorLine:
    counts = await app.register.count()
    left = sum(each.door not in HIDDEN for each in await app.register.unfinished())
    if left:
        counts = {**counts, "running": counts["running"] - left, "interrupted": left}
    today = await app.register.spent_today()
    states = ", ".join(f"{number} {state.replace('_', ' ')}" for state, number in sorted(counts.items()) if number)
    cap = f" of {money(today.cap)}" if today.cap is not None else ""
    total = count(sum(counts.values()), "session") + (f" ({states})" if states else "")
    chores = sum((await app.register.count(chores=True)).values())
    if chores:
        total += f", beside {count(chores, 'chore')} of chat programs (`moot sessions list --via chore`)"
    return _ok("store", f"moot.db is sound: {total}; spent today: {money(today.charged, presumed=today.presumed)}{cap}")


async def _verdicts(app: Application) -> DoctorLine:
    """Check that recorded verdicts match their digests, and return the line to print."""
    from moot.sessions.verdict_check import doubtful

    seen = await doubtful(app.store, LOOKED)
    how = f"{seen.looked:,} of {count(seen.of, 'verdict')}"
    if seen.sessions:
        return _trouble(
            "verdicts",
            f"{len(seen.sessions):,} of {how} looked at are not what their digest was made of: {_named(seen.sessions)}",
            "What differs: moot sessions verify --session ID · an older copy: backups/",
        )
    if seen.looked < seen.of:
        says = f"{how} looked at, the newest; each is what its digest was made of. All: moot doctor --replay"
        return _note("verdicts", says)
    return _ok("verdicts", f"{how}: each is what its digest was made of" if seen.of else "none yet")


async def _replays(app: Application) -> DoctorLine:
    """Replay every session to check that its recorded verdict follows from its record. Sessions of other programs
    cannot be replayed."""
    wrong, well, untold, before = list[str](), 0, 0, None
    while True:
        page = await app.register.list(100, before=before)
        for listing in page:
            if listing.state not in ("verdict", "inconclusive"):
                continue
            try:
                replay = (await app.check_session(listing.id)).replay
            except MootError:
                replay = "diverges"
            wrong += [listing.id] if replay in ("diverges", "drifted") else []
            well += replay in ("follows", "partly")
            untold += replay == "unverifiable"
        if len(page) < 100:
            break
        before = page[-1].number
    beside = f"; {count(untold, 'session')} of other programs cannot be replayed" if untold else ""
    if not wrong:
        return _ok("replay", f"{count(well, 'verdict')} reached again, asking nobody{beside}")
    return _trouble(
        "replay",
        f"{count(len(wrong), 'verdict')} of {well + len(wrong):,} not reached again: {_named(wrong)}{beside}",
        "What differs: moot sessions verify --session ID (another version may have asked in other words)",
    )


def _backups(backups: Backups) -> DoctorLine:
    """Report on the daily backups, in one line."""
    found = backups.listed()
    latest = next((each for each in found if each.daily), None)
    if backups.trouble:
        remedy = "Free some space there, or name another folder: moot settings set backup_folder PATH"
        return _trouble("backup", backups.trouble, remedy)
    if not backups.kept:
        return _note("backup", "none is made (the setting `backups` is 0)")
    if latest is None:
        return _note("backup", f"none yet; the first is made tomorrow, in {backups.folder}")
    number = sum(each.daily for each in found)
    says = f"{latest.day} ({megabytes(latest.size)}), the latest of {number} in {backups.folder}"
    return _ok("backup", says)


def _endpoints(directory: Directory) -> list[DoctorLine]:
    found = [
        _ok(row.name, f"key found ({directory.key_source(row.name)})")
        for row in directory.rows().values()
        if directory.has_key(row.name)
    ]
    if found:
        return found
    return [
        _note(
            "keys",
            "no key for any endpoint",
            "Store one: moot keys set openrouter · or take them from a file: moot keys import .env",
        )
    ]


def _searchers(app: Application) -> DoctorLine:
    """Return a line that names the search services in use."""
    try:
        names = app.searchers.in_force().names
    except MootError as error:
        return _trouble("searchers", error.message, error.remedy)
    if names:
        return _ok("searchers", f"{', '.join(names)} may be asked for sources")
    return _note("searchers", "none in use, so nothing is looked up")


def _tools(app: Application) -> DoctorLine:
    """Return a line that names the tools that members can be given."""
    names = app.toolbox.names()
    try:
        app.toolbox.tools(names)
    except MootError as error:
        return _trouble("tools", error.message, error.remedy)
    return _ok("tools", f"{', '.join(names)} can be given to members: --search, --tool NAME")


async def _local(directory: Directory) -> list[DoctorLine]:
    """Report which servers without a key, such as those on this machine, are running."""
    own = directory.endpoints.own()
    rows = [row for row in directory.rows().values() if row.url and not row.needs_key]
    answers = await asyncio.gather(*(offered(directory, row.name) for row in rows))
    found = [_ok(each.endpoint, f"running, {count(len(each.models), 'model')}") for each in answers if not each.trouble]
    silent = [each for each in answers if each.trouble]
    found += [
        _trouble(
            each.endpoint,
            each.trouble,
            f"moot keys set {each.endpoint}"
            if directory.lists.refuses_key(each.endpoint)
            else "Start it, or try again in a moment. If it is gone for good, "
            f"`moot models endpoints remove {each.endpoint}` forgets it and its key.",
        )
        for each in silent
        if each.endpoint in own
    ]
    quiet = [each.endpoint for each in silent if each.endpoint not in own]
    if quiet:
        found.append(_note("local", f"not running here: {', '.join(quiet)}"))
    return found


async def _broken(directory: Directory) -> list[DoctorLine]:
    """Report parts that fail while the rest works, such as one model file of several, or an extension."""
    rows = [row for row in directory.configured() if not row.url and not row.key_env]
    await asyncio.gather(*(offered(directory, row.name) for row in rows))
    troubles = [(row.name, trouble) for row in rows for trouble in directory.troubles(row.name)]
    troubles += [("protocols", trouble) for trouble in registry.troubles()]
    assert main.places  # lists names that clash with Moot's own
    troubles += [("extensions", trouble) for trouble in extension_troubles()]
    return [
        _trouble(
            about,
            trouble,
            "All other models work." if about == "local" else "Repair, upgrade or remove it; all else works.",
        )
        for about, trouble in troubles
    ]


async def _council(app: Application, found: list[DoctorLine]) -> Council | None:
    try:
        sitting = await app.sits()
        await app.estimate(Ask(question="Could you sit?", council=sitting.council))
    except MootError as error:
        found.append(_trouble("council", error.message, error.remedy))
        return None
    members = ", ".join(each.model for each in sitting.council.lines())
    chair = f", {sitting.council.chair} as chair" if sitting.council.chair else ""
    found.append(_ok("council", f"{members} would sit{chair}. {sitting.why}"))
    found += _standings(sitting)
    return sitting.council


def _standings(sitting: CouncilChoice) -> list[DoctorLine]:
    """Return a line for each model in the council and, unless there are too many, for each other model with the
    reason.
    """
    sits = [each for each in sitting.standings if each.sits]
    others = [each for each in sitting.standings if not each.sits]
    shown = others if len(others) <= MOST_LEFT_OUT else []
    found = [_ok("seats", f"{each.model} sits. {each.why}") for each in sits]
    found += [_note("seats", f"{each.model} does not sit. {each.why}") for each in shown]
    if len(shown) < len(others):
        says = f"{count(len(others), 'other model')} do not sit; why, each by each: moot models list"
        found.append(_note("seats", says))
    return found


async def _tested(directory: Directory, council: Council | None) -> list[DoctorLine]:
    """Request one token from each model of the council, and from one model of each other endpoint that has a key.
    Report the results."""
    models = dict.fromkeys(_models(council) if council is not None else [])
    seen = {model.partition("/")[0] for model in models}
    for row in directory.rows().values():
        if row.speaks and row.needs_key and directory.has_key(row.name) and row.name not in seen:
            first = list(row.models)[:1] or [
                each.partition("/")[2] for each in (await offered(directory, row.name)).models[:1]
            ]
            models.update({f"{row.name}/{name}": None for name in first})
    calls = await asyncio.gather(*(tried(directory, model) for model in models if model != "person"))
    return [
        DoctorLine(
            about=call.model,
            mark="ok" if call.ok else "trouble",
            says=f"{call.says} after {seconds(call.seconds)}",
            remedy="" if call.ok else f"Try: moot models test {call.model}",
        )
        for call in calls
    ]


def _models(council: Council) -> list[str]:
    models = [each.model for each in council.lines()]
    return list(dict.fromkeys([*models, *([council.chair] if council.chair else [])]))


def _shown(found: list[DoctorLine], council: Council | None, as_json: bool) -> int:
    well = all(each.mark != "trouble" for each in found)
    if as_json:
        plain: dict[str, Any] = {"ok": well, "found": found}
        plain["council"] = council
        show_json(plain)
        return 0 if well else 1
    colour = colours(sys.stdout)
    width = max(len(each.about) for each in found)
    for each in found:
        mark, style = MARKS[each.mark]
        text = f"{safe(each.about).ljust(width)}  {safe(each.says)}"
        click.echo(click.style(mark, fg=style) + _indented(text, " ", width + 4), color=colour)
        if each.remedy:
            click.echo(_indented(f"→ {safe(each.remedy)}", " " * (width + 4), width + 6))
    return 0 if well else 1


def _indented(text: str, first: str, rest: int) -> str:
    columns, pad = max(rest + 20, width_of(sys.stdout) - 1), " " * rest
    head, tail = text[: rest - len(first)], text[rest - len(first) :]
    return first + head + click.wrap_text(tail, columns, initial_indent=pad, subsequent_indent=pad)[rest:]


async def _salvaged(target: Path, source: Path, as_json: bool) -> int:
    from moot.transcripts.sql.repair.rebuild import salvage

    saved = await salvage(source, target)
    if as_json:
        show_json({"salvaged": saved, "file": str(target)})
        return 0
    say(f"Saved {count(saved.sessions, 'session')} with {count(saved.events, 'event')} in {target}.")
    for session in saved.cut:
        say(f"{session}: its later events are lost, or may be; it can be resumed where it is cut.")
    for session in saved.lost:
        say(f"{session}: nothing of it could be saved.")
    if saved.unreadable:
        say(f"{count(saved.unreadable, 'piece')} of it could not be read.")
    if saved.tables:
        say(f"Not whole: {', '.join(saved.tables)}.")
    say(f"The damaged file was only read. To use the new one: moot doctor --restore {target}")
    return 0


def _restored(wanted: str, as_json: bool) -> int:
    """Restore a backup, and print where the replaced store was moved."""
    home = home_folder()
    store = home / "moot.db"
    try:
        settings = settings_from(home)
    except MootError:
        settings = Settings()  # a settings file that cannot be read must not prevent a restore
    backups = Backups(store, backup_folder(home, settings), settings.backups)
    file = _chosen(backups, wanted)
    aside = restore(store, file)
    if as_json:
        show_json({"restored": str(file), "kept": str(aside) if aside is not None else None})
        return 0
    say(f"{file} is the store again.")
    if aside is not None:
        say(
            f"What was there is kept as {aside}. Sessions that came after the backup are in that file alone; "
            f"to read them: moot doctor --salvage NEWFILE --from {aside}"
        )
    return 0


def _chosen(backups: Backups, wanted: str) -> Path:
    if wanted != "latest":
        named = Path(wanted)
        return named if named.exists() else backups.folder / wanted
    best = backups.best()
    if best is None:
        raise BadInput(
            f"There is no backup in {backups.folder}.", "`moot doctor --salvage NEWFILE` saves what can be read."
        )
    return best.file
