"""The public API for writing a protocol: everything a package may import.

Example:
    from moot.protocols.public import Ballot, Floor, FormKind, OneOf, Options, Wording, protocol

`docs/protocols.md` explains how they fit together; `examples/jury` is a protocol that imports nothing of Moot but this.
"""

from moot.protocols.floor import Floor, SeatPrompt, Sheet
from moot.protocols.planned import Planned, Room, judging_room
from moot.protocols.protocol import Options, Protocol, Stage, protocol
from moot.protocols.wording import Wording
from moot.reading.forms.fields import Field, Flag, Label, LabelOrName, Number, OneOf, Share, Whole, Words
from moot.reading.forms.form import FormKind
from moot.reading.forms.shapes import Each, Group, Many, Named, Order
from moot.reading.outside_text import fenced
from moot.vocabulary.ballots import Ballot, Poll, Ranking
from moot.vocabulary.councils import OptionValue
from moot.vocabulary.findings import Finding, Note
from moot.vocabulary.questions import Question, Turn
from moot.vocabulary.seats import Seat
from moot.vocabulary.statements import Answers, Statement
from moot.vocabulary.verdicts import Ruling, Verdict
from moot.vocabulary.words.headings import Heading, Names

__all__ = ["Answers", "Ballot", "Each", "Field", "Finding", "Flag", "Floor", "FormKind", "Group", "Heading"]
__all__ += ["Label", "LabelOrName", "Many", "Named", "Names", "Note", "Number", "OneOf", "OptionValue", "Options"]
__all__ += ["Order", "Planned", "Poll", "Protocol", "Question", "Ranking", "Room", "Ruling", "Seat", "SeatPrompt"]
__all__ += ["Share", "Sheet", "Stage", "Statement", "Turn", "Verdict", "Whole", "Wording", "Words", "fenced"]
__all__ += ["judging_room", "protocol"]
