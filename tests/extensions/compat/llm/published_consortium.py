"""A stand-in for the published consortium package: it registers its saved consortia as models of `llm`."""

from __future__ import annotations

import os
from typing import Any

import llm


class ConsortiumModel(llm.Model):
    """A saved consortium, as the published package registers it."""

    __module__ = "llm_consortium"

    def __init__(self, name: str) -> None:
        self.model_id = name

    def __str__(self) -> str:
        return f"Consortium Model: {self.model_id}"

    def execute(self, *_: Any, **__: Any) -> Any:
        """Answer as the published package does."""
        yield "from the published package"


@llm.hookimpl
def register_models(register: Any) -> None:
    """Register the consortia named in `PUBLISHED_CONSORTIA`."""
    for name in os.environ.get("PUBLISHED_CONSORTIA", "").split():
        register(ConsortiumModel(name))
