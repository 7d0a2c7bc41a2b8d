"""Read recorded answers: one JSON object per line, for each question and model.

Answers are equal if their text is equal without regard to case and spaces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta, Struct

from moot.errors import BadInput

Text = str | int | float | bool


class AnswerLine(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of a file of recorded answers: one model's answer to one question."""

    question: str
    """Text of the question, or any name for it."""
    truth: Text
    """The right answer; the same on every line of the question."""
    model: Annotated[str, Meta(min_length=1)]
    """Id of the model."""
    answer: Text | None
    """The model's answer, as short as `truth`; `null` if it gave none."""
    price: Annotated[float, Meta(ge=0)]
    """Price of the call in dollars."""
    reread: Text | None = None
    """The model's answer after it read the other models' answers."""
    again: Text | None = None
    """The model's answer when it was asked a second time, without reading anything."""
    agrees: bool | None = None
    """Whether `again` gives the same answer as `answer`; without it the texts are compared."""


class RecordedAnswer(NamedTuple):
    """A model's answer to one question."""

    answer: str
    """Text of the answer; equal answers have equal text. Empty if there is no answer."""
    right: bool
    """Whether the answer is right."""
    price: float
    """Price in dollars."""
    reader_right: bool | None = None
    """Whether the model's answer after reading the others' answers is right; `None` if not recorded."""
    agrees: bool | None = None
    """Whether the model's second answer is the same; `None` if not recorded."""


class RecordedAnswers(Struct, frozen=True, kw_only=True):
    """The recorded answers of the same models to several questions, over which policies are compared."""

    models: tuple[str, ...]
    """The models, the cheapest first."""
    questions: tuple[dict[str, RecordedAnswer], ...]
    """The answers to each question, by model."""
    council: tuple[RecordedAnswer, ...] = ()
    """The council's own answers to the same questions; empty if they are not recorded."""
    left_out: int = 0
    """Number of other questions, which not every model was asked."""

    def answers(self, at: int) -> list[RecordedAnswer]:
        """Return the answers to one question, in the order of the models."""
        return [self.questions[at][model] for model in self.models]


def read_answers(lines: Iterable[bytes], name: str) -> RecordedAnswers:
    """Read recorded answers from the lines of a file.

    Args:
        lines: The lines of the file.
        name: Name of the file, for errors.

    Raises:
        BadInput: A line is invalid, or no question was put to every model.
    """
    truths: dict[str, str] = {}
    found: dict[str, dict[str, RecordedAnswer]] = {}
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        try:
            line = _read_line(text)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise _wrong(name, number, str(error)) from None
        truth = _plain(line.truth)
        if not truth:
            raise _wrong(name, number, "`truth` is empty")
        if truths.setdefault(line.question, truth) != truth:
            raise _wrong(name, number, "`truth` differs from an earlier line of this question")
        answers = found.setdefault(line.question, {})
        if line.model in answers:
            raise _wrong(name, number, f"a second answer by {line.model} to this question")
        answers[line.model] = _recorded(line, truth)
    return recorded_answers(list(found.values()), name)


def recorded_answers(
    found: Sequence[Mapping[str, RecordedAnswer]], name: str, council: Sequence[RecordedAnswer] = ()
) -> RecordedAnswers:
    """Return the answers to those questions that every model was asked. Other questions are only counted.

    Args:
        found: The models' answers to each question.
        name: Name of the file, for errors.
        council: The council's own answers, if they are recorded; all questions were then put to every model.

    Raises:
        BadInput: There are no such questions, or fewer than two models.
    """
    models = list(dict.fromkeys(model for each in found for model in each))
    whole = [dict(each) for each in found if len(each) == len(models)]
    if len(models) < 2 or not whole:
        raise BadInput(f"{name} has no question that at least two models answered, and all of its models.")
    prices = {model: sum(each[model].price for each in whole) for model in models}
    return RecordedAnswers(
        models=tuple(sorted(models, key=prices.__getitem__)),
        questions=tuple(whole),
        council=tuple(council),
        left_out=len(found) - len(whole),
    )


_read_line = msgspec.json.Decoder(AnswerLine).decode


def _recorded(line: AnswerLine, truth: str) -> RecordedAnswer:
    answer, again = _plain(line.answer), None
    if line.agrees is not None or line.again is not None:
        again = line.agrees if line.agrees is not None else _plain(line.again) == answer != ""
    return RecordedAnswer(
        answer=answer,
        right=answer == truth,
        price=line.price,
        reader_right=_plain(line.reread) == truth if line.reread is not None else None,
        agrees=again,
    )


def _plain(text: Text | None) -> str:
    return "" if text is None else " ".join(str(text).casefold().split())


def _wrong(name: str, number: int, why: str) -> BadInput:
    return BadInput(f"{name}, line {number}: {why}.", "`moot study policies --sample` shows a file that can be read.")
