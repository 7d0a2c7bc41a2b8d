"""Names that extensions may import: transcript types, model rows, and formatting of amounts and endings."""

from typing import TYPE_CHECKING

from moot.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from moot.vocabulary import event_keys as event_keys
    from moot.vocabulary.ballots import Poll as Poll
    from moot.vocabulary.ballots import Ranking as Ranking
    from moot.vocabulary.councils import Council as Council
    from moot.vocabulary.councils import OptionValue as OptionValue
    from moot.vocabulary.events import BallotRead as BallotRead
    from moot.vocabulary.events import BallotSpoiled as BallotSpoiled
    from moot.vocabulary.events import Body as Body
    from moot.vocabulary.events import Event as Event
    from moot.vocabulary.events import FindingMade as FindingMade
    from moot.vocabulary.events import PricedCalls as PricedCalls
    from moot.vocabulary.events import SeatAsked as SeatAsked
    from moot.vocabulary.events import SeatFailed as SeatFailed
    from moot.vocabulary.events import SeatSpeaking as SeatSpeaking
    from moot.vocabulary.events import SeatSpoke as SeatSpoke
    from moot.vocabulary.events import SessionOpened as SessionOpened
    from moot.vocabulary.events import SessionResumed as SessionResumed
    from moot.vocabulary.events import SessionStopped as SessionStopped
    from moot.vocabulary.events import SheetDealt as SheetDealt
    from moot.vocabulary.events import StageEntered as StageEntered
    from moot.vocabulary.events import VerdictReached as VerdictReached
    from moot.vocabulary.events import as_seated as as_seated
    from moot.vocabulary.findings import Finding as Finding
    from moot.vocabulary.findings import Standing as Standing
    from moot.vocabulary.history.calibration import Band as Band
    from moot.vocabulary.history.calibration import BordersFound as BordersFound
    from moot.vocabulary.history.calibration import CalibrationStatement as CalibrationStatement
    from moot.vocabulary.history.calibration import Expected as Expected
    from moot.vocabulary.history.calibration import StatementPolled as StatementPolled
    from moot.vocabulary.history.judgements import Judgements as Judgements
    from moot.vocabulary.history.judgements import ReplyJudged as ReplyJudged
    from moot.vocabulary.history.track_record import Career as Career
    from moot.vocabulary.history.track_record import Past as Past
    from moot.vocabulary.history.track_record import holders as holders
    from moot.vocabulary.history.voter_quality import ControlSeen as ControlSeen
    from moot.vocabulary.history.voter_quality import Fitness as Fitness
    from moot.vocabulary.history.voter_quality import Rate as Rate
    from moot.vocabulary.history.voter_quality import UpkeepAlarm as UpkeepAlarm
    from moot.vocabulary.history.voter_quality import UpkeepCouncil as UpkeepCouncil
    from moot.vocabulary.history.voter_quality import UpkeepReport as UpkeepReport
    from moot.vocabulary.history.voter_quality import UpkeepVoter as UpkeepVoter
    from moot.vocabulary.history.voter_quality import VoterShown as VoterShown
    from moot.vocabulary.history.voter_quality import Wilson as Wilson
    from moot.vocabulary.history.voter_quality import voter_in as voter_in
    from moot.vocabulary.model_rows import HERE as HERE
    from moot.vocabulary.model_rows import EngineState as EngineState
    from moot.vocabulary.model_rows import ModelRow as ModelRow
    from moot.vocabulary.model_rows import ModelState as ModelState
    from moot.vocabulary.model_rows import ModelStatus as ModelStatus
    from moot.vocabulary.model_rows import id_of as id_of
    from moot.vocabulary.questions import Question as Question
    from moot.vocabulary.questions import Turn as Turn
    from moot.vocabulary.seats import FORMS as FORMS
    from moot.vocabulary.seats import MOST_SEATS as MOST_SEATS
    from moot.vocabulary.seats import NANO as NANO
    from moot.vocabulary.seats import PRESUMED as PRESUMED
    from moot.vocabulary.seats import SCRIPTED_LABEL as SCRIPTED_LABEL
    from moot.vocabulary.seats import Member as Member
    from moot.vocabulary.seats import Name as Name
    from moot.vocabulary.seats import Roster as Roster
    from moot.vocabulary.seats import Seat as Seat
    from moot.vocabulary.seats import Words as Words
    from moot.vocabulary.seats import checked_model as checked_model
    from moot.vocabulary.seats import dollars as dollars
    from moot.vocabulary.seats import seat_ids as seat_ids
    from moot.vocabulary.seeded_draws import Lot as Lot
    from moot.vocabulary.state import BallotView as BallotView
    from moot.vocabulary.state import MoveView as MoveView
    from moot.vocabulary.state import SessionState as SessionState
    from moot.vocabulary.state import fold as fold
    from moot.vocabulary.state import state_of as state_of
    from moot.vocabulary.statements import SearchHit as SearchHit
    from moot.vocabulary.statements import Usage as Usage
    from moot.vocabulary.tools import ToolSpec as ToolSpec
    from moot.vocabulary.vectors import packed as packed
    from moot.vocabulary.vectors import vectors_in as vectors_in
    from moot.vocabulary.verdicts import MissingSeat as MissingSeat
    from moot.vocabulary.verdicts import Verdict as Verdict
    from moot.vocabulary.words.endings import degraded_of as degraded_of
    from moot.vocabulary.words.endings import in_a_line as in_a_line
    from moot.vocabulary.words.endings import outcome_of as outcome_of
    from moot.vocabulary.words.headings import counted as counted
    from moot.vocabulary.words.headings import stage_in_words as stage_in_words
    from moot.vocabulary.words.seat_names import in_names as in_names
    from moot.vocabulary.words.sums import enough as enough
    from moot.vocabulary.words.sums import money as money
    from moot.vocabulary.words.sums import rounded as rounded
    from moot.vocabulary.words.sums import shared as shared
else:
    __getattr__ = lazy_exports(__name__)
