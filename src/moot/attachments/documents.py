"""Convert an attached file to a `Document`: its bytes, its actual type, and its text.

The type depends on the bytes; only whether a text is HTML also depends on its name. Pictures are recognised and
measured by their headers, never decoded; PDFs, office documents and HTML are parsed in a child process with its own
limits (`documents_child.py`). A web page is fetched once, over the checks of `egress/`, and is then a file like others.
"""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import os
import re
import sys
import unicodedata
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import UNSET, Struct

from moot.egress.addresses import EgressRefused, Lookup, look_up
from moot.errors import BadInput, SearchFailed, TooLarge
from moot.floor.earlier_turns import files_weight, tokens_in
from moot.floor.prompts import MOST_ATTACHED
from moot.providers.searchers.searcher import SearchLimits
from moot.providers.tools.tool import ToolFailed
from moot.reading.review_copy import printable
from moot.transcripts.transcript import Transcript
from moot.vocabulary.questions import Attachment

MOST_FILES = 10
"""Most files that may be attached to one question."""
MOST_BYTES = 10_000_000
"""Most bytes of one attached file."""
MOST_SIDE = 16_384
"""Most pixels of a picture's width or height."""
MOST_PIXELS = 64_000_000
"""Most pixels of a picture, width times height."""
LONGEST_NAME = 100
"""Most characters of a file's name; a longer one is cut, but keeps its extension."""
ACCEPTED = (
    "text, Markdown, code and HTML, PDF, Word, Excel and PowerPoint (.docx, .xlsx, .pptx), and pictures (PNG, JPEG, "
    "WebP, GIF)"
)
"""The kinds of files that can be attached, in words. Every interface says it with these."""
MARKDOWN = (".md", ".markdown", ".mdown")
HTML = (".html", ".htm", ".xhtml")
NAMED = {
    ".pdf": "a PDF",
    **dict.fromkeys((".docx", ".docm"), "a Word document"),
    **dict.fromkeys((".xlsx", ".xlsm"), "an Excel workbook"),
    **dict.fromkeys((".pptx", ".pptm"), "a PowerPoint presentation"),
}
"""What a file with this extension says that it is."""
LONGEST_ADDRESS = 2_000
"""Most characters of the address of a web page to attach."""
FETCH_SECONDS = 30.0
"""Seconds in which a page to attach must have arrived."""
SIGN_IN_TEXT = 2_000
"""Characters of text below which a web page with a password field is taken for a sign-in page."""
_PASSWORD = re.compile(rb"<input[^<>]{0,500}type\s*=\s*[\"']?password", re.IGNORECASE)

_DEVICES = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)", re.IGNORECASE)
_CONTROLS = re.compile("[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]")


class Document(Struct, frozen=True, kw_only=True):
    """An attached file after its conversion: its bytes, its actual type and its text."""

    name: str
    """The file's name, safe and without any folder, or the address it was fetched from."""
    media_type: str
    """`text/plain`, `text/markdown`, `text/html`, `application/pdf`, that of an office document, or of a picture."""
    data: bytes
    """The file's bytes as received."""
    text: str | None
    """The text in the file; `None` for a picture."""
    note: str = ""
    """How the file was read and what was left out, e.g. its pages; may be empty."""


def attachment_of(document: Document) -> Attachment:
    """Return the record of a file that is stored with the question: name, type, size and digests."""
    return Attachment(
        name=document.name,
        media_type=document.media_type,
        digest=sha256(document.data).hexdigest(),
        size=len(document.data),
        text_digest=sha256(document.text.encode()).hexdigest() if document.text is not None else None,
        note=document.note or UNSET,
    )


def has_picture(documents: Sequence[Document]) -> bool:
    """Return whether one of the files is a picture."""
    return any(document.text is None for document in documents)


async def kept(document: Document, transcript: Transcript) -> Attachment:
    """Store the content and the text of an attached file with a session's transcript. Return the record of the file
    that becomes part of the question.
    """
    await transcript.keep_blob(document.data)
    if document.text is not None:
        await transcript.keep_blob(document.text.encode())
    return attachment_of(document)


