"""Call models installed in the `llm` program, as `llm/<model-id>`, each call in its own thread.

Earlier turns are passed as a conversation of the model, so that its service receives each in its role. Needs the extra
`[llm]` and is imported only when such a seat is filled. A model cannot be interrupted: after its deadline, its thread
runs on until the plugin yields or returns, and the result is dropped. Tests: `tests/providers/test_llm.py`.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import Future
from typing import Any, TypeVar

import llm
from llm.parts import AttachmentPart, TextPart
from llm.parts import Message as Said
from msgspec.structs import replace

from moot.egress.api_keys import Secret
from moot.egress.untrusted_text import shown
from moot.errors import CallFailed
from moot.providers.adapted_request import AS_IT_IS, AdaptedRequest, SentFields
from moot.providers.endpoints import Endpoint
from moot.providers.models.listings import ListedModel
from moot.providers.provider import Call, CallMessage, CallReport, EmbeddingVectors, Piece, Provider, StreamEnd, Text
from moot.providers.provider_errors import failure_of
from moot.vocabulary.statements import Usage

WAITING = 64
"""Maximum number of pieces of an answer that the thread may produce before they are read."""
_loading = threading.Lock()
"""Lock for the time in which `llm` lists its models, because it loads its plugins then."""
T = TypeVar("T")
Put = Callable[[Piece], bool]
"""Type of functions that pass a piece of the answer on from the thread, and return whether anybody still reads."""


class LlmModels(Provider):
    """Calls all models that are installed in the program `llm`, embedding models included."""

    measures = True

    def __init__(
        self, row: Endpoint, key: Secret | None, *, learnt: Callable[[str], AdaptedRequest] | None = None
    ) -> None:
        self._learnt = learnt or (lambda model: AS_IT_IS)

    async def stream(self, call: Call) -> AsyncIterator[Piece]:
        """Call the model and yield its answer."""
        call = replace(call, adapted=self._learnt(call.seat.model).and_also(call.adapted))
        try:
            async for piece in _in_thread(lambda put: _measure(call, put) if call.texts else _speak(call, put)):
                yield piece
        except CallFailed:
            raise
        except llm.NeedsKeyException as error:
            raise CallFailed("error", shown(str(error)), error="auth") from None
        except llm.UnknownModelError as error:
            raise CallFailed("error", f"`llm`: {shown(str(error.args[0]))}.", error="not_found") from None
        except Exception as error:
            status = getattr(error, "status_code", None)
            if isinstance(status, int):
                raise failure_of(status, str(error), sent=_sent(call)) from None
            words = shown(str(error)) or "no further words"
            raise CallFailed("error", f"{type(error).__name__}: {words}", error="server", spent=True) from None
        # `llm` has no finish reason; a response iterated to its end is the only sign of a complete answer.
        yield StreamEnd("ok", "measured" if call.texts else "")

    async def models(self) -> list[str]:
        """Return the ids of all installed models."""
        return [each.name for each in await self.listed()]

    async def listed(self) -> list[ListedModel]:
        """Return the installed models, each with a note on the key it lacks, if any: `llm` also lists models that it
        cannot call."""
        try:
            return await _aside(_listed)
        except Exception as error:
            cause = f"`llm` cannot list its models: {type(error).__name__}: {shown(str(error), 200)}."
            raise CallFailed("error", cause, error="server") from None


def models_by_name() -> dict[str, Any]:
    """Return the models of the program `llm`, by id and by alias."""
    with _loading:
        return dict(llm.get_model_aliases())


def _listed() -> list[ListedModel]:
    found = {model.model_id: model for model in models_by_name().values()}
    return [
        ListedModel(name=name, lacks=_lacking(model), council=type(model).__module__.startswith("moot."))
        for name, model in sorted(found.items())
    ]


def _lacking(model: Any) -> str:
    """Return in a sentence which key a model of `llm` lacks; empty if it has a key, or needs none."""
    alias, variable = getattr(model, "needs_key", None), getattr(model, "key_env_var", None)
    try:
        if not alias or getattr(model, "key", None) or llm.get_key(alias=alias, env=variable):
            return ""
    except Exception:  # its file of keys cannot be read, which is reported when a model is called
        return ""
    also = f", or set {variable}" if variable else ""
    return f"The `llm` program has no key for it: run `llm keys set {alias}`{also}."


async def _aside(work: Callable[[], T]) -> T:
    """Run a function that may block for ever, in a thread that blocks neither the event loop nor the exit of Python."""
    done: Future[T] = Future()

    def run() -> None:
        if done.set_running_or_notify_cancel():
            try:
                done.set_result(work())
            except BaseException as error:  # a plugin's exit must not end the process
                done.set_exception(_ended_by(error))

    threading.Thread(target=run, daemon=True, name="llm models").start()
    return await asyncio.wrap_future(done)


async def _in_thread(work: Callable[[Put], None]) -> AsyncIterator[Piece]:
    """Yield what `work` produces in a thread. The thread pauses when it is too far ahead, and stops once the reader is
    gone."""
    loop = asyncio.get_running_loop()
    pieces: asyncio.Queue[Piece | None] = asyncio.Queue()
    room, left = threading.Semaphore(WAITING), threading.Event()

    def put(piece: Piece | None) -> bool:
        if not left.is_set():
            room.acquire()
        if left.is_set() or loop.is_closed():
            return False
        loop.call_soon_threadsafe(pieces.put_nowait, piece)
        return True

    def run() -> None:
        try:
            work(put)
        finally:
            put(None)

    working = asyncio.ensure_future(_aside(run))
    try:
        while (piece := await pieces.get()) is not None:
            room.release()
            yield piece
        await working
    finally:
        left.set()
        room.release()
        working.cancel()


def _ended_by(error: BaseException) -> Exception:
    """Convert an exception of a plugin to one that ends only the call, not the process."""
    if isinstance(error, Exception):
        return error
    return CallFailed("error", f"Its `llm` plugin ended with {type(error).__name__}.", error="server", spent=True)


def _speak(call: Call, put: Put) -> None:
    """Run a model until its answer is complete, and pass on each piece."""
    with _loading:
        model = llm.get_model(call.seat.model.partition("/")[2])
    response = _response_of(model, call)
    for words in response:
        if not put(Text(words)):
            return
    used = response.usage()
    told = type(used.input) is int and type(used.output) is int
    usage = Usage(input=used.input, output=used.output, calls=1) if told else None
    put(CallReport(usage=usage, model=str(getattr(response, "resolved_model", None) or "")))


def _measure(call: Call, put: Put) -> None:
    """Compute embeddings with a model."""
    with _loading:
        model = llm.get_embedding_model(call.seat.model.partition("/")[2])  # type: ignore[no-untyped-call]
    put(EmbeddingVectors(tuple(tuple(map(float, row)) for row in model.embed_multi(call.texts))))


def _response_of(model: Any, call: Call) -> Any:
    """Return the response object from which the answer is read. Earlier turns are in it as the model's own
    conversation."""
    system = "\n\n".join(each.text for each in call.messages if each.role == "system") or None
    rest = [each for each in call.messages if each.role != "system"]
    sees = call.seat.abilities.vision
    conversation = model.conversation()
    chain = [Said(role="system", parts=[TextPart(text=system)])] if system else []
    for asked, answered in _turns(rest[:-1]):
        files = _attached([asked], sees)
        chain = [*chain, Said(role="user", parts=[TextPart(text=asked.text), *map(_part, files)])]
        earlier = _given_before(model, conversation, asked.text, system, files, chain, answered)
        conversation.responses.append(earlier)
        chain = [*chain, Said(role="assistant", parts=[TextPart(text=answered)])]
    last = rest[-1]
    # In every turn: some plugins read it from the first prompt, others from the current one.
    return conversation.prompt(
        last.text, system=system, attachments=_attached([last], sees) or None, **_fitting(model, call)
    )


def _turns(messages: Sequence[CallMessage]) -> list[tuple[CallMessage, str]]:
    """Return the messages as pairs of a user's message and its answer. Consecutive messages of one role are joined."""
    turns: list[tuple[CallMessage, str]] = []
    for message in messages:
        if message.role == "user":
            turns.append((message, ""))
        elif turns:
            asked, answered = turns[-1]
            turns[-1] = (asked, "\n\n".join(filter(None, (answered, message.text))))
    return turns


