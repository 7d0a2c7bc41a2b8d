"""Settings: names, defaults, and the file and environment variables that set them.

Settings are read from `MOOT_HOME/settings.toml`; an environment variable `MOOT_<NAME>` overrides the file. Unknown
names are refused with the nearest known one. All of a user's state is in one folder, `MOOT_HOME`.
"""

from __future__ import annotations

import os
import stat
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import NODEFAULT, Meta, Struct, StructMeta

from moot.errors import BadInput, BadSetting, UnknownName
from moot.extension_points import load_all, report
from moot.settings.tomlfile import converted, file_stamp, literal, write_private

FILE = "settings.toml"
SERVER_FILE = "server"
"""Name of the file in the home folder with the address at which its server listens."""
Amount = Annotated[float, Meta(ge=0, lt=1e9)]
Count = Annotated[int, Meta(gt=0, lt=10_000_000)]
Seconds = Annotated[float, Meta(gt=0, lt=1e7)]
Part = TypeVar("Part", bound=Struct)


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All settings of Moot. Money is in dollars, time in seconds."""

    council: str = ""
    """Council to use when a question names none; empty chooses among the configured models."""
    budget: Amount | None = None
    """Limit on a session's cost when its question sets no budget; unset for no limit."""
    day_budget: Amount | None = None
    """Limit on the cost of all sessions of one day (UTC); unset for no limit."""
    call_budget: Amount | None = None
    """Limit on the cost of a single call; unset for no limit."""
    strict_prices: bool = False
    """Refuse models without a known price when a budget is set, instead of pricing them as the dearest known model."""
    searchers: list[str] = []
    """Search services that a session may use; unset for those whose key is set, `none` for none."""
    grader: str = ""
    """Installed grader that compares answers with a known answer first; empty for none."""
    audit_share: Annotated[float, Meta(ge=0, le=1)] = 0.1
    """Share of the sessions that ask everyone although two members would be asked first, to keep the record of members
    fair.
    """
    durability: Literal["full", "normal"] = "full"
    """Durability of commits: `full` survives power loss; `normal` is faster and may lose the last commits on power
    loss.
    """
    backups: Annotated[int, Meta(ge=0, le=1_000)] = 7
    """Number of daily copies of the store to keep; 0 makes none."""
    backup_folder: str = ""
    """Folder for the daily copies; empty means `backups/` in MOOT_HOME. Copies on another disk survive a failure of
    this disk.
    """
    connect_timeout: Seconds = 10.0
    """Maximum number of seconds to connect to a provider."""
    first_timeout: Seconds = 120.0
    """Maximum number of seconds from the request to the first piece of an answer; shorter for a model that is usually
    faster.
    """
    between_timeout: Seconds = 60.0
    """Maximum number of seconds between two pieces of an answer."""
    call_timeout: Seconds = 600.0
    """Maximum number of seconds for one call as a whole."""
    tool_calls: Annotated[int, Meta(ge=1, le=32)] = 4
    """Most tool calls by one member for one answer."""
    session_tool_calls: Count = 64
    """Most tool calls in a session."""
    tool_timeout: Seconds = 30.0
    """Most seconds for one tool call."""
    tool_result_size: Annotated[int, Meta(ge=500, le=200_000)] = 8_000
    """Most bytes of a tool's result that a model reads."""
    demo_speed: Amount = 1.0
    """Speed of the scripted voices: 1 is a pleasant pace to watch, 0 is as fast as possible."""
    most_sessions: Count = 1000
    """Maximum number of sessions that run in one process at once."""
    crash_limit: Count = 10
    """Number of consecutive processes that may die during a session without progress before it ends as `crash_loop`."""
    host: str = "127.0.0.1"
    """Address that `moot serve` listens on. Any address but loopback needs `auth_token`."""
    port: Annotated[int, Meta(ge=0, lt=65_536)] = 8484
    """Port that `moot serve` listens on."""
    auth_token: str = ""
    """Your own token for `moot serve` instead of the one in `MOOT_HOME/token`; required beyond loopback."""
    chores: bool = True
    """Whether one cheap member, not the council, writes titles, tags and similar requests of chat programs."""
    chore_model: str = ""
    """Model that does chores; empty uses the council's cheapest member."""
    chat_progress: bool = False
    """Whether OpenAI clients receive the council's progress as `reasoning_content`."""
    chat_degraded: bool = True
    """Whether the last line of an answer to OpenAI clients names what the answer lacks."""
    chat_stop_on_close: bool = False
    """Whether the council stops when an OpenAI client closes its connection."""
    signers: list[str] = []
    """Public keys of known signers of transcripts, each as `ed25519:…`."""
    allowed_hosts: list[str] = []
    """Host names besides loopback's that `moot serve` accepts."""
    key_variables: list[str] = []
    """Environment variables that may be named as keys over HTTP, besides that of a known service at its own address."""
    trusted_proxies: list[str] = []
    """Addresses or networks of proxies whose `X-Forwarded-Proto` is trusted, besides this machine's own."""

    def of(self, kind: type[Part]) -> Part:
        """Return the settings that an extension defines, as a struct of its class `kind`.

        Example:
            folder = app.settings.of(NotifySettings).report_folder
        """
        return msgspec.convert(self, kind, from_attributes=True)


