"""How does the page of a study look, beside what all our pages share?"""

from __future__ import annotations

STYLE = """
header.page, main, footer.page { max-width: 64rem; }
svg.forest { width: 100%; height: auto; font: 12px var(--sans); }
svg.forest text { fill: var(--ink); } svg.forest .none { stroke: var(--line); stroke-dasharray: 3 3; }
svg.forest .span { stroke: var(--muted); stroke-width: 2; } svg.forest .is { fill: var(--gold); }
.mix { display: flex; height: 1.1rem; border-radius: .3em; overflow: hidden; background: var(--faint); }
.mix i { background: var(--gold); } .mix i:nth-child(4n+2) { background: var(--link); }
.mix i:nth-child(4n+3) { background: var(--muted); } .mix i:nth-child(4n) { background: var(--warn); }
td.differs { background: var(--wash); } td.degraded::after { content: " *"; color: var(--warn); }
"""
