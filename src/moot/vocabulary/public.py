"""Offer extensions what a transcript holds, rows of models, and how amounts and endings are said."""

from moot.vocabulary import keys
from moot.vocabulary.ballots import Poll, Ranking
from moot.vocabulary.councils import Council, OptionValue
from moot.vocabulary.earlier.bench import (
    Benched,
    FailedRun,
    Fixture,
    FixtureClaim,
    Milliseconds,
    TrialAhead,
    TrialList,
    TrialRow,
    TrialState,
    Wilson,
)
from moot.vocabulary.earlier.calibration import (
    Band,
    Calibration,
    CalibrationClaim,
    CalibrationList,
    CalibrationVoter,
    Expected,
    Statement,
    StatementPolled,
)
from moot.vocabulary.earlier.judgements import Judgements, ReplyJudged
from moot.vocabulary.earlier.upkeep import (
    ControlList,
    Rate,
    TierMix,
    UpkeepAlarm,
    UpkeepCouncil,
    UpkeepReport,
    UpkeepVoter,
    VoterReport,
)
from moot.vocabulary.earlier.voters import VoterShown, voter_in
from moot.vocabulary.earlier.weights import CouncilWeights
from moot.vocabulary.events import (
    BallotRead,
    BallotSpoiled,
    Event,
    SeatAsked,
    SeatFailed,
    SeatSpoke,
    SessionOpened,
    StageEntered,
    VerdictReached,
    as_seated,
)
from moot.vocabulary.findings import Standing
from moot.vocabulary.model_rows import EngineState, ModelRow, ModelState, ModelStatus
from moot.vocabulary.questions import Turn
from moot.vocabulary.seats import FORMS, NANO, PRESUMED, SCRIPTED_LABEL, Member, Roster, Seat, dollars
from moot.vocabulary.signals import Signal
from moot.vocabulary.state import BallotView, MoveView, SessionState, fold, state_of
from moot.vocabulary.words.endings import degraded_of, in_a_line, outcome_of
from moot.vocabulary.words.headings import counted, stage_title
from moot.vocabulary.words.seat_names import in_names
from moot.vocabulary.words.sums import enough, money, rounded, shared

__all__ = ["FORMS", "NANO", "PRESUMED", "SCRIPTED_LABEL", "BallotRead", "BallotSpoiled", "BallotView", "Band"]
__all__ += ["Benched", "Calibration", "CalibrationClaim", "CalibrationList", "CalibrationVoter", "ControlList"]
__all__ += ["Council", "CouncilWeights", "EngineState", "Event", "Expected", "FailedRun", "Fixture", "FixtureClaim"]
__all__ += ["Judgements", "Member", "Milliseconds", "ModelRow", "ModelState", "ModelStatus", "MoveView"]
__all__ += ["OptionValue", "Poll", "Ranking", "Rate", "ReplyJudged", "Roster", "Seat", "SeatAsked", "SeatFailed"]
__all__ += ["SeatSpoke", "SessionOpened", "SessionState", "Signal", "StageEntered", "Standing", "Statement"]
__all__ += ["StatementPolled", "TierMix", "TrialAhead", "TrialList", "TrialRow", "TrialState", "Turn", "UpkeepAlarm"]
__all__ += ["UpkeepCouncil", "UpkeepReport", "UpkeepVoter", "VerdictReached", "VoterReport", "VoterShown", "Wilson"]
__all__ += ["as_seated", "counted", "degraded_of", "dollars", "enough", "fold", "in_a_line", "in_names", "keys"]
__all__ += ["money", "outcome_of", "rounded", "shared", "stage_title", "state_of", "voter_in"]
