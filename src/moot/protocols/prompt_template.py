"""Prompt templates: named texts with `$names`, checked when their module loads.

A council may replace the text of a template in its `[wording]` table; the replacement must use the same `$names`,
except optional ones.

Example:
    REVIEW = PromptTemplate("review", "Rank the answers: $answers $ballot", uses="answers ballot")
"""

from __future__ import annotations

import re

from moot.errors import BadSetting, ProtocolWrong

# Linear: one fixed prefix and one character class.
_NAME = re.compile(r"\$([a-z_]+)")


class PromptTemplate:
    """A named prompt text with placeholders such as `$answers`, filled for each call."""

    def __init__(self, name: str, text: str, uses: str, optional: str = "") -> None:
        self.name = name
        self.text = text.strip()
        self.optional = frozenset(optional.split())
        """Names that a replacement may leave out."""
        self.uses = frozenset(uses.split()) | self.optional
        found = frozenset(_NAME.findall(text))
        if found != self.uses:
            raise ProtocolWrong(
                f"The wording {name!r} declares {_listed(self.uses)} but its text uses {_listed(found)}."
            )

    def __repr__(self) -> str:
        return f"<wording {self.name}>"

    def replaced(self, text: str | None) -> PromptTemplate:
        """Return a template of the same name with another text. If `text` is `None`, return this template."""
        if text is None:
            return self
        found = frozenset(_NAME.findall(text))
        if not self.uses - self.optional <= found <= self.uses:
            may = f" and may use {_listed(self.optional)}" if self.optional else ""
            raise BadSetting(
                f"The council's wording {self.name!r} must use {_listed(self.uses - self.optional)}{may}; "
                f"it uses {_listed(found)}."
            )
        return PromptTemplate(self.name, text, " ".join(found))

    def filled(self, values: dict[str, str]) -> str:
        """Return the prompt's text with every placeholder replaced by its value. A `$` inside a value is kept as it
        is."""
        lacking = self.uses - values.keys()
        if lacking:
            raise ProtocolWrong(f"The wording {self.name!r} needs a value for {_listed(lacking)}.")
        return _NAME.sub(lambda hole: values[hole.group(1)], self.text)


def _listed(names: frozenset[str]) -> str:
    return ", ".join(f"${name}" for name in sorted(names)) or "no names"
