"""Test that attached files are recognised, read within limits, and refused with a useful message."""

from __future__ import annotations

import asyncio
import io
import os
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from moot.attachments import documents as reading_apart
from moot.attachments.documents import MOST_BYTES, MOST_FILES, Upload, document_from, documents_from, safe_name
from moot.errors import BadInput, MootError, TooLarge


def pdf(*pages: str, **more: object) -> bytes:
    """A PDF with a line on each page."""
    out = io.BytesIO()
    canvas = Canvas(out, **more)
    for line in pages:
        canvas.drawString(72, 700, line)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def raw_pdf(content: bytes, filters: str = "/FlateDecode") -> bytes:
    """A PDF of one page with this content stream."""
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
        b"<</Length %d/Filter %s>>\nstream\n%s\nendstream" % (len(content), filters.encode(), content),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    body, places = b"%PDF-1.4\n", []
    for number, item in enumerate(objects, start=1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, item)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % len(body)
    return body + b"xref\n0 6\n0000000000 65535 f \n" + table + end


def picture(kind: str, size: tuple[int, int] = (7, 5), **more: object) -> bytes:
    """A real picture."""
    out = io.BytesIO()
    Image.new("RGB", size).save(out, kind, **more)
    return out.getvalue()


def bomb(unit: bytes, size: int) -> bytes:
    return zlib.compress(unit * (size // len(unit)), 9)


TEXTS = {
    "utf-8": ("naïve ✓".encode(), "naïve ✓"),
    "byte order mark": ("\ufeffnaïve".encode(), "naïve"),
    "utf-16 le": ("\ufeffnaïve ✓".encode("utf-16-le"), "naïve ✓"),
    "utf-16 be": ("\ufeffnaïve".encode("utf-16-be"), "naïve"),
    "utf-32": ("\ufeffnaïve".encode("utf-32-le"), "naïve"),
    "latin-1": ("naïve".encode("latin-1"), "naïve"),
    "windows-1252": ("“naïve”".encode("cp1252"), "“naïve”"),
    "terminal colours": (b"\x1b[31mred\x1b[0m", "\x1b[31mred\x1b[0m"),
    "looks like a magic": (b"BMW and MZ and ID3 tags", "BMW and MZ and ID3 tags"),
}


@pytest.mark.parametrize("case", TEXTS)
async def test_text(case: str) -> None:
    data, text = TEXTS[case]
    document = await document_from("notes.txt", data)
    assert (document.media_type, document.text, document.data) == ("text/plain", text, data)
    assert bool(document.note) == (case in ("latin-1", "windows-1252"))


@pytest.mark.parametrize(
    ("name", "declared", "kind"),
    [
        ("a.md", None, "text/markdown"), ("a.MARKDOWN", None, "text/markdown"), ("a.py", "text/x-python", "text/plain"),
        ("a", "text/markdown; charset=utf-8", "text/markdown"), ("a.html", None, "text/html"),
        ("a", "text/html", "text/html"), ("a.php", None, "text/plain"),
        ("a.svg", "image/svg+xml", "text/plain"),
    ],
)  # fmt: skip
async def test_what_kind_of_text(name: str, declared: str | None, kind: str) -> None:
    assert (await document_from(name, b"<b>words</b>", declared)).media_type == kind


@pytest.mark.parametrize(
    ("kind", "media_type", "more"),
    [
        ("PNG", "image/png", {}), ("JPEG", "image/jpeg", {}), ("JPEG", "image/jpeg", {"progressive": True}),
        ("GIF", "image/gif", {}), ("WEBP", "image/webp", {}), ("WEBP", "image/webp", {"lossless": True}),
        ("WEBP", "image/webp", {"exif": b"Exif\x00\x00II*\x00\x08\x00\x00\x00\x00\x00"}),
    ],
)  # fmt: skip
async def test_pictures_are_known_by_their_bytes(kind: str, media_type: str, more: dict[str, object]) -> None:
    for size in ((7, 5), (300, 1), (1, 700)):
        data = picture(kind, size, **more)
        from moot.attachments.documents import measured

        assert measured(data, media_type) == size
        document = await document_from("liar.txt", data, "text/plain")
        assert (document.media_type, document.text) == (media_type, None)


def png(width: int, height: int) -> bytes:
    head = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))


