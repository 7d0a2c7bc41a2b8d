"""Export for extensions: the store, its sessions and events, and transactions over their own tables."""

from typing import TYPE_CHECKING

from moot.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from moot.transcripts.followers import follow as follow
    from moot.transcripts.followers import follow_until as follow_until
    from moot.transcripts.json_lines import unbroken as unbroken
    from moot.transcripts.lease import LeaseHolder as LeaseHolder
    from moot.transcripts.lease import holder_here as holder_here
    from moot.transcripts.lease import is_dead as is_dead
    from moot.transcripts.lease import this_host as this_host
    from moot.transcripts.log import wall_now as wall_now
    from moot.transcripts.session_record import BENCH as BENCH
    from moot.transcripts.session_record import SPECTATOR as SPECTATOR
    from moot.transcripts.session_record import first_words as first_words
    from moot.transcripts.session_record import title_from as title_from
    from moot.transcripts.sql.grades import GradeStore as GradeStore
    from moot.transcripts.sql.register import MOST as MOST_LISTED
    from moot.transcripts.sql.register import Listing as Listing
    from moot.transcripts.sql.register import Register as Register
    from moot.transcripts.sql.register import SessionFate as SessionFate
    from moot.transcripts.sql.rows import EVENT_COLUMNS as EVENT_COLUMNS
    from moot.transcripts.sql.rows import event_from as event_from
    from moot.transcripts.sql.schema import events as events
    from moot.transcripts.sql.schema import sessions as sessions
    from moot.transcripts.sql.schema import study_cells as study_cells
    from moot.transcripts.sql.search import asked_everyone as asked_everyone
    from moot.transcripts.sql.store import Store as Store
    from moot.transcripts.sql.transcript import SessionFailure as SessionFailure
    from moot.transcripts.sql.transcript import SqlTranscript as SqlTranscript
    from moot.transcripts.sql.transcript import stages_lost as stages_lost
    from moot.transcripts.transcript import Once as Once
    from moot.transcripts.transcript import Transcript as Transcript
else:
    __getattr__ = lazy_exports(__name__)

__all__ = ["MOST_LISTED"]
