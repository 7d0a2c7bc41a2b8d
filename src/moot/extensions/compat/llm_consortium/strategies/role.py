"""`llm_consortium.strategies.role`: give every instance a role of its own."""

from __future__ import annotations

from moot.extensions.compat.llm_consortium.strategies.contract import ConsortiumStrategy

PARTS = (
    "Solve it in the most direct way that holds.",
    "Doubt every claim, and say what speaks against the answer that comes first to mind.",
    "Check every fact, and look for the cases in which the answer would be wrong.",
)


class RoleStrategy(ConsortiumStrategy):
    """A strategy that assigns roles in the order of instances."""

    def _validate_params(self) -> None:
        given = self.params.get("roles") or PARTS
        self.roles = [given] if isinstance(given, str) else list(given)
        self._given: dict[tuple[str, int], str] = {}

    def initialize_state(self) -> None:
        """Reset the state at the start of a run."""
        super().initialize_state()
        self._given = {}

    def get_instance_system_prompt(self, model: str, instance: int, default: str | None = None) -> str | None:
        """Return the system prompt with the role added; instances beyond the last role get none."""
        if (model, instance) not in self._given and len(self._given) < len(self.roles):
            self._given[model, instance] = self.roles[len(self._given)]
        part = self._given.get((model, instance))
        return default if part is None else "\n\n".join(filter(None, (default, f"Your part: {part}")))
