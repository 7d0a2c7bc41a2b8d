"""What can be set, what it is when nobody sets it, and where a value comes from.

Settings lie in `MOOT_HOME/settings.toml`; an environment variable `MOOT_<NAME>` goes before the file. Unknown names are
refused with the nearest known one. All of a user's state lies under one folder, `MOOT_HOME`.
"""

from __future__ import annotations

import os
import stat
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import NODEFAULT, Struct, StructMeta

from moot.errors import BadInput, BadSetting, UnknownName
from moot.extension_points import load_all, report
from moot.settings.tomlfile import converted, literal, write_private

FILE = "settings.toml"
Part = TypeVar("Part", bound=Struct)


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that can be set. Money is in dollars, time in seconds."""

    council: str = ""
    """The council that sits when none is named; empty lets Moot choose what is configured."""
    budget: float | None = None
    """Most a session may cost when its question names no budget; unset for no limit."""
    day_budget: float | None = None
    """Most all sessions together may cost on one day (UTC); unset for no limit."""
    call_budget: float | None = None
    """Most a single call may cost; unset for no limit."""
    strict_prices: bool = False
    """Refuse models without a known price when a budget is set, instead of pricing them as the dearest known model."""
    searchers: list[str] = []
    """Services a session may look things up with; unset for those whose key is set, `none` for none at all."""
    grader: str = ""
    """The installed grader that compares answers with a known one first; empty for none."""
    durability: Literal["full", "normal"] = "full"
    """`full` survives power loss; `normal` is faster and may lose the last commits when the power goes."""
    backups: int = 7
    """Daily copies of the store that are kept; 0 makes none."""
    backup_folder: str = ""
    """Where they lie; empty is `backups/` in MOOT_HOME. Another disk keeps them from a failure of this one."""
    connect_timeout: float = 10.0
    """Seconds to reach a provider."""
    first_timeout: float = 120.0
    """Most seconds from the request to the first piece of an answer; a model that is usually quicker gets less."""
    between_timeout: float = 60.0
    """Seconds from one piece of an answer to the next."""
    call_timeout: float = 600.0
    """Seconds for one call as a whole."""
    demo_speed: float = 1.0
    """How fast scripted voices speak: 1 is pleasant to watch, 0 is as fast as the machine can."""
    most_sessions: int = 1000
    """Sessions that may run in one process at once."""
    crash_limit: int = 10
    """Processes that may die in a row over a session without settling a move before it ends as `crash_loop`."""
    host: str = "127.0.0.1"
    """Address `moot serve` listens on. Another than loopback needs `auth_token`."""
    port: int = 8484
    """Port `moot serve` listens on."""
    auth_token: str = ""
    """A token of your own for `moot serve` instead of the one in `MOOT_HOME/token`; needed beyond loopback."""
    chores: bool = True
    """Whether titles, tags and the like that chat programs ask for are done by one cheap member, not by the council."""
    chore_model: str = ""
    """The model that does chores; empty takes the council's member whose call costs least."""
    chat_progress: bool = False
    """Whether OpenAI's clients are told the council's progress, as `reasoning_content`."""
    chat_degraded: bool = True
    """Whether OpenAI's clients read in the last line of an answer what it lacks."""
    chat_stop_on_close: bool = False
    """Whether a client of OpenAI's formats that closes its connection stops the council."""
    signers: list[str] = []
    """Public keys whose signatures under transcripts are known here, each as `ed25519:…`."""
    allowed_hosts: list[str] = []
    """Host names besides loopback's that `moot serve` answers to."""
    key_variables: list[str] = []
    """Environment variables that may be named as keys over HTTP, besides a known service's at its own address."""
    trusted_proxies: list[str] = []
    """Addresses or networks, besides this machine's own, of proxies whose `X-Forwarded-Proto` is believed."""

    def of(self, kind: type[Part]) -> Part:
        """Return the settings that an extension adds.

        Example:
            folder = house.settings.of(NotifySettings).report_folder
        """
        return msgspec.convert(self, kind, from_attributes=True)


SECRET = frozenset({"auth_token"})
"""Settings that are never shown."""

# Variables of the same form that are not settings.
_OTHERS = frozenset({"MOOT_HOME", "MOOT_KILL_AT", "MOOT_TEST_PG_URL"})


