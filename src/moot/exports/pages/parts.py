"""Build the parts of every exported page: a head with a strict content security policy, sections and tables.

A page is self-contained: no script, no request, one style sheet. The caller escapes what it passes in.

The style sheet of exported pages: light and dark, screen and paper, no external font.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from moot.reading.review_copy import printable
from moot.vocabulary.state import SessionState

STYLE = """
:root {
  color-scheme: light dark;
  --paper: oklch(0.985 0.004 85); --card: oklch(1 0 0); --ink: oklch(0.24 0.018 278); --muted: oklch(0.5 0.018 278);
  --line: oklch(0.885 0.008 278); --faint: oklch(0.955 0.006 278);
  --gold: oklch(0.62 0.125 76); --wash: oklch(0.965 0.03 88); --link: oklch(0.46 0.12 262); --warn: oklch(0.56 0.16 42);
  --warn-wash: oklch(0.965 0.025 55);
  --serif: "Iowan Old Style", "Charter", "Bitstream Charter", "Palatino Linotype", Palatino, "Book Antiqua", Georgia,
    "Source Serif 4", "Noto Serif", "Liberation Serif", serif;
  --sans: system-ui, -apple-system, "Segoe UI", "Inter", "Helvetica Neue", "Noto Sans", "Liberation Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: oklch(0.165 0.022 278); --card: oklch(0.205 0.022 278); --ink: oklch(0.945 0.008 85);
    --muted: oklch(0.73 0.018 278); --line: oklch(0.325 0.02 278); --faint: oklch(0.245 0.022 278);
    --gold: oklch(0.83 0.125 86); --wash: oklch(0.27 0.035 86); --link: oklch(0.8 0.09 250); --warn: oklch(0.8 0.13 62);
    --warn-wash: oklch(0.26 0.04 50);
  }
}
* { box-sizing: border-box; }
html { font-size: 106.25%; -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 var(--serif);
  font-variant-numeric: oldstyle-nums; text-rendering: optimizeLegibility; overflow-wrap: break-word;
}
header.page, main, footer.page { max-width: 45rem; margin: 0 auto; padding: 0 1.5rem; }
header.page { padding-top: 4.5rem; }
.over, th, dt, .part, summary small, .about, figcaption, .tag, caption { font-family: var(--sans); }
.over { margin: 0 0 1.1rem; font-size: .8rem; letter-spacing: .02em; color: var(--muted); }
.over b { color: var(--gold); font-weight: 650; letter-spacing: .14em; text-transform: uppercase; margin-right: .6em; }
h1 { font-size: 2.3rem; line-height: 1.16; font-weight: 600; letter-spacing: -.014em; margin: 0 0 1.4rem;
  text-wrap: balance; }
h2 { font-size: 1.35rem; line-height: 1.3; font-weight: 600; margin: 3.4rem 0 1rem; letter-spacing: -.006em; }
h3 { font-size: 1.08rem; line-height: 1.35; font-weight: 600; margin: 1.9rem 0 .5rem; }
h4, h5, h6 { font-size: 1rem; line-height: 1.4; font-weight: 650; margin: 1.5em 0 .4em; }
p, ul, ol, pre, table, blockquote { margin: 0 0 .95em; }
.words > :last-child, blockquote > :last-child, li > :last-child, .card > :last-child { margin-bottom: 0; }
.words { hanging-punctuation: first; }
ul, ol { padding-left: 1.45em; } li { margin: .22em 0; } li > ul, li > ol { margin: .2em 0 .3em; }
li::marker { color: var(--muted); }
a { color: var(--link); text-decoration-thickness: .06em; text-underline-offset: .16em; }
a + small, .words small { color: var(--muted); font-family: var(--sans); font-size: .78em; }
code, pre { font-family: var(--mono); font-size: .845em; font-variant-numeric: lining-nums; }
code { background: var(--faint); padding: .1em .32em; border-radius: .28em; }
pre { background: var(--faint); padding: .95em 1.15em; border-radius: .5em; overflow-x: auto; line-height: 1.5; }
pre code { background: none; padding: 0; font-size: 1em; }
math { font-family: "STIX Two Math", "Cambria Math", "Latin Modern Math", "TeX Gyre Termes Math", "Libertinus Math",
  "DejaVu Math TeX Gyre", "Noto Sans Math", math; font-size: 1.06em; }