def weight_of_documents(documents: Sequence[Document]) -> int:
    """Return how many tokens these files take in a prompt."""
    files = [(attachment_of(document), document) for document in documents]
    sizes = {file.text_digest: tokens_in(each.text) for file, each in files if file.text_digest and each.text}
    return files_weight([file for file, _ in files], sizes)


class Upload(Struct, frozen=True, kw_only=True):
    """A file as a user sent it, before it is checked and converted."""

    name: str
    """The name with which the file was sent."""
    data: bytes
    """The file's bytes."""
    declared_type: str | None = None
    """The media type that the sender declared, if any."""


async def documents_from(uploads: Sequence[Upload]) -> tuple[Document, ...]:
    """Check and convert all files of one question; raise if one of them cannot be accepted.

    They are converted one after the other, so that one child process runs at a time.
    """
    check_how_many(len(uploads))
    return tuple([await document_from(file.name, file.data, file.declared_type) for file in uploads])


def check_how_many(files: int) -> None:
    """Raise if `files` is more than the number of files that can be attached to a question."""
    if files > MOST_FILES:
        raise TooLarge(f"{files} files are attached.", f"Attach at most {MOST_FILES}.")


async def document_from(name: str, data: bytes, declared_type: str | None = None) -> Document:
    """Check a file, find out its actual type and extract its text.

    Raises:
        BadInput: The file cannot be accepted.
        TooLarge: It exceeds a limit.
    """
    return await _document(safe_name(name), data, declared_type)


def is_address(given: str) -> bool:
    """Return whether what was named as an attachment is the address of a web page instead of a file."""
    return given.lower().startswith(("https://", "http://"))


async def document_at(address: str, *, private: bool = False, lookup: Lookup = look_up) -> Document:
    """Fetch a web page or a file from a public address once, and convert it like an attached file.

    Args:
        address: The address; it becomes the document's name.
        private: Whether addresses of private networks may be read.
        lookup: Resolves names of hosts.

    Raises:
        BadInput: The address cannot be read, or what it holds cannot be accepted.
        TooLarge: It exceeds a limit.
    """
    from moot.providers.tools.web import fetched_page  # loads the network, which most questions here do not need

    address = address.strip()
    save = "Check the address, or save what it shows and attach the file."
    if not is_address(address) or len(address) > LONGEST_ADDRESS or printable(address) != address:
        raise BadInput(f"{address[:100]!r} is not the address of a web page.", save)
    limits = SearchLimits(total=FETCH_SECONDS, most_bytes=MOST_BYTES)
    try:
        data = await fetched_page(address, limits, private=private, lookup=lookup)
    except EgressRefused as error:
        save = "Give a public address with https://, or save what it shows and attach the file."
        raise BadInput(f"{address} may not be fetched: {error.message}", save) from None
    except (SearchFailed, ToolFailed) as error:
        why = error.message if isinstance(error, SearchFailed) else error
        raise BadInput(f"{address} could not be fetched: {why}", save) from None
    named = NAMED.get(_extension(address.partition("?")[0]))
    found = await _document(address, data, None)
    is_page = found.media_type == "text/html"
    if is_page and (named or (_PASSWORD.search(data) and len(found.text or "") < SIGN_IN_TEXT)):
        what = f"a web page, not {named}" if named else "a sign-in page"
        raise BadInput(
            f"{address} leads to {what}.", "Sign in with a browser, save what it shows, and attach the file."
        )
    return found


async def documents_at(addresses: Sequence[str], files: int = 0) -> list[Document]:
    """Fetch the pages at these addresses, one after the other; raise if, with `files` other attachments, they are too
    many.
    """
    check_how_many(files + len(addresses))
    return [await document_at(address) for address in addresses]


