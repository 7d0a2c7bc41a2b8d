"""Call Anthropic, Google and Mistral in their own protocols through `pydantic_ai.direct`: one request, no retry.

Needs the extra of the same name and is imported only when such a row is used. The libraries get our own HTTP client:
its transport uses the same egress check, takes no proxy from the environment, follows no redirect and counts bytes.
Tests: `tests/providers/pydantic_ai/test_wire.py`.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import AsyncIterator, Callable
from contextvars import ContextVar
from typing import Any, Literal, cast

import httpx2
import msgspec
from msgspec.structs import replace
from pydantic_ai import direct, exceptions, messages
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.native_tools import WebSearchTool
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition

from moot.egress.addresses import EgressRefused, Gate, Lookup, look_up, target_of
from moot.egress.api_keys import Secret
from moot.egress.untrusted_text import shown
from moot.errors import CallFailed
from moot.providers.adapted_request import AS_IT_IS, AdaptedRequest, SentFields
from moot.providers.endpoints import Endpoint
from moot.providers.openai.events import MOST_CALLS, WIRE_BYTES
from moot.providers.provider import (
    Call,
    CallLimits,
    CallMessage,
    CallReport,
    Piece,
    Provider,
    SearchSources,
    StreamEnd,
    Text,
    ThinkingText,
    ToolCalls,
    cache_point,
)
from moot.providers.provider_errors import failure_of
from moot.providers.rate_headers import Quota, quotas_in, wait_in
from moot.vocabulary.statements import SearchHit, Usage
from moot.vocabulary.tools import ToolCall

Maker = Callable[[str], Model]
LearntOf = Callable[[str], AdaptedRequest]
MOST_BYTES = CallLimits().most_bytes * WIRE_BYTES


class NativeWire(Provider):
    """Calls the models of Anthropic, Google or Mistral in the service's own API, through pydantic-ai."""

    calls_tools = True

    def __init__(
        self, row: Endpoint, key: Secret | None, *, learnt: LearntOf | None = None, lookup: Lookup = look_up
    ) -> None:
        self._learnt = learnt or (lambda model: AS_IT_IS)
        self._target = target_of(row.url, private=row.private)
        transport = _CheckedTransport(Gate(private=row.private, lookup=lookup))
        self._client = httpx2.AsyncClient(
            transport=transport,
            trust_env=False,
            follow_redirects=False,
            timeout=httpx2.Timeout(None, connect=10.0),
            headers={"Accept-Encoding": "identity", **row.headers},
        )
        # Load now: these libraries take seconds to import, which would count as time of the first call.
        text = key.reveal() if key is not None else "none"
        self._make = _LIBRARIES[row.wire](text, self._target.base, self._client)
        self._models: dict[str, Model] = {}
        self._needs_limit = self._caches = row.wire == "anthropic"  # the others cache automatically

    async def stream(self, call: Call) -> AsyncIterator[Piece]:
        """Call the model and yield its answer."""
        name = call.seat.model.partition("/")[2]
        adapted = self._learnt(call.seat.model).and_also(call.adapted)
        settings, form = _settings(call, adapted, needs_limit=self._needs_limit), _parameters(call, adapted)
        quotas: list[Quota] = []
        _QUOTAS.set(quotas)
        try:
            context = direct.model_request_stream(
                self._model(name),
                _messages(call, caches=self._caches),
                model_settings=settings,
                model_request_parameters=form,
            )
            async with context as answer:
                try:
                    async for event in answer:
                        if (piece := _piece(event)) is not None:
                            yield piece
                except Exception:
                    if answer.finish_reason is None:
                        raise
                    # The answer is complete; a later error does not affect it.
                yield replace(_report(answer), quotas=tuple(quotas))
                if call.search is not None and (hits := _found(answer.get())):
                    yield SearchSources(hits)
                reason, own = answer.finish_reason, answer.provider_details or {}
                calls = _calls(answer.get()) if call.tools and reason in ("tool_call", "stop") else ()
        except CallFailed:
            raise
        except Exception as error:
            raise _failure(error, self._target.host, _sent(settings, form)) from None
        if calls:
            yield ToolCalls(calls)
        yield _done("stop" if calls else reason, str(own.get("finish_reason") or reason or ""))

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    def _model(self, name: str) -> Model:
        if name not in self._models:
            self._models[name] = self._make(name)
        return self._models[name]