math[display] { display: block math; max-width: 100%; margin: .5em 0; overflow: auto hidden; }
mtd.left { text-align: left; } mtd.right { text-align: right; padding-right: 0; } mtd.right + .left { padding-left: 0; }
hr { border: 0; border-top: 1px solid var(--line); margin: 1.6em 0; }
blockquote { margin-left: 0; padding-left: 1.1em; border-left: .18em solid var(--line); color: var(--muted); }
.question { font-size: 1.12rem; color: var(--muted); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.5rem 1.75rem; }
.verdict { border-top: .22rem solid var(--gold); font-size: 1.09rem; line-height: 1.64; }
.verdict .signed { margin: 1.4rem 0 0; padding-top: .9rem; border-top: 1px solid var(--line); color: var(--muted);
  font: .82rem/1.5 var(--sans); }
.notice { border-left: .22rem solid var(--warn); background: var(--warn-wash); border-radius: 0 .5rem .5rem 0;
  padding: .95rem 1.25rem; margin: 0 0 1.25rem; font-size: .96rem; }
.notice > :last-child { margin-bottom: 0; } .notice ul { padding-left: 1.15em; }
.notice strong { font-family: var(--sans); font-size: .88rem; font-weight: 650; color: var(--warn); }
.scripted { border-color: var(--gold); background: var(--wash); } .scripted strong { color: var(--gold); }
.wide { overflow-x: auto; margin-bottom: 1.2rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; line-height: 1.45; margin: 0; }
li.task-list-item { list-style: none; margin-left: -1.3em; } .words .right { text-align: right; }
.words .center { text-align: center; }
.words table { width: auto; margin-bottom: .95em; display: block; overflow-x: auto; }
caption { text-align: left; color: var(--muted); font-size: .8rem; padding-bottom: .5rem; }
caption.unseen { position: absolute; width: 1px; height: 1px; padding: 0; overflow: hidden; clip-path: inset(50%); }
th, td { text-align: left; vertical-align: baseline; padding: .55em 1.1em .55em 0;
  border-bottom: 1px solid var(--line); }
th:last-child, td:last-child { padding-right: 0; }
thead th { font-size: .76rem; font-weight: 600; color: var(--muted); border-bottom-color: var(--muted);
  vertical-align: bottom; }
tbody th { font-family: var(--serif); font-weight: 600; white-space: nowrap; }
.num { text-align: right; font-variant-numeric: lining-nums tabular-nums; white-space: nowrap; }
.model { font-family: var(--sans); font-size: .84em; color: var(--muted); overflow-wrap: anywhere; font-weight: 400; }
.rank1 { color: var(--gold); font-weight: 700; } .own { color: var(--muted); }
.seat { white-space: nowrap; }
.part { font-size: .84em; white-space: nowrap; } .part.off { color: var(--warn); }
.tag { font-size: .72rem; font-weight: 600; color: var(--gold); border: 1px solid currentColor; border-radius: .8em;
  padding: .06em .6em; overflow-wrap: anywhere; }
figure { margin: 0 0 1.6rem; } figcaption { font: 1rem/1.55 var(--serif); margin-bottom: 1rem; }
svg { display: block; width: 100%; min-width: 30rem; height: auto; overflow: visible; }
svg text { fill: var(--muted); font: 13px var(--sans); font-variant-numeric: lining-nums tabular-nums; }
.facts { margin: 0 0 1rem; padding: 0; list-style: none; } .facts li { margin: .3em 0; }
details { border-top: 1px solid var(--line); } details:last-of-type { border-bottom: 1px solid var(--line); }
summary { cursor: pointer; padding: .95rem 0; list-style-position: outside; }
summary::marker { color: var(--muted); }
summary h3 { display: inline; margin: 0; } summary small { color: var(--muted); font-size: .8rem; margin-left: .5em; }
details > .words { margin-bottom: 1.5rem; } .about { color: var(--muted); font-size: .8rem; margin: 0 0 .8rem; }
details > .about { margin-top: -.65rem; }
details details { margin-bottom: 1.2rem; } details details summary { font: .84rem var(--sans); color: var(--muted);
  padding: .6rem 0; }
.comments { margin: 0 0 1.2rem; } .comments dt { font-weight: 600; font-size: .84rem; }
.comments dd { margin: 0 0 .55rem; }
.pairs { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1.4rem; margin: 0 0 1.2rem;
  font-size: .92rem; }
.pairs dt { color: var(--muted); font-size: .82rem; padding-top: .1em; } .pairs dd { margin: 0; min-width: 0;
  overflow-wrap: anywhere;
  font-variant-numeric: lining-nums; }
