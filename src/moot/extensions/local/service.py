"""Run models on this machine for `moot ask --local`, `moot serve --local` and the server's pages.

This module is loaded with every session, so it imports the rest of the extension only on use.
"""

from __future__ import annotations

from moot.app import Application
from moot.extension_points import DoctorLine, ModelHost
from moot.vocabulary.public import EngineState, ModelRow, ModelState


class LocalModels(ModelHost):
    """Runs the models in `MOOT_HOME/models` with llama.cpp."""

    app: Application

    async def ensure_model(self) -> None:
        """Download the smallest model if there is none."""
        from moot.extensions.local.pull_command import one_at_least

        await one_at_least(self.app.home)

    async def start(self) -> None:
        """Run local models from now on for every process with this home folder, unless another process already does."""
        from moot.extensions.local.states import engine_of

        await engine_of(self.app).own()

    async def show_model(self, name: str | None, as_json: bool) -> bool:
        """Print the file, licence and memory of a local model, or of all. If the name is no local model, return
        false."""
        from moot.extensions.local.model_commands import is_elsewhere, show_kept

        if name is not None and is_elsewhere(name):
            return False
        show_kept(name, as_json)
        return True

    async def doctor_lines(self) -> list[DoctorLine]:
        """Return the lines of `moot doctor` that say whether models can run here, and which ones."""
        from moot.providers.public import offered

        directory = self.app.directory
        here = await offered(directory, "local")
        lines = []
        if here.trouble and not directory.troubles("local"):  # broken files are listed with the troubles of endpoints
            lines.append(DoctorLine(about="models", mark="note", says=here.trouble))
        if number := len(here.models):
            says = f"{number} model{'s' if number > 1 else ''} for Moot to run: {', '.join(here.models)}"
            lines.append(DoctorLine(about="models", mark="ok", says=says))
        return lines

    async def states(self) -> tuple[EngineState, dict[str, ModelState]]:
        """Return the state of the program that runs models, and of each model whose file exists, by name."""
        from moot.extensions.local.states import engine_state

        return await engine_state(self.app)

    async def rows(self) -> list[ModelRow]:
        """Return the models whose files exist, and the known ones that can be downloaded."""
        from moot.extensions.local.states import model_rows

        return await model_rows(self.app)