def expanded(named: str) -> Path:
    """The path that is named; `~` stands for a home folder."""
    try:
        return Path(named).expanduser()
    except RuntimeError as error:
        raise BadInput(f"{named!r} begins with the home folder of nobody here.", "Write the path out.") from error


def home_folder() -> Path:
    """Return the folder that holds all of a user's state: `MOOT_HOME`, or the platform's data folder.

    Raises:
        BadSetting: It is no folder, or another user can put files into it.
    """
    named = os.environ.get("MOOT_HOME")
    if named:
        return checked_home(_folder_at(expanded(named).absolute()))
    from platformdirs import user_data_path  # only where nobody named a folder

    return checked_home(user_data_path("moot", appauthor=False))


def checked_home(home: Path) -> Path:
    """Return the folder, unless another user can put files into it: its keys, token and settings are trusted.

    It may belong to this user or to root, and a group of this user's may write to it. Root may also use a folder of
    another user's that is mounted as it is, as a volume in a container.

    Raises:
        BadSetting: Another user can put files into it.
    """
    if os.name != "posix":
        return home
    try:
        found = home.stat()
    except OSError:  # it is not there yet, or whoever reads it says why it cannot be read
        return home
    user = os.geteuid()
    mounted = user == 0 and os.path.ismount(home)
    why = remedy = ""
    if found.st_uid not in (user, 0) and not mounted:
        why, remedy = "Another user owns it", f"chown -R {user} '{home}'"
    elif found.st_mode & stat.S_IWOTH:
        why, remedy = "Every user can write to it", f"chmod o-w '{home}'"
    elif found.st_mode & stat.S_IWGRP and found.st_gid not in (0, os.getegid(), *os.getgroups()):
        why, remedy = "A group that is not yours can write to it", f"chmod g-w '{home}'"
    if why:
        ids = f"user {found.st_uid}, group {found.st_gid}, mode {found.st_mode & 0o7777:04o}; you are user {user}"
        raise BadSetting(
            f"{home} is not used as MOOT_HOME. {why}, and could have put a key or a token there ({ids}).",
            f"If you trust what is in it, run `{remedy}`; otherwise set MOOT_HOME to a folder of your own.",
        )
    return home


def _folder_at(home: Path) -> Path:
    """The same, where it is a folder or can become one."""
    there = next((path for path in (home, *home.parents) if path.exists()), None)
    if there is not None and not there.is_dir():
        raise BadSetting(
            f"MOOT_HOME names {home}, and {there} is a file, not a folder.",
            "Set MOOT_HOME to a folder, or unset it for the usual one.",
        )
    return home


def address(host: str, port: int) -> str:
    """Where a browser finds it."""
    shown = "127.0.0.1" if host in ("localhost", "0.0.0.0", "::", "") else host.strip("[]")
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def backup_folder(home: Path, settings: Settings) -> Path:
    """Where copies of the store lie."""
    named = settings.backup_folder
    return expanded(named) if named else home / "backups"


def extension_settings() -> tuple[type[Struct], ...]:
    """Return the settings that installed packages add: a `Struct` with defaults for each entry point in
    `moot.settings`."""
    found: list[Any] = []
    names = set(Settings.__struct_fields__)
    for point, kind in load_all("moot.settings", StructMeta).items():
        if taken := sorted(names.intersection(kind.__struct_fields__)):
            report(point, f"there is another setting {taken[0]!r}")
        else:
            found.append(kind)
            names.update(kind.__struct_fields__)
    return tuple(found)


def all_settings() -> type[Settings]:
    """Return `Settings` with the fields that installed packages add."""
    return _joined(extension_settings())


@lru_cache(maxsize=8)
def _joined(kinds: tuple[type[Struct], ...]) -> type[Settings]:
    fields = []
    for each in (each for kind in kinds for each in msgspec.structs.fields(kind)):
        made = each.default_factory
        default = msgspec.field(default=each.default) if made is NODEFAULT else msgspec.field(default_factory=made)
        fields.append((each.name, each.type, default))
    options: dict[str, Any] = {"frozen": True, "kw_only": True, "forbid_unknown_fields": True}
    return msgspec.defstruct("Settings", fields, bases=(Settings,), **options)  # type: ignore[return-value]