SECRET = frozenset({"auth_token"})
"""Names of settings whose value is never shown."""

# Variables of the same form that are no settings.
_OTHERS = frozenset({"MOOT_HOME", "MOOT_KILL_AT", "MOOT_TEST_PG_URL"})


def expanded(named: str) -> Path:
    """Return a path with `~` expanded to the home folder."""
    try:
        return Path(named).expanduser()
    except RuntimeError as error:
        raise BadInput(f"{named!r} begins with the home folder of nobody here.", "Write the path out.") from error


def home_folder() -> Path:
    """Return the folder that contains all of a user's state: `MOOT_HOME`, or the platform's data folder.

    Raises:
        BadSetting: It is not a folder, or another user can write to it.
    """
    named = os.environ.get("MOOT_HOME")
    if named:
        return checked_home(_folder_at(expanded(named).absolute()))
    from platformdirs import user_data_path  # only for the default folder

    return checked_home(user_data_path("moot", appauthor=False))


def checked_home(home: Path) -> Path:
    """Return the home folder after checking that no other user can write to it, since its keys, token and settings are
    trusted.

    It must belong to this user or to root, and may be writable by a group of this user. Root may also use a folder that
    belongs to another user and is mounted unchanged, such as a container's volume.

    Raises:
        BadSetting: Another user can write to it.
    """
    if os.name != "posix":
        return home
    try:
        found = home.stat()
    except OSError:  # it does not exist yet, or reading it reports the error
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
    """Return the path if it is a folder or can be created as one; raise if a file is in the way."""
    there = next((path for path in (home, *home.parents) if path.exists()), None)
    if there is not None and not there.is_dir():
        raise BadSetting(
            f"MOOT_HOME names {home}, and {there} is a file, not a folder.",
            "Set MOOT_HOME to a folder, or unset it for the usual one.",
        )
    return home


def address(host: str, port: int) -> str:
    """Return the address at which a browser reaches the server."""
    shown = "127.0.0.1" if host in ("localhost", "0.0.0.0", "::", "") else host.strip("[]")
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def server_address(home: Path, settings: Settings) -> str:
    """Return the address at which this home folder's server listens, by default the one that the settings name.

    A server that was killed leaves its address behind, so try whether one answers there.
    """
    try:
        return (home / SERVER_FILE).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return address(settings.host, settings.port)


def backup_folder(home: Path, settings: Settings) -> Path:
    """Return the folder for the daily copies of the store: the setting's, or `backups/` in the home folder."""
    named = settings.backup_folder
    return expanded(named) if named else home / "backups"


def extension_settings() -> tuple[type[Struct], ...]:
    """Return the structs of settings that installed packages add, as entry points in `moot.settings`."""
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
    """Return the class `Settings` extended by the fields that installed packages add."""
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
    """Return the effective settings: defaults, overridden by the file, then by the environment."""
    values, file = _file_values(home), str(home / FILE)
    named = {}
    for variable, text in environment.items():
        name = variable.removeprefix("MOOT_").lower()
        if variable.startswith("MOOT_") and variable not in _OTHERS and name in all_settings().__struct_fields__:
            named[name] = f"the environment variable {variable}"
            values[name] = _value_from(name, text, named[name])
    return _settings(values, file, named)


def stamp_of(home: Path) -> tuple[int, int] | None:
    """Return when the settings file was last changed, and its size, to detect changes; `None` if there is none."""
    return file_stamp(home / FILE)


def origin_of(name: str, home: Path, environment: Mapping[str, str] = os.environ) -> str:
    """Return where a setting's value comes from: `environment`, the path of the settings file, or `default`."""
    if f"MOOT_{name.upper()}" in environment:
        return "environment"
    return str(home / FILE) if name in _file_values(home) else "default"


def change_setting(home: Path, name: str, text: str | None) -> Settings:
    """Write one setting to the file, or remove it if `text` is `None`, and return the effective settings."""
    if name not in all_settings().__struct_fields__:
        raise UnknownName("setting", name, all_settings().__struct_fields__)
    values = _file_values(home)
    values.pop(name, None)
    if text is not None:
        try:
            values[name] = _value_from(name, text, "the value")
            _settings(values, "the new value")
        except BadSetting as error:  # the error is not in a file
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
    """Convert values to settings and check them.

    Errors name `file`, the settings file. `named` gives the environment variables that some values come from.
    """
    settings = converted({k: v for k, v in values.items() if v is not None}, all_settings(), file)
    if settings.backup_folder and not expanded(settings.backup_folder).is_absolute():
        where = (named or {}).get("backup_folder", file)
        raise BadSetting(f"{where}: `backup_folder` must begin at the root of the file system.")
    for kind in extension_settings():
        try:
            settings.of(kind)
        except msgspec.ValidationError as error:
            raise BadSetting(f"{file}: {error}") from None
    return settings
