"""Report the store's backups in `moot doctor`, and restore one."""

from __future__ import annotations

from pathlib import Path

from moot.cli.screen.terminal import say, show_json
from moot.errors import BadInput, MootError
from moot.extension_points import DoctorLine
from moot.settings import Settings, backup_folder, home_folder, settings_from
from moot.transcripts.sql.repair.backups import Backups, megabytes, restore


def kept(backups: Backups) -> DoctorLine:
    """Report the daily backups."""
    found = backups.listed()
    latest = next((each for each in found if each.daily), None)
    if backups.trouble:
        remedy = "Free some space there, or name another folder: moot settings set backup_folder PATH"
        return DoctorLine(about="backup", mark="trouble", says=backups.trouble, remedy=remedy)
    if not backups.kept:
        return DoctorLine(about="backup", mark="note", says="none is made (the setting `backups` is 0)")
    if latest is None:
        return DoctorLine(
            about="backup", mark="note", says=f"none yet; the first is made tomorrow, in {backups.folder}"
        )
    number = sum(each.daily for each in found)
    says = f"{latest.day} ({megabytes(latest.size)}), the latest of {number} in {backups.folder}"
    return DoctorLine(about="backup", mark="ok", says=says)


def restored(wanted: str, as_json: bool) -> int:
    """Restore a backup and print where the replaced store was moved."""
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
