"""Serve the routes of studies, trials and upkeep."""

from __future__ import annotations

from fastapi import APIRouter

from moot.extensions.studies.routes import many_questions, shown, trials, upkeep

router = APIRouter()
for part in (trials, upkeep, many_questions, shown):
    router.routes += part.router.routes  # as they are: `include_router` wraps them in one route without a path
