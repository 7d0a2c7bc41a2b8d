"""The public API for writing a protocol: everything a package may import.

Example:
    from moot.protocols.public import Ballot, Floor, FormKind, OneOf, Options, Wording, protocol

`docs/protocols.md` explains how they fit together; `examples/jury` is a protocol that imports nothing of Moot but this.
"""

from moot.protocols.floor_interface import Floor, SeatPrompt, Sheet
from moot.protocols.planned import CallRoom, PlannedCalls, judging_room
from moot.protocols.protocol import Options, Protocol, Stage, protocol
from moot.protocols.wording import PromptTemplate
from moot.reading.forms.fields import (
    FlagField,
    FormField,
    LabelField,
    LabelOrName,
    NumberField,
    OneOf,
    ShareField,
    TextField,
    WholeNumberField,
)
from moot.reading.forms.form import FormKind
from moot.reading.forms.shapes import Each, Group, Many, NamedValues, OrderShape
from moot.reading.outside_text import fenced
from moot.vocabulary.ballots import Ballot, Poll, Ranking
from moot.vocabulary.councils import OptionValue
from moot.vocabulary.findings import Finding, Note
from moot.vocabulary.questions import Question, Turn
from moot.vocabulary.seats import Seat
from moot.vocabulary.statements import Answers, Statement
from moot.vocabulary.verdicts import Ruling, Verdict
from moot.vocabulary.words.headings import Heading, Names

__all__ = ["Answers", "Ballot", "Each", "Finding", "FlagField", "Floor", "FormField", "FormKind", "Group", "Heading"]
__all__ += [
    "LabelField",
    "LabelOrName",
    "Many",
    "NamedValues",
    "Names",
    "Note",
    "NumberField",
    "OneOf",
    "OptionValue",
    "Options",
]
__all__ += [
    "CallRoom",
    "OrderShape",
    "PlannedCalls",
    "Poll",
    "Protocol",
    "Question",
    "Ranking",
    "Ruling",
    "Seat",
    "SeatPrompt",
]
__all__ += [
    "PromptTemplate",
    "ShareField",
    "Sheet",
    "Stage",
    "Statement",
    "TextField",
    "Turn",
    "Verdict",
    "WholeNumberField",
    "fenced",
]
__all__ += ["judging_room", "protocol"]
