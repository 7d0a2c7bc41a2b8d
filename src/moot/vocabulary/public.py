"""Offer extensions what a transcript holds, rows of models, and how amounts and endings are said."""

from moot.vocabulary.councils import OptionValue
from moot.vocabulary.earlier.upkeep import UpkeepAlarm
from moot.vocabulary.model_rows import EngineState, ModelRow, ModelState, ModelStatus
from moot.vocabulary.seats import NANO
from moot.vocabulary.state import SessionState, state_of
from moot.vocabulary.words.endings import outcome_of
from moot.vocabulary.words.sums import money

__all__ = ["NANO", "EngineState", "ModelRow", "ModelState", "ModelStatus", "OptionValue", "SessionState"]
__all__ += ["UpkeepAlarm", "money", "outcome_of", "state_of"]
