"""Offer extensions a session's results and files: its protocol's reports, and how exports are written and read."""

from typing import TYPE_CHECKING

from moot.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from moot.exports.event_views import in_words as event_in_words
    from moot.exports.pages.parts import page as page
    from moot.exports.pages.parts import section as section
    from moot.exports.pages.parts import table as table
    from moot.exports.reports import report as report
    from moot.exports.reports import report_name as report_name
    from moot.exports.reports import write_report as write_report
    from moot.exports.run_files import Artifact as Artifact
    from moot.exports.run_files import artifacts_of as artifacts_of
    from moot.exports.run_files import write_artifacts as write_artifacts
    from moot.exports.session_files import export as export
    from moot.exports.session_files import transcript_lines as transcript_lines
    from moot.exports.session_files import write_export as write_export
    from moot.exports.three_stage_files import DOOR as THREE_STAGE
    from moot.exports.three_stage_files import import_conversation as import_conversation
    from moot.floor.calls.budget import nano_dollars as nano_dollars
    from moot.floor.calls.retry import REFUSED_BEFORE as REFUSED_BEFORE
    from moot.floor.label_replacer import named as named
    from moot.protocols import registry as registry
    from moot.protocols.consensus.ballots import Arbitration as Arbitration
    from moot.protocols.consensus.ballots import Pick as Pick
    from moot.protocols.consensus.ballots import Placement as Placement
    from moot.protocols.consensus.ballots import RoundReply as RoundReply
    from moot.protocols.consensus.findings import AnswerClusters as AnswerClusters
    from moot.protocols.consensus.findings import AnswerGroups as AnswerGroups
    from moot.protocols.consensus.findings import Elimination as Elimination
    from moot.protocols.consensus.findings import GeometricAgreement as GeometricAgreement
    from moot.protocols.consensus.findings import PreferenceEntry as PreferenceEntry
    from moot.protocols.consensus.findings import RoundHeld as RoundHeld
    from moot.protocols.consensus.findings import Rounds as Rounds
    from moot.protocols.consensus.options import MOST_ROUNDS as MOST_ROUNDS
    from moot.protocols.consensus.options import ConsensusOptions as ConsensusOptions
    from moot.protocols.consensus.strategies import strategy as consensus_strategies
    from moot.protocols.consensus.strategies.strategy import Strategy as Strategy
    from moot.protocols.debate.ballots import OpinionScores as OpinionScores
    from moot.protocols.debate.ballots import Stance as Stance
    from moot.protocols.debate.ballots import Stances as Stances
    from moot.protocols.debate.careers import reminder as reminder
    from moot.protocols.debate.findings import TITLES as TITLES
    from moot.protocols.debate.findings import Award as Award
    from moot.protocols.debate.findings import Awards as Awards
    from moot.protocols.debate.findings import Roles as Roles
    from moot.protocols.debate.findings import Scoreboard as Scoreboard
    from moot.protocols.debate.findings import Topic as Topic
    from moot.protocols.debate.topics import NOT_AGAIN as NOT_AGAIN
    from moot.protocols.debate.topics import topic_drawn as topic_drawn
    from moot.protocols.files import Since as Since
    from moot.protocols.files import TierCalibration as TierCalibration
    from moot.protocols.grading.findings import PERSON as PERSON
    from moot.protocols.grading.findings import VERDICT as VERDICT
    from moot.protocols.grading.findings import AnswerGrade as AnswerGrade
    from moot.protocols.grading.findings import grades_in as grades_in
    from moot.protocols.planned import GRADING as GRADING
    from moot.protocols.protocol import Options as Options
    from moot.protocols.registry import JUDGING as JUDGING
    from moot.protocols.registry import files_of as files_of
    from moot.protocols.replies import said_in as said_in
    from moot.reading.forms.published import areas_in as areas_in
    from moot.reading.forms.published import asks_for_more as asks_for_more
    from moot.reading.forms.published import confidence_in as confidence_in
    from moot.reading.forms.published import elements_in as elements_in
    from moot.reading.forms.published import ranks_in as ranks_in
    from moot.reading.review_copy import printable as printable
    from moot.reading.unmarked import plain_answer as plain_answer
    from moot.reading.unmarked import unwrapped as unwrapped
    from moot.sessions.budget.estimate import Estimate as Estimate
    from moot.sessions.budget.estimate import in_words as in_words
    from moot.sessions.fork import ForkChanges as ForkChanges
    from moot.sessions.fork_changes import ASK_ANEW as ASK_ANEW
    from moot.sessions.fork_changes import NOTHING_LOST as NOTHING_LOST
    from moot.sessions.opening import options_from as options_from
    from moot.sessions.verdict_stream import CUT_OFF as CUT_OFF
    from moot.sessions.verdict_stream import BrokeOff as BrokeOff
    from moot.sessions.verdict_stream import Dictation as Dictation
    from moot.stats.alpha import alpha_from as alpha_from
    from moot.stats.evidence.known_answers import THE_COUNCIL as THE_COUNCIL
    from moot.stats.evidence.known_answers import AnsweredQuestion as AnsweredQuestion
    from moot.stats.evidence.known_answers import Spoke as Spoke
    from moot.stats.evidence.known_answers import first_answers as first_answers
    from moot.stats.evidence.known_answers import names_of as names_of
    from moot.stats.evidence.person_verdicts import VerdictRecord as VerdictRecord
    from moot.stats.judging.standing import judged_standing as judged_standing
    from moot.stats.leaderboard import RunPlaces as RunPlaces
    from moot.stats.leaderboard import board_from as board_from
    from moot.stats.vectors.clusters import dbscan as dbscan
    from moot.stats.vectors.geometry import centroid as centroid
    from moot.stats.vectors.geometry import geometric_confidence as geometric_confidence
    from moot.stats.voter_quality.fitness import fitness as fitness
    from moot.stats.voter_quality.fitness import still_to_run as still_to_run
    from moot.stats.voter_quality.fitness import wilson as wilson
    from moot.views.findings_in_words import labels_of as labels_of
    from moot.views.result import Result as Result
    from moot.views.result import by_models as by_models
    from moot.views.result import failure_of as failure_of
    from moot.views.result import result_of as result_of
    from moot.views.result import standing_of as standing_of
    from moot.views.result import summary_of as summary_of
    from moot.views.result import withheld as withheld
else:
    __getattr__ = lazy_exports(__name__)

__all__ = ["THREE_STAGE", "consensus_strategies", "event_in_words"]
