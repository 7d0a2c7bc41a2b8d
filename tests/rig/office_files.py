"""Real Word and PowerPoint files, written with `zipfile` as Office writes them, and Excel workbooks."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook

PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
SLIDES = "http://schemas.openxmlformats.org/presentationml/2006/main"


def zipped(parts: Mapping[str, str | bytes]) -> bytes:
    """An archive of these parts."""
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return out.getvalue()


def relations(**targets: tuple[str, str]) -> str:
    """A part of relationships: a kind and a path for each id."""
    rows = "".join(
        f'<Relationship Id="{key}" Type="{OFFICE}/{kind}" Target="{target}"/>'
        for key, (kind, target) in targets.items()
    )
    return f'<Relationships xmlns="{PACKAGE}/relationships">{rows}</Relationships>'


def office(main: str, parts: Mapping[str, str | bytes]) -> bytes:
    """An office document whose main part is at this path."""
    kinds = f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>'
    return zipped({"[Content_Types].xml": kinds, "_rels/.rels": relations(r1=("officeDocument", main)), **parts})


def paragraph(text: str) -> str:
    """A paragraph of a Word document."""
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def docx(body: str, before: str = "", **parts: str | bytes) -> bytes:
    """A Word document with this body; `parts` go along under `word/`, two underscores in a name for a slash."""
    more = {f"word/{name.replace('__', '/')}": data for name, data in parts.items()}
    document = f'<?xml version="1.0"?>{before}<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>'
    return office("word/document.xml", {"word/document.xml": document, **more})


def xlsx(**sheets: Sequence[Sequence[object]]) -> bytes:
    """A workbook with these rows on its sheets."""
    book = Workbook()
    book.remove(book.worksheets[0])
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(list(row))
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def shape(*lines: str, place: str = "") -> str:
    """A shape of a slide; `place` is the kind of its placeholder."""
    holder = f'<p:nvSpPr><p:nvPr><p:ph type="{place}"/></p:nvPr></p:nvSpPr>' if place else ""
    text = "".join(f"<a:p><a:r><a:t>{line}</a:t></a:r></a:p>" for line in lines)
    return f"<p:sp>{holder}<p:txBody>{text}</p:txBody></p:sp>"


def table(*rows: Sequence[str]) -> str:
    """A table on a slide."""
    cells = "".join(
        "<a:tr>" + "".join(f"<a:tc><a:txBody><a:p><a:r><a:t>{one}</a:t></a:r></a:p></a:txBody></a:tc>" for one in row)
        + "</a:tr>"
        for row in rows
    )  # fmt: skip
    return (
        f"<p:graphicFrame><a:graphic><a:graphicData><a:tbl>{cells}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>"
    )


def pptx(*slides: str, notes: Mapping[int, str] | None = None) -> bytes:
    """A presentation whose slides hold these shapes. The files of the slides are numbered from the last."""
    parts: dict[str, str | bytes] = {}
    ids, targets = "", {}
    spaces = f'xmlns:p="{SLIDES}" xmlns:a="{DRAWING}" xmlns:r="{OFFICE}"'
    for number, shapes in enumerate(slides, start=1):
        file = len(slides) + 1 - number
        ids += f'<p:sldId id="{255 + number}" r:id="rId{number}"/>'
        targets[f"rId{number}"] = ("slide", f"slides/slide{file}.xml")
        parts[f"ppt/slides/slide{file}.xml"] = f"<p:sld {spaces}><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>"
        if notes and number in notes:
            parts[f"ppt/slides/_rels/slide{file}.xml.rels"] = relations(r1=("notesSlide", "../notesSlides/n.xml"))
            parts["ppt/notesSlides/n.xml"] = (
                f"<p:notes {spaces}><p:cSld><p:spTree>{shape(str(number), place='sldNum')}"
                f"{shape(notes[number], place='body')}</p:spTree></p:cSld></p:notes>"
            )
    main = f"<p:presentation {spaces}><p:sldIdLst>{ids}</p:sldIdLst></p:presentation>"
    return office(
        "ppt/presentation.xml",
        {"ppt/presentation.xml": main, "ppt/_rels/presentation.xml.rels": relations(**targets), **parts},
    )
