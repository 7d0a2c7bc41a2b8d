"""The application: joins the parts once for the terminal, the server and Python."""

from typing import TYPE_CHECKING

from moot.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from moot import __version__ as __version__
    from moot.app.application import Application as Application
    from moot.app.application import opened_app as opened_app
    from moot.attachments.documents import MOST_BYTES as MOST_BYTES
    from moot.attachments.documents import MOST_FILES as MOST_FILES
    from moot.attachments.documents import Upload as Upload
    from moot.attachments.documents import document_from as document_from
    from moot.attachments.documents import documents_from as documents_from
    from moot.convening.council_choice import CouncilChoice as CouncilChoice
    from moot.protocols.registry import find as find_protocol
    from moot.request import Ask as Ask
    from moot.request import AskFields as AskFields
    from moot.sessions.budget.estimate import Estimate as Estimate
    from moot.sessions.budget.estimate import ForkEstimate as ForkEstimate
    from moot.sessions.conversation.earlier import turns_from as turns_from
    from moot.sessions.conversation.threads import Thread as Thread
    from moot.sessions.opening import by_own_names as by_own_names
    from moot.sessions.opening import options_from as options_from
    from moot.settings.fields import fields_of as fields_of
else:
    __getattr__ = lazy_exports(__name__)

__all__ = ["find_protocol"]
