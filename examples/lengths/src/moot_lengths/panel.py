"""A chart of the words that the latest sessions took."""

from __future__ import annotations

from moot.extension_points import PanelChart, PanelSeries, UsagePanel
from moot.app import Application
from moot.vocabulary.public import state_of


async def draw(app: Application) -> PanelChart:
    """Count the words of the latest ten sessions, the oldest first."""
    rows = (await app.register.list(10))[::-1]
    states = [state_of(await app.transcript.read(row.id)) for row in rows]
    words = tuple(sum(len(move.text.split()) for move in state.moves.values()) for state in states)
    return PanelChart(
        kind="bars", labels=tuple(row.id[:8] for row in rows), series=(PanelSeries(title="Words", values=words),)
    )


panel = UsagePanel(title="Words by session", help="All that was said in each of the latest sessions.", draw=draw)
