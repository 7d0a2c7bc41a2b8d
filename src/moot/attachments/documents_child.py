"""Program that extracts the text of a document: bytes on its input, one JSON object on its output, its own limits.

It is started by its path with the kind of document (`pdf`, `office` or `html`), isolated and without an environment,
and imports nothing of Moot but the file `html_text.py`. It may write no file, starts no process, and stops after
enough text.
"""

from __future__ import annotations

import json
import re
import runpy
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from datetime import time as clock_time
from io import BytesIO
from pathlib import Path
from posixpath import basename, dirname, join, normpath
from typing import Any
from xml.etree import ElementTree
from zipfile import BadZipFile, ZipFile

HTML_TEXT = Path(__file__).parents[1] / "providers" / "tools" / "html_text.py"
MEMORY = 768 * 1024 * 1024
"""Bytes of memory (address space) that this process may use."""
SECONDS = 10
"""Seconds of processor time after which the system stops this process."""
ENOUGH_SECONDS = 6.0
"""Seconds of processor time after which no further page, sheet row or slide is started."""
ENOUGH_TEXT = 1_000_000
"""Characters of text after which no further page, sheet row or slide is started."""
MOST_ROWS = 20_000
"""Most rows of one sheet that are read; empty ones do not count."""
MOST_UNFOLDED = 32_000_000
"""Most bytes of one compressed stream in the PDF after decompression."""
MOST_PARTS = 100_000_000
"""Most bytes of an office document's XML after decompression, without sheets, which are read row by row."""
MOST_SCANNED = 64_000_000
"""Most bytes of a workbook's sheets that are searched for formulas without a value."""
MOST_OPERATIONS = 600_000
"""Most operands and operators on one page; a page with more is left out."""
NO_READER = 3
NO_MEMORY = 4
OFFICE = {"word/": "wordprocessingml.document", "xl/": "spreadsheetml.sheet", "ppt/": "presentationml.presentation"}
"""Folder of a document's content in its archive, and the end of its media type."""
FURNITURE = ("sldNum", "ftr", "dt")
"""Placeholders of a slide that hold its number, footer and date."""
NO_VALUE = re.compile(rb"</f>\s*(?:<v\s*/>|<v></v>)?\s*</c>")
"""End of a cell with a formula whose value was never stored."""
Answer = dict[str, Any]


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


def answer(kind: str, data: bytes) -> Answer:
    """Extract the text of a document. Return it with what was read (`parts`) and what was left out (`left`). If that
    fails, return a code that says what is wrong with the file (`wrong`).
    """
    try:
        found = {"pdf": pdf, "office": office, "html": html}[kind](data)
    except ImportError:
        raise
    except MemoryError:
        return {"wrong": "memory"}
    except Exception:  # a parser of hostile bytes may raise anything; the parent has one message for all of it
        return {"wrong": "damaged"}
    if "wrong" not in found:
        text = found["text"].strip()[: 2 * ENOUGH_TEXT]
        found["text"] = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\x00", "")
    return found


