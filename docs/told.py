"""What does the server say to a page in fixed words? Read from its own declarations, for the app's other languages.

Titles, helps of options, what sessions come to, refusals: each sentence as it stands, or as a pattern where it holds a
value (`{n} models`). `docs.generate` writes the list into the app's sources; its tests hold the translations to it,
so a new one is noticed. Names, questions and what models write are no part of it.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import get_args

from docs.nodes import tree_of
from docs.told_refusals import refusals_met
from docs.told_texts import in_functions, titled, withheld
from moot.analytics import counted_models, evidence_gathered
from moot.analytics.studies import holders
from moot.analytics.studies import kept as studies_kept
from moot.analytics.upkeep import alarms as upkeep_alarms
from moot.analytics.upkeep import figures as upkeep
from moot.convening import council_choice, preflight, replacements, unasked
from moot.convening.schedules import firing
from moot.convening.schedules import shown as shown_schedules
from moot.egress import connecting
from moot.exports.delivery import digest, report_folder
from moot.floor import conclusion as conclusions
from moot.floor.calls import answer_notes
from moot.house import house
from moot.house.studies import additions, before, causes, likeness, rest
from moot.library import families, left_out
from moot.library.corpora.domain_titles import domain_title
from moot.library.rubric_shelf import packaged as packaged_rubrics
from moot.protocols import floor, registry
from moot.protocols.adjudication import deliberation as adjudication
from moot.protocols.adjudication.rubric import PLAIN
from moot.protocols.agreement import words as agreement
from moot.protocols.claim_vote import words as claim_vote
from moot.protocols.claim_vote.narrative import connecting as connecting_claims
from moot.protocols.claim_vote.narrative import forming, writing
from moot.protocols.claim_vote.report import trust as trusting
from moot.protocols.consensus import progress
from moot.protocols.consensus import words as consensus
from moot.protocols.debate import awards, personality, scoreboard
from moot.protocols.debate import counted as debate_counted
from moot.protocols.debate import deliberation as debate
from moot.protocols.debate.findings import Trait
from moot.protocols.protocol import Options
from moot.providers.endpoints import packaged_rows
from moot.providers.llm import models as llm_models
from moot.providers.models import listings
from moot.providers.ollama import listing
from moot.providers.openai import servers
from moot.server.api.option_sheet import option_sheet
from moot.server.spectator import models as local_models
from moot.sessions import amounts, attempt, resuming, seating
from moot.sessions.money import estimate, least, shortfall, typical
from moot.sessions.results import comparing, gist
from moot.sessions.results import result as results
from moot.settings.fields import fields_of
from moot.tally.evidence import report as evidence
from moot.tally.judging import standing as judging
from moot.tally.ranking import standing as ranking
from moot.vocabulary.earlier import track_record
from moot.vocabulary.measures import AGREEMENT, MEASURES
from moot.vocabulary.rubrics import Rubric
from moot.vocabulary.words import leads, seat_names
from moot.vocabulary.words import standing as standings
from moot.vocabulary.words.remedies import away_from_terminal
from moot.vocabulary.words.standing import NUMBERS

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "moot"
TOLD = ROOT / "web" / "src" / "language" / "catalogues" / "server.en.json"
AMOUNTS = (
    "{n} s",
    "{n} min {n2} s",
    "{n} h {n2} min",
    "${n}",
    "under $0.0001",
    "{n} medium",
    "{n} rejected",
    "none",
)
"""What is written by formats and by the names of tiers, which no source says as a text. `n` is a number."""
CERTAINTIES = ("high", "medium", "low")
BETWEEN = (
    "{value} could not be read",
    "{value} abstained",
    "{value} did not come",
    "{value}; {n} of {n2} sentences checked word by word.",
    "Of the last {of} control claims in the council {name}, at least half of the votes were as they should be on "
    "{good}: surely on fewer than four fifths.",
    "{model} voted as it should on {good} of its last {of} control claims: surely on fewer than four fifths.",
    "{model} has not voted for {silent} sessions: replace it, or try it out.",
    "{model} is unfit by trying it out, and votes all the same.",
    "The council {council} finds {n} of {n2} claims {tier} over its last {n3} sessions.",
    "Likely reasons: {reasons}.",
    "lenient voters: {voters}",
    "{model} (mean {mean})",
    "hardly any strong votes ({share})",
    "claims that are drawn from one side",
    "Calibrating it at a terminal shows where its tiers should be cut.",
    "Only {n} of {n2} sessions have ended; nothing is suggested before all have.",
    "The same command goes on.",
    "In {n} of {n2} sessions no vote could be read, so that nothing is suggested.",
    "Ask all of it anew.",
    "Only {n} contested claims were voted on; {n2} are needed to suggest borders.",
    "Neither measure tells contested claims from settled ones, so that no border can.",
    "No borders are better than those in use by more than chance.",
    "{model} could not be asked: {says}",
    "Session {session} did not end: {state}.",
    "The budget is used up.",
    "{n} voter",
    "{n} voters",
    causes.STOPPED,
    causes.ONLY_AGAIN,
    causes.FAILED_BEFORE,
    causes.UNTOLD,
    causes.ITS_SHARE,
    causes.LARGER,
    firing.REMOVED,
    report_folder.REMEDY,
    "No space left on device",
    "Permission denied",
    "Read-only file system",
    "The report is by template. {value}",
    "This report was put together by rule. {value}",
)
"""What a sentence is put together from by a table, so that no function says it whole."""
SAYING: tuple[tuple[ModuleType, tuple[str, ...]], ...] = (
    (gist, ("gist_of", "brief_of", "about_of", "_asked")),
    (amounts, ("bill", "may_follow")),
    (leads, ("lead_in_short", "_won", "_ballots")),
    (agreement, ("in_short",)),
    (claim_vote, ("tiers_in_short", "seal_of", "worth_of", "_of")),
    (consensus, ("rounds_in_short",)),
    (
        standings,
        (
            *("_fact", "_only_one", "_one_first", "_leads", "_chance", "chance_in_words", "_of_few", "_changes"),
            *("said_of", "_median", "_level", "_turnout", "_own", "_alike", "_ballots"),
        ),
    ),
    (judging, ("_reason",)),
    (ranking, ("_reason",)),
    (scoreboard, ("_board",)),
    (awards, tuple(rule.__name__ for rule in awards.RULES.values())),
    (debate, ("_topic",)),
    (debate_counted, ("_moments",)),
    (personality, ("figure_of",)),
    (counted_models, ("_figure",)),
    (progress, ("why_of",)),
    (writing, ("seal_from",)),
    (connecting_claims, ("seal_of_form",)),
    (firing, ("unpaid", "_too_little")),
    (shown_schedules, ("unwritten_in_words",)),
    (digest, ("not_written",)),
    (report_folder, ("_why",)),
    (comparing, ("_related",)),
    (seat_names, ("change_in_names",)),
    (conclusions, ("conclusion", "adopted", "last_resort", "degradations", "_lost")),
    (results, ("lost_calls",)),
    (typical, ("basis_of",)),
    (estimate, ("_longer",)),
    (least, ("too_small", "because")),
    (replacements, ("successors_seated", "_followed")),
    (preflight, ("checked", "unready_among", "_another", "_too_small")),
    (
        evidence,
        (
            "_said",
            "_more",
            "_alone",
            "_assumed",
            "learnt_from",
            "pair_in_words",
            "_how",
            "within",
            "_points",
            "_part",
            "_sessions",
            "_of",
            "percent",
        ),
    ),
    (shortfall, ("stopped_for_want",)),
    (attempt, ("_broken",)),
    (evidence_gathered, ("evidence_of",)),
    (house, ("evidence",)),
    (council_choice, ("_chaired_by_a_member", "_why_none", "_why", "_of_the_engine", "by_default")),
    (answer_notes, ("switch_note", "cut_note")),
    (resuming, ("asked_to_stop", "crash_loop")),
    (seating, ("seated", "_without_judges", "_outsider", "_default_chair")),
    (upkeep, ("unfit_in_words",)),
    (upkeep_alarms, ("alike_in_words",)),
    (track_record, ("same_votes_in_words",)),
    (trusting, ("independent_in_words", "controls_in_words", "weights_in_words", "borders_in_words")),
    (families, ("rule", "chosen", "_last", "_fallback")),
    (additions, ("arm_ahead", "_one_more", "lacking_for_rest")),
    (rest, ("waits_words", "by_the_others")),
    (before, ("_of_budget", "lacking", "short")),
    (likeness, ("likeness_of", "_told")),
    (causes, ("ended", "short_of", "_kept_from", "of_its_base", "_told")),
    (holders, ("asked_there",)),
    (studies_kept, ("left_now",)),
)
"""The functions that say what a session came to, why, and what was decided for the user."""
STANDING = (
    (left_out, ("_wordless", "_too_large", "_unsettled", "_dear")),
    (families, ("_one_of_a_family", "behind", "taken")),
    (unasked, ("_beside",)),
    (servers, ("_against",)),
    (listing, ("_elsewhere",)),
    (llm_models, ("keyless",)),
    (local_models, ("_unready",)),
)
"""The functions that say why a model sits unasked, or does not, or cannot be asked."""
SENTENCES = (
    floor.SOLE,
    amounts.UNSETTLED,
    adjudication.NOTHING_READ,
    adjudication.TOO_LITTLE_READ,
    scoreboard.ALONE,
    connecting_claims.ONE_LEFT_OUT,
    trusting.INDEPENDENT_UNKNOWN,
    trusting.NO_CONTROLS,
    trusting.WEIGHTS_EQUAL,
    trusting.AS_PUBLISHED,
    trusting.SET_BY_HAND,
    connecting_claims.NOTHING_HELD,
    forming.NO_FORM,
    writing.NOT_ENGLISH,
    agreement.EMPTY,
    evidence.ONE_BETTER,
    away_from_terminal(council_choice.NO_MODEL),
)
"""The sentences of that kind that have names."""


def document() -> str:
    """The list as the app has it: each sentence with where it is from."""
    said: dict[str, str] = {}
    alike: set[str] = set()
    for sentence, place in everything():
        form = re.sub(r"\{(?!n\d*\})\w+\}", "{}", sentence)  # what a value is called tells nobody anything
        if sentence not in said and (form == sentence or form not in alike):
            said[sentence] = place
        alike.add(form)
    return json.dumps(said, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def everything() -> Iterator[tuple[str, str]]:
    """Every sentence with its place."""
    for name in (*registry.names(), *registry.UNOFFERED):
        found = registry.find(name)
        yield found.title, "protocols"
        yield titled(name), "protocols"
        for stage in found.stages:
            yield titled(stage.name), "stages"
            if stage.repeats:
                yield titled(stage.name) + " {n}", "stages"
        if name in registry.UNOFFERED:
            continue  # no form shows its options
        for field in fields_of(found.options):
            yield titled(field.name), "options"
            yield field.says, "options"
        yield from ((titled(choice), "choices") for choice in choices_of(found.options))
        for office in ("chair", *found.offices):
            yield from ((said, "offices") for said in (titled(office), office.replace("-", " ")))
    for file in sorted((SOURCE / "library" / "councils").glob("*.toml")):
        yield tomllib.loads(file.read_text(encoding="utf-8"))["title"], "councils"
    for folder in sorted((SOURCE / "library" / "corpora" / "packaged").iterdir()):
        head = tomllib.loads((folder / "corpus.toml").read_text(encoding="utf-8"))
        yield from ((head[name], "corpora") for name in ("title", "about"))
        items = map(json.loads, (folder / "items.jsonl").read_text(encoding="utf-8").splitlines())
        yield from ((domain_title(item["domain"]), "corpora") for item in items if item.get("domain"))
    for rubric in (PLAIN, *(shelved.rubric for shelved in packaged_rubrics().values())):
        yield from of_rubric(rubric)
    yield from of_measures()
    yield from ((row.title, "endpoints") for row in packaged_rows().values() if " " in row.title)
    yield from ((word, "numbers") for word in NUMBERS)
    for said in (leads.ON_ANSWERS, leads.THE_ANSWERS, leads.UNCOUNTED, claim_vote.THE_CLAIMS):
        yield said, "results"
    yield from ((personality.in_plain_words(trait), "results") for trait in get_args(Trait))
    yield from ((said, "results") for said in personality.STOOD.values())
    yield from ((title, "results") for title in agreement.TITLES.values())
    for module, functions in SAYING:
        yield from ((away_from_terminal(sentence), "results") for sentence in in_functions(module, functions))
    for module, functions in STANDING:
        yield from ((sentence, "models") for sentence in in_functions(module, functions))
    yield unasked.NO_TALK, "models"
    yield local_models.NOTHING_RUNS, "models"
    yield "Its service took it away on {day}.", "models"
    yield listings.SPACED, "models"
    yield from ((said, "results") for said in (*AMOUNTS, *CERTAINTIES, *SENTENCES, *BETWEEN))
    yield from ((ended, "results") for ended in {**gist.ENDED, **consensus._ENDED}.values())
    for file in sorted((SOURCE / "protocols").rglob("*.py")):
        yield from ((sentence, "results") for sentence in withheld(tree_of(file)))
    for why in in_functions(connecting, ("why_broken",)):
        yield from ((why, "refusals"), (f"{{host}}: {why}.", "refusals"))  # as a call that failed says it
    yield from ((sentence, "refusals") for sentence in refusals_met())


def of_rubric(rubric: Rubric) -> Iterator[tuple[str, str]]:
    """Names and reasons. What axes and labels ask is put to models in these words, so it stays as it is; what a rule
    rests on is a name for programs."""
    yield rubric.title, "rubrics"
    yield titled(rubric.name), "rubrics"
    yield from ((titled(axis.name), "axes") for axis in rubric.axes)
    yield from ((titled(label.name), "labels") for label in rubric.labelling.labels)
    yield from ((titled(group), "labels") for group in rubric.groups())
    for rule in rubric.rules:
        yield titled(rule.verdict), "verdicts"
        yield rule.says, "verdicts"


def of_measures() -> Iterator[tuple[str, str]]:
    """What every rubric's rules may speak of: names, and what each is. Those of a rubric's own labels the app puts
    together from the labels' names."""
    for measure in MEASURES.values():
        yield titled(measure.name), "measures"
        yield measure.says, "measures"
    yield from ((titled(word), "measures") for word in AGREEMENT)


def choices_of(options: type[Options]) -> Iterator[str]:
    """The words that options may be set to."""
    for field in option_sheet(options)["properties"].values():
        for shape in (field, *field.get("anyOf", ())):
            yield from (choice for choice in shape.get("enum", ()) if isinstance(choice, str))