footer.page { margin-top: 4rem; padding-top: 1.2rem; padding-bottom: 4rem; color: var(--muted);
  font: .8rem/1.5 var(--sans); }
a:focus-visible, summary:focus-visible { outline: .16rem solid var(--gold); outline-offset: .2rem;
  border-radius: .2rem; }
@media (max-width: 34rem) {
  html { font-size: 100%; } header.page { padding-top: 2.5rem; } h1 { font-size: 1.75rem; }
  header.page, main, footer.page { padding-left: 1.1rem; padding-right: 1.1rem; } .card { padding: 1.15rem 1.2rem; }
  .seat, table:has(.seat) thead th:nth-child(2) { display: none; } summary { list-style-position: inside; }
  .pairs { grid-template-columns: 1fr; gap: 0; } .pairs dd { margin-bottom: .6rem; }
}
@media print {
  :root { --paper: white; --card: white; --ink: black; --muted: oklch(0.4 0 0); --line: oklch(0.8 0 0);
    --faint: oklch(0.965 0 0);
    --gold: oklch(0.5 0.11 76); --wash: white; --warn-wash: white; --link: black; --warn: oklch(0.45 0.14 42); }
  @page { margin: 20mm 18mm; }
  html { font-size: 10.5pt; } header.page { padding-top: 0; } header.page, main, footer.page { max-width: none;
    padding: 0; }
  details::details-content { content-visibility: visible; block-size: auto; }
  summary { list-style: none; } .card { border-width: .22rem 0 0; padding: 1rem 0 0; }
  h2, h3, h4, h5, h6, summary, caption { break-after: avoid; } svg, tr, pre, .notice, dt { break-inside: avoid; }
  pre { white-space: pre-wrap; } .wide { overflow: visible; } p, li { orphans: 3; widows: 3; }
}
"""


POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"


def page(title: str, header: str, sections: Iterable[str], foot: str, *, style: str = "") -> str:
    """Return a whole HTML page.

    Args:
        title: Text of `<title>`; it is escaped.
        header: HTML above the sections, inserted unescaped.
        sections: HTML of each section, inserted unescaped.
        foot: Text of the page's foot; it is escaped.
        style: CSS added to the style that all pages share, inserted unescaped.
    """
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{escape(title)} · Moot</title>\n<style>{STYLE}{style}</style>\n</head>\n<body>\n"
        f"{header}\n<main>\n" + "\n".join(sections) + "\n</main>\n"
        f'<footer class="page">{escape(foot)}</footer>\n'
        "</body>\n</html>\n"
    )


def signature(state: SessionState) -> str:
    """Return the line at the foot of an exported page: the version of Moot and the session's id."""
    made = f" {printable(state.moot)}" if state.moot else ""
    return f"Written by Moot{made} from the transcript of session {printable(state.session)}. "


def section(name: str, title: str, body: str) -> str:
    """Return an HTML section with a heading.

    `name` makes the heading's id, `h-NAME`. The title is escaped, the body (HTML) is not.
    """
    return f'<section aria-labelledby="h-{name}"><h2 id="h-{name}">{escape(title)}</h2>{body}</section>'


def table(
    caption: str, heads: Sequence[str], rows: Iterable[str], numbers: Iterable[int] = (), *, quiet: bool = False
) -> str:
    """Return an HTML table.

    `rows` are inserted unescaped. Each is the HTML of one `<tr>`. The columns whose numbers (from 0) are in `numbers`
    are aligned right. A `quiet` caption is for screen readers only.
    """
    right, unseen = set(numbers), ' class="unseen"' if quiet else ""
    cells = "".join(
        f'<th scope="col"{" class=num" if number in right else ""}>{escape(head)}</th>'
        for number, head in enumerate(heads)
    )
    return (
        f'<div class="wide"><table><caption{unseen}>{escape(caption)}</caption><thead><tr>{cells}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def pairs(facts: Iterable[tuple[str, str]]) -> str:
    """Return facts as an HTML list. A fact is a pair of a label and a text. The text is escaped, but the label is
    not."""
    return '<dl class="pairs">' + "".join(f"<dt>{label}</dt><dd>{escape(text)}</dd>" for label, text in facts) + "</dl>"


def capital(text: str) -> str:
    """Return the text with its first letter in upper case."""
    return text[:1].upper() + text[1:]
