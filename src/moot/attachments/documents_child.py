"""Program that extracts the text of a PDF: bytes on its input, one JSON object on its output, its own limits.

It is started by its path, isolated and without an environment, and imports nothing of Moot. It may write no file,
starts no process, and stops after enough pages.
"""

from __future__ import annotations

import json
import sys
import time
from io import BytesIO

MEMORY = 768 * 1024 * 1024
"""Bytes of memory (address space) that this process may use."""
SECONDS = 10
"""Seconds of processor time after which the system stops this process."""
ENOUGH_SECONDS = 6.0
"""Seconds of processor time after which no further page of the PDF is started."""
ENOUGH_TEXT = 1_000_000
"""Characters of text after which no further page is started."""
MOST_UNFOLDED = 32_000_000
"""Most bytes of one compressed stream in the PDF after decompression."""
MOST_OPERATIONS = 600_000
"""Most operands and operators on one page; a page with more is left out."""
NO_READER = 3
NO_MEMORY = 4


def limit() -> None:
    """Limit this process's memory, CPU time and open files to what reading a document needs. Call this before a file is
    read.
    """
    try:
        import resource
    except ImportError:  # Windows has no such limits; the parent's timeout still applies
        return
    for kind, most in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_CPU, SECONDS),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, 64),
        (resource.RLIMIT_NPROC, 0),
    ):
        try:
            hard = resource.getrlimit(kind)[1]
            resource.setrlimit(kind, (most, most if hard == resource.RLIM_INFINITY else min(most, hard)))
        except (OSError, ValueError):  # some systems refuse some of them
            continue


def answer(data: bytes) -> dict[str, str | int]:
    """Extract the text of a PDF and return it with the number of pages. If that fails, return a code that says what is
    wrong with the file.
    """
    import pypdf
    from pypdf.errors import DependencyError, LimitReachedError

    tighten = getattr(pypdf, "overwrite_configuration", None)  # pypdf 6 has fixed limits of its own
    if tighten is not None:
        tighten(zlib_maximum_output_length=MOST_UNFOLDED, stream_parsing_work_maximum_count=MOST_OPERATIONS)
    texts: list[str] = []
    length = heavy = 0
    try:
        reader = pypdf.PdfReader(BytesIO(data), strict=False)
        if reader.is_encrypted and not reader.decrypt(""):
            return {"wrong": "encrypted"}
        pages = len(reader.pages)
        for page in reader.pages:
            if length > ENOUGH_TEXT or time.process_time() > ENOUGH_SECONDS:
                break
            try:
                texts.append(page.extract_text())
            except LimitReachedError:
                heavy += 1
                continue
            length += len(texts[-1])
    except DependencyError:
        return {"wrong": "encrypted"}
    except (LimitReachedError, MemoryError):
        return {"wrong": "memory"}
    except Exception:  # a parser of hostile bytes may raise anything; the parent has one message for all of it
        return {"wrong": "damaged"}
    text = "\n\n".join(part.strip() for part in texts)[: 2 * ENOUGH_TEXT]
    if not text.strip():
        return {"wrong": "memory" if heavy else "scanned" if pages else "damaged"}
    clean = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\x00", "")
    return {"text": clean, "read": len(texts), "pages": pages}


def main() -> int:
    """Read a PDF from standard input and write its text to standard output as JSON. Return the exit code."""
    limit()
    try:
        said = json.dumps(answer(sys.stdin.buffer.read()))
        sys.stdout.write(said)
        sys.stdout.flush()
    except MemoryError:
        return NO_MEMORY
    except ImportError:
        return NO_READER
    return 0


if __name__ == "__main__":
    sys.exit(main())
