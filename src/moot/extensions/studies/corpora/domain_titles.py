"""How is a domain of a corpus written where people read it?"""

from __future__ import annotations

WRITTEN = {"ai": "AI", "ml": "ML", "javascript": "JavaScript", "llm": "LLM"}
"""Words that are not written as they are sorted."""


def domain_title(name: str) -> str:
    """`ai_governance` as `AI governance`; a name that somebody wrote with capitals or spaces stays as it is."""
    if name != name.lower() or " " in name:
        return name
    words = " ".join(WRITTEN.get(word, word) for word in name.replace("-", "_").split("_"))
    return words[:1].upper() + words[1:]