async def _document(name: str, data: bytes, declared_type: str | None) -> Document:
    if len(data) > MOST_BYTES:
        raise TooLarge(
            f"{name} has {len(data) / 1_000_000:.1f} MB.", f"Attach files of at most {MOST_BYTES // 1_000_000} MB."
        )
    if not data:
        raise BadInput(f"{name} is empty.", "Attach a file that holds something.")
    declared = (declared_type or "").partition(";")[0].strip().lower()
    picture = kind_of(data)
    if picture is not None:
        return _picture(name, data, picture)
    named = None if is_address(name) else NAMED.get(_extension(name))
    if b"%PDF-" in data[:1024] and (data.startswith(b"%PDF-") or _is_pdf(name, declared)):
        return await _parsed("pdf", name, data, data, "application/pdf")
    if data.startswith(b"PK\x03\x04"):
        return await _parsed("office", name, data, data, "")
    if data.startswith(_COMPOUND) and _ENCRYPTED in data:
        raise BadInput(f"{name} {_WRONG['encrypted'][0]}", _WRONG["encrypted"][1])
    if named or declared in PICTURES or declared == "application/pdf":
        what = declared if declared in PICTURES else named or "a PDF"
        raise BadInput(f"{name} says that it is {what}, but its bytes are not.", f"Attach {ACCEPTED}.")
    text, note = _decoded(name, data)
    if _is_html(name, declared, text):
        return await _parsed("html", name, data, text.encode("utf-8", "replace"), "text/html", note)
    kind = "text/markdown" if name.lower().endswith(MARKDOWN) or declared == "text/markdown" else "text/plain"
    return Document(name=name, media_type=kind, data=data, text=text, note=_joined(note, _cut(text)))


async def _parsed(kind: str, name: str, data: bytes, given: bytes, media_type: str, note: str = "") -> Document:
    """Return a document whose text a child process extracts from the bytes in `given`."""
    answer = await _extracted(kind, name, given)
    read = f"{answer.parts}, {len(answer.text):,} characters."
    if kind == "html" and not is_address(name):
        read = _joined(read, "Its markup was left out: to attach the source, name the file .txt.")
    note = _joined(note, read, *map(printable, answer.left), _cut(answer.text))
    return Document(name=name, media_type=answer.media_type or media_type, data=data, text=answer.text, note=note)


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def _cut(text: str) -> str:
    """Return the sentence that says how much of a text members read; empty if they read all of it."""
    cut = len(text) > MOST_ATTACHED
    return f"Members read the first {MOST_ATTACHED:,} of {len(text):,} characters." if cut else ""


def _extension(name: str) -> str:
    return os.path.splitext(name.lower())[1]


def _is_html(name: str, declared: str, text: str) -> bool:
    """Return whether a text is HTML, by its name or type, or by its beginning if it has no extension."""
    if _extension(name) in HTML or declared in ("text/html", "application/xhtml+xml"):
        return True
    begins = text.lstrip()[:15].lower().startswith(("<!doctype html", "<html"))
    return begins and (is_address(name) or not _extension(name))


def safe_name(name: str) -> str:
    """Return a name for the file that is valid on every system and contains no folder."""
    base = re.split(r"[/\\]", unicodedata.normalize("NFC", name[:4096]).replace("\x00", ""))[-1]
    base = re.sub(r"[<>:\"|?*`\x00-\x1f\x7f]", "_", base)
    base = "".join(c for c in base if c.isprintable() and printable(c) == c).strip(" .")
    if len(base) > LONGEST_NAME:
        stem, dot, ending = base.rpartition(".")
        ending = dot + ending if stem and len(ending) <= 10 else ""
        base = base[: LONGEST_NAME - len(ending)].rstrip(" .") + ending
    if _DEVICES.match(base):
        base = f"_{base}"
    return base or "file"


def _is_pdf(name: str, declared: str) -> bool:
    return declared == "application/pdf" or name.lower().endswith(".pdf")


def _picture(name: str, data: bytes, kind: str) -> Document:
    size: PictureSize | None = measured(data, kind)
    if size is None or not size.width or not size.height:
        raise BadInput(f"{name} is damaged: its header does not say how large the picture is.", "Save it again.")
    if size.width > MOST_SIDE or size.height > MOST_SIDE or size.width * size.height > MOST_PIXELS:
        raise TooLarge(
            f"{name} is {size.width} x {size.height} pixels.",
            f"Attach pictures of at most {MOST_SIDE} pixels a side and {MOST_PIXELS // 1_000_000} million altogether.",
        )
    return Document(name=name, media_type=kind, data=data, text=None)