def _given_before(
    model: Any, conversation: Any, text: str, system: str | None, files: list[Any], chain: list[Any], answered: str
) -> Any:
    """Build the response object of an earlier turn, because some plugins read earlier turns from responses, others from
    messages."""
    prompt = llm.Prompt(text, model=model, system=system, attachments=files, messages=chain)  # type: ignore[no-untyped-call]
    given = llm.Response(prompt, model, False, conversation=conversation)
    given._done, given._chunks = True, [answered]
    # there is no public way to set an earlier answer: tests check this with the installed `llm`
    setattr(given, "_loaded_messages", [Said(role="assistant", parts=[TextPart(text=answered)])])  # noqa: B010
    return given


def _attached(messages: Sequence[CallMessage], sees: bool) -> list[Any]:
    pictures = [picture for each in messages for picture in each.pictures] if sees else []
    return [llm.Attachment(type=picture.media_type, content=picture.data) for picture in pictures]


def _part(attachment: Any) -> Any:
    return AttachmentPart(attachment=attachment)


def _fitting(model: Any, call: Call) -> dict[str, Any]:
    """Return options for the call by the names that this model uses. The names differ between plugins."""
    fields = getattr(model.Options, "model_fields", {})
    options: dict[str, Any] = {}
    for name in ("max_tokens", "max_output_tokens", "num_predict"):
        if (call.limited or call.adapted.needs_limit) and name in fields:
            options[name] = call.adapted.limit_of(call.max_output)
            break
    if _is_warm(call) and call.seat.temperature is not None and "temperature" in fields:
        options["temperature"] = max(call.seat.temperature, call.seat.abilities.lowest_temperature)
    if "moot_depth" in fields:  # it is a council of Moot
        options["moot_depth"] = call.depth
    takes = getattr(model, "supports_schema", False) and call.adapted.schema_of("json_schema") == "json_schema"
    schema = call.schema if takes else None
    return {"schema": schema, "stream": bool(getattr(model, "can_stream", True)), "options": options}


def _is_warm(call: Call) -> bool:
    """Return whether the call sets a temperature and the model accepts one."""
    taken = call.seat.abilities.temperature and "temperature" not in call.adapted.leaves_out
    return taken and call.seat.temperature is not None


def _sent(call: Call) -> SentFields:
    """Return the parts of a call that could be refused. What a plugin really sends is unknown."""
    form = call.adapted.schema_of("json_schema") if call.schema is not None else "none"
    fields = {"temperature": _is_warm(call), "response_format": form == "json_schema"}
    return SentFields(
        fields=tuple(field for field, is_sent in fields.items() if is_sent),
        limit=call.adapted.limit_of(call.max_output) if call.limited else None,
        schema=form,
    )
