"""Parse requests of the published batch contract: presets, judging mode and questions.

Requests that the published server answers wrongly raise here: an unknown preset or mode, turns without a question.
What it ignores silently (unknown keys, a switch that is neither on nor off) is ignored here too, with a note in
`stderr`. Tested by `tests/extensions/studies/batch/test_contract.py`.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from moot.extensions.studies.corpora.corpus_shelf import CorpusShelf
from moot.vocabulary.public import OptionValue, Turn

CUSTOM, DEFAULT_PRESET, DEFAULT_MODE = "custom", "nato_v3", "sistm_stress"
TRUE = ("1", "true", "yes", "on")
FALSE = ("0", "false", "no", "off", "")
SWITCHES = {"rebuttal": "rebuttal", "refine": "refine", "reverse_rebuttal": "reverse_rebuttals"}
"""The contract's switches and the option each one sets."""
NEEDS = {"refine": "rebuttal", "reverse_rebuttal": "refine"}
"""Switches that have no effect unless another one is on."""
KEYS = ("mode", "council_mode", *SWITCHES, "jsonl", "code", "domain")
MOST_NOTED = 20
"""Unknown keys listed; a body can contain thousands."""
MOST_QUESTIONS = 200
MOST_CHARACTERS = 400_000


class Mode(Struct, frozen=True, kw_only=True):
    """A judging mode of the contract."""

    rubric: str
    """The rubric here."""
    takes: str
    """Its input: `jsonl`, `code` or `question`."""
    corpus: str
    """The corpus of its presets."""


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
"""The contract's presets and the domain of our questions for each."""


class BatchRefusal(Exception):
    """Rejected request, in the contract's words."""

    def __init__(self, error: str, detail: str = "", status: int = 400) -> None:
        super().__init__(error)
        self.error, self.detail, self.status = error, detail, status


class BatchQuestion(Struct, frozen=True, kw_only=True):
    """One question of a job."""

    id: str
    """Its id."""
    text: str
    """Its text."""
    history: tuple[Turn, ...] = ()
    """Earlier turns."""
    system: str = ""
    """Extra system prompt of every seat."""


class BatchRequest(Struct, frozen=True, kw_only=True):
    """A parsed request."""

    mode: str
    """The judging mode by the contract's name."""
    rubric: str
    """The rubric here."""
    domain: str
    """Domain of the questions."""
    questions: tuple[BatchQuestion, ...]
    """The questions."""
    options: dict[str, OptionValue]
    """Options of the protocol."""
    notes: tuple[str, ...] = ()
    """Ignored or reinterpreted parts of the request, one line each."""


def asked_from(body: bytes, shelf: CorpusShelf) -> BatchRequest:
    """Parse the body; raises with the contract's messages."""
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
    options, notes = _options(given), tuple(_notes(given, preset))
    return BatchRequest(mode=name, rubric=mode.rubric, domain=domain, questions=questions, options=options, notes=notes)


def _custom(given: dict[str, Any], mode: Mode) -> tuple[BatchQuestion, ...]:
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
    return (BatchQuestion(id="q1", text=fenced),)


def _turns(lines: str) -> tuple[BatchQuestion, ...]:
    """Parse turns. A user line is a question unless an assistant line follows: then both are earlier turns of later
    questions."""
    read: list[tuple[str, str]] = []
    for number, line in enumerate(lines.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            turn = msgspec.json.decode(line)
        except (ValueError, RecursionError) as error:
            raise BatchRefusal("invalid_jsonl", f"line {number}: {error}") from None
        role = turn.get("role") if isinstance(turn, dict) else None
        content = turn.get("content") if isinstance(turn, dict) else None
        if role not in ("user", "assistant", "system") or not isinstance(content, str) or not content.strip():
            raise BatchRefusal("invalid_jsonl", f"line {number}: it needs a role (user, assistant, system) and content")
        read.append((role, content.strip()))
    found, history, system = list[BatchQuestion](), list[Turn](), list[str]()
    for at, (role, content) in enumerate(read):
        role_after, after = read[at + 1] if at + 1 < len(read) else ("", "")
        if role == "system":
            system.append(content)
        elif role == "assistant":
            if at == 0 or read[at - 1][0] != "user":
                raise BatchRefusal("invalid_custom_turns", "An assistant turn answers no user turn.")
        elif role_after == "assistant":
            history.append(Turn(question=content, answer=after))
        else:
            found.append(
                BatchQuestion(id=f"q{len(found) + 1}", text=content, history=tuple(history), system="\n\n".join(system))
            )
    if not found:
        raise BatchRefusal("invalid_custom_turns", "There is no user turn that waits for an answer.")
    if len(found) > MOST_QUESTIONS:
        raise BatchRefusal("invalid_custom_turns", f"{len(found)} questions are more than {MOST_QUESTIONS}.")
    return tuple(found)


def _preset(preset: str, name: str, mode: Mode, shelf: CorpusShelf) -> tuple[str, tuple[BatchQuestion, ...]]:
    corpus = shelf.corpus(mode.corpus)
    if mode.takes == "jsonl":
        domain = PRESETS.get(preset, preset)
        items = [item for item in corpus.items if item.domain == domain]
    else:
        items = [item for item in corpus.items if item.id == preset]
    if not items:
        known = PRESETS if mode.takes == "jsonl" else [item.id for item in corpus.items]
        raise BatchRefusal("unknown_preset", f"{preset[:60]!r} is none of {', '.join(known)}.")
    questions = tuple(BatchQuestion(id=item.id, text=corpus.question_of(item)) for item in items)
    return (preset if mode.takes == "jsonl" else name), questions


def _options(given: dict[str, Any]) -> dict[str, OptionValue]:
    """Return options for the three switches; an omitted one uses the protocol's default. As in the contract, a switch
    that depends on an off switch is off: without rebuttals there is no revision and no rebuttal order."""
    asked = {ours: _word(given[theirs]) in TRUE for theirs, ours in SWITCHES.items() if given.get(theirs) is not None}
    for theirs, needed in NEEDS.items():
        if asked.get(SWITCHES[needed]) is False:
            asked[SWITCHES[theirs]] = False
    return dict(asked)


def _notes(given: dict[str, Any], preset: str) -> Iterator[str]:
    """Return notes that the published server would not give."""
    for name in [name for name in given if name not in KEYS][:MOST_NOTED]:
        near = difflib.get_close_matches(name, KEYS, n=1)
        meant = f" Did you mean `{near[0]}`?" if near else f" Known: {', '.join(KEYS)}."
        yield f"`{name[:60]}` is no key of this request and was left out.{meant}"
    for name in SWITCHES:
        if given.get(name) is not None and _word(given[name]) not in (*TRUE, *FALSE):
            yield f"`{name}` is {str(given[name])[:60]!r}, none of {', '.join(TRUE)}, so it is off."
    options = _options(given)
    for name, needed in NEEDS.items():
        if _word(given.get(name)) in TRUE and not options[SWITCHES[name]]:
            yield f"`{name}` is off, because it needs `{needed}`, which is off."
    for name in ("jsonl", "code"):
        if preset != CUSTOM and str(given.get(name) or "").strip():
            yield f'`{name}` was left out: it is asked with `mode` "{CUSTOM}"; the preset {preset} was asked.'


def _word(value: object) -> str:
    """Return a switch as the contract reads it."""
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
