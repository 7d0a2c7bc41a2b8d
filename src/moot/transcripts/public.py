"""Offer extensions the store: its sessions and their events, and transactions over tables of their own."""

from moot.transcripts.sql.register import MOST as MOST_LISTED
from moot.transcripts.sql.schema import sessions
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.studies import SessionFate, Studies
from moot.transcripts.titles import first_words, title_from
from moot.transcripts.transcript import Once

__all__ = ["MOST_LISTED", "Once", "SessionFate", "Store", "Studies", "first_words", "sessions", "title_from"]
