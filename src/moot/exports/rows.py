"""Write rows of figures as CSV, a column for each field and a line for each row.

A text that a spreadsheet would run as a formula is quoted; several values in one field are joined by ` | `. Tested by
`tests/exports/test_judgement_table.py`.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import asdict

from moot.exports.judgement_table import cell


def csv_of(rows: Sequence[Struct], kind: type[Struct]) -> str:
    """Return the rows of one kind; without rows the header alone."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    columns = kind.__struct_fields__
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_told(getattr(row, column)) for column in columns])
    return out.getvalue()


def _told(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Struct):
        value = asdict(value)
    if isinstance(value, Mapping):
        return cell(" | ".join(f"{name} {_told(each)}".rstrip() for name, each in value.items()))
    if isinstance(value, str | int | float):
        return cell(value)
    assert isinstance(value, Sequence)
    return cell(" | ".join(_told(each) for each in value))
