"""The settings of this extension."""

from __future__ import annotations

from msgspec import Struct

from moot.settings import expanded


class NotifySettings(Struct, frozen=True, kw_only=True):
    """Settings of schedules and reports, which `moot settings` lists."""

    report_folder: str = ""
    """Folder into which the report of every session that has one is written when it ends; empty writes none."""

    def __post_init__(self) -> None:
        if self.report_folder and not expanded(self.report_folder).is_absolute():
            raise ValueError("`report_folder` must begin at the root of the file system.")
