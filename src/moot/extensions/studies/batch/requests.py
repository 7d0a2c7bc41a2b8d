"""Parse requests of the published batch contract: presets, judging mode and questions.

Requests that the published server answers wrongly raise here: an unknown preset or mode, turns without a question.
What it ignores (unknown keys, a switch that is neither on nor off) is ignored here too.
Tested by `tests/extensions/studies/batch/test_contract.py`.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from moot.errors import BadInput
from moot.extensions.studies.corpora.corpus import CorpusItem
from moot.extensions.studies.corpora.corpus_shelf import CorpusShelf
from moot.extensions.studies.runs.questions import TurnLine, items_from, turn_from
from moot.vocabulary.public import OptionValue

CUSTOM, DEFAULT_PRESET, DEFAULT_MODE = "custom", "nato_v3", "sistm_stress"
TRUE = ("1", "true", "yes", "on")

SWITCHES = {"rebuttal": "rebuttal", "refine": "refine", "reverse_rebuttal": "reverse_rebuttals"}
"""Name of the option that each of the contract's switches sets."""
NEEDS = {"refine": "rebuttal", "reverse_rebuttal": "refine"}
"""For each switch without an effect of its own, the switch that must be on."""

MOST_QUESTIONS = 200
MOST_CHARACTERS = 400_000


class Mode(Struct, frozen=True, kw_only=True):
    """A judging mode of the published batch contract, with the rubric, input and example questions that
    implement it.
    """

    rubric: str
    """Name of Moot's rubric for this mode."""
    takes: str
    """Input of the mode: `jsonl`, `code` or `question`."""
    corpus: str
    """The corpus from which the mode's preset questions are taken."""


MODES = {
    "sistm_stress": Mode(rubric="stress-test", takes="jsonl", corpus="two-sided"),
    "code_review": Mode(rubric="code-review", takes="code", corpus="planted-bugs"),
    "research_synthesis": Mode(rubric="research-synthesis", takes="question", corpus="research"),
    "legal_analysis": Mode(rubric="legal-analysis", takes="question", corpus="legal"),
    "threat_assessment": Mode(rubric="threat-assessment", takes="question", corpus="threats"),
}
PRESETS = {
    "nato_v3": "alliance_defence",
    "constitutional": "constitutional",
    "finance": "finance",
    "ml_systems": "ml_systems",
    "energy_nuclear": "nuclear_energy",
    "energy_grid": "power_grid",
    "carbon": "carbon",
    "privacy": "privacy",
    "bio_med": "biomedicine",
    "security": "security",
    "cloud": "cloud",
    "softeng": "software_engineering",
    "international_law": "international_law",
    "trade_sanctions": "trade_sanctions",
    "criminal_justice": "criminal_justice",
    "ai_governance": "ai_governance",
    "maritime_space": "sea_and_space",
    "labor_automation": "automation_of_work",
    "public_health": "public_health",
    "education": "education",
    "housing": "housing",
    "surveillance": "surveillance",
    "monetary_policy": "monetary_policy",
    "food_agriculture": "food_and_farming",
}
"""Domain of Moot's questions for each of the contract's presets."""


class BatchRefusal(Exception):
    """A request that is rejected, with the message that the batch contract has for it."""

    def __init__(self, error: str, detail: str = "", status: int = 400) -> None:
        super().__init__(error)
        self.error, self.detail, self.status = error, detail, status


class BatchRequest(Struct, frozen=True, kw_only=True):
    """A request of the batch contract: questions, judging mode and options."""

    mode: str
    """Name of the judging mode in the contract."""
    rubric: str
    """Name of Moot's rubric."""
    domain: str
    """Subject area of the questions."""
    questions: tuple[CorpusItem, ...]
    """The questions to ask."""
    options: dict[str, OptionValue]
    """Values of protocol options."""


