"""Print text to the terminal with control characters escaped, except line feed and tab.

All text from models, files and providers goes through `safe` before it is printed, in JSON as escapes; what rich draws
goes through `Safe`, because Markdown can name characters that its source does not contain. The test is
`tests/cli/test_control_characters.py`. Rich is imported only if something is drawn.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any, Literal

import click
import msgspec

from moot.errors import BadInput, MootError

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e0fff]"
)
"""Pattern of characters that move the cursor, reorder text or cannot be seen."""


def safe(text: str) -> str:
    """Return text that is harmless on a terminal: control characters and invisible ones are shown as escapes."""
    if text.isascii() and (text.isprintable() or not _UNSEEN.search(text)):
        return text
    from moot.reading.review_copy import printable

    return _UNSEEN.sub("�", printable(text))


def one_line(text: str, most: int = 0) -> str:
    """Return the text on one line, cut to `most` characters with a mark, between words unless a word is too long."""
    line = " ".join(safe(text[: 4 * most + 100] if most else text).split())
    if not most or len(line) <= most:
        return line
    kept, _, rest = line[:most].rpartition(" ")
    return f"{kept.rstrip(',;:')} …"[:most] if kept and len(rest) <= LONGEST_WORD else line[: most - 1].rstrip() + "…"


LONGEST_WORD = 24
"""Maximum number of characters of a word that is dropped whole at a cut. A longer word is split, because little text
would remain.
"""


def say(text: str = "", *, err: bool = False) -> None:
    """Print safe text. A line too long for the terminal is broken between words."""
    stream, text = sys.stderr if err else sys.stdout, safe(text)
    click.echo(fitted(text, width_of(stream)) if is_terminal(stream) else text, err=err)


def remark(text: str, *, err: bool = True) -> None:
    """Print a line about the result, such as a hint, on stderr by default so that stdout has only the result."""
    say(text, err=err)


def fitted(text: str, width: int) -> str:
    """Return the text wrapped between words to fewer columns than `width`, each line's indent kept.

    Words are never broken, so that an address or a path can be copied.
    """
    lines = text.split("\n")
    if all(len(line) < width for line in lines):
        return text
    import textwrap

    return "\n".join(
        line
        if len(line) < width
        else textwrap.fill(
            line,
            max(20, width - 1),
            subsequent_indent=" " * min(len(line) - len(line.lstrip()), width // 2),
            break_long_words=False,
            break_on_hyphens=False,
        )
        for line in lines
    )


def show_json(value: Any, *, one_line: bool = False) -> None:
    """Print a value as JSON, with every character escaped that a terminal would interpret."""
    click.echo(json_text(value, one_line=one_line))


def json_text(value: Any, *, one_line: bool = False) -> str:
    """Return JSON, by default over several lines, free of raw control, bidi and invisible characters."""
    encoded = msgspec.json.encode(value)
    return _UNSEEN.sub(_escaped, (encoded if one_line else msgspec.json.format(encoded, indent=2)).decode())


def report(error: MootError, as_json: bool) -> int:
    """Print an error with its remedy, as text or as JSON, and return the exit code for it."""
    if as_json:
        show_json({"error": {"code": error.code, "message": error.message, "remedy": error.remedy}})
    head, _, rest = fitted(f"error: {safe(error.message)}", width_of(sys.stderr)).partition(":")
    click.echo(f"{click.style(f'{head}:', fg='red', bold=True)}{rest}", err=True, color=colours(sys.stderr))
    if error.remedy:
        remark(error.remedy)
    return error.exit_code


def silence() -> None:
    """Redirect stdout to nowhere after its reader has closed it, so that Python reports no error at exit."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())


def is_terminal(stream: IO[str]) -> bool:
    """Return whether the stream is a terminal and not a pipe or a file."""
    try:
        return stream.isatty() and os.environ.get("TERM") != "dumb"
    except ValueError:
        return False


def goes_to_stdout(output: str | None) -> bool:
    """Return whether an export is written to stdout: if the file is `-`, or if none is named and stdout is not a
    terminal."""
    return output == "-" or (output is None and not is_terminal(sys.stdout))


def confirmed(question: str) -> bool:
    """Ask the user to confirm a deletion and return the answer; raise if there is no terminal to ask at."""
    if not is_terminal(sys.stdin):
        raise BadInput("Deleting needs a yes.", "Nobody can be asked here; add `--yes`.")
    return click.confirm(question, err=True)