LARGE = {
    "png": png(60_000, 60_000),
    "a long png": png(1, 70_000),
    "gif": b"GIF89a" + struct.pack("<HH", 65_535, 65_535) + bytes(9),
    "webp": b"RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00" + bytes(4) + b"\xff\xff\xff" * 2,
    "jpeg": b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x0b\x08" + struct.pack(">HH", 65_000, 65_000) + bytes(20),
    "jpeg with a second frame": b"\xff\xd8\xff\xc0\x00\x0b\x08" + struct.pack(">HH", 5, 5) + bytes(4)
    + b"\xff\xc2\x00\x0b\x08" + struct.pack(">HH", 65_000, 65_000) + bytes(20),
}  # fmt: skip
DAMAGED = {
    "png": b"\x89PNG\r\n\x1a\n" + bytes(40), "png of nothing": png(0, 5), "short png": b"\x89PNG\r\n\x1a\n",
    "gif": b"GIF89a", "webp": b"RIFF\x00\x00\x00\x00WEBPVP8Z" + bytes(40), "jpeg": b"\xff\xd8\xff" + b"\xff" * 100_000,
    "jpeg of no length": b"\xff\xd8" + b"\xff\xe0\x00\x00" * 50_000,
}  # fmt: skip


@pytest.mark.parametrize("case", LARGE)
async def test_pictures_that_would_unfold_are_refused(case: str) -> None:
    with pytest.raises(TooLarge, match="pixels"):
        await document_from("a.png", LARGE[case])


@pytest.mark.parametrize("case", DAMAGED)
async def test_damaged_pictures(case: str) -> None:
    with pytest.raises(BadInput, match="damaged"):
        await document_from("a.png", DAMAGED[case])