def asked_from(body: bytes, shelf: CorpusShelf) -> BatchRequest:
    """Parse the body of a request of the batch contract; an invalid one raises with the contract's message."""
    try:
        given = msgspec.json.decode(body)
    except (ValueError, RecursionError):
        raise BatchRefusal("invalid_json", "The body is no JSON.") from None
    if not isinstance(given, dict):
        raise BatchRefusal("invalid_json", "The body is no object.")
    name = _text(given, "council_mode") or DEFAULT_MODE
    mode = MODES.get(name)
    if mode is None:
        raise BatchRefusal("unknown_council_mode", f"{name[:60]!r} is none of {', '.join(MODES)}.")
    preset = _text(given, "mode") or DEFAULT_PRESET
    if preset == CUSTOM:
        domain, questions = _text(given, "domain") or (CUSTOM if mode.takes == "jsonl" else name), _custom(given, mode)
    else:
        domain, questions = _preset(preset, name, mode, shelf)
    questions = tuple(replace(each, domain=domain, answer="") for each in questions)
    return BatchRequest(mode=name, rubric=mode.rubric, domain=domain, questions=questions, options=_options(given))


def _custom(given: dict[str, Any], mode: Mode) -> tuple[CorpusItem, ...]:
    lines, code = _text(given, "jsonl"), _text(given, "code")
    if mode.takes == "jsonl":
        if not lines.strip():
            raise BatchRefusal("no_custom_jsonl", "Send the questions as `jsonl`, a line of {role, content} each.")
        return _turns(lines)
    words = code if code.strip() else lines
    if not words.strip():
        raise BatchRefusal(
            "no_code_input" if mode.takes == "code" else "no_question_input", "Send it as `code` or `jsonl`."
        )
    fenced = f"```\n{words.strip()}\n```" if mode.takes == "code" else words.strip()
    return (CorpusItem(id="q1", text=fenced),)


def _turns(text: str) -> tuple[CorpusItem, ...]:
    """Parse questions and earlier turns, given as lines of `{role, content}`."""
    lines = dict[int, TurnLine]()
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            try:
                lines[number] = turn_from(line)
            except BadInput as error:
                raise BatchRefusal("invalid_jsonl", f"line {number}: {error.message}") from None
    try:
        found = items_from(lines)
    except BadInput as error:
        raise BatchRefusal("invalid_custom_turns", error.message) from None
    if len(found) > MOST_QUESTIONS:
        raise BatchRefusal("invalid_custom_turns", f"{len(found)} questions are more than {MOST_QUESTIONS}.")
    return tuple(found)


def _preset(preset: str, name: str, mode: Mode, shelf: CorpusShelf) -> tuple[str, tuple[CorpusItem, ...]]:
    corpus = shelf.corpus(mode.corpus)
    if mode.takes == "jsonl":
        domain = PRESETS.get(preset, preset)
        items = [item for item in corpus.items if item.domain == domain]
    else:
        items = [item for item in corpus.items if item.id == preset]
    if not items:
        known = PRESETS if mode.takes == "jsonl" else [item.id for item in corpus.items]
        raise BatchRefusal("unknown_preset", f"{preset[:60]!r} is none of {', '.join(known)}.")
    questions = tuple(CorpusItem(id=item.id, text=corpus.question_of(item)) for item in items)
    return (preset if mode.takes == "jsonl" else name), questions


def _options(given: dict[str, Any]) -> dict[str, OptionValue]:
    """Return the protocol options for a request's three switches; an omitted switch uses the protocol's default.

    As in the contract, a switch that depends on another switch is off when the other is off: without rebuttals there
    is no revision and no rebuttal order.
    """
    asked = {ours: _word(given[theirs]) in TRUE for theirs, ours in SWITCHES.items() if given.get(theirs) is not None}
    for theirs, needed in NEEDS.items():
        if asked.get(SWITCHES[needed]) is False:
            asked[SWITCHES[theirs]] = False
    return dict(asked)


def _word(value: object) -> str:
    """Return the value of a switch in a request as the published program would read it."""
    return str(value).strip().lower()


def _text(given: dict[str, Any], name: str) -> str:
    value = given.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise BatchRefusal("invalid_json", f"`{name}` is no text.")
    if len(value) > MOST_CHARACTERS:
        raise BatchRefusal("invalid_json", f"`{name}` is longer than {MOST_CHARACTERS:,} characters.")
    return value
