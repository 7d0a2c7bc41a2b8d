"""Offer extensions what a transcript holds, and how amounts and endings are said."""

from moot.vocabulary.councils import OptionValue
from moot.vocabulary.earlier.upkeep import UpkeepAlarm
from moot.vocabulary.seats import NANO
from moot.vocabulary.state import SessionState, state_of
from moot.vocabulary.words.endings import outcome_of
from moot.vocabulary.words.sums import money

__all__ = ["NANO", "OptionValue", "SessionState", "UpkeepAlarm", "money", "outcome_of", "state_of"]
