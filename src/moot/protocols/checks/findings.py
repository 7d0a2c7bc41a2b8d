"""The point that is to be checked, as the chair names it; and the result of the check: form, words and contribution."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from moot.protocols.checks.arithmetic import MOST_CHARACTERS
from moot.reading.forms.fields import LabelOrName, OneOf, TextField
from moot.reading.forms.form import FormKind
from moot.vocabulary.ballots import Ballot
from moot.vocabulary.findings import Finding
from moot.vocabulary.verdicts import Reason, ResultParts
from moot.vocabulary.words.headings import Heading, Names
from moot.vocabulary.words.leads import short_quote

CheckKind = Literal["calculation", "quotation", "code", "none"]
KIND_NAMES, SOURCE_NAMES = "kinds", "materials"
"""Names of the lists of a form that are set at run time."""


class CheckRequest(Ballot, frozen=True, kw_only=True, tag="check-request"):
    """A point on which answers differ, as a seat names it, with what is to be computed or looked up."""

    kind: str
    """How it can be checked: `calculation`, `quotation`, `code`, or `none` if no such point was found."""
    claim: str = ""
    """The point, in a sentence."""
    expression: str = ""
    """The arithmetic expression of a calculation."""
    passage: str = ""
    """The passage to look up, word for word."""
    source: str = ""
    """Where to look it up: an answer's seat, `attachment 1`, or `source 1`."""
    code: str = ""
    """The Python program to run."""


class CheckResult(Finding, frozen=True, kw_only=True, tag="check-result"):
    """The result of checking one point on which the answers differ."""

    kind: CheckKind
    """How it was checked; `none` if nothing was."""
    by: str | None = None
    """The seat that named the point; `None` if none did."""
    claim: str = ""
    """The point, in that seat's words."""
    checked: str = ""
    """The expression, passage or program."""
    source: str = ""
    """Where a passage was looked up: an answer's seat, `attachment 1`, or `source 1`."""
    result: str = ""
    """What the check found; empty if it determined nothing."""
    why: str = ""
    """Why it determined nothing."""


KINDS = (
    FormKind(
        CheckRequest,
        {
            "kind": OneOf(KIND_NAMES, "how the point can be checked"),
            "claim": TextField(300, "the point, in one sentence; empty for none", optional=True),
            "expression": TextField(MOST_CHARACTERS, "of a calculation", optional=True),
            "passage": TextField(400, "of a quotation, copied letter by letter", optional=True),
            "source": LabelOrName(SOURCE_NAMES, "where the passage stands", optional=True),
            "code": TextField(4_000, "of a program", optional=True),
        },
    ),
)
"""The form of the request for a check."""


def _requested(ballot: CheckRequest, names: Names) -> list[str]:
    if ballot.kind == "none":
        return ["No point that can be checked."]
    what = {"calculation": ballot.expression, "quotation": ballot.passage, "code": ballot.code}[ballot.kind]
    return [f"To check ({ballot.kind}): {ballot.claim}", *filter(None, [what])]


BALLOTS: dict[type[Any], Callable[[Any, Names], list[str]]] = {CheckRequest: _requested}
"""Formatter of the request for a check."""


def result_in_words(found: CheckResult, source: str) -> str:
    """Return the result of a check in a sentence.

    Args:
        source: Where a passage was looked up, in the words of the reader.
    """
    if not found.result:
        return f"Not determined: {found.why}"
    if found.kind == "quotation":
        return f"Checked: “{found.checked}” {found.result} {source}."
    return f"Checked: {found.result}" if found.kind == "calculation" else f"Checked by a program: {found.result}"


def _told(found: CheckResult, names: Names) -> list[str]:
    program = [found.checked] if found.kind == "code" and found.checked else []
    claim = [f"The answers differ on this: {found.claim}"] if found.claim else []
    return [*claim, *program, result_in_words(found, names.get(found.source, found.source))]


def _parts(found: CheckResult, ballots: Mapping[str, Ballot]) -> ResultParts:
    if found.kind == "none":
        return ResultParts()
    source = found.source if " " in found.source or not found.source else f"{{{found.source}}}"
    return ResultParts(reasons=(Reason(text=short_quote(result_in_words(found, source))),))


FINDINGS: Mapping[type[Any], Heading] = {CheckResult: Heading("Check", _told, parts=_parts)}
"""Heading and formatter of the result of a check."""