_QUOTAS: ContextVar[list[Quota]] = ContextVar("quotas")
"""Rate limits in the headers of the reply to this call; the libraries do not return headers."""


class _CheckedTransport(httpx2.AsyncBaseTransport):
    """HTTP transport that checks where a host name leads, and connects only to the checked address."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self._inner = httpx2.AsyncHTTPTransport(trust_env=False, retries=0)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send one request to the checked address and return its response."""
        host = request.url.host
        addresses = await self._gate.addresses(host, request.url.port or 443)
        request.extensions = {**request.extensions, "sni_hostname": host}
        request.url = request.url.copy_with(host=str(addresses[0]))
        request.headers["Accept-Encoding"] = "identity"
        response = await self._inner.handle_async_request(request)
        _QUOTAS.get([]).extend(quotas_in(response.headers))
        if response.status_code == 429 and (wait := wait_in(response.headers)) is not None:
            response.headers["retry-after"] = str(math.ceil(wait))  # the libraries use no other header
        if response.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
            await response.aclose()
            raise CallFailed("malformed", "The answer is compressed, which was not asked for.", spent=True)
        kind = response.headers.get("content-type", "")
        if response.status_code == 200 and kind.startswith("text/html"):
            await response.aclose()
            raise CallFailed("malformed", "The answer is a web page.", spent=True)
        if 300 <= response.status_code < 400:
            await response.aclose()
            cause = f"HTTP {response.status_code}: a redirect, which is not followed."
            raise CallFailed("error", cause, error="redirect")
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        response.stream = _LimitedBody(response.stream)
        return response

    async def aclose(self) -> None:
        """Close the connections."""
        await self._inner.aclose()


class _LimitedBody(httpx2.AsyncByteStream):
    """A response body that raises an error once it is longer than the limit."""

    def __init__(self, inner: httpx2.AsyncByteStream) -> None:
        self._inner = inner

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for data in self._inner:
            size += len(data)
            if size > MOST_BYTES:
                raise CallFailed("error", f"The answer passed {MOST_BYTES} bytes.", error="too_large", spent=True)
            yield data

    async def aclose(self) -> None:
        """Close the connection."""
        await self._inner.aclose()


def _anthropic(key: str, base: str, client: httpx2.AsyncClient) -> Maker:
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    sdk = AsyncAnthropic(api_key=key, base_url=base, max_retries=0, http_client=client)
    provider = AnthropicProvider(anthropic_client=sdk)
    return lambda name: AnthropicModel(name, provider=provider)


def _google(key: str, base: str, client: httpx2.AsyncClient) -> Maker:
    from google.genai.types import HttpRetryOptions
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    once = HttpRetryOptions(attempts=1)
    provider = GoogleProvider(api_key=key, base_url=base, http_client=client, retry_options=once)
    return lambda name: GoogleModel(name, provider=provider)


def _mistral(key: str, base: str, client: httpx2.AsyncClient) -> Maker:
    from mistralai.client import Mistral
    from pydantic_ai.models.mistral import MistralModel
    from pydantic_ai.providers.mistral import MistralProvider

    sdk = Mistral(api_key=key, server_url=base, async_client=client, retry_config=None)
    provider = MistralProvider(mistral_client=sdk)
    return lambda name: MistralModel(name, provider=provider)


_LIBRARIES = {"anthropic": _anthropic, "google": _google, "mistral": _mistral}


def _messages(call: Call, *, caches: bool) -> list[messages.ModelMessage]:
    cached = cache_point(call.seat, call.messages) if caches else None
    vision = call.seat.abilities.vision
    named = {each.id: each.name for message in call.messages for each in message.calls}
    told: list[messages.ModelMessage] = []
    for at, each in enumerate(call.messages):
        if each.role != "tool":
            told.append(_message(each, vision=vision, cached=at == cached))
            continue
        result = messages.ToolReturnPart(named.get(each.answers, ""), each.text, each.answers)
        before = told.pop() if call.messages[at - 1].role == "tool" else messages.ModelRequest(parts=[])
        told.append(messages.ModelRequest(parts=[*before.parts, result]))
    return told


