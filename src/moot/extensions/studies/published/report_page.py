"""Render the published report: one dark page from an aggregate, with its sections and thresholds. Unlike the published
one it takes any number of models and axes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape

from moot.exports.public import page, printable, section, table
from moot.extensions.studies.published.aggregate import Aggregate, ModelSummary, RunStats
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


def report_page(told: Aggregate, generated: str, order_sensitive: Sequence[OrderSensitive] = ()) -> str:
    """Return the report page of one mode."""
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
        f"<p>Generated {escape(printable(generated))} · {_count(len(told.by_domain), 'domain')} · "
        f"{_count(replies, 'scored reply', 'scored replies')}</p></header>"
    )
    foot = "Means of replies, without intervals; `moot study report` tells the same with how sure it is."
    return page(f"Council report: {mode}", header, sections, foot, style=STYLE)


def _cards(summary: Mapping[str, ModelSummary]) -> str:
    cards = []
    for model, found in summary.items():
        net = found.strongest_count - found.weakest_count
        mark = ' class="warn"' if found.flip_rate > AVERAGE_FLIP_WARN else ""
        cards.append(
            f'<div class="card"><h3>{_text(model)}</h3><p><b>{found.avg_score:.1f}</b> on average</p>'
            f"<table><tr><th>Flips</th><td{mark}>{found.flip_rate:.1%}</td></tr>"
            f"<tr><th>Net</th><td>{net:+d}</td></tr></table></div>"
        )
    return f'<div class="cards">{"".join(cards)}</div>'


def _overall(summary: Mapping[str, ModelSummary]) -> str:
    top = max((found.avg_score for found in summary.values()), default=0) * 1.1

    def row(model: str, found: ModelSummary) -> Iterable[str]:
        width = max(0.0, min(100.0, 100 * found.avg_score / top)) if top > 0 else 0.0
        yield from (_head(model), _number(f"{found.avg_score:.2f}"), _number(f"{found.std_score:.2f}"))
        yield _number(str(found.n_replies))
        yield f'<td><div class="bar"><i style="width:{width:.1f}%"></i></div></td>'

    return _by_model("Mean weighted score", ("Model", "Mean", "Deviation", "Replies", ""), summary, row)


def _domains(told: Aggregate) -> str:
    parts = []
    for domain, models in told.by_domain.items():
        rows = [
            _row(_head(model), _number(f"{each.avg_score:.2f}"), _number(f"{each.std_score:.2f}"),
                 _number(str(each.n_replies)))
            for model, each in models.items()
        ]  # fmt: skip
        parts.append(table(printable(domain), ("Model", "Mean", "Deviation", "Replies"), rows, (1, 2, 3)))
    return "".join(parts)


def _flips(summary: Mapping[str, ModelSummary]) -> str:
    def row(model: str, found: ModelSummary) -> Iterable[str]:
        flip = "bad" if found.flip_rate > FLIP_BAD else "warn" if found.flip_rate > FLIP_WARN else ""
        uncited = "bad" if found.uncited_flip_rate > UNCITED_BAD else ""
        bonus = found.avg_conviction_bonus
        held = "good" if bonus > CONVICTION_GOOD else "warn" if bonus > CONVICTION_WARN else ""
        yield from (_head(model), _number(f"{found.flip_rate:.1%}", flip))
        yield from (_number(f"{found.uncited_flip_rate:.1%}", uncited), _number(f"{bonus:.2f}", held))

    return _by_model("Who changed its position", ("Model", "Flips", "Uncited", "Conviction"), summary, row)


def _sources(summary: Mapping[str, ModelSummary]) -> str:
    sources = sorted({source for found in summary.values() for source in found.flip_provenance})
    if not sources:
        return "<p>No flip names a source.</p>"

    def row(model: str, found: ModelSummary) -> Iterable[str]:
        yield _head(model)
        yield from (_number(str(found.flip_provenance.get(source, 0))) for source in sources)

    heads = ("Model", *(f"Caused by {printable(source)}" for source in sources))
    return _by_model("Whose rebuttal moved whom", heads, summary, row)


def _axes(summary: Mapping[str, ModelSummary]) -> str:
    axes = list(dict.fromkeys(axis for found in summary.values() for axis in found.axes))
    if not axes:
        return "<p>No axis was scored.</p>"

    def row(model: str, found: ModelSummary) -> Iterable[str]:
        yield _head(model)
        for axis in axes:
            score = found.axes.get(axis)
            if score is None:
                yield _number("–")
            else:
                warmth = 18 + 10 * max(1.0, min(5.0, score))
                yield f'<td class="num" style="background:oklch(0.{warmth:.0f} 0.08 150)">{score:.2f}</td>'

    return _by_model("Mean on each axis", ("Model", *map(printable, axes)), summary, row)


def _ends(summary: Mapping[str, ModelSummary]) -> str:
    def row(model: str, found: ModelSummary) -> Iterable[str]:
        net = found.strongest_count - found.weakest_count
        yield from (_head(model), _number(str(found.strongest_count)), _number(str(found.weakest_count)))
        yield _number(f"{net:+d}", "good" if net > 0 else "bad" if net < 0 else "")

    return _by_model("Per question", ("Model", "Strongest", "Weakest", "Net"), summary, row)


def _flaws(summary: Mapping[str, ModelSummary]) -> str:
    flaws = sorted({flaw for found in summary.values() for flaw in found.flaws})
    if not flaws:
        return "<p>No flaws recorded.</p>"

    def row(model: str, found: ModelSummary) -> Iterable[str]:
        yield _head(model)
        for often in (found.flaws.get(flaw, 0) for flaw in flaws):
            yield _number(str(often), "bad" if often > FLAW_BAD else "warn" if often > FLAW_WARN else "")

    return _by_model("Labels of flaws", ("Model", *map(printable, flaws)), summary, row)


def _discriminative(told: Aggregate) -> str:
    rows = [
        _row(_head(question), _number(f"{found.score_spread:.2f}"), _cell(spread_level(found.score_spread)),
             _number(str(found.n_runs)),
             _cell(", ".join(f"{model} {value:.1f}" for model, value in found.model_means.items())))
        for question, found in (told.question_discriminative or {}).items()
    ]  # fmt: skip
    if not rows:
        return "<p>No question was put to two models.</p>"
    return table("Spread of the models' means", ("Question", "Spread", "Level", "Runs", "Means"), rows, (1, 3))


def _stability(told: Aggregate) -> str:
    rows = [
        _row(_head(question), _number(f"{found.stability:.0%}"), _cell(stability_level(found.stability)),
             _number(str(found.n_runs)), _cell(found.dominant_label))
        for question, found in (told.consensus_stability or {}).items()
    ]  # fmt: skip
    if not rows:
        return "<p>No question has a label in two runs.</p>"
    return table("Share of the most frequent label", ("Question", "Stability", "Level", "Runs", "Label"), rows, (1, 3))


def _order(found: Sequence[OrderSensitive]) -> str:
    if not found:
        return "<p>None, or no comparison was given.</p>"
    return f"<ul>{''.join(f'<li>Q{each.question_index}: {_text(each.text)}</li>' for each in found)}</ul>"


def _trends(runs: Sequence[RunStats]) -> str:
    """Return trends of runs with the same domains and judging mode, if there are at least two."""
    buckets: dict[tuple[str, str], list[RunStats]] = {}
    for run in runs:
        buckets.setdefault((", ".join(run.domains), run.code_hash), []).append(run)
    parts = []
    for (domain, code), inside in buckets.items():
        if len(inside) < 2:
            continue
        models = sorted({model for run in inside for model in run.models})
        rows = [
            _row(_head(str(run.run_id)), *(
                _number(f"{run.models[model].avg_score:.1f}" if model in run.models else "–") for model in models
            ))
            for run in inside
        ]  # fmt: skip
        caption = f"{printable(domain)} · {printable(code)}"
        parts.append(table(caption, ("Run", *map(printable, models)), rows, range(1, len(models) + 1)))
    return "".join(parts) or "<p>No two runs share a domain and a way of judging.</p>"


def _by_model(
    caption: str,
    heads: Sequence[str],
    summary: Mapping[str, ModelSummary],
    row: Callable[[str, ModelSummary], Iterable[str]],
) -> str:
    rows = [_row(*row(model, found)) for model, found in summary.items()]
    return table(caption, heads, rows, range(1, len(heads)))


def _row(*cells: str) -> str:
    return f"<tr>{''.join(cells)}</tr>"


def _head(text: str) -> str:
    return f'<th scope="row">{_text(text)}</th>'


def _cell(text: str) -> str:
    return f"<td>{_text(text)}</td>"


def _number(text: str, mark: str = "") -> str:
    return f'<td class="num{" " + mark if mark else ""}">{escape(text)}</td>'


def _text(text: str) -> str:
    return escape(printable(text))


def _count(n: int, one: str, many: str = "") -> str:
    return f"{n} {one if n == 1 else many or one + 's'}"
