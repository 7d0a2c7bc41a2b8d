"""List the functions that read or write a stranger's text, and how to call each with any text.

A function that takes a single text is found automatically. One that takes more is listed with how to call it, or why it
need not be: `untold` names every function with a parameter for a text that is neither.
"""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import moot
from moot.attachments.documents import measured as picture
from moot.cli.asking.question import decoded
from moot.cli.screen.terminal import fitted
from moot.egress.signing import signature_holds
from moot.exports.pages.parts import section
from moot.exports.pages.replay_page import CLOSING, OPENING, replay_of
from moot.exports.session_files import FORMS, export, strays, transcript_lines
from moot.exports.writing_process import FileRequest, write_lines
from moot.extensions.compat.three_stage.routes import ThreeStageContract
from moot.extensions.studies.batch.requests import BatchRefusal, asked_from
from moot.extensions.studies.corpora.corpus import tasks_in
from moot.extensions.studies.corpora.corpus_shelf import CorpusShelf
from moot.extensions.studies.corpora.pasted import pasted
from moot.extensions.studies.progress import read_fact
from moot.extensions.studies.study import study_from
from moot.floor.earlier_turns import cut
from moot.floor.embedded_texts import beginning
from moot.floor.label_replacer import named
from moot.library.default_models import families_from
from moot.library.rubric_shelf import read_rubric, rubric_from
from moot.library.shelf import council_from
from moot.library.shelf_lookup import written_in
from moot.protocols.adjudication.flips import holds_in
from moot.protocols.adjudication.scores import mentions_any
from moot.protocols.adjudication.sentences import keeps_form
from moot.protocols.agreement.analysis import is_quoted, supported
from moot.protocols.agreement.ballots import DraftSentence
from moot.protocols.claim_vote.deliberation import look_up_for
from moot.protocols.grading.grader import digest_of, graded_by_code
from moot.providers.adapted_request import SentFields
from moot.providers.endpoints import Endpoint
from moot.providers.ollama import OllamaReader
from moot.providers.openai.embeddings import measured
from moot.providers.openai.events import CompletionReader
from moot.providers.openai.servers import server_of
from moot.providers.provider_errors import demand_in, failure_of, malformed
from moot.providers.rate_headers import seconds_until
from moot.providers.searchers.packaged import words_of
from moot.providers.thinking import ThinkSplitter
from moot.reading.for_people import for_a_person
from moot.reading.forms.published import areas_in, asks_for_more, confidence_in, order_in, ranks_in
from moot.reading.json_parser import cut_object, loose_object
from moot.reading.quotations import occurs_in, stands_in
from moot.reading.rankings.ballot import reviews_in
from moot.reading.rankings.listed import parse_list
from moot.reading.review_copy import review_copy
from moot.reading.sheet_text import fence_for, fenced, labels_for, relabelled, texts_in
from moot.reading.sheet_text import reviews_in as reviews_of_sheet
from moot.reading.unmarked import marks_before
from moot.server.admission.path_rules import check, openai_error, worded
from moot.server.error_responses import body, trouble
from moot.server.openai.chores import is_chore
from moot.server.openai.fields import Wishes
from moot.server.openai.stream import whole
from moot.server.watching import socket
from moot.settings.tomlfile import parsed, rows_in
from moot.stats.answers.matching import choice_in, compare, final_line, names_choice, stated
from moot.stats.rules import filled
from moot.transcripts.session_record import title_from
from moot.transcripts.sql.rows import text_row
from moot.transcripts.upcasts import body_from
from moot.views.findings_in_words import found_in
from moot.views.formulas import formula_at
from moot.vocabulary.ballots import Ranking
from moot.vocabulary.seeded_draws import Lot
from moot.vocabulary.state import state_of
from moot.vocabulary.vectors import unpacked, vectors_from
from moot.vocabulary.words.seat_names import in_names
from moot.vocabulary.words.standing import filled as filled_sentence
from moot.vocabulary.words.standing import with_names
from rig.ballots import KINDS, read_ballot
from sessions.sample_sessions import hostile

Prepare = Callable[[str], Callable[[], object]]
"""Takes a text; what it returns is what is timed."""

