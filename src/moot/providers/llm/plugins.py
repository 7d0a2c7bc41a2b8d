"""Which models has the `llm` program here, whatever one of its plugins does?

`llm` loads its plugins in turn, and the first that raises, hangs or leaves ends it for all of them. Here each is loaded
and asked alone, in a thread of its own and for a limited time, so that a broken one takes nothing away but its own
models and is named with the reason. What plugins print does not get into our standard output. Held by
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
"""Seconds a plugin may take to load, or to name its models, before the others go on without it. One that is only slow
is there at a later look."""
BRIEFLY = 0.3
"""The same while a model waits to be asked, which may be another plugin's."""
AT_LENGTH = 30.0
"""Seconds for which a model that is not there is waited for while some plugin is at it: it may be the slow one's."""
HOLDS = 60.0
"""Seconds for which the models found are good enough."""
STILL = "it has not finished loading"


class InstalledPlugins(Struct, frozen=True, kw_only=True):
    """What `llm` has."""

    spoken: Mapping[str, Any] = {}
    """Synchronous models by id and alias."""
    awaited: Mapping[str, Any] = {}
    """Async ones."""
    measuring: Mapping[str, Any] = {}
    """Those that measure texts."""
    names: tuple[str, ...] = ()
    """The ids of the models that speak, without aliases."""
    troubles: Mapping[str, str] = {}
    """Plugins that brought nothing, or not all, by name, and why: broken ones, and those that are still at it."""

    @property
    def unfinished(self) -> bool:
        """Whether some plugin may still bring models."""
        return STILL in self.troubles.values()

    def without(self) -> str:
        """What is to be said of them; empty when there is none."""
        return " ".join((*self.broken(), *self.slow()))

    def broken(self) -> tuple[str, ...]:
        """What is to be said of plugins that are broken."""
        why = {name: why for name, why in self.troubles.items() if why != STILL}
        return tuple(f"The `llm` plugin {name} is broken: {said}." for name, said in why.items())

    def slow(self) -> tuple[str, ...]:
        """What is to be said of plugins that are still at it: nobody knows whether they will come to an end."""
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
        """What there is; as it was found less than `holds` seconds ago, if it was. Blocks: ask from a thread."""
        with self._turn:
            anew = self._found is None or time.monotonic() - self._at >= holds
            if self._found is None or anew or self._found.unfinished:
                self._found = self._looked(within, anew)
                self._at = time.monotonic() if anew else self._at
            return self._found

    def having(self, name: str, *kinds: str) -> InstalledPlugins:
        """The same as soon as it has a model; without it when nobody is left who could bring it. Blocks."""

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
                asked += work.rows  # what it named before it broke is kept
        return InstalledPlugins(
            spoken=_by_name((row.model, row.model, row.aliases) for row in rows),
            awaited=_by_name((row.model, row.async_model, row.aliases) for row in rows),
            measuring=_by_name((row.model, row.model, row.aliases) for row in measuring),
            names=tuple(sorted({row.model.model_id for row in rows})),
            troubles=troubles,
        )

    def _loaded(self, within: float) -> dict[str, str]:
        """Loads the plugins that are not loaded yet; returns those that cannot be, and why."""
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
        """Work under this name; what is still at it is not begun a second time."""
        work = self._works.get(name)
        if work is None or (anew and work.done.is_set()):
            work = self._works[name] = _Work(what)
        return work


class _Work:
    """Something a plugin does, in a thread of its own."""

    def __init__(self, what: Callable[[list[Any]], None]) -> None:
        self.done = threading.Event()
        self.rows: list[Any] = []
        """What it registered."""
        self._trouble = ""
        self._what = what
        self._begun = False
        self._waited = 0.0

    @property
    def trouble(self) -> str:
        """Why it did not come to a good end, in words."""
        return self._trouble if self.done.is_set() else STILL

    def wait(self, within: float) -> None:
        """Begins, if that has not been done, and waits for the end so long, earlier waits included."""
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
            except BaseException as error:  # a plugin that leaves the program is no reason to leave it
                self._trouble = why(error)
            finally:
                self.done.set()


def why(error: BaseException) -> str:
    """What a plugin died of, in words."""
    if isinstance(error, SystemExit):
        return f"it tried to end the program (exit {error.code!r})"
    return f"{type(error).__name__}: {shown(str(error), 200) or 'no further words'}".rstrip(".")


def _plugins() -> Iterator[tuple[str, Callable[[list[Any]], None]]]:
    """Every plugin by name, in the order in which `llm` loads them, and what loads it."""
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
    except Exception:  # a package whose own records are broken is none of `llm`'s plugins
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
    """A distribution, as pluggy keeps it."""

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
    """A plugin's hook, called with what it asks for."""

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
    """The user's own aliases, by model."""
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
    """The package a plugin comes from."""
    for known, distribution in loader.pm.list_plugin_distinfo():
        if known is plugin:
            return str(getattr(distribution, "name", "") or distribution.project_name)
    return name


_inside = threading.local()


class _Apart:
    """Standard output that takes nothing from threads in which plugins run: theirs goes to standard error."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def __getattr__(self, name: str) -> Any:
        return getattr(self._out, name)

    @property
    def _meant(self) -> TextIO:
        return sys.stderr if getattr(_inside, "now", False) else self._out

    @property
    def buffer(self) -> BinaryIO:
        """What takes bytes."""
        return self._meant.buffer

    def write(self, text: str) -> int:
        """Writes where the thread may write."""
        return self._meant.write(text)

    def close(self) -> None:
        """A plugin closes nothing that others write to."""
        if not getattr(_inside, "now", False):
            self._out.close()

    def writelines(self, lines: Iterable[str]) -> None:
        """The same for many."""
        for line in lines:
            self.write(line)


@contextmanager
def apart() -> Iterator[None]:
    """While it lasts, what this thread prints goes to standard error: our standard output may be read by a program."""
    if sys.stdout is not None and not isinstance(sys.stdout, _Apart):
        sys.stdout = _Apart(sys.stdout)  # it has all that the stream beneath has
    before = getattr(_inside, "now", False)
    _inside.now = True
    try:
        yield
    finally:
        _inside.now = before


async def aside(work: Callable[[], T]) -> T:
    """Something that blocks, perhaps for ever, in a thread that keeps nobody: not this loop, not the end of Python."""
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
"""Those of this process."""
