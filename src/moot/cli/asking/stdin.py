"""Attach text piped to stdin to a question given as words, without waiting forever.

A terminal is never read. A pipe that stays open without a byte is read for `SILENT` seconds: schedulers and remote
shells leave one open and write nothing. A file that another process has read from (`while read line; do moot ask
"$line"; done < questions`) is left alone. `--attach -` waits for any input.
"""

from __future__ import annotations

import os
import select
import stat
import sys
from io import UnsupportedOperation

from moot.attachments.documents import MOST_BYTES, Document, document_from
from moot.cli.screen.terminal import remark
from moot.errors import BadInput, TooLarge

SILENT = 2.0
"""Seconds until a pipe without a byte is ignored."""
NAME = "stdin.txt"


async def piped_along() -> list[Document]:
    """Return stdin as an attachment if the question's words are given; an empty list if nothing is piped in."""
    return await document_from_stdin(asked=False) if _is_ours() else []


async def document_from_stdin(*, asked: bool = True) -> list[Document]:
    """Return all of stdin as a file, or an empty list; if `asked` and stdin is empty, raise `BadInput`."""
    data = sys.stdin.buffer.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise TooLarge(f"What is piped in is larger than {MOST_BYTES // 1_000_000} MB.", "Pipe a smaller part of it.")
    if not data.strip():
        if asked:
            raise BadInput("Nothing was piped in for `--attach -`.", "Leave it out, or pipe a file in.")
        return []
    name = "stdin.pdf" if data.startswith(b"%PDF-") else NAME
    if not asked:
        remark(f"What was piped in goes along as {name}.")
    return [await document_from(name, data, None)]


def _is_ours() -> bool:
    """Return whether data was piped or redirected to this command, and has arrived."""
    try:
        descriptor = sys.stdin.fileno()
        kind = os.fstat(descriptor).st_mode
    except UnsupportedOperation:
        return True  # no regular file: reading it does not block
    except (OSError, ValueError, AttributeError):
        return False  # closed or missing
    if stat.S_ISREG(kind):
        return os.lseek(descriptor, 0, os.SEEK_CUR) == 0
    if not (stat.S_ISFIFO(kind) or stat.S_ISSOCK(kind)):
        return False
    if select.select([descriptor], [], [], SILENT)[0]:
        return True
    remark(f"Nothing came from stdin within {SILENT:g} seconds, so it is left out; `--attach -` waits for it.")
    return False
