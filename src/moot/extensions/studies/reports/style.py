"""CSS of a study's page, in addition to the shared one."""

from __future__ import annotations

STYLE = """
header.page, main, footer.page { max-width: 64rem; }
.forest { display: grid; grid-template-columns: minmax(5rem, 12rem) 1fr; align-items: center; gap: 0 1rem; }
.forest > span, .scale { font: .84rem/1.4 var(--sans); overflow-wrap: anywhere; } .forest svg { min-width: 0; }
.forest .none { stroke: var(--line); stroke-dasharray: 3 3; }
.forest .span { stroke: var(--muted); stroke-width: 2; } .forest .is { fill: var(--gold); }
.scale { grid-column: 2; display: flex; justify-content: space-between; color: var(--muted); }
.said { white-space: pre-wrap; overflow-wrap: anywhere; border-left: 3px solid var(--line); padding-left: .8rem; }
details { margin: .4rem 0; } summary { cursor: pointer; font-family: var(--sans); }
#h-arms + .wide td:nth-child(2), #h-differences ~ .wide td { white-space: normal; }
td.differs { background: var(--wash); } td.degraded::after { content: " *"; color: var(--warn); }
@media (max-width: 45rem) {
  .forest { grid-template-columns: 1fr; } .scale { grid-column: 1; }
  .wide { background:
    linear-gradient(var(--paper), var(--paper)) left / 1rem 100% no-repeat local,
    linear-gradient(var(--paper), var(--paper)) right / 1rem 100% no-repeat local,
    linear-gradient(to left, var(--muted), transparent) right / .6rem 100% no-repeat scroll; }
  tbody th, thead th:first-child { position: sticky; left: 0; background: var(--paper);
    min-width: 5.5rem; white-space: normal; overflow-wrap: anywhere; padding-right: .6em; }
  td:not(.num) { min-width: 7.5rem; }
}
"""
