"""Write a session as one self-contained HTML file: no script, no request, one style sheet.

Texts of models pass through `views/safe_markdown.py`; every other text is escaped where it is inserted. The content
security policy in its head forbids whatever a mistake could let through. Tested by `tests/exports/pages/test_html.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from msgspec import UNSET

from moot.exports.pages.parts import capital, page, pairs, section, signature, table
from moot.exports.sources import sources_in_html, tool_uses_in_html
from moot.exports.standing_table import table_of
from moot.exports.transcript_text import Account, AccountStatement, Sitter, account_of
from moot.views.findings_in_words import BallotInWords
from moot.views.safe_markdown import html_from
from moot.vocabulary.event_keys import stage_of
from moot.vocabulary.state import SessionState
from moot.vocabulary.words.headings import stage_title

LONG = 1_200
"""Number of characters beyond which an answer is collapsed at first."""


def html_of(state: SessionState) -> str:
    """Return a session as one HTML page without scripts."""
    account = account_of(state)
    sections = [
        *_outcome(account),
        *_standing(account),
        *_findings(account, first=True),
        section("sat", "Who sat", _council(account.sitters)),
        *([section("sources", "Sources", found)] if (found := sources_in_html(state)) else []),
        *([section("tools", "Looked up by members", used)] if (used := tool_uses_in_html(state)) else []),
        *_statements(account),
        *_ballots(account),
        *_findings(account, first=False),
        section("took", "What it took", pairs(account.spent)),
        section("provenance", "Provenance", pairs(account.origin) + _notes(account)),
    ]
    foot = "Every figure above was computed from recorded ballots; the JSON Lines export holds them all."
    return page(account.title, _header(account, state.opened_at), sections, signature(state) + foot)


def _header(account: Account, opened: str) -> str:
    protocol = dict(account.origin).get("Protocol", "")
    over = " · ".join(escape(part) for part in (protocol.replace("-", " "), opened[:10]) if part)
    parts = [f'<p class="over"><b>Moot</b> {over}</p>', f'<h1 dir="auto">{escape(account.title)}</h1>']
    if " ".join(account.question.split()) != account.title:
        parts.append(f'<div class="question words">{html_from(account.question)}</div>')
    if account.attachments:
        items = "".join(f"<li>{escape(file)}</li>" for file in account.attachments)
        parts.append(f'<p class="about">Attached</p><ul class="facts model">{items}</ul>')
    if account.earlier:
        turns = "".join(
            f"<dt>Asked</dt><dd>{html_from(question)}</dd><dt>Answered</dt><dd>{html_from(answer)}</dd>"
            for question, answer in account.earlier
        )
        parts.append(
            f'<details><summary>Earlier in this conversation</summary><dl class="comments">{turns}</dl></details>'
        )
    return f'<header class="page">{"".join(parts)}</header>'


def _outcome(account: Account) -> list[str]:
    parts = []
    if account.label:
        parts.append(
            f'<p class="notice scripted" role="note"><strong>{escape(capital(account.label))}.</strong> '
            "They follow a script; their words say nothing about any model.</p>"
        )
    if account.verdict is None:
        why = "".join(f"<p>{escape(line)}</p>" for line in (account.answer, account.remedy) if line)
        parts.append(f'<div class="notice"><p><strong>{escape(account.outcome)}</strong></p>{why}</div>')
    else:
        parts.append(f'<div class="card verdict"><div class="words">{html_from(account.answer)}</div></div>')
    for title, lines in account.behind:
        told = "".join(f"<li>{escape(line)}</li>" for line in lines)
        parts.append(f'<h3>{escape(title)}</h3><ul class="facts">{told}</ul>')
    if account.degraded:
        told = "".join(f"<li>{escape(line)}</li>" for line in account.degraded)
        parts.append(f'<div class="notice"><p><strong>Less than a full result</strong></p><ul>{told}</ul></div>')
    ends = (account.signed, f"{account.trust}." if account.trust else "")
    signed = "".join(f'<p class="signed">{escape(line)}</p>' for line in ends if line)
    if account.verdict is None or account.verdict.strip() == account.answer:
        return [section("answer", "Answer", "".join(parts) + signed)]
    body = f'<div class="card verdict"><div class="words">{html_from(account.verdict)}</div>{signed}</div>'
    return [section("answer", "Answer", "".join(parts)), section("verdict", "Full text", body)]


def _council(sitters: Sequence[Sitter]) -> str:
    rows = []
    for sitter in sitters:
        off = "" if sitter.part == "spoke" else " off" if sitter.part in ("failed", "came too late") else " own"
        tag = f'<br><span class="tag">{escape(sitter.about)}</span>' if sitter.about else ""
        seat = "" if sitter.seat == sitter.name else escape(sitter.seat)
        rows.append(
            f'<tr><th scope="row">{escape(capital(sitter.name))}</th><td class="model seat">{seat}</td>'
            f'<td><span class="model">{escape(sitter.model)}</span>{tag}</td>'
            f'<td class="part{off}">{escape(sitter.part)}</td></tr>'
        )
    return table("Members and roles of the council", ("Voice", "Seat", "Model", "Part"), rows, quiet=True)


def _standing(account: Account) -> list[str]:
    standing = account.standing
    if standing is None:
        return []
    fact, *rest = account.said or ("",)
    notes = "".join(f"<li>{escape(line)}</li>" for line in account.noted)
    facts = f'<ul class="facts">{notes}</ul>' if notes else ""
    if not standing.rankable:
        return [section("standing", "Ranking", f"<p>{escape(capital(fact))}</p>{facts}")]
    said = "".join(f"<p>{escape(line)}</p>" for line in rest)
    # the headline names who is not counted, so sentences come before figures
    figure = f"<figure><figcaption>{escape(capital(fact))}</figcaption>{said}</figure>"
    drawn = table_of(standing, account.names)
    rows = [
        f'<tr><td class="num">{at}</td><th scope="row">{escape(capital(name))}<br>'
        f'<span class="model">{escape(_short(account.models.get(place.seat, "")))}</span></th>'
        + "".join(f'<td class="num">{escape(figure)}</td>' for figure in figures)
        + "</tr>"
        for place, (at, name, *figures) in zip(standing.places, drawn.rows, strict=True)
    ]
    heads = ("#", *map(capital, drawn.heads[1:]))
    places = table(drawn.says, heads, rows, numbers=(0, *range(2, len(heads))))
    return [section("standing", "Ranking", f"{figure}{places}{facts}")]


def _statements(account: Account) -> list[str]:
    stages: dict[str, list[str]] = {}
    for said in account.statements:
        stages.setdefault(said.stage, []).append(_said(said))
    return [
        section(f"stage-{number}", "Answers" if number == 1 else stage_title(stage), "".join(parts))
        for number, (stage, parts) in enumerate(stages.items(), start=1)
    ]


def _said(said: AccountStatement) -> str:
    shown = "" if len(said.text) > LONG else " open"
    thought = (
        "<details><summary>Thinking, as far as it was shown</summary>"
        f'<div class="words">{html_from(said.reasoning)}</div></details>'
        if said.reasoning
        else ""
    )
    return (
        f"<details{shown}><summary><h3>{escape(capital(said.name))}</h3><small>{escape(said.model)}</small></summary>"
        f'<p class="about">{escape(said.about)}</p><div class="words">{html_from(said.text)}</div>{thought}</details>'
    )


def _ballots(account: Account) -> list[str]:
    if not account.ballots:
        return []
    judged = [seat for seat in account.names if any(seat in cast.ranks for cast in account.ballots)]
    if not judged:
        return [section("ballots", "Ballots", "".join(_by_reader(account.ballots)))]
    rows = []
    for cast in account.ballots:
        cells = "".join(_rank(cast, seat, account) for seat in judged)
        why = "" if cast.ranks else f'<br><span class="model">{escape(cast.order)}</span>'
        rows.append(f'<tr><th scope="row">{escape(capital(cast.reader))}{why}</th>{cells}</tr>')
    heads = ("Ballot by", *(capital(account.names[seat]) for seat in judged))
    matrix = table(_explained(account), heads, rows, numbers=range(1, len(heads)))
    comments = "".join(_comments(cast) for cast in account.ballots if cast.comments or cast.reviews)
    return [section("ballots", "Ballots", matrix + comments)]


def _explained(account: Account) -> str:
    """Return the caption of the table of ballots, with a note if no member judged its own answer.

    If members did, the table of the ranking says so.
    """
    shown = account.standing is not None and account.standing.own_weight is not UNSET
    return "Places each reader gave" + ("" if shown else "; nobody judges an answer of its own")


def _rank(cast: BallotInWords, seat: str, account: Account) -> str:
    if seat in cast.ranks:
        place = cast.ranks[seat]
        return f'<td class="num{" rank1" if place == 1 else ""}">{place}</td>'
    own = account.names.get(seat) == cast.reader
    return f'<td class="num own">{"own" if own else "–"}</td>'


def _comments(cast: BallotInWords) -> str:
    comments = f'<ul class="facts">{_items(cast.comments)}</ul>' if cast.comments else ""
    reviews = "".join(
        f'<h4>On {escape(review.on)}</h4><div class="words">{html_from(review.text)}</div>' for review in cast.reviews
    )
    about = f"<small>{escape(cast.about)}</small>" if cast.about else ""
    return (
        f"<details><summary><h3>{escape(capital(cast.reader))} on the others</h3>{about}</summary>"
        f"{comments}{reviews}</details>"
    )


def _by_reader(casts: Sequence[BallotInWords]) -> list[str]:
    """Return ballots without places as HTML, grouped by reader and stage."""
    groups: dict[tuple[str, str], list[BallotInWords]] = {}
    for cast in casts:
        groups.setdefault((cast.stage, cast.reader), []).append(cast)
    return [_told(stage, reader, group) for (stage, reader), group in groups.items()]


def _told(stage: str, reader: str, group: Sequence[BallotInWords]) -> str:
    about = " · ".join(part for part in (stage_title(stage), group[0].about if len(group) == 1 else "") if part)
    single = len(group) == 1 and not group[0].on
    if single:
        body = f'<ul class="facts">{_items([group[0].order, *group[0].comments])}</ul>'
    else:
        body = "".join(
            f'<p class="about">{escape(" · ".join(part for part in (capital(cast.on), cast.about) if part))}</p>'
            f'<ul class="facts">{_items([cast.order, *cast.comments])}</ul>'
            for cast in group
        )
    many = f", {len(group)} ballots" if len(group) > 1 else ""
    head = f"<h3>{escape(capital(reader))}</h3><small>{escape(about + many)}</small>"
    return f"<details><summary>{head}</summary>{body}</details>"


def _items(lines: Iterable[str]) -> str:
    """Return lines as the items of an HTML list. A line that contains line breaks is rendered as a model's Markdown."""
    return "".join(
        f'<li><div class="words">{html_from(line)}</div></li>'
        if "\n" in line
        else f'<li dir="auto">{escape(line)}</li>'
        for line in lines
        if line
    )


