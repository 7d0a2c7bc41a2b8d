"""Write and read the published aggregates `council_aggregate_{mode}.json`, one for each mode.

`council_aggregate.json` is a copy of the alphabetically last mode's, as in the published program.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from moot.errors import BadInput, UnknownName
from moot.exports.public import write_export
from moot.extensions.studies.published.aggregate import Aggregate
from moot.extensions.studies.published.compare import OrderSensitive
from moot.transcripts.public import unbroken

AGGREGATE, REPORT = "council_aggregate", "council_report"
PREFERRED = "_gemini_adj"
"""Name of a variant whose file is read before the mode's own, even if the latter is newer."""


class ComparisonFile(Struct, kw_only=True):
    """Contents of the published program's file that compares two runs."""

    order_sensitive: list[OrderSensitive]


class Dashboard(Struct, kw_only=True):
    """What the published program's dashboard requests: an aggregate, its report's path, and when it was written."""

    mode: str
    aggregate: Aggregate
    report_exists: bool
    report_path: str
    generated_at: str
    """Time the aggregate was written."""


def write_aggregates(folder: Path, told: dict[str, Aggregate]) -> list[Path]:
    """Write an aggregate file for each judging mode, and a copy of that of the alphabetically last mode under a name
    without mode. Return the paths.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder} cannot be made: {error.strerror}.", "Name another folder.") from None
    files = {folder / f"{AGGREGATE}_{mode}.json": found for mode, found in told.items()}
    files[folder / f"{AGGREGATE}.json"] = told[max(told)]
    for file, found in files.items():
        write_json(file, found)
    return list(files)


def write_json(file: Path, value: object) -> None:
    """Write a value to a file as indented JSON."""
    write_export(file, unbroken(msgspec.json.format(msgspec.json.encode(value), indent=2)) + "\n", overwrite=True)


def aggregate_in(file: Path) -> Aggregate:
    """Read an aggregate from its file."""
    try:
        return msgspec.json.decode(_bytes(file), type=Aggregate)
    except (ValueError, RecursionError) as error:
        raise BadInput(
            f"{file} is not an aggregate of runs: {str(error).rstrip('.')}.", "`moot study runs aggregate` writes one."
        ) from None


def comparison_in(file: Path) -> tuple[OrderSensitive, ...]:
    """Read the order-sensitive questions from a file that compares two runs."""
    try:
        return tuple(msgspec.json.decode(_bytes(file), type=ComparisonFile).order_sensitive)
    except (ValueError, RecursionError) as error:
        raise BadInput(
            f"{file} is not a comparison of runs: {str(error).rstrip('.')}.", "`moot study runs compare` writes one."
        ) from None


def dashboard_in(folder: Path, mode: str = "") -> Dashboard:
    """Return the newest aggregate of a judging mode, for the dashboard; without a mode, the one in
    `council_aggregate.json`.
    """
    names = [f"{AGGREGATE}_{mode}{PREFERRED}", f"{AGGREGATE}_{mode}"] if mode else [AGGREGATE]
    file = next((each for each in (folder / f"{name}.json" for name in names) if each.is_file()), None)
    if file is None:
        known = sorted(each.stem.removeprefix(f"{AGGREGATE}_") for each in folder.glob(f"{AGGREGATE}_*.json"))
        raise UnknownName("aggregate of runs", mode or AGGREGATE, known)
    found = aggregate_in(file)
    report = folder / (f"{REPORT}_{mode}.html" if mode else f"{REPORT}.html")
    return Dashboard(
        mode=mode or found.mode,
        aggregate=found,
        report_exists=report.is_file(),
        report_path=str(report),
        generated_at=datetime.fromtimestamp(file.stat().st_mtime, UTC).isoformat(timespec="seconds"),
    )


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror or error}.") from None
