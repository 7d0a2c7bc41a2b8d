"""Read the short answer that a member's text ends with, so that equal votes can be counted.

The last line `FINAL ANSWER: X` decides. Without one, what the last paragraph labels as the answer is read, else a short
text as a whole, else its last line. Everything else is `open`: the arbiter or vectors group it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from moot.protocols.consensus.answers.values import Allowed, allowed_by, valued
from moot.tally.answers.closed import ClosedAnswer, closed_answer, labelled, stated
from moot.tally.answers.marked import final_line, marked_answer
from moot.tally.answers.number_marks import marks_of, may_be_either

SHORT = 400
"""Characters up to which a text or a line may be an answer by itself."""
AROUND = " .!*_`)\"'”»。$"
"""What may stand around an answer that is given alone."""
_PARAGRAPH_ENDS = re.compile(r"\n[ \t]*\n")


def stated_answers(question: str, answers: Sequence[str]) -> tuple[ClosedAnswer, ...]:
    """Return what each of several texts states. A bare number takes the one unit that all others name."""
    allowed = allowed_by(question)
    forms = [_stated(allowed, answer) for answer in answers]
    units = {form.unit for form in forms if form.kind == "number" and form.unit}
    if len(units) == 1:
        (unit,) = units
        for at, form in enumerate(forms):
            if form.kind == "number" and not form.unit and (named := valued(f"{form.key} {unit}", allowed)).form:
                forms[at] = named.form
    return tuple(forms)


def stated_answer(question: str, answer: str) -> ClosedAnswer:
    """Return what one text states.

    Example:
        >>> stated_answer("Is the dam safe?", "The roll says so.\\n\\nFINAL ANSWER: No").key
        'no'
    """
    return _stated(allowed_by(question), answer)


def _stated(allowed: Allowed, answer: str) -> ClosedAnswer:
    if may_be_either(answer):
        allowed = replace(allowed, marks=marks_of(answer, allowed.question))
    form = _ending(allowed, answer.strip())
    return form or ClosedAnswer("open", " ".join(answer.split()).casefold())


def _ending(allowed: Allowed, text: str) -> ClosedAnswer | None:
    last = _PARAGRAPH_ENDS.split(text)[-1]
    if label := final_line(text) or (marked_answer if "```" in last else labelled)(last):  # a log is no statement
        return _closed(label, allowed)
    if last == text and len(text) <= SHORT:
        return _closed(stated(text), allowed)
    return _closed(last.rpartition("\n")[2], allowed, alone=True)


def _closed(text: str, allowed: Allowed, *, alone: bool = False) -> ClosedAnswer | None:
    """Return the form of a text that gives one answer; `alone` accepts no phrase and nothing beside the answer."""
    if len(text) > SHORT:
        return None
    found = valued(text, allowed)
    if found.hedged or found.denied or (alone and found.rest.strip(AROUND)):
        return None
    if found.form is not None and found.form.kind != "phrase":
        return None if allowed.names_one(found.rest) else found.form
    if alone or allowed.options or allowed.polar or allowed.counted:
        return None
    plain = closed_answer(allowed.question, text)
    return plain if plain.kind != "open" else None
