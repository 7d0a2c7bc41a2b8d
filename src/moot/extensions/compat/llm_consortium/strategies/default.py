"""`llm_consortium.strategies.default`: ask every model and keep every answer."""

from __future__ import annotations

from moot.extensions.compat.llm_consortium.strategies.contract import ConsortiumStrategy


class DefaultStrategy(ConsortiumStrategy):
    """A strategy without a filter."""
