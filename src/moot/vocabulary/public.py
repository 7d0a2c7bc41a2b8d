"""Offer extensions what a transcript holds, rows of models, and how amounts and endings are said."""

from moot.vocabulary import keys
from moot.vocabulary.ballots import Poll, Ranking
from moot.vocabulary.councils import OptionValue
from moot.vocabulary.earlier.upkeep import UpkeepAlarm
from moot.vocabulary.events import Event, SeatAsked, SeatSpoke, SessionOpened, StageEntered, VerdictReached
from moot.vocabulary.findings import Standing
from moot.vocabulary.model_rows import EngineState, ModelRow, ModelState, ModelStatus
from moot.vocabulary.questions import Turn
from moot.vocabulary.seats import NANO
from moot.vocabulary.state import BallotView, MoveView, SessionState, fold, state_of
from moot.vocabulary.words.endings import degraded_of, outcome_of
from moot.vocabulary.words.seat_names import in_names
from moot.vocabulary.words.sums import money

__all__ = ["NANO", "BallotView", "EngineState", "Event", "ModelRow", "ModelState", "ModelStatus", "MoveView"]
__all__ += ["OptionValue", "Poll", "Ranking", "SeatAsked", "SeatSpoke", "SessionOpened", "SessionState"]
__all__ += ["StageEntered", "Standing", "Turn", "UpkeepAlarm", "VerdictReached", "degraded_of", "fold", "in_names"]
__all__ += ["keys", "money", "outcome_of", "state_of"]
