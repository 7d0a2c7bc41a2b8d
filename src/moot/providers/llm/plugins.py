"""List the models of the `llm` program, isolated from faults of its plugins.

`llm` loads its plugins in sequence, and the first that raises, hangs or exits breaks all others. Here each is loaded
and queried alone, in its own thread and with a time limit, so that a broken one removes only its own models and is
reported with the reason. Output printed by plugins does not go to standard output. Tests:
`tests/providers/llm/test_plugins.py`.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module, metadata
from typing import Any, BinaryIO, TextIO, TypeVar

import llm
from llm import plugins as loader
from llm.models import EmbeddingModelWithAliases, ModelWithAliases
from msgspec import Struct

from moot.egress.untrusted_text import shown

T = TypeVar("T")

WITHIN = 3.0
"""Seconds to wait for a plugin to load, or to list its models. A slow one is available later."""
BRIEFLY = 0.3
"""The same while a model waits to be called, which may be another plugin's."""
AT_LENGTH = 30.0
"""Seconds to wait for a missing model while some plugin is loading: it may be that plugin's."""
HOLDS = 60.0
"""Seconds for which the models found are reused."""
STILL = "it has not finished loading"


class InstalledPlugins(Struct, frozen=True, kw_only=True):
    """Models found in `llm`."""

    spoken: Mapping[str, Any] = {}
    """Synchronous models by id and alias."""
    awaited: Mapping[str, Any] = {}
    """Async ones."""
    measuring: Mapping[str, Any] = {}
    """Embedding models."""
    names: tuple[str, ...] = ()
    """Ids of the text models, without aliases."""
    troubles: Mapping[str, str] = {}
    """Plugins that listed nothing, or not everything, with the reason: broken ones, and those still loading."""

    @property
    def unfinished(self) -> bool:
        """Return whether some plugin may still add models."""
        return STILL in self.troubles.values()

    def without(self) -> str:
        """Return the messages on these plugins; empty when there are none."""
        return " ".join((*self.broken(), *self.slow()))

    def broken(self) -> tuple[str, ...]:
        """Return the messages on broken plugins."""
        why = {name: why for name, why in self.troubles.items() if why != STILL}
        return tuple(f"The `llm` plugin {name} is broken: {said}." for name, said in why.items())

    def slow(self) -> tuple[str, ...]:
        """Return the messages on plugins still loading, which may never finish."""
        names = [name for name, why in self.troubles.items() if why == STILL]
        return tuple(f"The `llm` plugin {name} is slow: {STILL}; its models are there once it has." for name in names)


