"""Where the parts are joined, once for every door."""

from typing import TYPE_CHECKING

from moot import __version__ as __version__
from moot.attachments.documents import document_from as document_from
from moot.convening.council_choice import Sitting as Sitting
from moot.house.house import House as House
from moot.request import Ask as Ask
from moot.sessions.conversation.threads import Thread as Thread

if TYPE_CHECKING:
    from moot.analytics.asking_again import AgainEstimate as AgainEstimate
