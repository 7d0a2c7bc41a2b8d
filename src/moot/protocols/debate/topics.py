"""Topics for a debate without one: a hundred old questions under twenty themes, drawn by lot.

Recent topics are not drawn again. If a member is to propose the topic, only the theme is drawn, and the prompt lists
recent topics.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from importlib.resources import files

from moot.vocabulary.seeded_draws import Lot

NOT_AGAIN = 30
"""Number of debates before a topic may be drawn again."""
TOLD = 8
"""Number of recent topics shown to a proposer."""

TOPICS: Mapping[str, list[str]] = tomllib.loads((files("moot.protocols.debate") / "topics.toml").read_text("utf-8"))
"""Topics under each theme."""
PROPOSAL = "A topic of philosophy for a debate, on this theme: {theme}."
AVOIDING = "These were debated lately; choose another: {topics}"


def topic_drawn(recent: Collection[str], lot: Lot) -> str:
    """Draw a topic at random, not one of the recent topics if there are others."""
    everything = [topic for topics in TOPICS.values() for topic in topics]
    fresh = [topic for topic in everything if topic not in recent]
    return lot.pick(fresh or everything)


def theme_drawn(recent: Sequence[str], lot: Lot) -> str:
    """Return the text that asks a member to propose a topic, with a random theme and the recent topics to avoid."""
    asked = PROPOSAL.format(theme=lot.pick(list(TOPICS)))
    return " ".join([asked, AVOIDING.format(topics=" ".join(recent[:TOLD]))]) if recent else asked
