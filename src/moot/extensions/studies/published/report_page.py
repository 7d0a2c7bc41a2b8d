"""Render the published report: one dark page from an aggregate, with its sections and thresholds. Unlike the published
one it takes any number of models and axes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from moot.exports.public import page, printable, section, table
from moot.extensions.studies.published.aggregate import Aggregate, ModelScores, ModelSummary, RunStats
from moot.extensions.studies.published.aggregate_text import spread_level, stability_level
from moot.extensions.studies.published.compare import OrderSensitive

FLIP_BAD, FLIP_WARN = 0.25, 0.15
UNCITED_BAD = 0.05
AVERAGE_FLIP_WARN = 0.20
CONVICTION_GOOD, CONVICTION_WARN = 1.5, 0.5
FLAW_BAD, FLAW_WARN = 5, 2
STYLE = """
:root { color-scheme: dark; --paper: oklch(0.165 0.022 278); --card: oklch(0.205 0.022 278);
  --ink: oklch(0.945 0.008 85); --muted: oklch(0.73 0.018 278); --line: oklch(0.325 0.02 278);
  --faint: oklch(0.245 0.022 278); --gold: oklch(0.83 0.125 86); --warn: oklch(0.8 0.13 62); }
header.page, main, footer.page { max-width: 64rem; }
td.good { color: oklch(0.8 0.14 150); } td.warn { color: oklch(0.82 0.13 75); } td.bad { color: oklch(0.72 0.17 25); }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: 1rem; }
.bar { background: var(--faint); border-radius: .3em; min-width: 8rem; }
.bar i { display: block; height: .8em; border-radius: .3em; background: var(--gold); }
"""


Cell = str | tuple[str, str]
"""Text of a cell, or its text and its mark."""


def report_page(told: Aggregate, generated: str, order_sensitive: Sequence[OrderSensitive] = ()) -> str:
    """Return a web page (HTML) with the figures of an aggregate, as the published program writes it."""
    summary = told.summary
    replies = sum(each.n_replies for each in summary.values())
    mode = printable(told.mode)
    sections = [
        section("cards", "Models", _cards(summary)),
        section("overall", "Overall scores", _overall(summary)),
        section("domains", "By domain", _domains(told)),
        section("flips", "Flip behaviour", _flips(summary)),
        section("sources", "Flip provenance", _sources(summary)),
        section("axes", "Axis scores", _axes(summary)),
        section("ends", "Strongest and weakest", _ends(summary)),
        section("flaws", "Flaw frequency", _flaws(summary)),
        section("discriminative", "Discriminative power of questions", _discriminative(told)),
        section("stability", "Consensus stability", _stability(told)),
        section("order", "Order-sensitive questions", _order(order_sensitive)),
        section("trends", "Trends over runs", _trends(told.run_stats)),
    ]
    header = (
        f'<header class="page"><p class="over"><b>Moot</b> council report</p><h1>{escape(mode)}</h1>'
        f"<p>Generated {escape(printable(generated))} · {len(told.by_domain)} domain{_s(len(told.by_domain))} · "
        f"{replies} scored repl{'y' if replies == 1 else 'ies'}</p></header>"
    )
    foot = "Means of replies, without intervals; `moot study report` has the same figures with intervals."
    return page(f"Council report: {mode}", header, sections, foot, style=STYLE)


def _cards(summary: Mapping[str, ModelSummary]) -> str:
    cards = []
    for model, found in summary.items():
        mark = ' class="warn"' if found.flip_rate > AVERAGE_FLIP_WARN else ""
        cards.append(
            f'<div class="card"><h3>{_text(model)}</h3><p><b>{found.avg_score:.1f}</b> on average</p>'
            f"<table><tr><th>Flips</th><td{mark}>{found.flip_rate:.1%}</td></tr>"
            f"<tr><th>Net</th><td>{found.strongest_count - found.weakest_count:+d}</td></tr></table></div>"
        )
    return f'<div class="cards">{"".join(cards)}</div>'


def _overall(summary: Mapping[str, ModelSummary]) -> str:
    top = max((found.avg_score for found in summary.values()), default=0) * 1.1
    rows = []
    for model, found in summary.items():
        width = max(0.0, min(100.0, 100 * found.avg_score / top)) if top > 0 else 0.0
        rows.append(_scores(model, found).removesuffix("</tr>"))
        rows[-1] += f'<td><div class="bar"><i style="width:{width:.1f}%"></i></div></td></tr>'
    return table("Mean weighted score", ("Model", "Mean", "Deviation", "Replies", ""), rows, (1, 2, 3, 4))


def _scores(model: str, found: ModelScores | ModelSummary) -> str:
    return _row(model, f"{found.avg_score:.2f}", f"{found.std_score:.2f}", str(found.n_replies))


def _domains(told: Aggregate) -> str:
    heads = ("Model", "Mean", "Deviation", "Replies")
    return "".join(
        table(printable(domain), heads, [_scores(model, each) for model, each in models.items()], (1, 2, 3))
        for domain, models in told.by_domain.items()
    )


def _flips(summary: Mapping[str, ModelSummary]) -> str:
    rows = []
    for model, found in summary.items():
        flip = "bad" if found.flip_rate > FLIP_BAD else "warn" if found.flip_rate > FLIP_WARN else ""
        uncited = "bad" if found.uncited_flip_rate > UNCITED_BAD else ""
        bonus = found.avg_conviction_bonus
        held = "good" if bonus > CONVICTION_GOOD else "warn" if bonus > CONVICTION_WARN else ""
        shares = (f"{found.flip_rate:.1%}", flip), (f"{found.uncited_flip_rate:.1%}", uncited)
        rows.append(_row(model, *shares, (f"{bonus:.2f}", held)))
    return _table("Position changes", ("Model", "Flips", "Uncited", "Conviction"), rows)


def _sources(summary: Mapping[str, ModelSummary]) -> str:
    sources = sorted({source for found in summary.values() for source in found.flip_provenance})
    rows = [
        _row(model, *(str(found.flip_provenance.get(source, 0)) for source in sources))
        for model, found in summary.items()
        if sources
    ]
    heads = ("Model", *(f"Caused by {source}" for source in sources))
    return _table("Whose rebuttal caused a flip", heads, rows, "No flip names a source.")


def _axes(summary: Mapping[str, ModelSummary]) -> str:
    axes = list(dict.fromkeys(axis for found in summary.values() for axis in found.axes))

    def cell(score: float | None) -> str:
        if score is None:
            return '<td class="num">–</td>'
        warmth = 18 + 10 * max(1.0, min(5.0, score))
        return f'<td class="num" style="background:oklch(0.{warmth:.0f} 0.08 150)">{score:.2f}</td>'

    rows = [
        f'<tr><th scope="row">{_text(model)}</th>{"".join(cell(found.axes.get(axis)) for axis in axes)}</tr>'
        for model, found in summary.items()
        if axes
    ]
    return _table("Mean on each axis", ("Model", *axes), rows, "No axis was scored.")


def _ends(summary: Mapping[str, ModelSummary]) -> str:
    rows = []
    for model, found in summary.items():
        net = found.strongest_count - found.weakest_count
        mark = "good" if net > 0 else "bad" if net < 0 else ""
        rows.append(_row(model, str(found.strongest_count), str(found.weakest_count), (f"{net:+d}", mark)))
    return _table("Per question", ("Model", "Strongest", "Weakest", "Net"), rows)


def _flaws(summary: Mapping[str, ModelSummary]) -> str:
    flaws = sorted({flaw for found in summary.values() for flaw in found.flaws})
    rows = []
    for model, found in summary.items() if flaws else ():
        counts = [found.flaws.get(flaw, 0) for flaw in flaws]
        rows.append(
            _row(model, *((str(n), "bad" if n > FLAW_BAD else "warn" if n > FLAW_WARN else "") for n in counts))
        )
    return _table("Labels of flaws", ("Model", *flaws), rows, "No flaws recorded.")


def _discriminative(told: Aggregate) -> str:
    rows = [
        _row(
            question,
            f"{found.score_spread:.2f}",
            spread_level(found.score_spread),
            str(found.n_runs),
            ", ".join(f"{model} {value:.1f}" for model, value in found.model_means.items()),
        )
        for question, found in (told.question_discriminative or {}).items()
    ]
    heads = ("Question", "Spread", "Level", "Runs", "Means")
    return _table("Spread of the models' means", heads, rows, "No question was put to two models.")


def _stability(told: Aggregate) -> str:
    rows = [
        _row(
            question,
            f"{found.stability:.0%}",
            stability_level(found.stability),
            str(found.n_runs),
            found.dominant_label,
        )
        for question, found in (told.consensus_stability or {}).items()
    ]
    heads = ("Question", "Stability", "Level", "Runs", "Label")
    return _table("Share of the most frequent label", heads, rows, "No question has a label in two runs.")


def _order(found: Sequence[OrderSensitive]) -> str:
    if not found:
        return "<p>None, or no comparison was given.</p>"
    return f"<ul>{''.join(f'<li>Q{each.question_index}: {_text(each.text)}</li>' for each in found)}</ul>"


def _trends(runs: Sequence[RunStats]) -> str:
    """Return tables that show how models' mean scores develop over runs with the same domains and judging code; a note
    if no two runs share these.
    """
    buckets: dict[tuple[str, str], list[RunStats]] = {}
    for run in runs:
        buckets.setdefault((", ".join(run.domains), run.code_hash), []).append(run)
    parts = []
    for (domain, code), inside in buckets.items():
        models = sorted({model for run in inside for model in run.models})
        rows = [
            _row(str(run.run_id), *(f"{run.models[m].avg_score:.1f}" if m in run.models else "–" for m in models))
            for run in inside
        ]
        if len(inside) > 1:
            parts.append(_table(f"{domain} · {code}", ("Run", *models), rows))
    return "".join(parts) or "<p>No two runs share a domain and a judging mode.</p>"


def _table(caption: str, heads: Sequence[str], rows: Iterable[str], none: str = "") -> str:
    written = list(rows)
    if none and not written:
        return f"<p>{none}</p>"
    return table(printable(caption), list(map(printable, heads)), written, range(1, len(heads)))


def _row(head: str, *cells: Cell) -> str:
    pairs = [(cell, "") if isinstance(cell, str) else cell for cell in cells]
    drawn = "".join(f'<td class="num{" " + mark if mark else ""}">{_text(text)}</td>' for text, mark in pairs)
    return f'<tr><th scope="row">{_text(head)}</th>{drawn}</tr>'


def _text(text: str) -> str:
    return escape(printable(text))


def _s(n: int) -> str:
    return "" if n == 1 else "s"
