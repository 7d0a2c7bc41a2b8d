"""Convert an attached file to a `Document`: its bytes, its actual type, and its text.

The type depends on the bytes, not on names or declared types. Pictures are recognised and measured by their headers,
never decoded; PDFs are parsed in a child process with its own limits (`documents_child.py`).
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from msgspec import Struct

from moot.attachments.picture_headers import PICTURES, PictureSize, kind_of, measured
from moot.attachments.reading_process import pdf_text
from moot.errors import BadInput, TooLarge
from moot.floor.earlier_turns import files_weight, tokens_in
from moot.reading.review_copy import printable
from moot.transcripts.transcript import Transcript
from moot.vocabulary.questions import Attachment

MOST_FILES = 10
"""Most files with one question."""
MOST_BYTES = 10_000_000
"""Most bytes of one file."""
MOST_SIDE = 16_384
"""Most pixels of a picture's width or height."""
MOST_PIXELS = 64_000_000
"""Most pixels of a picture altogether."""
LONGEST_NAME = 100
"""Most characters of a file's name; a longer one keeps its beginning and extension."""
ACCEPTED = "text, Markdown and code, PDF, and pictures (PNG, JPEG, WebP, GIF)"
"""What can be attached, in words."""
MARKDOWN = (".md", ".markdown", ".mdown")

_DEVICES = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)", re.IGNORECASE)
_CONTROLS = re.compile("[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]")


class Document(Struct, frozen=True, kw_only=True):
    """An attached file."""

    name: str
    """A safe name without any folder."""
    media_type: str
    """`text/plain`, `text/markdown`, `application/pdf`, `image/png`, `image/jpeg`, `image/webp` or `image/gif`."""
    data: bytes
    """Its bytes as received."""
    text: str | None
    """Its text; `None` for a picture."""
    note: str = ""
    """A note for readers, e.g. that an encoding was guessed; may be empty."""


def attachment_of(document: Document) -> Attachment:
    """Return the attachment of a question for this file."""
    return Attachment(
        name=document.name,
        media_type=document.media_type,
        digest=sha256(document.data).hexdigest(),
        size=len(document.data),
        text_digest=sha256(document.text.encode()).hexdigest() if document.text is not None else None,
    )


def has_picture(documents: Sequence[Document]) -> bool:
    """Return whether a picture is among the files."""
    return any(document.text is None for document in documents)


async def kept(document: Document, transcript: Transcript) -> Attachment:
    """Store the file's bytes and text; return its attachment."""
    await transcript.keep_blob(document.data)
    if document.text is not None:
        await transcript.keep_blob(document.text.encode())
    return attachment_of(document)


def weight_of_documents(documents: Sequence[Document]) -> int:
    """Return the tokens that files take in a prompt."""
    files = [(attachment_of(document), document) for document in documents]
    sizes = {file.text_digest: tokens_in(each.text) for file, each in files if file.text_digest and each.text}
    return files_weight([file for file, _ in files], sizes)


class Upload(Struct, frozen=True, kw_only=True):
    """A file as received."""

    name: str
    """The name it was sent with."""
    data: bytes
    """Its bytes."""
    declared_type: str | None = None
    """The type its sender declared."""


class _DecodedDocument(NamedTuple):
    text: str
    note: str


async def documents_from(uploads: Sequence[Upload]) -> tuple[Document, ...]:
    """Convert all files of one question, one after the other, so that one child process runs at a time."""
    if len(uploads) > MOST_FILES:
        raise TooLarge(f"{len(uploads)} files are too many.", f"Attach at most {MOST_FILES}.")
    return tuple([await document_from(file.name, file.data, file.declared_type) for file in uploads])


async def document_from(name: str, data: bytes, declared_type: str | None = None) -> Document:
    """Convert a file.

    Raises:
        BadInput: The file cannot be accepted.
        TooLarge: It exceeds a limit.
    """
    name = safe_name(name)
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
    if b"%PDF-" in data[:1024] and (data.startswith(b"%PDF-") or _is_pdf(name, declared)):
        read = await pdf_text(name, data)
        return Document(name=name, media_type="application/pdf", data=data, text=read.text, note=read.note)
    if declared in PICTURES or declared == "application/pdf" or name.lower().endswith(".pdf"):
        what = declared if declared in PICTURES else "a PDF"
        raise BadInput(f"{name} says that it is {what}, but its bytes are not.", f"Attach {ACCEPTED}.")
    decoded = _decoded(name, data)
    kind = "text/markdown" if name.lower().endswith(MARKDOWN) or declared == "text/markdown" else "text/plain"
    return Document(name=name, media_type=kind, data=data, text=decoded.text, note=decoded.note)


def safe_name(name: str) -> str:
    """Return a file name that is valid on every system and contains no path."""
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


def _decoded(name: str, data: bytes) -> _DecodedDocument:
    """Decode a text by its byte order mark, as UTF-8, or else as Latin-1, with a note."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return _DecodedDocument(_checked(name, data[len(mark) :].decode(encoding)), "")
            except UnicodeDecodeError as error:
                raise BadInput(f"{name} begins as {encoding} but goes on otherwise.", "Save it as UTF-8.") from error
    if data.startswith(b"PK\x03\x04"):
        raise BadInput(
            f"{name} is a ZIP archive or an office document, which cannot be read here.", f"Attach {ACCEPTED}."
        )
    try:
        return _DecodedDocument(_checked(name, data.decode("utf-8")), "")
    except UnicodeDecodeError:
        text = _checked(name, data.decode("cp1252", "replace") if _is_1252(data) else data.decode("latin-1"))
        return _DecodedDocument(text, "It is not UTF-8 and was read as Latin-1; letters with accents may be wrong.")


def _checked(name: str, text: str) -> str:
    """Return the text, if it is one: hardly a control character, and no NUL."""
    if "\x00" in text or len(_CONTROLS.findall(text)) * 200 > len(text):
        raise BadInput(f"{name} is a kind of file that cannot be read here.", f"Attach {ACCEPTED}.")
    if not text.strip():
        raise BadInput(f"{name} holds no text.", "Attach a file that holds something.")
    return text


def _is_1252(data: bytes) -> bool:
    """Return whether it is Windows' variant of Latin-1, with quotes and dashes in place of invisible controls."""
    return any(0x80 <= byte <= 0x9F for byte in data)


_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