def _message(message: CallMessage, *, vision: bool, cached: bool) -> messages.ModelMessage:
    if message.role == "assistant":
        said = [messages.TextPart(message.text)] if message.text or not message.calls else []
        calls = [messages.ToolCallPart(each.name, _arguments(each), each.id) for each in message.calls]
        return messages.ModelResponse(parts=[*said, *calls])
    if message.role == "system":
        return messages.ModelRequest(parts=[messages.SystemPromptPart(message.text)])
    shared, pictures, rest = message.parts
    images = [messages.BinaryContent(each.data, media_type=each.media_type) for each in pictures] if vision else []
    if not images and not cached:
        return messages.ModelRequest(parts=[messages.UserPromptPart(message.text)])
    content: list[messages.UserContent] = [*([shared] if shared else []), *images]
    content += [messages.CachePoint()] if cached else []
    content += [rest] if rest else []
    return messages.ModelRequest(parts=[messages.UserPromptPart(content)])


def _arguments(call: ToolCall) -> dict[str, Any]:
    """Return the arguments of a call, which these APIs take as an object; an empty one for text that is none."""
    try:
        return msgspec.json.decode(call.arguments, type=dict[str, Any])
    except (ValueError, RecursionError):
        return {}


def _settings(call: Call, adapted: AdaptedRequest, *, needs_limit: bool) -> ModelSettings:
    able, seat = call.seat.abilities, call.seat
    settings = ModelSettings(max_retries=0)
    if call.limited or needs_limit or adapted.needs_limit:
        settings["max_tokens"] = adapted.limit_of(call.max_output)
    if seat.temperature is not None and able.temperature and "temperature" not in adapted.leaves_out:
        settings["temperature"] = max(seat.temperature, able.lowest_temperature)
    # Anthropic takes no results of tools to think about without the thinking before the calls, which is not kept.
    thinks = not needs_limit or not any(each.calls for each in call.messages)
    if thinks and seat.reasoning in ("low", "medium", "high") and "reasoning_effort" not in adapted.leaves_out:
        settings["thinking"] = cast(Literal["low", "medium", "high"], seat.reasoning)
    if call.search is not None:
        settings["citations"] = True
    if call.tools_spent and _tools(call, adapted):
        settings["tool_choice"] = "none"
    return settings


def _tools(call: Call, adapted: AdaptedRequest) -> list[ToolDefinition]:
    if "tools" in adapted.leaves_out:
        return []
    return [
        ToolDefinition(name=each.name, description=each.description, parameters_json_schema=each.parameters)
        for each in call.tools
    ]


def _parameters(call: Call, adapted: AdaptedRequest) -> ModelRequestParameters:
    form = ModelRequestParameters(function_tools=_tools(call, adapted))
    if call.search is not None:
        form = dataclasses.replace(form, native_tools=[WebSearchTool(max_uses=call.search.uses)])
    if call.schema is None or adapted.schema_of(call.seat.abilities.schema) != "json_schema":
        return form
    wanted = OutputObjectDefinition(json_schema=call.schema, name=call.schema_name, strict=True)
    return dataclasses.replace(form, output_mode="native", output_object=wanted)


def _sent(settings: ModelSettings, form: ModelRequestParameters) -> SentFields:
    """Return the parts of a request that could be refused, under Moot's own names."""
    carried = {
        "temperature": "temperature" in settings,
        "reasoning_effort": "thinking" in settings,
        "response_format": form.output_object is not None,
        "tools": bool(form.function_tools),
        "web_search": bool(form.native_tools),
    }
    return SentFields(
        fields=tuple(field for field, is_sent in carried.items() if is_sent),
        limit=settings.get("max_tokens"),
        schema="json_schema" if form.output_object is not None else "none",
    )


def _piece(event: object) -> Piece | None:
    part = event.part if isinstance(event, messages.PartStartEvent) else None
    delta = event.delta if isinstance(event, messages.PartDeltaEvent) else None
    if isinstance(part, messages.TextPart) and part.content:
        return Text(part.content)
    if isinstance(part, messages.ThinkingPart) and part.content:
        return ThinkingText(part.content)
    if isinstance(delta, messages.TextPartDelta) and delta.content_delta:
        return Text(delta.content_delta)
    if isinstance(delta, messages.ThinkingPartDelta) and delta.content_delta:
        return ThinkingText(delta.content_delta)
    return None


