"""Write a session as a Markdown file: outcome and shortcomings first, then verdict and evidence.

Texts of models are quotations that cannot escape (`quoted.py`); everything else is on one line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from moot.exports.markdown.quoted import plain, quoted
from moot.exports.sources import sources_in_markdown
from moot.exports.standing_table import table_of
from moot.exports.transcript_text import Account, AccountStatement, Sitter, account_of
from moot.views.findings_in_words import BallotInWords, FindingInWords
from moot.vocabulary.findings import Standing
from moot.vocabulary.state import SessionState
from moot.vocabulary.words.headings import stage_title


def markdown_of(state: SessionState) -> str:
    """Return a session as the text of a Markdown file."""
    account = account_of(state)
    parts = [f"# {plain(account.title)}", *_head(account), *_verdict(account)]
    if account.standing is not None:
        parts += ["## Ranking", *_standing(account, account.standing)]
    parts += _findings("What was found", [found for found in account.findings if found.first])
    parts += _council(account.sitters)
    parts += sources_in_markdown(state)
    for stage, said in _by_stage(account.statements):
        parts.append(f"## {_stage_title(stage, first=stage == account.statements[0].stage)}")
        for one in said:
            parts += [
                f"### {_capital(plain(one.name))} · {plain(one.model)}",
                f"*{plain(one.about)}*",
                quoted(one.text),
            ]
            if one.reasoning:
                parts += ["*Thinking, as far as it was shown:*", quoted(one.reasoning)]
    if account.ballots:
        parts += ["## Ballots", *(_ballot(cast) for cast in account.ballots)]
    parts += _findings("Evidence", [found for found in account.findings if not found.first])
    parts += ["## What it took", _facts(account.spent), "## Provenance", _facts(account.origin)]
    if account.notes:
        parts += ["Decided when it opened:", _bullets(account.notes)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _head(account: Account) -> list[str]:
    parts = [quoted(account.question)] if " ".join(account.question.split()) != account.title else []
    if account.attachments:
        parts.append("Attached: " + "; ".join(plain(file) for file in account.attachments))
    for question, answer in account.earlier:
        parts += ["Asked earlier:", quoted(question), "Answered:", quoted(answer)]
    if account.label:
        parts.append(f"**{_capital(account.label)}.** They follow a script; their words say nothing about any model.")
    return parts


def _council(sitters: Sequence[Sitter]) -> list[str]:
    rows = [(sitter.name, sitter.seat, sitter.model, sitter.about, sitter.part) for sitter in sitters]
    return ["## Who sat", _table(("Voice", "Seat", "Model", "About", "Part"), rows)]


def _verdict(account: Account) -> list[str]:
    parts = ["## Answer"]
    if account.verdict is None:
        parts += [f"**{plain(account.outcome)}**", *(plain(line) for line in (account.answer, account.remedy) if line)]
    else:
        parts.append(quoted(account.answer))
    parts += [part for title, lines in account.behind for part in (f"### {title}", _bullets(lines))]
    if account.degraded:
        parts += ["Less than a full result:", _bullets(account.degraded)]
    if account.verdict is not None:
        if account.verdict.strip() != account.answer:
            parts += ["## Full text", quoted(account.verdict)]
        parts += [f"*{plain(account.signed)}.*"] if account.signed else []
        parts += [f"{plain(account.trust)}."] if account.trust else []
    return parts


def _standing(account: Account, standing: Standing) -> list[str]:
    fact, *rest = account.said or ("",)
    if not standing.rankable:
        return [plain(fact), _bullets([*rest, *account.noted])]
    table = table_of(
        standing, {seat: f"{name} ({account.models.get(seat, '')})" for seat, name in account.names.items()}
    )
    heads = [_capital(head) for head in table.heads]
    return [f"**{plain(fact)}**", _bullets([*rest, *account.noted]), _table(heads, table.rows)]


def _ballot(cast: BallotInWords) -> str:
    about = f" *({plain(cast.about)})*" if cast.about else ""
    on = f" {plain(cast.on)}" if cast.on else ""
    head = f"**By {plain(cast.reader)}**{on} in {plain(stage_title(cast.stage).lower())}{about}: {plain(cast.order)}"
    comments = _bullets(line for line in cast.comments if "\n" not in line)
    texts = [quoted(line) for line in cast.comments if "\n" in line]  # a text of several lines is a model's Markdown
    reviews = [part for review in cast.reviews for part in (f"*On {plain(review.on)}:*", quoted(review.text))]
    return "\n\n".join(part for part in (head, comments, *texts, *reviews) if part)


def _by_stage(statements: Sequence[AccountStatement]) -> list[tuple[str, list[AccountStatement]]]:
    stages: dict[str, list[AccountStatement]] = {}
    for said in statements:
        stages.setdefault(said.stage, []).append(said)
    return list(stages.items())


def _findings(title: str, shown: Sequence[FindingInWords]) -> list[str]:
    """Return findings as lists, each under its title."""
    parts = [f"## {title}"] if shown else []
    for found in shown:
        lines = (
            f"  - {_guarded(plain(line))}" if line.startswith("  ") else f"- {_guarded(plain(line))}"
            for line in found.lines
        )
        parts += [f"### {plain(found.title)}", "\n".join(lines)]
    return parts


def _stage_title(stage: str, *, first: bool) -> str:
    return "Answers" if first else plain(stage_title(stage))


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *([plain(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _facts(facts: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f"- {label}: {plain(text)}" for label, text in facts)


def _bullets(lines: Iterable[str]) -> str:
    return "\n".join(f"- {_guarded(plain(line))}" for line in lines)


def _guarded(line: str) -> str:
    """Escape the beginning of a list item, where even `1.` or `#` would be markup."""
    head = line[:1]
    if head in "#>+-=":
        return "\\" + line if head else line
    number, dot, rest = line.partition(".")
    return f"{number}\\.{rest}" if dot and number.isdigit() and number.isascii() else line


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
