"""The public API for writing a protocol: everything a package may import.

Example:
    from moot.protocols.public import Ballot, Floor, FormKind, OneOf, Options, Wording, protocol

`docs/protocols.md` explains how they fit together; `examples/jury` is a protocol that imports nothing of Moot but this.
"""

from moot.protocols.floor_interface import Floor as Floor
from moot.protocols.floor_interface import SeatPrompt as SeatPrompt
from moot.protocols.floor_interface import Sheet as Sheet
from moot.protocols.planned import CallRoom as CallRoom
from moot.protocols.planned import PlannedCalls as PlannedCalls
from moot.protocols.planned import judging_room as judging_room
from moot.protocols.prompt_template import PromptTemplate as PromptTemplate
from moot.protocols.protocol import Options as Options
from moot.protocols.protocol import Protocol as Protocol
from moot.protocols.protocol import Stage as Stage
from moot.protocols.protocol import protocol as protocol
from moot.protocols.selective import ask_first as ask_first
from moot.protocols.selective import conclude_early as conclude_early
from moot.protocols.selective import in_order as in_order
from moot.reading.answer_first import ANSWER_FIRST as ANSWER_FIRST
from moot.reading.answer_first import split_answer as split_answer
from moot.reading.forms.fields import FlagField as FlagField
from moot.reading.forms.fields import FormField as FormField
from moot.reading.forms.fields import LabelField as LabelField
from moot.reading.forms.fields import LabelOrName as LabelOrName
from moot.reading.forms.fields import NumberField as NumberField
from moot.reading.forms.fields import OneOf as OneOf
from moot.reading.forms.fields import ShareField as ShareField
from moot.reading.forms.fields import TextField as TextField
from moot.reading.forms.fields import WholeNumberField as WholeNumberField
from moot.reading.forms.form import FormKind as FormKind
from moot.reading.forms.shapes import Each as Each
from moot.reading.forms.shapes import Group as Group
from moot.reading.forms.shapes import Many as Many
from moot.reading.forms.shapes import NamedValues as NamedValues
from moot.reading.forms.shapes import OrderShape as OrderShape
from moot.reading.sheet_text import fenced as fenced
from moot.stats.answers.matching import final_line as final_line
from moot.stats.answers.matching import same_choice as same_choice
from moot.vocabulary.ballots import Ballot as Ballot
from moot.vocabulary.ballots import Poll as Poll
from moot.vocabulary.ballots import Ranking as Ranking
from moot.vocabulary.councils import OptionValue as OptionValue
from moot.vocabulary.findings import Finding as Finding
from moot.vocabulary.findings import Note as Note
from moot.vocabulary.questions import Question as Question
from moot.vocabulary.questions import Turn as Turn
from moot.vocabulary.seats import Seat as Seat
from moot.vocabulary.statements import Answers as Answers
from moot.vocabulary.statements import Statement as Statement
from moot.vocabulary.verdicts import ResultParts as ResultParts
from moot.vocabulary.verdicts import Ruling as Ruling
from moot.vocabulary.verdicts import Verdict as Verdict
from moot.vocabulary.words.headings import Heading as Heading
from moot.vocabulary.words.headings import Names as Names
