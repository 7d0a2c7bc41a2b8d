"""Offer extensions the store: its sessions and their events, and transactions over tables of their own."""

from moot.transcripts.clock import wall_now
from moot.transcripts.following import follow
from moot.transcripts.json_lines import unbroken
from moot.transcripts.lease import Holder, holder_here, is_dead, this_host
from moot.transcripts.record import BENCH
from moot.transcripts.sql.grades import Grades
from moot.transcripts.sql.register import MOST as MOST_LISTED
from moot.transcripts.sql.register import Listing, Register, SessionFate, held
from moot.transcripts.sql.rows import seated_in
from moot.transcripts.sql.schema import sessions, study_cells
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import Lost, SqlTranscript, stages_lost
from moot.transcripts.titles import first_words, title_from
from moot.transcripts.transcript import Once, Transcript

__all__ = ["BENCH", "MOST_LISTED", "Grades", "Holder", "Listing", "Lost", "Once", "Register", "SessionFate"]
__all__ += ["SqlTranscript", "Store", "Transcript", "first_words", "follow", "held", "holder_here", "is_dead"]
__all__ += ["seated_in", "sessions", "stages_lost", "study_cells", "this_host", "title_from", "unbroken", "wall_now"]
