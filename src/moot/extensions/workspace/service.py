"""Add the tools that read a folder, and report in `moot doctor` whether code can run."""

from __future__ import annotations

import asyncio
import os
from typing import Any

from moot.app import Application
from moot.extension_points import DoctorLine, ExtensionService
from moot.extensions.workspace.settings import WorkspaceSettings
from moot.settings import expanded

UNNAMED = "Choose a folder with `--repo DIR`, or name the tool `repo:/path/to/folder`."
CLOSED = "Through `moot serve`, members read only folders in those that the setting `repos` lists."


class WorkspaceService(ExtensionService):
    """Tools for the files of a folder."""

    app: Application

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        app.toolbox.add("repo", self._repo)

    async def doctor_lines(self) -> list[DoctorLine]:
        """Return a line on the sandbox."""
        from moot.extensions.workspace.sandbox import doctor_line

        return [await asyncio.to_thread(doctor_line)]

    def _repo(self, folder: str = "") -> list[Any]:
        """Return the tools that read this folder."""
        from moot.extensions.workspace.folder import ReadableFolder
        from moot.extensions.workspace.repo import GrepFiles, ListFiles, ReadFile

        read = ReadableFolder(folder, self.app.home)
        return [kind(read, lambda: self._closed(folder)) for kind in (ListFiles, ReadFile, GrepFiles)]

    def _closed(self, folder: str) -> str:
        """Return why members may not read a folder now; empty if they may. A client that may not read it learns
        nothing about it."""
        if not folder:
            return UNNAMED
        if self.app.door != "server":
            return ""
        path = os.path.realpath(os.path.expanduser(folder))
        open_ones = [os.path.realpath(expanded(each)) for each in self.app.settings.of(WorkspaceSettings).repos]
        return "" if any(os.path.commonpath((path, each)) == each for each in open_ones) else CLOSED
