"""Count the tokens of a prompt on llama.cpp's server or vLLM, once per prompt.

llama.cpp renders the prompt as its model receives it, and then counts its tokens; vLLM counts messages. A server that
does not answer is not asked again for a while. Tests: `tests/providers/local/test_counting.py` and, on a real engine,
`tests/extensions/local/test_provider.py`.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from hashlib import sha256

from moot.providers.models.listings import table, tokens
from moot.providers.openai.servers import Server, ServerProbe
from moot.providers.provider import Call

COUNTING = ("llamacpp", "vllm")
WITHIN = 5.0
"""Seconds a server may take to count: it may be busy with an answer."""
LEFT_ALONE = 300.0
"""Seconds before a server that did not answer is asked again."""
REMEMBERED = 512


class Counter:
    """Token counts of one server."""

    def __init__(self, asked: ServerProbe) -> None:
        self._asked = asked
        self._known: OrderedDict[str, int] = OrderedDict()
        self._silent_until = -math.inf

    async def count(self, call: Call, model: str, server: Server) -> int | None:
        """Return the number of tokens of the call's prompt."""
        shows = any(message.pictures for message in call.messages)
        if server not in COUNTING or shows or time.monotonic() < self._silent_until:
            return None
        parts = [model, *(part for message in call.messages for part in (message.role, message.text))]
        key = sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()
        if key not in self._known:
            messages = [{"role": message.role, "content": message.text} for message in call.messages]
            by = self._by_llama_cpp if server == "llamacpp" else self._by_vllm
            found = await by(model, messages)
            if found is None:
                self._silent_until = time.monotonic() + LEFT_ALONE
                return None
            self._known[key] = found
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        self._known.move_to_end(key)
        return self._known[key]

    async def _by_llama_cpp(self, model: str, messages: list[dict[str, str]]) -> int | None:
        shown = table(await self._asked("/apply-template", {"model": model, "messages": messages})).get("prompt")
        if not isinstance(shown, str):
            return None
        told = {"model": model, "content": shown, "add_special": True, "parse_special": True}
        found = table(await self._asked("/tokenize", told)).get("tokens")
        return len(found) if isinstance(found, list) else None

    async def _by_vllm(self, model: str, messages: list[dict[str, str]]) -> int | None:
        return tokens(table(await self._asked("/tokenize", {"model": model, "messages": messages})).get("count"))
