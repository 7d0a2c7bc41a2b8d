"""Offer extensions what a session came to, and its files: what its protocol reports, how they are written and read."""

from moot.exports.export import write_export
from moot.exports.published.aggregate_files import REPORT as AGGREGATE_REPORT
from moot.exports.published.aggregate_files import dashboard_in, write_aggregates
from moot.exports.published.report_page import report_page
from moot.exports.published.run_reading import run_files_in, runs_in
from moot.exports.reports import report, report_name, write_report
from moot.exports.run_files import artifacts_of, write_artifacts
from moot.exports.three_stage_files import DOOR as THREE_STAGE
from moot.exports.three_stage_files import import_conversation
from moot.floor.naming import named
from moot.protocols.files import Since
from moot.protocols.registry import JUDGING, files_of
from moot.sessions.results.result import standing_of
from moot.tally.judging.standing import judged_standing
from moot.tally.studies.published.aggregate import aggregate
from moot.tally.studies.published.scored_runs import by_mode

__all__ = ["THREE_STAGE", "Since", "files_of", "import_conversation", "judged_standing", "named", "report"]
__all__ += ["AGGREGATE_REPORT", "JUDGING", "aggregate", "artifacts_of", "by_mode", "dashboard_in", "report_page"]
__all__ += ["run_files_in", "runs_in", "write_aggregates", "write_artifacts"]
__all__ += ["report_name", "standing_of", "write_export", "write_report"]
