"""What does the process do that writes a large file? An order and a transcript on its input, a file on its output.

The first line in is the order, the rest the transcript; the first line out is the file's name, the rest the file. What
cannot be done is one line `[code, message, remedy]`, with the exit code 2.
"""

from __future__ import annotations

import contextlib
import os
import sys

import msgspec

from moot.errors import MootError
from moot.exports.writing_process import FileRequest, write_lines

BEHIND = 5
"""How far it stands back behind the server and its sessions."""


def main() -> int:
    """Reads, writes, and says how it went."""
    with contextlib.suppress(OSError, AttributeError):  # Windows has no such thing
        os.nice(BEHIND)
    head, _, lines = sys.stdin.buffer.read().partition(b"\n")
    out = sys.stdout.buffer
    try:
        made = write_lines(msgspec.json.decode(head, type=FileRequest), lines.decode())
    except MootError as error:
        out.write(msgspec.json.encode((error.code, error.message, error.remedy)))
        return 2
    out.write(made.name.encode() + b"\n" + made.data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