def counted(number: int, what: str) -> str:
    """Return a number with its noun, in the plural where needed."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def too_much(read: int, there: int, what: str) -> list[str]:
    """Return the sentence that says how many parts of a document were left out, if any."""
    return [f"Only {read:,} of its {there:,} {what}s were read: the rest is too much."] if read < there else []


def is_enough(length: int) -> bool:
    """Return whether so much was read, in characters or in time, that nothing more is started."""
    return length > ENOUGH_TEXT or time.process_time() > ENOUGH_SECONDS


def pdf(data: bytes) -> Answer:
    """Extract the text of a PDF."""
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
            if is_enough(length):
                break
            try:
                texts.append(page.extract_text())
            except LimitReachedError:
                heavy += 1
                continue
            length += len(texts[-1])
    except DependencyError:
        return {"wrong": "encrypted"}
    except LimitReachedError:
        return {"wrong": "memory"}
    text = "\n\n".join(part.strip() for part in texts)
    if not text.strip():
        return {"wrong": "memory" if heavy else "scanned" if pages else "damaged"}
    return {"text": text, "parts": f"PDF, {counted(pages, 'page')}", "left": too_much(len(texts), pages, "page")}


def html(data: bytes) -> Answer:
    """Extract the title and the text of a web page."""
    text = "\n\n".join(filter(None, runpy.run_path(str(HTML_TEXT))["text_of_html"](data.decode())))
    return {"text": text, "parts": "Web page", "left": []} if text else {"wrong": "empty"}


def office(data: bytes) -> Answer:
    """Extract the text of a Word document, an Excel workbook or a PowerPoint presentation."""
    try:
        archive = ZipFile(BytesIO(data))
    except BadZipFile:
        return {"wrong": "zip"}
    parts = archive.infolist()
    names = [part.filename for part in parts]
    folder = next((each for each in OFFICE if any(name.startswith(each) for name in names)), "")
    if not folder or "[Content_Types].xml" not in names:
        return {"wrong": "zip"}
    if any(part.flag_bits & 1 for part in parts):
        return {"wrong": "encrypted"}
    xml = [part for part in parts if part.filename.lower().endswith((".xml", ".rels"))]
    if sum(part.file_size for part in xml if not part.filename.startswith("xl/worksheets/")) > MOST_PARTS:
        return {"wrong": "memory"}
    found = {"word/": word, "xl/": workbook, "ppt/": presentation}[folder](data, archive)
    pictures = sum("/media/" in name for name in names)
    if not found["text"].strip():
        return {"wrong": "pictures" if pictures else "empty"}
    charts = sum("/charts/chart" in name for name in names)
    left = [counted(number, what) for number, what in ((pictures, "picture"), (charts, "chart")) if number]
    left += ["its macros"] if any(name.endswith("vbaProject.bin") for name in names) else []
    found["left"] += [f"Left out: {', '.join(left)}."] if left else []
    return {**found, "media_type": f"application/vnd.openxmlformats-officedocument.{OFFICE[folder]}"}


def word(data: bytes, _: ZipFile) -> Answer:
    """Extract the text of a Word document, without its pictures."""
    import mammoth

    nothing = mammoth.images.img_element(lambda _: {})
    page = mammoth.convert_to_html(BytesIO(data), convert_image=nothing, include_embedded_style_map=False).value
    return {"text": runpy.run_path(str(HTML_TEXT))["text_of_html"](page)[1], "parts": "Word document", "left": []}


def workbook(data: bytes, archive: ZipFile) -> Answer:
    """Extract the cells of a workbook, a line for each row; of formulas the values stored with them."""
    from openpyxl import load_workbook

    sheets = load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False).worksheets
    texts: list[str] = []
    left: list[str] = []
    length = read = 0
    for sheet in sheets:
        if is_enough(length):
            break
        read += 1
        lines: list[str] = []
        declared = sheet.max_row
        sheet.reset_dimensions()  # a declared size may be far more than what is there
        for number, row in enumerate(sheet.iter_rows(values_only=True)):
            line = row_line([cell(value) for value in row]) if row else ""
            if (line and len(lines) >= MOST_ROWS) or is_enough(length):
                total = f" of {declared:,}" if declared and declared > number else ""
                left.append(f"Of the sheet {sheet.title} only the first {number:,}{total} rows were read.")
                lines.append(f"({left[-1]})")
                break
            if line:
                lines.append(line)
                length += len(line)
        hidden = " (hidden)" if sheet.sheet_state != "visible" else ""
        texts += ["\n".join((f"Sheet {sheet.title}{hidden}:", *lines))] if lines else []
    left += too_much(read, len(sheets), "sheet")
    scanned = [part for part in archive.infolist() if part.filename.startswith("xl/worksheets/")]
    if sum(part.file_size for part in scanned) <= MOST_SCANNED:
        blank = sum(len(NO_VALUE.findall(archive.read(part))) for part in scanned)
        left += [f"{counted(blank, 'formula')} without a stored value: blank here."] if blank else []
    return {"text": "\n\n".join(texts), "parts": f"Excel workbook, {counted(len(sheets), 'sheet')}", "left": left}


def cell(value: object) -> str:
    """Return a cell's value as text: dates in ISO form, whole numbers without a fraction."""
    if isinstance(value, datetime) and value.time() == clock_time():
        return value.date().isoformat()
    if isinstance(value, date | clock_time):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return "" if value is None else " ".join(str(value).split())