def _decoded(name: str, data: bytes) -> tuple[str, str]:
    """Decode the bytes of a text file. Return the text, and a note if the encoding was guessed.

    If there is a byte order mark, it decides the encoding. Otherwise UTF-8 is tried, then Latin-1.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return _checked(name, data[len(mark) :].decode(encoding)), ""
            except UnicodeDecodeError as error:
                raise BadInput(f"{name} begins as {encoding} but goes on otherwise.", "Save it as UTF-8.") from error
    try:
        return _checked(name, data.decode("utf-8")), ""
    except UnicodeDecodeError:
        text = _checked(name, data.decode("cp1252", "replace") if _is_1252(data) else data.decode("latin-1"))
        return text, "It is not UTF-8 and was read as Latin-1; letters with accents may be wrong."


def _checked(name: str, text: str) -> str:
    """Return the text unchanged; raise if it is empty, or has a NUL or so many control characters that it is
    not text.
    """
    if "\x00" in text or len(_CONTROLS.findall(text)) * 200 > len(text):
        raise BadInput(f"{name} is a kind of file that cannot be read here.", f"Attach {ACCEPTED}.")
    if not text.strip():
        raise BadInput(f"{name} holds no text.", "Attach a file that holds something.")
    return text


def _is_1252(data: bytes) -> bool:
    """Return whether a text that is not UTF-8 is in Windows-1252, which has quotes and dashes where Latin-1 has control
    characters.
    """
    return any(0x80 <= byte <= 0x9F for byte in data)


_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


PICTURES = ("image/png", "image/jpeg", "image/webp", "image/gif")
"""Media types of the pictures that are accepted."""
_SIZES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""Markers in a JPEG file that are followed by the picture's size."""
_BARE = frozenset({0x01, *range(0xD0, 0xD9)})
"""Markers in a JPEG file that are not followed by a length."""


class PictureSize(NamedTuple):
    """Width and height of a picture in pixels."""

    width: int
    height: int


def kind_of(data: bytes) -> str | None:
    """Return the media type of a picture, recognised by its first bytes; `None` if it is no accepted picture."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if data.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return None


def measured(data: bytes, kind: str) -> PictureSize | None:
    """Read the width and height of a picture from its header and return them; `None` if the header does not contain
    them."""
    if kind == "image/png":
        return _big(data[16:24], 4) if data[12:16] == b"IHDR" else None
    if kind == "image/gif":
        return _little(data[6:10], 2)
    return _webp(data) if kind == "image/webp" else _jpeg(data)


def _webp(data: bytes) -> PictureSize | None:
    form = data[12:16]
    if form == b"VP8X" and len(data) >= 30:
        size = _little(data[24:30], 3)
        return PictureSize(size.width + 1, size.height + 1) if size else None
    if form == b"VP8L" and len(data) >= 25 and data[20] == 0x2F:
        bits = int.from_bytes(data[21:25], "little")
        return PictureSize((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    if form == b"VP8 " and data[23:26] == b"\x9d\x01\x2a":
        size = _little(data[26:30], 2)
        return PictureSize(size.width & 0x3FFF, size.height & 0x3FFF) if size else None
    return None


def _jpeg(data: bytes) -> PictureSize | None:
    """Return the size of a JPEG picture: that of its largest frame, since decoders differ in which frame they use."""
    at, largest = 2, None
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return largest
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
        elif marker in _BARE:
            at += 2
        elif marker in (0xDA, 0xD9):  # pixels begin; a size after them belongs to no visible picture
            return largest
        else:
            if marker in _SIZES and len(data) >= at + 9:
                height, width = int.from_bytes(data[at + 5 : at + 7]), int.from_bytes(data[at + 7 : at + 9])
                if largest is None or width * height > largest.width * largest.height:
                    largest = PictureSize(width, height)
            at += 2 + max(2, int.from_bytes(data[at + 2 : at + 4]))
    return largest


def _big(data: bytes, each: int) -> PictureSize | None:
    return PictureSize(int.from_bytes(data[:each]), int.from_bytes(data[each:])) if len(data) == 2 * each else None


def _little(data: bytes, each: int) -> PictureSize | None:
    if len(data) != 2 * each:
        return None
    return PictureSize(int.from_bytes(data[:each], "little"), int.from_bytes(data[each:], "little"))


CHILD = Path(__file__).with_name("documents_child.py")
MOST_SECONDS = 20.0
"""Seconds after which the child process that reads a document is killed; its own limit of processor time is lower."""
MOST_ANSWER = 8_000_000
"""Most bytes that the child process may return."""

_COMPOUND, _ENCRYPTED = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "EncryptedPackage".encode("utf-16-le")
"""Beginning of a file in the older office format, and the stream in it that is an office document with a password."""
_WRONG = {
    "encrypted": ("is protected by a password.", "Save it without one and attach it again."),
    "scanned": (
        "holds no text, only pictures of pages.",
        "Run text recognition over it, or attach the pages as pictures.",
    ),
    "pictures": ("holds no text, only pictures.", "Attach the pictures themselves."),
    "empty": ("holds no text.", "Attach a file that holds something."),
    "damaged": ("is damaged, or not what its name says.", "Open it with its program, save it again, and attach that."),
    "zip": ("is a ZIP archive without a document that can be read here.", f"Attach {ACCEPTED}."),
    "reader": (
        "cannot be read: the reader of documents does not start here.",
        "Run `moot doctor`, or attach its text.",
    ),
}
_LARGE = {
    "memory": ("needs more memory to read than a file may.", "Attach a smaller part of it, or its text."),
    "time": ("takes longer to read than a file may.", "Attach a smaller part of it, or its text."),
}


class _ProcessAnswer(Struct, frozen=True):
    text: str = ""
    parts: str = ""
    left: tuple[str, ...] = ()
    media_type: str = ""
    wrong: str = ""


async def pdf_text(data: bytes) -> str:
    """Return the text of a PDF's pages."""
    return (await _extracted("pdf", "The PDF", data)).text