class Plugins:
    """The plugins of `llm` in this process."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._works: dict[str, _Work] = {}
        self._found: InstalledPlugins | None = None
        self._at = 0.0

    def look(self, *, within: float = WITHIN, holds: float = HOLDS) -> InstalledPlugins:
        """Return the models found; reuse a result newer than `holds` seconds. Blocks: call it in a thread."""
        with self._turn:
            anew = self._found is None or time.monotonic() - self._at >= holds
            if self._found is None or anew or self._found.unfinished:
                self._found = self._looked(within, anew)
                self._at = time.monotonic() if anew else self._at
            return self._found

    def having(self, name: str, *kinds: str) -> InstalledPlugins:
        """Return the models as soon as `name` is among them; without it when no plugin can still add it. Blocks."""

        def has(found: InstalledPlugins | None) -> bool:
            return found is not None and any(name in getattr(found, kind) for kind in kinds)

        known = self._found
        if known is not None and has(known):
            return known
        end = time.monotonic() + AT_LENGTH
        found = self.look(within=BRIEFLY, holds=1.0)
        while not has(found) and found.unfinished and time.monotonic() < end:
            time.sleep(BRIEFLY / 3)  # out of turn, so that others are found meanwhile
            found = self.look(within=BRIEFLY)
        return found

    def _looked(self, within: float, anew: bool) -> InstalledPlugins:
        troubles = self._loaded(within)
        rows: list[ModelWithAliases] = []
        measuring: list[EmbeddingModelWithAliases] = []
        further = _aliases(troubles)
        for hook, asked in (("register_models", rows), ("register_embedding_models", measuring)):
            for implementation in reversed(getattr(loader.pm.hook, hook).get_hookimpls()):
                if implementation.hookwrapper or getattr(implementation, "wrapper", False):
                    continue
                plugin = _called(implementation.plugin, implementation.plugin_name)
                work = self._work(f"{hook} {plugin}", _asking(implementation, hook, list(asked), further), anew=anew)
                work.wait(within)
                if work.trouble:
                    troubles[plugin] = work.trouble
                asked += work.rows  # models it named before it broke are kept
        return InstalledPlugins(
            spoken=_by_name((row.model, row.model, row.aliases) for row in rows),
            awaited=_by_name((row.model, row.async_model, row.aliases) for row in rows),
            measuring=_by_name((row.model, row.model, row.aliases) for row in measuring),
            names=tuple(sorted({row.model.model_id for row in rows})),
            troubles=troubles,
        )

    def _loaded(self, within: float) -> dict[str, str]:
        """Load the plugins not yet loaded; return those that failed, with the reason."""
        if not loader._loaded:
            loader._loaded = True
            for name, load in _plugins():
                self._work(f"load {name}", load)
        troubles = {}
        for name, work in list(self._works.items()):
            if name.startswith("load "):
                work.wait(within)
                if work.trouble:
                    troubles[name.removeprefix("load ")] = work.trouble
        return troubles

    def _work(self, name: str, what: Callable[[list[Any]], None], *, anew: bool = False) -> _Work:
        """Return the work of this name; work in progress is not started again."""
        work = self._works.get(name)
        if work is None or (anew and work.done.is_set()):
            work = self._works[name] = _Work(what)
        return work


class _Work:
    """A plugin's work in its own thread."""

    def __init__(self, what: Callable[[list[Any]], None]) -> None:
        self.done = threading.Event()
        self.rows: list[Any] = []
        """Models it registered."""
        self._trouble = ""
        self._what = what
        self._begun = False
        self._waited = 0.0

    @property
    def trouble(self) -> str:
        """Return why it failed, as text."""
        return self._trouble if self.done.is_set() else STILL

    def wait(self, within: float) -> None:
        """Start it if needed, and wait for its end this long, earlier waits included."""
        if not self._begun:
            self._begun = True
            threading.Thread(target=self._run, daemon=True, name="llm plugin").start()
        began = time.monotonic()
        self.done.wait(max(0.0, within - self._waited))
        self._waited += time.monotonic() - began

    def _run(self) -> None:
        with apart():
            try:
                self._what(self.rows)
            except BaseException as error:  # a plugin's exit must not end the process
                self._trouble = why(error)
            finally:
                self.done.set()


def why(error: BaseException) -> str:
    """Return the reason for a plugin's failure, as text."""
    if isinstance(error, SystemExit):
        return f"it tried to end the program (exit {error.code!r})"
    return f"{type(error).__name__}: {shown(str(error), 200) or 'no further words'}".rstrip(".")


def _plugins() -> Iterator[tuple[str, Callable[[list[Any]], None]]]:
    """Yield every plugin's name and loader, in the order in which `llm` loads them."""
    chosen = os.environ.get("LLM_LOAD_PLUGINS")
    if chosen is None and not hasattr(sys, "_called_from_test"):
        for distribution in list(metadata.distributions()):
            yield from _of(distribution)
    for name in filter(None, map(str.strip, (chosen or "").split(","))):
        try:
            yield from _of(metadata.distribution(name))
        except metadata.PackageNotFoundError:
            yield name, _absent(name)
    for name in loader.DEFAULT_PLUGINS:
        yield name, _default(name)


def _of(distribution: metadata.Distribution) -> Iterator[tuple[str, Callable[[list[Any]], None]]]:
    try:
        points = [point for point in distribution.entry_points if point.group == "llm"]
        name = str(distribution.metadata["name"])
    except Exception:  # a package with broken metadata is no plugin of `llm`
        return
    for point in points:
        if loader.pm.get_plugin(point.name) is None and not loader.pm.is_blocked(point.name):
            yield name if len(points) == 1 else f"{name} ({point.name})", _entry(point, distribution)


def _entry(point: metadata.EntryPoint, distribution: metadata.Distribution) -> Callable[[list[Any]], None]:
    def load(_: list[Any]) -> None:
        module = point.load()
        loader.pm.register(module, name=point.name)
        known: list[Any] = loader.pm._plugin_distinfo  # as `llm` does itself, so that it can name the package
        known.append((module, _PluginDistribution(distribution)))

    return load


