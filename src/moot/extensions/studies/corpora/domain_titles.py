"""Format the name of a corpus domain for people."""

from __future__ import annotations

WRITTEN = {"ai": "AI", "ml": "ML", "javascript": "JavaScript", "llm": "LLM"}
"""Words whose spelling differs from the domain's name."""


def domain_title(name: str) -> str:
    """Return `AI governance` for `ai_governance`; a name with capitals or spaces stays as it is."""
    if name != name.lower() or " " in name:
        return name
    words = " ".join(WRITTEN.get(word, word) for word in name.replace("-", "_").split("_"))
    return words[:1].upper() + words[1:]