async def _extracted(kind: str, name: str, data: bytes) -> _ProcessAnswer:
    """Return a document's text and how it was read; raise if it cannot be read. `name` is for errors."""
    answer = await _asked(kind, data)
    if answer.wrong in _LARGE:
        what, remedy = _LARGE[answer.wrong]
        raise TooLarge(f"{name} {what}", remedy)
    if answer.wrong:
        wrong = "damaged" if answer.wrong == "zip" and _extension(name) in NAMED else answer.wrong
        what, remedy = _WRONG.get(wrong, _WRONG["damaged"])
        raise BadInput(f"{name} {what}", remedy)
    return answer


async def _asked(kind: str, data: bytes) -> _ProcessAnswer:
    try:
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-I",  # no folder of Moot or the user on its path, no variable read
            "-B",
            str(CHILD),
            kind,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=_bare_environment(),
            cwd=os.sep,
            close_fds=True,
        )
    except OSError:
        return _ProcessAnswer(wrong="reader")
    try:
        async with asyncio.timeout(MOST_SECONDS):
            _, said = await asyncio.gather(_fed(child, data), _heard(child))
            code = await child.wait()
    except TimeoutError:
        return _ProcessAnswer(wrong="time")
    finally:
        await _ended(child)
    if code < 0:
        return _ProcessAnswer(wrong="time")  # stopped by a signal: the limit of processor time, or the system's own
    try:
        return msgspec.json.decode(said, type=_ProcessAnswer)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return _ProcessAnswer(wrong="reader" if code == 3 else "memory" if code == 4 else "damaged")


async def _fed(child: asyncio.subprocess.Process, data: bytes) -> None:
    assert child.stdin is not None
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        child.stdin.write(data)
        await child.stdin.drain()
        child.stdin.close()
        await child.stdin.wait_closed()


async def _heard(child: asyncio.subprocess.Process) -> bytes:
    assert child.stdout is not None
    said = bytearray()
    while piece := await child.stdout.read(65_536):
        said += piece
        if len(said) > MOST_ANSWER:
            child.kill()
            return b""
    return bytes(said)


async def _ended(child: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        if child.returncode is None:
            child.kill()
    await child.wait()


def _bare_environment() -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}  # Windows starts nothing without
    return {**kept, "LC_ALL": "C.UTF-8"}
