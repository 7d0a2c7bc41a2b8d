"""`llm_consortium.strategies.default`: everyone is asked, every answer counts."""

from __future__ import annotations

from moot.extensions.compat.llm_consortium.strategies.contract import ConsortiumStrategy


class DefaultStrategy(ConsortiumStrategy):
    """No filter."""