def row_line(cells: Sequence[str]) -> str:
    """Return the cells of a row in one line; empty if all are."""
    return " | ".join(cells).rstrip(" |") if any(cells) else ""


def presentation(_: bytes, archive: ZipFile) -> Answer:
    """Extract the texts, tables and notes of a presentation's slides, in their order."""
    main = "ppt/presentation.xml"
    targets = related(archive, main)
    ids = [each.attrib for each in ElementTree.fromstring(archive.read(main)).iter() if local(each) == "sldId"]
    slides = [targets[value][0] for each in ids for name, value in each.items() if name.endswith("}id")]
    texts: list[str] = []
    length = read = 0
    for slide in slides:
        if is_enough(length):
            break
        read += 1
        lines = list(lines_of(archive, slide))
        notes = [target for target, kind in related(archive, slide).values() if kind.endswith("/notesSlide")]
        said = [line for each in notes for line in lines_of(archive, each, only="body")]
        lines += ["Notes:", *said] if said else []
        texts += ["\n".join((f"Slide {read}:", *lines))] if lines else []
        length += sum(map(len, lines))
    parts = f"PowerPoint presentation, {counted(len(slides), 'slide')}"
    return {"text": "\n\n".join(texts), "parts": parts, "left": too_much(read, len(slides), "slide")}


def local(element: ElementTree.Element) -> str:
    """Return the name of an element without its namespace, which differs between editions of the format."""
    return element.tag.rpartition("}")[2]


def related(archive: ZipFile, part: str) -> dict[str, tuple[str, str]]:
    """Return the parts to which a part of a presentation refers, by id: the path and the kind of each."""
    name = join(dirname(part), "_rels", f"{basename(part)}.rels")
    rows = ElementTree.fromstring(archive.read(name)) if name in archive.NameToInfo else ()
    return {
        row.get("Id", ""): (normpath(join("/", dirname(part), row.get("Target", ""))).lstrip("/"), row.get("Type", ""))
        for row in rows
        if row.get("TargetMode") != "External"
    }


def lines_of(archive: ZipFile, part: str, only: str = "") -> Iterator[str]:
    """Return the lines of text on a slide: its titles, paragraphs and table rows; with `only`, those of placeholders of
    this kind.
    """
    for shape in shapes(ElementTree.fromstring(archive.read(part))):
        place = next((each.get("type", "body") for each in shape.iter() if local(each) == "ph"), "")
        if place in FURNITURE or (only and place != only):
            continue
        if local(shape) == "graphicFrame":
            rows = (each for each in shape.iter() if local(each) == "tr")
            lines = [row_line([" ".join(words(one)) for one in row if local(one) == "tc"]) for row in rows]
        else:
            lines = [f"Title: {line}" if place in ("title", "ctrTitle") else line for line in words(shape)]
        yield from filter(None, lines)


def shapes(element: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """Return the shapes and tables of a slide, without the second copies kept for older programs."""
    for child in element:
        if local(child) in ("sp", "graphicFrame"):
            yield child
        elif local(child) != "Fallback":
            yield from shapes(child)


def words(element: ElementTree.Element) -> list[str]:
    """Return the paragraphs in an element that hold text."""
    found = []
    for paragraph in element.iter():
        if local(paragraph) == "p":
            pieces = (
                " " if local(each) == "br" else each.text or ""
                for each in paragraph.iter()
                if local(each) in ("t", "br")
            )
            found.append(" ".join("".join(pieces).split()))
    return [each for each in found if each]


def main() -> int:
    """Read a document from standard input and write its text to standard output as JSON. Return the exit code."""
    limit()
    try:
        said = json.dumps(answer(sys.argv[1], sys.stdin.buffer.read()))
        sys.stdout.write(said)
        sys.stdout.flush()
    except MemoryError:
        return NO_MEMORY
    except ImportError:
        return NO_READER
    return 0


if __name__ == "__main__":
    sys.exit(main())
