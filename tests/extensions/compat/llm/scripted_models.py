"""A plugin of `llm` for tests: models whose answers depend only on the prompt and on a file of modes.

`SCRIPTED` names a folder: `modes.json` lists the models that fail instead of answering, and every prompt is appended to
`asked.jsonl`.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import AsyncGenerator, Iterator
from pathlib import Path
from typing import Any

import llm

from rig.words import answer_for

NAMES = ("scripted-a", "scripted-b", "scripted-c", "scripted-arbiter")


class Scripted:
    """What both manners share."""

    can_stream = True
    supports_schema = True
    attachment_types = frozenset({"image/png"})

    def __init__(self, name: str) -> None:
        self.model_id = name

    def said(self, prompt: Any, response: Any) -> list[str]:
        """The pieces of the answer; the prompt is written down before it is given."""
        folder = Path(os.environ["SCRIPTED"])
        messages = [[each.role, "".join(getattr(part, "text", "") for part in each.parts)] for each in prompt.messages]
        asked = {"model": self.model_id, "messages": messages, "system": prompt.system, "at": time.time(),
                 "pictures": len(prompt.attachments)}  # fmt: skip
        with (folder / "asked.jsonl").open("a") as log:
            log.write(json.dumps(asked) + "\n")
        modes = folder / "modes.json"
        mode = json.loads(modes.read_text()).get(self.model_id) if modes.exists() else None
        if mode == "fail":
            raise ValueError(f"{self.model_id} is out of order")
        response.set_usage(input=10, output=20)
        text = answer_for(f"{self.model_id} {prompt.prompt}", prompt.schema, 40)
        return [text[at : at + 50] for at in range(0, len(text), 50)]


class Sync(Scripted, llm.Model):
    """For threads."""

    def execute(self, prompt: Any, stream: bool, response: Any, conversation: Any) -> Iterator[str]:
        yield from self.said(prompt, response)


class Async(Scripted, llm.AsyncModel):
    """For event loops."""

    async def execute(self, prompt: Any, stream: bool, response: Any, conversation: Any) -> AsyncGenerator[str, None]:
        for piece in self.said(prompt, response):
            await asyncio.sleep(0)
            yield piece


@llm.hookimpl
def register_models(register: Any) -> None:
    for name in NAMES:
        register(Sync(name), None if name == "scripted-b" else Async(name))