def _calls(answer: messages.ModelResponse) -> tuple[ToolCall, ...]:
    """Return the calls of Moot's tools that an answer asks for."""
    parts = [part for part in answer.parts if isinstance(part, messages.ToolCallPart)]
    return tuple(
        ToolCall(
            id=part.tool_call_id[:100],
            name=part.tool_name[:100],
            arguments=(part.args if isinstance(part.args, str) else part.args_as_json_str()) or "{}",
        )
        for part in parts[:MOST_CALLS]
    )


def _found(answer: messages.ModelResponse) -> tuple[SearchHit, ...]:
    """Return the pages that a search found: the cited ones with the cited passages, then the others."""
    cited = [
        SearchHit(title=source.title or source.url, url=source.url, excerpt=" … ".join(source.excerpts))
        for part in answer.parts
        if isinstance(part, messages.TextPart)
        for citation in part.citations or ()
        for source in citation.sources
        if isinstance(source, messages.WebCitationSource)
    ]
    results = [part.content for part in answer.parts if isinstance(part, messages.NativeToolReturnPart)]
    pages = [page for each in results if isinstance(each, list) for page in each if isinstance(page, dict)]
    return (*cited, *(SearchHit(title=str(page.get("title")), url=str(page["url"])) for page in pages if "url" in page))


def _report(answer: Any) -> CallReport:
    told = answer.usage() if callable(answer.usage) else answer.usage
    thinking = told.details.get("reasoning_tokens") or told.details.get("thoughts_tokens") or 0
    usage = None
    if told.input_tokens or told.output_tokens:
        usage = Usage(
            input=told.input_tokens,
            output=told.output_tokens,
            cached=told.cache_read_tokens,
            reasoning=thinking,
            calls=1,
        )
    stored = told.cache_write_tokens
    searches = told.details.get("web_search_requests", 0)
    return CallReport(
        usage=usage,
        stored=stored,
        searches=searches,
        model=answer.model_name or "",
        generation=answer.provider_response_id or "",
    )


def _done(reason: str | None, own: str) -> StreamEnd:
    if reason == "stop":
        return StreamEnd("ok", own)
    if reason == "length":
        return StreamEnd("truncated", own)
    if reason == "content_filter":
        return StreamEnd("refused", own)
    if reason == "error":
        raise CallFailed("error", f"The provider ended the answer with {own!r}.", error="server", spent=True)
    if reason == "tool_call":
        raise CallFailed("incomplete", "The model stopped to call a tool that nobody offered.", spent=True)
    raise CallFailed("incomplete", "The stream ended without a finish reason.", spent=True)


def _failure(error: Exception, host: str, sent: SentFields) -> CallFailed:
    """Convert an exception of a library to `CallFailed`. The message is written anew, because the original may contain
    request headers."""
    cause: BaseException | None = error
    for _ in range(6):
        if isinstance(cause, CallFailed):
            return cause
        if isinstance(cause, EgressRefused):
            return CallFailed("error", cause.message, error="egress")
        cause = cause.__cause__ or cause.__context__ if cause is not None else None
    if isinstance(error, exceptions.ModelHTTPError):
        body = error.body.get("error", error.body) if isinstance(error.body, dict) else error.body
        message = body.get("message", "") if isinstance(body, dict) else body or ""
        code = str(body.get("type") or body.get("status") or "") if isinstance(body, dict) else ""
        wait, mid = error.retry_after, error.in_stream
        return failure_of(error.status_code, str(message), code, wait=wait, mid=mid, sent=sent)
    if isinstance(error, exceptions.ContentFilterError):
        return CallFailed("refused", shown(str(error)) or "The provider's filter refused.", spent=True)
    if isinstance(error, exceptions.ModelTimeoutError | TimeoutError):
        return CallFailed("timeout", f"{host} could not be reached in time.")
    if isinstance(error, exceptions.ModelConnectionError | ConnectionError | httpx2.TransportError):
        return CallFailed("error", f"{host}: {type(error).__name__} {shown(str(error))}.", error="network", spent=True)
    if isinstance(error, exceptions.ModelAPIError):
        return failure_of(0, str(error), error.provider_error_code or "", wait=error.retry_after, mid=error.in_stream)
    if isinstance(error, exceptions.UnexpectedModelBehavior | ValueError):
        return CallFailed("malformed", f"Not an answer ({type(error).__name__}): {shown(str(error))}", spent=True)
    return CallFailed("error", f"{type(error).__name__}: {shown(str(error))}", error="internal", spent=True)
