"""`llm_consortium.strategies.default`: everyone is asked, every answer counts."""

from __future__ import annotations

from .base import ConsortiumStrategy


class DefaultStrategy(ConsortiumStrategy):
    """No filter."""
