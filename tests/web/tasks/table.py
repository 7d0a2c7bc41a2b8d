"""Read the tables of the twelve tasks from the page that people read."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "tasks.md"
DESK, PHONE = 1440, 390


def browser_tasks() -> dict[str, dict[int, int]]:
    """Each task in the browser, with its steps at each width."""
    return {row[0]: {DESK: int(row[1]), PHONE: int(row[2])} for row in _rows() if len(row) == 4}


def terminal_tasks() -> dict[str, tuple[int, list[str]]]:
    """Each task in the terminal, with how many commands it takes, and these."""
    return {row[0]: (int(row[1]), re.findall(r"`([^`]+)`", row[2])) for row in _rows() if len(row) == 3}


def _rows() -> list[list[str]]:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines if line.startswith("| ")]
    return [row for row in rows if row[0] != "task"]
