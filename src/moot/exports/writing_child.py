"""Child process that writes a large file: reads a request and a transcript from stdin, writes a file to stdout.

The first input line is the request, the rest the transcript; the first output line is the file's name, the rest the
file. An error is one line `[code, message, remedy]`, with the exit code 2.
"""

from __future__ import annotations

import contextlib
import os
import sys

import msgspec

from moot.errors import MootError
from moot.exports.writing_process import FileRequest, write_lines

BEHIND = 5
"""Nice value of the process, so that the server and its sessions come first."""


def main() -> int:
    """Read a request for a file and a transcript from stdin, write the file to stdout, and return the exit code."""
    with contextlib.suppress(OSError, AttributeError):  # not on Windows
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
