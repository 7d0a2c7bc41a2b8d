"""Offer extensions the store: its sessions and their events, and transactions over tables of their own."""

from moot.transcripts.sql.schema import sessions
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.studies import SessionFate, Studies
from moot.transcripts.transcript import Once

__all__ = ["Once", "SessionFate", "Store", "Studies", "sessions"]
