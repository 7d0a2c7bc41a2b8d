"""Find tools by name: the packaged ones, those of installed packages, and those that a service of an extension adds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from moot.errors import BadInput, UnknownName
from moot.extension_points import extension_faults, installed
from moot.providers.tools.tool import Tool, ToolLimits
from moot.vocabulary.tools import ToolBound

if TYPE_CHECKING:
    from moot.providers.searchers.searcher import Searchers
    from moot.providers.tools.web import PdfText

ROUND_BYTES = 10_000
"""Most bytes that a request for tool calls takes in the next prompt, beside the results: text, arguments, notes."""
FENCES = 400
"""Most bytes around a result in the prompt."""
Toolset = Callable[..., "Tool | Sequence[Tool]"]
"""Makes a tool, or several that are chosen together by one name. Of the name `repo:/src/moot`, the toolset `repo` gets
the argument `/src/moot`; without a colon it gets no argument."""


class Toolbox:
    """All tools of this installation; each is made when first used."""

    def __init__(
        self,
        packaged: Mapping[str, Toolset],
        limits: ToolLimits = ToolLimits(),
        services: Callable[[], object] = lambda: None,
    ) -> None:
        """Make the toolbox.

        Args:
            packaged: Moot's own tools. If one of them lacks something, a session still opens.
            limits: Limits on the calls.
            services: Creates the services of extensions, which may add tools.
        """
        self.limits = limits
        self._packaged, self._services = packaged, services
        self._toolsets = dict(packaged)
        self._listed: dict[str, Callable[[], Sequence[str]]] = {}
        self._made: dict[str, tuple[Tool, ...]] = {}

    def add(self, name: str, toolset: Toolset, names: Callable[[], Sequence[str]] | None = None) -> None:
        """Add tools under a name, in place of those that had it. `names` returns names with arguments to list in its
        place, for tools that can change while Moot runs; they are made for each use."""
        self._toolsets[name] = toolset
        self._listed |= {name: names} if names is not None else {}
        self._made = {made: tools for made, tools in self._made.items() if _toolset(made) != name}

    def names(self) -> list[str]:
        """Return the names by which tools can be chosen."""
        return sorted(each for name in self._all() for each in self._listed.get(name, lambda name=name: (name,))())

    def check(self, names: Sequence[str]) -> None:
        """Check that all these tools can be offered together.

        Raises:
            UnknownName: A name is no tool's.
            BadInput: A tool lacks something, or a model could not tell two of them apart.
        """
        known = self._all() if names else {}
        for name in names:
            if _toolset(name) not in known:
                raise UnknownName("tool", name, known)
        chosen: dict[str, str] = {}
        for name in names:
            for tool in self.tools([name], strict=True).values():
                if (other := chosen.setdefault(tool.spec.name, name)) != name:
                    message = f"The tools {other!r} and {name!r} both have a tool `{tool.spec.name}`."
                    raise BadInput(message, "Choose one of them.")
                if name not in self._packaged and (why := tool.lacks()):
                    raise BadInput(f"The tool {name!r} cannot be used: {why}")

    def tools(self, names: Sequence[str], *, strict: bool = False) -> dict[str, Tool]:
        """Return the tools chosen by these names, each by the name that a model calls it by. Names that are unknown now
        are left out, so that a session can go on without them; if `strict`, what the toolset says of them is raised."""
        found: dict[str, Tool] = {}
        for name in names:
            made_once = name in self._made and _toolset(name) not in self._listed
            if not made_once and _toolset(name) in (known := self._all()):
                try:
                    with extension_faults(f"tool {name!r}"):
                        made = known[_toolset(name)](*name.split(":", 1)[1:])
                except BadInput:
                    if strict:
                        raise
                    continue
                self._made[name] = (made,) if isinstance(made, Tool) else tuple(made)
            found |= {tool.spec.name: tool for tool in self._made.get(name, ())}
        return found

    def bound(self, names: Sequence[str]) -> ToolBound:
        """Return the most that these tools can add to one answer."""
        tools = self.tools(names).values()
        if not tools:
            return ToolBound()
        return ToolBound(
            rounds=self.limits.per_move,
            size=ROUND_BYTES + FENCES + self.limits.size,
            form=sum(len(msgspec.json.encode(tool.spec)) for tool in tools),
            cost=self.limits.per_move * max(tool.most_cost for tool in tools),
        )

    async def close(self) -> None:
        """Close what the tools have open."""
        made, self._made = self._made, {}
        for tools in made.values():
            for tool in tools:
                await tool.close()

    def _all(self) -> dict[str, Toolset]:
        self._services()
        added: dict[str, Any] = installed("moot.tools", Callable, self._toolsets)  # type: ignore[arg-type]
        return {**added, **self._toolsets}


def _toolset(name: str) -> str:
    """Return the name of the toolset: what stands before the colon."""
    return name.split(":", 1)[0]


def web_tools(searchers: Searchers, pdf_text: PdfText) -> dict[str, Toolset]:
    """Return the tools `fetch` and `search`. Their module loads the network, so it is imported when one is made.

    Args:
        searchers: The search services.
        pdf_text: Extracts the text of a fetched PDF.
    """

    def fetch() -> Tool:
        from moot.providers.tools.web import Fetch

        return Fetch(pdf_text)

    def search() -> Tool:
        from moot.providers.tools.web import Search

        return Search(searchers)

    return {"fetch": fetch, "search": search}
