"""Stream answers as Anthropic, Google and Ollama do, just enough to test adapters."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from rig.line import Line


async def speak_anthropic(line: Line, reason: str = "end_turn") -> None:
    """Messages with server-sent events that name their type."""
    usage = line.usage()

    def send(kind: str, **body: Any) -> None:
        line.raw(f"event: {kind}\ndata: {json.dumps({'type': kind, **body})}\n\n".encode())

    line.head()
    message = {"id": line.id, "type": "message", "role": "assistant", "model": line.asked.model, "content": []}
    counted = {"input_tokens": usage["prompt_tokens"], "output_tokens": 1}
    send("message_start", message={**message, "stop_reason": None, "stop_sequence": None, "usage": counted})
    index = 0
    if line.plan.thought:
        send("content_block_start", index=0, content_block={"type": "thinking", "thinking": "", "signature": ""})
        send("content_block_delta", index=0, delta={"type": "thinking_delta", "thinking": line.plan.thought})
        send("content_block_stop", index=0)
        index = 1
    whole = line.plan.mode in ("ok", "error_after_finish")
    cited = line.plan.citations
    if cited:
        query = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}}
        send("content_block_start", index=index, content_block=query)
        said = {"type": "input_json_delta", "partial_json": json.dumps({"query": "bridge load"})}
        send("content_block_delta", index=index, delta=said)
        send("content_block_stop", index=index)
        pages = [
            {"type": "web_search_result", "url": url, "title": title, "encrypted_content": "Eq", "page_age": None}
            for url, title, _ in cited
        ]
        result = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": pages}
        send("content_block_start", index=index + 1, content_block=result)
        send("content_block_stop", index=index + 1)
        index += 2
    if line.text or not line.plan.calls:
        send("content_block_start", index=index, content_block={"type": "text", "text": ""})
        pieces = line.pieces()
        for piece in pieces if whole else pieces[: max(1, len(pieces) // 2)]:
            send("content_block_delta", index=index, delta={"type": "text_delta", "text": piece})
        for url, title, passage in cited:
            place = {"type": "web_search_result_location", "url": url, "title": title, "encrypted_index": "Eo"}
            citation = {"type": "citations_delta", "citation": {**place, "cited_text": passage}}
            send("content_block_delta", index=index, delta=citation)
        if line.plan.mode == "stall_midstream":
            return await line.silence()
        if whole:
            send("content_block_stop", index=index)
        index += 1
    for at, (name, arguments) in enumerate(line.plan.calls):
        reason, told = "tool_use", json.dumps(arguments)
        block = {"type": "tool_use", "id": f"toolu_{line.asked.number}_{at}", "name": name, "input": {}}
        send("content_block_start", index=index, content_block=block)
        for part in (told[: len(told) // 2], told[len(told) // 2 :]):
            send("content_block_delta", index=index, delta={"type": "input_json_delta", "partial_json": part})
        send("content_block_stop", index=index)
        index += 1
    if whole:
        ended = {"stop_reason": reason, "stop_sequence": None}
        searched = {"server_tool_use": {"web_search_requests": 1}} if cited else {}
        send("message_delta", delta=ended, usage={"output_tokens": usage["completion_tokens"], **searched})
        if line.plan.mode == "error_after_finish":
            send("error", error={"type": "overloaded_error", "message": "upstream died"})
        send("message_stop")
    await line.end()


async def speak_google(line: Line, reason: str = "STOP") -> None:
    """Candidates, one whole response per event."""
    usage = line.usage()
    counted = {"promptTokenCount": usage["prompt_tokens"], "candidatesTokenCount": usage["completion_tokens"]}
    counted["totalTokenCount"] = sum(counted.values())

    def send(part: dict[str, Any], **more: Any) -> None:
        candidate = {"index": 0, "content": {"role": "model", "parts": [part]}, **more}
        body = {"candidates": [candidate], "modelVersion": line.asked.model, "responseId": line.id}
        line.frame({**body, "usageMetadata": counted})

    line.head()
    pieces = line.pieces()
    whole = line.plan.mode == "ok"
    for piece in pieces if whole else pieces[: max(1, len(pieces) // 2)]:
        send({"text": piece})
    if line.plan.mode == "stall_midstream":
        return await line.silence()
    for name, arguments in line.plan.calls:
        send({"functionCall": {"name": name, "args": arguments}})
    if whole:
        send({"text": ""}, finishReason=reason)
    await line.end()


async def speak_ollama(line: Line, reason: str = "stop") -> None:
    """One JSON object a line; the last one tells what was read and written."""
    usage = line.usage()

    def send(**body: Any) -> None:
        line.raw(json.dumps({"model": line.asked.model, "created_at": "2026-10-01T08:00:00Z", **body}).encode() + b"\n")

    line.head(kind="application/x-ndjson")
    if line.plan.thought:
        send(message={"role": "assistant", "content": "", "thinking": line.plan.thought}, done=False)
    pieces = line.pieces()
    whole = line.plan.mode == "ok"
    for piece in pieces if whole else pieces[: max(1, len(pieces) // 2)]:
        send(message={"role": "assistant", "content": piece}, done=False)
        if line.plan.gap:
            await line.flush()
            await asyncio.sleep(max(0.0, line.plan.gap))
    if line.plan.mode == "stall_midstream":
        return await line.silence()
    if whole:
        counted = {"prompt_eval_count": usage["prompt_tokens"], "eval_count": usage["completion_tokens"]}
        send(message={"role": "assistant", "content": ""}, done=True, done_reason=reason, total_duration=1, **counted)
    await line.end()