def settings_from(home: Path, environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings in force: defaults, then the file, then the environment."""
    values, file = _file_values(home), str(home / FILE)
    named = {}
    for variable, text in environment.items():
        name = variable.removeprefix("MOOT_").lower()
        if variable.startswith("MOOT_") and variable not in _OTHERS and name in all_settings().__struct_fields__:
            named[name] = f"the environment variable {variable}"
            values[name] = _value_from(name, text, named[name])
    return _settings(values, file, named)


def stamp_of(home: Path) -> tuple[int, int] | None:
    """When the file of settings was last written, and how long it is; changes with every change."""
    try:
        found = (home / FILE).stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def origin_of(name: str, home: Path, environment: Mapping[str, str] = os.environ) -> str:
    """Where a setting's value comes from: `environment`, the file, or `default`."""
    if f"MOOT_{name.upper()}" in environment:
        return "environment"
    return str(home / FILE) if name in _file_values(home) else "default"


def change_setting(home: Path, name: str, text: str | None) -> Settings:
    """Writes one setting to the file, or with `None` takes it out; returns what is in force then."""
    if name not in all_settings().__struct_fields__:
        raise UnknownName("setting", name, all_settings().__struct_fields__)
    values = _file_values(home)
    values.pop(name, None)
    if text is not None:
        try:
            values[name] = _value_from(name, text, "the value")
            _settings(values, "the new value")
        except BadSetting as error:  # no file is at fault
            raise BadSetting(error.message, "Give it another value; nothing was changed.") from None
    lines = [f"{key} = {literal(value)}\n" for key, value in sorted(values.items()) if value is not None]
    write_private(home / FILE, "".join(lines))
    return settings_from(home)


def _file_values(home: Path) -> dict[str, Any]:
    file = home / FILE
    try:
        values = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise BadSetting(f"{file} cannot be read: {error}.") from None
    known = all_settings().__struct_fields__
    for name in values:
        if name not in known:
            near = get_close_matches(name, known, n=1, cutoff=0.4)
            raise BadSetting(
                f"{file}: there is no setting `{name}`.",
                f"Did you mean `{near[0]}`?" if near else "See `moot settings list`.",
            )
    return values


def _value_from(name: str, text: str, where: str) -> Any:
    kind = next(field.type for field in msgspec.structs.fields(all_settings()) if field.name == name)
    value: Any = [part.strip() for part in text.split(",") if part.strip()] if kind == list[str] else text.strip()
    if value == "" and kind not in (str,):
        return None
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        raise BadSetting(f"The setting `{name}` cannot be {text!r} ({where}): {error}.") from None


def _settings(values: Mapping[str, Any], file: str, named: Mapping[str, str] | None = None) -> Settings:
    """The settings of a file and, where others are `named`, of those variables; what is out of bounds is refused."""
    settings = converted({k: v for k, v in values.items() if v is not None}, all_settings(), file)
    places = named or {}
    for name in ("connect_timeout", "first_timeout", "between_timeout", "call_timeout", "most_sessions", "crash_limit"):
        if not 0 < getattr(settings, name) < 10_000_000:
            where = places.get(name, file)
            raise BadSetting(f"{where}: `{name}` must be a positive number.")
    for name in ("budget", "day_budget", "call_budget", "demo_speed"):
        amount = getattr(settings, name)
        if amount is not None and not 0 <= amount < 1_000_000_000:
            where = places.get(name, file)
            raise BadSetting(f"{where}: `{name}` must not be negative, infinite or NaN.")
    if not 0 <= settings.backups <= 1_000:
        where = places.get("backups", file)
        raise BadSetting(f"{where}: `backups` lies between 0 and 1000.")
    if settings.backup_folder and not expanded(settings.backup_folder).is_absolute():
        where = places.get("backup_folder", file)
        raise BadSetting(f"{where}: `backup_folder` must begin at the root of the file system.")
    if not 0 <= settings.port < 65_536:
        where = places.get("port", file)
        raise BadSetting(f"{where}: `port` lies between 0 and 65535.")
    for kind in extension_settings():
        try:
            settings.of(kind)
        except msgspec.ValidationError as error:
            raise BadSetting(f"{file}: {error}") from None
    return settings
