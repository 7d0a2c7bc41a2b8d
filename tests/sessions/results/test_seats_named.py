"""Does a reader meet names wherever a sentence speaks of a seat? Ids stand in the record, in data and in what is typed.

Losses of every kind in every protocol, each read as the terminal, the files and the doors of other programs tell it.
"""

from __future__ import annotations

import html
import re

import pytest

from moot.cli.screen.verdict_view import show_result
from moot.exports.export import export
from moot.server.openai.stream import progress_of
from moot.server.three_stage.view import stage3
from moot.sessions.results.result import by_models, result_of
from moot.vocabulary.state import SessionState, state_of
from moot.vocabulary.words.seat_names import in_names
from rig.faults.losses import CASES, Case, Loss, losses

DRAWS = 25
FILES = ("md", "html")
ID = re.compile(r"(?<![\w/.#~-])(?:seat-[a-z]{1,2}|stand-in-\d)(?![\w=/-])(?! \(fake/)")
"""An id as a word of a sentence; an office that is told apart by its number is called by it, with its model."""
MEMBER = re.compile(r"(?<![\w/.#~-])seat-[a-z]{1,2}(?![\w=/-])")
"""The same in a file, which says at its head whose model is which office."""
SAID = re.compile(r"\b(?:seat-[a-z]|stand-in-\d) holds\b|\bsays seat-[a-z] of seat-[a-z]\b")
"""Who the scripted members say they are, and of whom they speak."""


def shown(state: SessionState, capsys: pytest.CaptureFixture[str]) -> str:
    show_result(state, figures=True, everything=True)
    return capsys.readouterr().out


def files(loss: Loss, state: SessionState) -> dict[str, str]:
    written = {form: export(state, loss.after.events, form) for form in FILES}
    written["html"] = html.unescape(re.sub(r"<(style|script)\b.*?</\1>|<[^>]*>", " ", written["html"], flags=re.DOTALL))
    return {form: written[form].partition("Who sat")[0] for form in written}


@pytest.mark.fast(4)
@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in CASES])
def test_no_sentence_calls_a_seat_by_its_id(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    seen: set[tuple[str, str]] = set()
    for loss in losses(case, range(1), DRAWS):
        kind = (loss.key.partition("/")[0], loss.lost.way)
        if kind in seen:
            continue
        seen.add(kind)
        state = state_of(list(loss.after.events))
        result = result_of(state)
        told = {
            "terminal": shown(state, capsys),
            **files(loss, state),
            "repr": repr(result),
            "card": result._repr_html_(),
            "three stages": str(stage3(state)["response"]),
            "progress": progress_of(list(loss.after.events), state),
            "by model": "\n".join(by_models(result.degraded, result)),
        }
        lines = {door: SAID.sub("", words).splitlines() for door, words in told.items()}
        left = [
            f"{door}: {line}"
            for door in lines
            for line in lines[door]
            if (MEMBER if door in FILES else ID).search(line)
        ]
        assert not left, "\n".join(left)
    assert seen


def test_what_is_typed_keeps_its_ids_and_ordinary_words_stay() -> None:
    names = {"seat-a": "answer 1 (x/gpt-4)", "stand-in-1": "stand-in-1 (x/y)", "chair": "chair (x/z)"}
    told = {
        "seat-a is missing in review: seat-a.": "answer 1 (x/gpt-4) is missing in review: answer 1 (x/gpt-4).",
        "seat-a's ballot is spoiled": "answer 1 (x/gpt-4)'s ballot is spoiled",
        "The chair could not conclude; stand-in-1 did.": "The chair could not conclude; stand-in-1 (x/y) did.",
        "Type `moot sessions go-on 1 seat-a`.": "Type `moot sessions go-on 1 seat-a`.",
        "opinions/seat-a, labels.seat-a, seat-a=x/y, /seat-a": "opinions/seat-a, labels.seat-a, seat-a=x/y, /seat-a",
        "seat-b and gpt-4 and sonnet-4": "seat-b and gpt-4 and sonnet-4",
    }
    for text, expected in told.items():
        assert in_names(text, names) == expected
