"""Export for extensions: checked addresses, keys, and the parts of a model provider.

Example:
    class EchoProvider(Provider):
        async def stream(self, call: Call) -> AsyncIterator[Piece]:
            yield Text(call.messages[-1].text)
"""

from importlib import import_module

from moot.egress.addresses import EgressRefused as EgressRefused
from moot.egress.addresses import Gate as Gate
from moot.egress.addresses import Lookup as Lookup
from moot.egress.addresses import Target as Target
from moot.egress.addresses import is_local as is_local
from moot.egress.addresses import look_up as look_up
from moot.egress.addresses import target_of as target_of
from moot.egress.api_keys import KeyRing as KeyRing
from moot.egress.api_keys import Secret as Secret
from moot.egress.api_keys import scrub as scrub
from moot.egress.connector import CheckedResolver as CheckedResolver
from moot.egress.connector import why_broken as why_broken
from moot.egress.untrusted_text import shown as shown
from moot.providers.endpoint_check import offered as offered
from moot.providers.endpoints import Endpoint as Endpoint
from moot.providers.models.listings import ListedModel as ListedModel
from moot.providers.ollama import cached_per_token as cached_per_token
from moot.providers.openai.request import TO_LLAMA_CPP as TO_LLAMA_CPP
from moot.providers.openai.wire import LearntOf as LearntOf
from moot.providers.openai.wire import OpenAIWire as OpenAIWire
from moot.providers.openai.wire import QuirksOf as QuirksOf
from moot.providers.provider import Call as Call
from moot.providers.provider import CallMessage as CallMessage
from moot.providers.provider import CallReport as CallReport
from moot.providers.provider import Memory as Memory
from moot.providers.provider import Piece as Piece
from moot.providers.provider import PromptProgress as PromptProgress
from moot.providers.provider import Provider as Provider
from moot.providers.provider import StreamEnd as StreamEnd
from moot.providers.provider import Text as Text
from moot.providers.provider import ThinkingText as ThinkingText
from moot.providers.provider_errors import failure_of as failure_of
from moot.providers.provider_errors import malformed as malformed
from moot.providers.searchers.fetching import Fetcher as Fetcher
from moot.providers.searchers.fetching import FetchRequest as FetchRequest
from moot.providers.searchers.searcher import SearchLimits as SearchLimits
from moot.providers.tools.tool import Tool as Tool
from moot.providers.tools.tool import ToolFailed as ToolFailed
from moot.providers.tools.tool import ToolLimits as ToolLimits
from moot.providers.tools.tool import ToolResult as ToolResult
from moot.providers.tools.web import spec_with_text as spec_with_text


def models_of_llm() -> dict[str, object]:
    """Return the models of the `llm` program, which must be installed, by id and alias."""
    models: dict[str, object] = import_module("moot.providers.llm").models_by_name()
    return models