def show_checks(kind: str, rows: Sequence[Mapping[str, Any]], as_json: bool) -> int:
    """Print a line for each thing that was checked, or all as JSON. Return the exit code, which is 1 if any check
    failed.

    `kind` is what was checked, such as `council`. Each of `rows` has the checked thing's name under that word, whether
    the thing is `ok`, and what it `says`.
    """
    if as_json:
        show_json({f"{kind}s": rows})
    for row in [] if as_json else rows:
        say(f"{'ok     ' if row['ok'] else 'trouble'}  {row[kind]}: {row['says']}")
        for line in (*row.get("faults", ()), *row.get("blind", ())):
            say(f"         - {line}")
    return 0 if all(row["ok"] for row in rows) else 1


def colours(stream: IO[str]) -> bool:
    """Return whether to print colours: only on a terminal, and only if NO_COLOR is not set."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR")


def width_of(stream: IO[str]) -> int:
    """Return how many columns a line may have: a terminal's width, or no limit in a pipe."""
    return shutil.get_terminal_size().columns if is_terminal(stream) else 10_000


def console(*, err: bool = False) -> Console:
    """Return a rich console that prints text as it is, without markup, emoji names or links."""
    from rich.console import Console

    stream = sys.stderr if err else sys.stdout
    return Console(file=stream, markup=False, emoji=False, highlight=False, soft_wrap=False)


def table(
    headers: Sequence[str], rows: Sequence[Sequence[str]], *, right: frozenset[int] = frozenset(), wrap: bool = False
) -> None:
    """Print rows as aligned columns. On a terminal, the table is fitted to its width; in a pipe, it is printed in full.

    The columns in `right` are aligned right. The last column takes the width that remains.
    """
    cells = [[one_line(cell) for cell in row] for row in rows]
    if not is_terminal(sys.stdout):
        widths = [max(len(row[i]) for row in [list(headers), *cells]) for i in range(len(headers))]
        for row in [[header.upper() for header in headers], *cells]:
            line = "  ".join(
                cell.rjust(widths[i]) if i in right else cell.ljust(widths[i]) for i, cell in enumerate(row)
            )
            click.echo(line.rstrip())
        return
    fits = columns_for([list(headers), *cells], width_of(sys.stdout), wrap=wrap)
    if fits is None:
        for row in cells:
            for header, cell in zip(headers[1:], row[1:], strict=True):
                row[0] += f"\n  {header}: {cell}" if cell else ""
            say(row[0])
        return
    from rich import box
    from rich.table import Table

    drawn = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="dim", show_edge=False)
    for i, header in enumerate(headers):
        cut = i == len(headers) - 1 and not wrap
        side: Literal["left", "right"] = "right" if i in right else "left"
        drawn.add_column(header, justify=side, no_wrap=cut, overflow="ellipsis" if cut else "fold", width=fits[i])
    for row in cells:
        drawn.add_row(*row)
    console().print(Safe(drawn))


GAP = 3
"""Number of terminal columns between two columns of a table."""
LEAST = 16
"""Minimum width of a table's last column, if its content needs as much."""


def columns_for(rows: Sequence[Sequence[str]], width: int, *, wrap: bool = False) -> list[int] | None:
    """Compute the width of each table column. If the table does not fit into `width`, return `None`.

    Wide columns are wrapped between words. The last column is cut or, with `wrap`, wrapped too.
    """
    from rich.cells import cell_len

    columns = list(zip(*rows, strict=True))
    fits = [max(map(cell_len, column)) for column in columns]
    words = [max((cell_len(word) for cell in column for word in cell.split()), default=0) for column in columns]
    room = width - GAP * (len(columns) - 1)
    if sum(fits) <= room:
        return fits
    natural = fits[-1]
    if not wrap:
        fits[-1] = words[-1] = min(natural, LEAST)
    while sum(fits) > room:
        wide = [fit if fit > least else 0 for fit, least in zip(fits, words, strict=True)]
        if not any(wide):
            return None
        fits[wide.index(max(wide))] -= 1
    if not wrap:
        fits[-1] = min(natural, room - sum(fits[:-1]))
    return fits


class Safe:
    """A wrapper for anything that rich prints, which escapes every character that a terminal would interpret."""

    def __init__(self, inner: RenderableType) -> None:
        self.inner = inner

    def __rich_console__(self, drawing: Console, options: ConsoleOptions) -> RenderResult:
        yield from _cleaned(drawing, options, self.inner)


def _cleaned(drawing: Console, options: ConsoleOptions, inner: RenderableType) -> Iterator[Any]:
    from rich.segment import Segment

    for segment in drawing.render(inner, options):
        text, style, control = segment
        if control is None:
            yield Segment(_UNSEEN.sub("�", text) if _UNSEEN.search(text) else text, style)


def _escaped(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code > 0xFFFF:
        code -= 0x10000
        return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
    return f"\\u{code:04x}"