REFUSED = {
    "zip": b"PK\x03\x04" + bytes(100), "gzip": b"\x1f\x8b\x08" + bytes(30), "program": b"\x7fELF" + bytes(100),
    "old office": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100), "bmp": b"BM" + bytes(60),
    "mp3": b"ID3\x04" + bytes(9), "nul": b"text\x00text", "random": zlib.compress(os.urandom(3000)),
    "tar": b"name" + bytes(200), "utf-16 bare": "ab".encode("utf-16-be"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
async def test_unknown_bytes_are_refused_with_what_is_accepted(case: str) -> None:
    with pytest.raises(BadInput, match="read here") as caught:
        await document_from("thing.bin", REFUSED[case])
    assert "PDF" in caught.value.remedy
    assert "PNG" in caught.value.remedy


@pytest.mark.parametrize(
    ("data", "declared", "why"),
    [
        (b"", None, "is empty"), (b" \n\t", None, "holds no text"), (b"x" * (MOST_BYTES + 1), None, "has 10.0 MB"),
        (b"words", "image/png", "its bytes are not"), (b"words", "application/pdf", "its bytes are not"),
        (b"\xff\xfe\x00\xd8", None, "goes on otherwise"),
    ],
)  # fmt: skip
async def test_refused(data: bytes, declared: str | None, why: str) -> None:
    with pytest.raises(BadInput, match=why):
        await document_from("a", data, declared)


async def test_too_many_files() -> None:
    with pytest.raises(TooLarge, match="11 files"):
        await documents_from([Upload(name="a", data=b"a")] * (MOST_FILES + 1))
    assert len(await documents_from([Upload(name="a", data=b"a")] * MOST_FILES)) == MOST_FILES


async def test_a_pdf_has_text() -> None:
    document = await document_from("paper", pdf("Hello wörld", "second page"))
    assert document.media_type == "application/pdf"
    assert document.text == "Hello wörld\n\nsecond page"
    assert document.note == "PDF, 2 pages, 24 characters."


PDFS = {
    "encrypted": (lambda: pdf("secret", encrypt="password"), BadInput, "password"),
    "scanned": (lambda: pdf(""), BadInput, "only pictures of pages"),
    "junk": (lambda: b"%PDF-1.4\n" + os.urandom(2000), BadInput, "damaged"),
    "cut": (lambda: pdf("Hello")[:300], BadInput, "damaged|no text"),
    "no objects": (lambda: b"%PDF-1.7\n%%EOF", BadInput, "damaged"),
    "deep": (lambda: b"%PDF-1.4\n1 0 obj\n" + b"[" * 500_000 + b"\nendobj\ntrailer<</Root 1 0 R>>", BadInput, "a.pdf"),
    "page tree in a ring": (
        lambda: pdf("a").replace(b"/Type /Pages", b"/Type /Pages /Parent 1 0 R"), MootError, ""
    ),
    "bomb": (lambda: raw_pdf(bomb(b"BT (x) Tj ET ", 60_000_000)), TooLarge, "memory|longer"),
    "bomb in a bomb": (
        lambda: raw_pdf(zlib.compress(bomb(b"\x00", 300_000_000), 9), "[/FlateDecode/FlateDecode]"), TooLarge, "memory",
    ),
    "operations": (lambda: raw_pdf(bomb(b"BT /F 12 Tf (x) Tj ET ", 8_000_000)), TooLarge, "memory|longer"),
}  # fmt: skip


@pytest.mark.fast(2)
@pytest.mark.parametrize("case", PDFS)
async def test_pdfs_that_cannot_be_read(case: str) -> None:
    make, error, why = PDFS[case]
    data = make()
    if case == "page tree in a ring":  # whatever it makes of it, it ends
        assert (await asyncio.gather(document_from("a.pdf", data), return_exceptions=True))[0] is not None
    else:
        with pytest.raises(error, match=why) as caught:
            await document_from("a.pdf", data)
        assert caught.value.remedy


async def test_the_child_sees_nothing_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spy = tmp_path / "spy.py"
    spy.write_text(
        "import json, os, sys\nsys.stdin.buffer.read()\n"
        "text = repr([sorted(os.environ), os.getcwd(), sys.flags.isolated])\n"
        "print(json.dumps({'text': text, 'read': 1, 'pages': 1}))"
    )
    monkeypatch.setattr(reading_apart, "CHILD", spy)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    document = await document_from("a.pdf", pdf("x"))
    assert document.text is not None
    assert "API" not in document.text
    assert document.text.endswith(", 1]")


@pytest.mark.fast(2)
@pytest.mark.parametrize(
    ("program", "why"),
    [
        ("import time; time.sleep(60)", "takes longer"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGXCPU)", "takes longer"),
        ("print('x' * 100_000_000)", "damaged|takes longer"),
        ("import sys; sys.exit(3)", "does not start"),
        ("import sys; sys.exit(4)", "more memory"),
        ("print('{')", "damaged"),
        ("raise SystemError", "damaged"),
    ],
)
async def test_whatever_becomes_of_the_child_there_is_one_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, why: str
) -> None:
    (tmp_path / "child.py").write_text(program)
    monkeypatch.setattr(reading_apart, "CHILD", tmp_path / "child.py")
    monkeypatch.setattr(reading_apart, "MOST_SECONDS", 1.5 if "sleep" in program else 120)
    with pytest.raises(MootError, match=why):
        await document_from("a.pdf", pdf("x") + bytes(3_000_000))


async def test_no_process_is_left_when_the_caller_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "child.py").write_text(
        f"import os, time; open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    )
    monkeypatch.setattr(reading_apart, "CHILD", tmp_path / "child.py")
    task = asyncio.create_task(document_from("a.pdf", pdf("x")))
    for _ in range(500):
        if (tmp_path / "pid").exists() and (tmp_path / "pid").read_text():
            break
        await asyncio.sleep(0.02)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("a.txt", "a.txt"), ("../../etc/passwd", "passwd"), ("C:\\Users\\x\\a.pdf", "a.pdf"), ("..", "file"),
        ("", "file"),
        ("a/", "file"), (".env", "env"), ("CON.txt", "_CON.txt"), ("nul", "_nul"), ("a\x00b.txt", "ab.txt"),
        ("a\u202etxt.exe", "atxt.exe"),
        ("a<b>:c?.md", "a_b__c_.md"), ("x" * 300 + ".md", "x" * 97 + ".md"), ("e\u0301.md", "é.md"),
        ("日本 語.pdf", "日本 語.pdf"),
        ("a. ", "a"), ("\u200b", "file"), ("aux.tar.gz", "_aux.tar.gz"), ("a\n.md", "a_.md"), ("com¹.txt", "_com¹.txt"),
    ],
)  # fmt: skip
def test_safe_names(name: str, safe: str) -> None:
    assert safe_name(name) == safe
    assert safe_name(safe) == safe