LABELS = {"2BQX": "seat-a", "7KQZ": "seat-b", "claim-01": "claim-01", "claim-02": "claim-02"}
PAIR = {label: LABELS[label] for label in ("2BQX", "7KQZ")}
CHOICES = {"axes": ("depth", "care"), "labels": ("vague", "wrong")}
RANKED = {"2bqx": "2BQX", "7kqz": "7KQZ"}
NAMES = {label: f"Member {seat}" for label, seat in LABELS.items()}
PAGE = f"<p>{OPENING}{CLOSING}"


def of(read: Callable[[str], object]) -> Prepare:
    """A function that needs nothing prepared."""
    return lambda text: lambda: read(text)


def batch_of(text: str) -> object:
    """A request of the batch contract with this text as its only question."""
    lines = json.dumps({"role": "user", "content": text})
    with suppress(BatchRefusal):
        return asked_from(json.dumps({"mode": "custom", "jsonl": lines}).encode(), CorpusShelf(Path("none")))
    return None


def exported(form: str) -> Prepare:
    """A session that holds the text in every place where words of others can stand."""

    def prepare(text: str) -> Callable[[], object]:
        script = hostile(text[: len(text) // 4])  # it stands in some forty places
        state, events = script.state, script.events
        return lambda: replay_of(events, PAGE) if form == "replay" else export(state, events, form)

    return prepare


def written_again(text: str) -> Callable[[], object]:
    lines = transcript_lines(hostile(text[: len(text) // 4]).events)
    return lambda: write_lines(FileRequest(kind="export", form="md"), lines)


def folded_up(text: str) -> Callable[[], object]:
    events = hostile(text[: len(text) // 4]).events
    return lambda: found_in(state_of(events))


def streamed(text: str) -> Callable[[], object]:
    """An answer that arrives in reads of a thousand bytes."""
    data = text.encode("utf-8", "replace")

    def read() -> None:
        events = CompletionReader(len(data) + 1)
        for at in range(0, len(data), 1_000):
            events.feed(data[at : at + 1_000])

    return read


def line_by_line(text: str) -> Callable[[], object]:
    data = json.dumps({"message": {"content": text}, "done": False}).encode()

    def read() -> None:
        lines = OllamaReader(len(data) + 1)
        for at in range(0, len(data), 1_000):
            lines.feed(data[at : at + 1_000])
        lines.feed(b"\n")

    return read


def split(text: str) -> Callable[[], object]:
    """An answer whose thinking is taken out while it arrives."""

    def read() -> None:
        splitter = ThinkSplitter()
        for at in range(0, len(text), 100):
            splitter.feed(text[at : at + 100])
        splitter.finish()

    return read


def looked_through(text: str) -> Callable[[], object]:
    """A transcript in which a field stands that nobody reads."""
    events = hostile(text[: len(text) // 4]).events
    lines = transcript_lines(events).replace('"body":{', '"body":{"more":1,')
    return lambda: strays(lines, events)


TOLD: dict[str, Prepare] = {
    **{f"reading.ballot_reader.read_ballot {kind.__name__}": of(
        lambda text, kind=kind: read_ballot(kind, text, LABELS, CHOICES)
    ) for kind in KINDS},
    **{f"exports.session_files.export {form}": exported(form) for form in FORMS},
    "exports.writing_process.write_lines": written_again,
    "exports.session_files.strays": looked_through,
    "reading.for_people.for_a_person": of(lambda text: for_a_person(text, ballot=True)),
    "library.shelf_lookup.written_in": of(lambda text: written_in("a", text, "user", "a")),
    "library.default_models.families_from": of(lambda text: families_from(text, "a")),
    "server.admission.path_rules.worded": of(
        lambda text: worded("/api/conversations/a", "a", text, text, 400, [ThreeStageContract()])
    ),
    "server.admission.path_rules.openai_error": of(lambda text: openai_error(text, "a", 400)),
    "server.openai.chores.is_chore": of(lambda text: is_chore(["user"], "### Task:" + text, files=False)),
    "server.openai.stream.whole": of(lambda text: whole(text, Wishes(stop=("ab", "aab")))),
    "server.error_responses.body": of(lambda text: body("a", text, text)),
    "server.error_responses.trouble": of(lambda text: trouble("x", text, text)),
    "cli.screen.terminal.fitted": of(lambda text: fitted(text, 80)),
    "exports.pages.parts.section": of(lambda text: section("a", text, text)),
    "transcripts.sql.rows.text_row": of(lambda text: text_row("00", text)),
    "attachments.documents.measured": of(
        lambda text: picture(b"\xff\xd8" + b"\xff\xe0\x00\x02" * (len(text) // 4), "image/jpeg")
    ),
    "stats.rules.filled": of(lambda text: filled(text, {"a": 1.0})),
    "cli.asking.question.decoded": of(lambda text: decoded(text.encode("utf-8", "replace"), "a")),
    "vocabulary.vectors.unpacked": of(lambda text: unpacked(text[: len(text) // 16 * 16], 1)),
    "vocabulary.vectors.vectors_from": of(lambda text: vectors_from(text[: len(text) // 16 * 16], ["a"], "a", "a")),
    "egress.signing.signature_holds": of(lambda text: signature_holds(text, text, text.encode("utf-8", "replace"))),
    "views.findings_in_words.found_in": folded_up,
    "providers.openai.events.CompletionReader": streamed,
    "providers.ollama.lines.OllamaReader": line_by_line,
    "providers.openai.servers.server_of": of(lambda text: server_of({"data": [{"owned_by": text}]}, text, text)),
    "providers.thinking.ThinkSplitter": split,
    "library.rubric_shelf.read_rubric": of(lambda text: read_rubric(text, "a", "b")),
    "library.rubric_shelf.rubric_from": of(lambda text: rubric_from(text, "a", "b")),
    "library.shelf.council_from": of(lambda text: council_from(text, "a", "b")),
    "extensions.studies.batch.requests.asked_from": of(lambda text: batch_of(text)),
    "extensions.studies.corpora.corpus.tasks_in": of(lambda text: tasks_in(text.encode(errors="replace"), "a")),
    "extensions.studies.corpora.pasted.pasted": of(lambda text: pasted(text)),
    "extensions.studies.study.study_from": of(lambda text: study_from(text, "a")),
    "extensions.studies.progress.read_fact": of(lambda text: read_fact("opened", text)),
    "settings.tomlfile.parsed": of(lambda text: parsed(text, "a")),
    "settings.tomlfile.rows_in": of(lambda text: rows_in(text, "a", Endpoint)),
    "providers.provider_errors.demand_in": of(lambda text: demand_in("refused", text, SentFields(limit=100))),
    "providers.openai.embeddings.measured": of(lambda text: measured(text.encode("utf-8", "replace"), 2)),
    "providers.provider_errors.failure_of": of(lambda text: failure_of(400, text)),
    "providers.rate_headers.seconds_until": of(lambda text: seconds_until(text, lambda: 0.0)),
    "providers.provider_errors.malformed": of(lambda text: malformed("no answer", text.encode("utf-8", "replace"))),
    "reading.json_parser.cut_object": of(lambda text: cut_object("{" + text, 0)),
    "reading.json_parser.loose_object": of(lambda text: loose_object("{" + text, 0, len(text) + 1, cut=True)),
    "reading.unmarked.marks_before": of(lambda text: marks_before(text, len(text), "final ranking")),
    "reading.sheet_text.fenced": of(lambda text: fenced("a", text, Lot("seed", "a"), 200_000)),
    "reading.forms.published.confidence_in": of(lambda text: confidence_in({"confidence": text})),
    "reading.forms.published.asks_for_more": of(lambda text: asks_for_more({"needs_iteration": text})),
    "reading.forms.published.areas_in": of(lambda text: areas_in({"refinement_areas": text})),
    "reading.forms.published.ranks_in": of(lambda text: ranks_in({"ranking": text})),
    "reading.forms.published.order_in": of(lambda text: order_in({"ranking": text}, LABELS)),
    "protocols.agreement.analysis.supported": of(
        lambda text: supported(text, [DraftSentence(text=each) for each in text.split(".")[:40]], {"a": text})
    ),
    "protocols.agreement.analysis.is_quoted": of(lambda text: is_quoted(text[: len(text) // 2] + "x", text)),
    "reading.quotations.stands_in": of(lambda text: stands_in(text[: len(text) // 2] + "x", text)),
    "reading.rankings.ballot.reviews_in": of(lambda text: reviews_in(text, list(LABELS))),
    "reading.ballot_reader.read_ballot a ranking cut off": of(
        lambda text: read_ballot(Ranking, '{"places": {"2BQX": 1, "7KQZ": 2}, "comments": {"2BQX": "' + text, PAIR)
    ),
    "reading.ballot_reader.read_ballot a list": of(
        lambda text: read_ballot(Ranking, f"FINAL RANKING:\n1. 2BQX\n{text}\nFINAL RANKING:\n1. 2BQX = 7KQZ", PAIR)
    ),
    "reading.rankings.listed.parse_list": of(lambda text: parse_list(f"\n{text}", RANKED)),
    "reading.review_copy.review_copy": of(lambda text: review_copy(text, 20_000)),
    "reading.sheet_text.labels_for": of(lambda text: labels_for(4, [text], Lot("seed", "a"))),
    "reading.sheet_text.fence_for": of(lambda text: fence_for([text], Lot("seed", "a"))),
    "reading.sheet_text.texts_in": of(lambda text: texts_in(text, "2BQX")),
    "reading.sheet_text.reviews_in": of(lambda text: reviews_of_sheet(text, "2BQX")),
    "reading.sheet_text.relabelled": of(lambda text: relabelled(text, NAMES)),
    "protocols.claim_vote.deliberation.look_up_for": of(lambda text: look_up_for(text, ("web",), None, None)),
    "vocabulary.words.seat_names.in_names": of(lambda text: in_names(text, {"seat-a": "Ada", "seat-b": "Bo"})),
    "providers.searchers.packaged.words_of": of(lambda text: words_of(text, 100)),
    "server.watching.socket.understood": of(lambda text: socket.understood(socket._READER, text, "Ask anew.")),
    "server.admission.path_rules.check": of(lambda text: check(text, ("a", "b"))),
    "floor.earlier_turns.cut": of(lambda text: cut(text, 1_000)),
    "floor.embedded_texts.beginning": of(lambda text: beginning(text, 1_000)),
    "floor.label_replacer.named": of(lambda text: named(text, NAMES)),
    "views.formulas.formula_at": of(lambda text: formula_at("$" + text, 0)),
    "transcripts.session_record.title_from": of(lambda text: title_from(text, text)),
    "reading.quotations.occurs_in": of(lambda text: occurs_in(text[: len(text) // 2], text)),
    "protocols.grading.grader.digest_of": of(lambda text: digest_of(text, text, text)),
    "protocols.grading.grader.graded_by_code": of(lambda text: graded_by_code("", text, {"a": text, "b": text[::-1]})),
    "stats.answers.matching.final_line": of(final_line),
    "stats.answers.matching.stated": of(stated),
    "stats.answers.matching.choice_in": of(choice_in),
    "stats.answers.matching.names_choice": of(lambda text: names_choice(text, ("yes", "no"))),
    "stats.answers.matching.compare": of(lambda text: compare(text, text[::-1])),
    "protocols.adjudication.flips.holds_in": of(lambda text: holds_in(text, text + text)),
    "protocols.adjudication.scores.mentions_any": of(lambda text: mentions_any(text, ["race condition", "bug"])),
    "protocols.adjudication.sentences.keeps_form": of(lambda text: keeps_form(text, "one_sentence")),
    "vocabulary.words.standing.with_names": of(lambda text: with_names(text, {"a": "answer 1", "b": "answer 2"})),
    "vocabulary.words.standing.filled": of(lambda text: filled_sentence(text, {"a": "answer 1", "b": "answer 2"})),
    "transcripts.upcasts.body_from": of(lambda text: body_from("SeatSpoke", 1, text.encode("utf-8", "replace"))),
}  # fmt: skip
"""How those are called that take more than a text."""

NEEDS_NONE: dict[str, str] = {
    "protocols.grading.grader.graded_by_installed": "hands the text to graders of packages",
    "server.dependencies.csv_file": "puts the text into a reply",
    "protocols.consensus.members.fenced": "calls sheets.fence_for, and needs a running session",
    "extensions.studies.runs.run.answer_from": "puts the question into a row, unread",
    "floor.verdicts.conclusion": "puts the text into an event, unread",
    "exports.session_files.write_export": "writes bytes",
    "exports.pages.parts.page": "joins made HTML",
    "transcripts.sql.search.matching": "reads through words_of",
    "transcripts.sql.rows.event_row": "sums the bytes of a body that is encoded already",
    "settings.change_setting": "writes a file of the user's",
    "protocols.adjudication.labels.labels_from": "looks at the question through functions told here",
    "settings.tomlfile.write_private": "writes bytes",
    "cli.screen.keyboard.typed_line": "reads the keyboard",
    "extensions.compat.consortium.records.info_from": "takes a record",
    "extensions.compat.consortium.output.pages": "joins words on one line, once",
}
"""Why the others need not be called."""

A_TEXT = frozenset(
    (
        "text", "narrative", "question", "answer", "words", "said", "sentence", "query", "prompt", "reply", "header",
        "line", "content", "excerpt", "body", "passage", "low", "prose", "clause", "data", "message",
    )
)  # fmt: skip
"""What a parameter for a text is called."""
APART = (
    "moot.extensions.compat.llm", "moot.local", "moot.python_api", "moot.transcripts.sql.migrations",
    "moot.demo",
    "moot.attachments.documents_child", "moot.exports.writing_child",
)  # fmt: skip
"""Programs of their own, other people's libraries, and the demo voices."""


def modules() -> Iterator[ModuleType]:
    """Every module that reads or writes in a server, a terminal or a session."""
    for found in pkgutil.walk_packages(moot.__path__, "moot."):
        if not found.name.startswith(APART) and not found.name.endswith(".__main__"):
            yield importlib.import_module(found.name)


def functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every public function, by the name of its module and its own."""
    for module in modules():
        for name, function in vars(module).items():
            own = inspect.isfunction(function) and function.__module__ == module.__name__
            if own and not name.startswith("_") and not inspect.iscoroutinefunction(function):
                yield f"{module.__name__.removeprefix('moot.')}.{name}", function


def needed(function: Callable[..., Any]) -> list[inspect.Parameter]:
    """What it has to be given."""
    kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    parameters = inspect.signature(function).parameters.values()
    return [each for each in parameters if each.default is each.empty and each.kind not in kinds]


@cache
def readers() -> dict[str, Prepare]:
    """Every reader and writer, by its name."""
    alone: dict[str, Prepare] = {}
    for name, function in functions():
        given = needed(function)
        if len(given) != 1 or given[0].kind is inspect.Parameter.KEYWORD_ONLY or name in NEEDS_NONE:
            continue
        kind = str(given[0].annotation)
        if kind in ("str", "str | None", "str | bytes"):
            alone[name] = of(function)
        elif kind.startswith("bytes"):
            alone[name] = of(lambda text, function=function: function(text.encode("utf-8", "replace")))
    return alone | TOLD


def takes_a_text(each: inspect.Parameter) -> bool:
    """Whether a parameter is for a text, by what it is called and what it is."""
    kind = str(each.annotation)
    return each.name in A_TEXT and "[" not in kind and re.search(r"\b(?:str|bytes)\b", kind) is not None


def untold() -> list[str]:
    """Functions that take a text and of which nothing here says how they are called, or why they need not be."""
    known = {name.partition(" ")[0] for name in readers()} | NEEDS_NONE.keys()
    return [name for name, function in functions() if name not in known and any(map(takes_a_text, needed(function)))]


def gone() -> list[str]:
    """What is told here of functions that are no more."""
    there = {name for name, _ in functions()} | {
        "providers.openai.events.CompletionReader",
        "providers.ollama.lines.OllamaReader",
        "providers.thinking.ThinkSplitter",
    }
    return [name for name in (*(told.partition(" ")[0] for told in TOLD), *NEEDS_NONE) if name not in there]
