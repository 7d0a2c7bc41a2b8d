"""Keep the studies and calibrations of an application for commands and routes.

This module is loaded whenever a session ends, so it imports the rest of the extension only where it is needed.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from moot.app import Application
from moot.extension_points import ExtensionService

if TYPE_CHECKING:
    from moot.extensions.studies.reports.pages import ShownStudies
    from moot.extensions.studies.trials.results import Calibration


class StudiesService(ExtensionService):
    """The studies and calibrations of an application."""

    app: Application

    @cached_property
    def studies(self) -> ShownStudies:
        """Return the studies in the store."""
        from moot.extensions.studies.reports.pages import ShownStudies

        return ShownStudies(self.app)

    async def calibrations(self) -> list[Calibration]:
        """Return the results of every calibration of a council's tier borders, latest first."""
        from moot.extensions.studies.trials.calibrations import calibrations_in

        return await calibrations_in(self.app.store, self.app.shelf.found)

    async def study_id(self, given: str) -> str:
        """Return the full id of a study, given its name, id or beginning of an id."""
        return await self.studies.id_of(given)


def studies_of(app: Application) -> ShownStudies:
    """Return the studies in an application's store."""
    return app.service(StudiesService).studies