def _findings(account: Account, *, first: bool) -> list[str]:
    """Return a section of findings.

    With `first`, these are the findings that answer the protocol's question. Without `first`, they are the evidence.
    """
    shown = [found for found in account.findings if found.first is first]
    if not shown:
        return []
    if first:
        parts = [f"<h3>{escape(found.title)}</h3>{_nested(found.lines)}" for found in shown]
        return [section("found", "What was found", "".join(parts))]
    parts = [
        f"<details><summary><h3>{escape(found.title)}</h3><small>{escape(stage_title(stage_of(found.key)))}</small></summary>"
        f"{_nested(found.lines)}</details>"
        for found in shown
    ]
    return [section("evidence", "Evidence", "".join(parts))]


def _nested(lines: Sequence[str]) -> str:
    """Return lines as an HTML list. A line that begins with two spaces is nested under the line above."""
    items: list[tuple[str, list[str]]] = []
    for line in lines:
        if line.startswith("  ") and items:
            items[-1][1].append(line.strip())
        else:
            items.append((line.strip(), []))
    told = (
        f'<li dir="auto">{escape(line)}{f"<ul>{_items(under)}</ul>" if under else ""}</li>' for line, under in items
    )
    return f'<ul class="facts">{"".join(told)}</ul>'


def _notes(account: Account) -> str:
    lines = "".join(f"<li>{escape(note)}</li>" for note in account.notes)
    return f'<p class="about">Decided when it opened</p><ul class="facts">{lines}</ul>' if lines else ""


def _short(model: str) -> str:
    """Return a model's name without endpoint and vendor, for narrow tables."""
    return model.rpartition("/")[2] or model
