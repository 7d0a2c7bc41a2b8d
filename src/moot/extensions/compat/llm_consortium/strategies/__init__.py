"""`llm_consortium.strategies`: the strategies as classes, for programs that call or extend them.

A consortium that Moot runs follows its own (`moot.protocols.consensus.strategies.installed`), under the same names and
settings.
"""

from moot.extensions.compat.llm_consortium.strategies.contract import ConsortiumStrategy
from moot.extensions.compat.llm_consortium.strategies.factory import STRATEGIES, create_strategy

__all__ = ["STRATEGIES", "ConsortiumStrategy", "create_strategy"]
