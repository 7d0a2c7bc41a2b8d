"""`llm_consortium.strategies.default`: everyone is asked, every answer counts."""

from __future__ import annotations

from moot.bridges.published.strategies.contract import ConsortiumStrategy


class DefaultStrategy(ConsortiumStrategy):
    """No filter."""
