"""The settings of this extension."""

from __future__ import annotations

from msgspec import Struct

from moot.settings import expanded


class WorkspaceSettings(Struct, frozen=True, kw_only=True):
    """Settings of the tools that read files, which `moot settings` lists."""

    repos: list[str] = []
    """Folders that members may read through `moot serve`, with the folders in them: `--tool repo:FOLDER`."""

    def __post_init__(self) -> None:
        if not all(expanded(each).is_absolute() for each in self.repos):
            raise ValueError("the folders in `repos` must begin at the root of the file system.")
