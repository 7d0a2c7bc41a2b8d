"""Offer extensions what a session came to, and its files: what its protocol reports, how they are written and read."""

from moot.exports.export import write_export, written_whole
from moot.exports.pages.parts import page, section, table
from moot.exports.reports import report, report_name, write_report
from moot.exports.run_files import Artifact, artifacts_of, write_artifacts
from moot.exports.three_stage_files import DOOR as THREE_STAGE
from moot.exports.three_stage_files import import_conversation
from moot.floor.calls.budget import nano_dollars
from moot.floor.calls.retry import REFUSED_BEFORE
from moot.floor.naming import named
from moot.protocols import registry
from moot.protocols.files import Calibrating, Since
from moot.protocols.grading.findings import PERSON, VERDICT, AnswerGrade, grades_in
from moot.protocols.protocol import Options
from moot.protocols.registry import JUDGING, files_of
from moot.protocols.replies import said_in
from moot.reading.code_lines import code_places
from moot.reading.review_copy import printable
from moot.sessions.amounts import cap_in_dollars
from moot.sessions.fork import Changes
from moot.sessions.fork_changes import ASK_ANEW, NOTHING_LOST
from moot.sessions.money.estimate import Estimate, in_words
from moot.sessions.opening import options_from
from moot.sessions.results.result import standing_of
from moot.tally.alpha import alpha_from
from moot.tally.evidence.known_answers import (
    Answered,
    KnownAnswers,
    RightRecord,
    Spoke,
    first_answers,
    known_answers,
    names_of,
)
from moot.tally.evidence.report import learnt_from, percent
from moot.tally.judging.standing import judged_standing
from moot.tally.upkeep.fitness import fitness, still_to_run, wilson

__all__ = ["ASK_ANEW", "JUDGING", "NOTHING_LOST", "PERSON", "REFUSED_BEFORE", "THREE_STAGE", "VERDICT", "AnswerGrade"]
__all__ += ["Answered", "Artifact", "Calibrating", "Changes", "Estimate", "KnownAnswers", "Options", "RightRecord"]
__all__ += ["Since", "Spoke", "alpha_from", "artifacts_of", "cap_in_dollars", "code_places", "files_of"]
__all__ += ["first_answers", "fitness", "grades_in", "import_conversation", "in_words", "judged_standing"]
__all__ += ["known_answers", "learnt_from", "named", "names_of", "nano_dollars", "options_from", "page", "percent"]
__all__ += ["printable", "registry", "report", "report_name", "said_in", "section", "standing_of", "still_to_run"]
__all__ += ["table", "wilson", "write_artifacts", "write_export", "write_report", "written_whole"]