class _PluginDistribution:
    """A distribution, as pluggy stores it."""

    def __init__(self, distribution: metadata.Distribution) -> None:
        self._dist = distribution
        self.project_name = self.name = str(distribution.metadata["name"])

    def __getattr__(self, name: str) -> Any:
        return getattr(self._dist, name)


def _default(name: str) -> Callable[[list[Any]], None]:
    def load(_: list[Any]) -> None:
        loader.pm.register(import_module(name), name)

    return load


def _absent(name: str) -> Callable[[list[Any]], None]:
    def load(_: list[Any]) -> None:
        raise ModuleNotFoundError(f"LLM_LOAD_PLUGINS names {name}, which is not installed")

    return load


def _asking(implementation: Any, hook: str, before: list[Any], further: Mapping[str, list[str]]) -> Any:
    """Call a plugin's hook with the arguments it takes."""

    def ask(rows: list[Any]) -> None:
        def models(model: Any, async_model: Any = None, aliases: Iterable[str] | None = None) -> None:
            known = [*(aliases or ()), *further.get(model.model_id, ())]
            rows.append(ModelWithAliases(model, async_model, known))  # type: ignore[arg-type]  # as `llm` does itself

        def measuring(model: Any, aliases: Iterable[str] | None = None) -> None:
            known = [*(aliases or ()), *further.get(model.model_id, ())]
            rows.append(EmbeddingModelWithAliases(model, known))  # type: ignore[arg-type]

        given = {"register": models if hook == "register_models" else measuring, "model_aliases": before}
        implementation.function(*[given[name] for name in implementation.argnames])

    return ask


def _aliases(troubles: dict[str, str]) -> dict[str, list[str]]:
    """Return the user's own aliases, by model."""
    found: dict[str, list[str]] = {}
    try:
        path = llm.user_dir() / "aliases.json"  # type: ignore[no-untyped-call]
        if path.exists():
            for alias, model in json.loads(path.read_text()).items():
                found.setdefault(model, []).append(alias)
    except (OSError, ValueError, AttributeError, TypeError) as error:
        troubles["aliases.json"] = why(error)
    return found


def _by_name(rows: Iterable[tuple[Any, Any, Iterable[str]]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for named, model, aliases in rows:
        if model is not None:
            found |= dict.fromkeys(aliases, model)
            found[named.model_id] = model
    return found


def _called(plugin: Any, name: str) -> str:
    """Return the package of a plugin."""
    for known, distribution in loader.pm.list_plugin_distinfo():
        if known is plugin:
            return str(getattr(distribution, "name", "") or distribution.project_name)
    return name


_inside = threading.local()


class _Apart:
    """Standard output that redirects threads of plugins to standard error."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def __getattr__(self, name: str) -> Any:
        return getattr(self._out, name)

    @property
    def _meant(self) -> TextIO:
        return sys.stderr if getattr(_inside, "now", False) else self._out

    @property
    def buffer(self) -> BinaryIO:
        """Return the binary buffer."""
        return self._meant.buffer

    def write(self, text: str) -> int:
        """Write to the stream of the current thread."""
        return self._meant.write(text)

    def close(self) -> None:
        """Do nothing: a plugin must not close a shared stream."""
        if not getattr(_inside, "now", False):
            self._out.close()

    def writelines(self, lines: Iterable[str]) -> None:
        """Write many lines."""
        for line in lines:
            self.write(line)


@contextmanager
def apart() -> Iterator[None]:
    """Redirect this thread's output to standard error: a program may read our standard output."""
    if sys.stdout is not None and not isinstance(sys.stdout, _Apart):
        sys.stdout = _Apart(sys.stdout)  # it has every attribute of the stream beneath
    before = getattr(_inside, "now", False)
    _inside.now = True
    try:
        yield
    finally:
        _inside.now = before


async def aside(work: Callable[[], T]) -> T:
    """Run something that may block for ever in a thread that blocks neither this loop nor the exit of Python."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: BaseException | None) -> None:
        if future.done():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        result, error = None, None
        try:
            result = work()
        except Exception as failed:
            error = failed
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=run, daemon=True, name="llm models").start()
    return await future


PLUGINS = Plugins()
"""The plugins of this process."""
