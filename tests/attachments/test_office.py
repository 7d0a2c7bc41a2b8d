"""Test that Word, Excel, PowerPoint and HTML files are read within limits, and that what is left out is said."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import date, datetime, time
from zipfile import ZipFile

import pytest

from moot.attachments.documents import MOST_ATTACHED, document_from
from moot.errors import BadInput, MootError, TooLarge
from rig.office_files import docx, office, paragraph, pptx, shape, table, xlsx, zipped

OFFICE = "application/vnd.openxmlformats-officedocument"
CELLS = "<w:tr><w:tc>{}</w:tc><w:tc>{}</w:tc></w:tr>"


async def test_word_keeps_paragraphs_and_tables() -> None:
    rows = [(paragraph("Plan"), paragraph("Cost")), (paragraph("A") + paragraph("first"), paragraph("12"))]
    body = paragraph("Which plan?") + "<w:tbl>" + "".join(CELLS.format(*row) for row in rows) + "</w:tbl>"
    removed = '<w:p><w:del w:author="x"><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>'
    document = await document_from("plans", docx(body + removed + paragraph("The end.")), "text/plain")
    assert document.media_type == f"{OFFICE}.wordprocessingml.document"
    assert document.text == "Which plan?\nPlan | Cost\nA first | 12\nThe end."
    assert document.note == f"Word document, {len(document.text)} characters."


async def test_word_says_that_pictures_and_macros_were_left_out() -> None:
    data = docx(paragraph("Text."), media__a_png=b"x", media__b_png=b"x", vbaProject_bin=b"x").replace(
        b"vbaProject_bin", b"vbaProject.bin"
    )
    document = await document_from("a.docm", data)
    assert document.text == "Text."
    assert document.note == "Word document, 5 characters. Left out: 2 pictures, its macros."


async def test_excel_has_values_with_iso_dates() -> None:
    rows = [
        ["item", "when", None, "n"],
        ["a\nb", datetime(2026, 3, 1), None, 2.0],
        [],
        ["c", datetime(2026, 3, 1, 12, 30), time(8, 15), 0.5],
        ["d", date(2026, 3, 2), None, True, None],
    ]
    document = await document_from("a.bin", xlsx(Plans=rows, Empty=[], Other=[["x"]]))
    assert document.media_type == f"{OFFICE}.spreadsheetml.sheet"
    assert document.text == (
        "Sheet Plans:\nitem | when |  | n\na b | 2026-03-01 |  | 2\nc | 2026-03-01T12:30:00 | 08:15:00 | 0.5\n"
        "d | 2026-03-02 |  | True\n\nSheet Other:\nx"
    )
    assert document.note.startswith("Excel workbook, 3 sheets, ")


SHEETS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def with_sheet(data: bytes, *cells: str, size: str = "", strings: str = "") -> bytes:
    """The workbook with these rows of XML on its first sheet, and strings that its cells refer to."""
    with ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    declared = f'<dimension ref="{size}"/>' if size else ""
    sheet = f'<worksheet xmlns="{SHEETS}">{declared}<sheetData>{"".join(cells)}</sheetData></worksheet>'
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    entry = f'<Override PartName="/xl/sharedStrings.xml" ContentType="{kind}"/></Types>'
    kinds = parts["[Content_Types].xml"].replace("</Types>", entry)
    shared = {"xl/sharedStrings.xml": f'<sst xmlns="{SHEETS}">{strings}</sst>', "[Content_Types].xml": kinds}
    return zipped({**parts, "xl/worksheets/sheet1.xml": sheet, **(shared if strings else {})})


async def test_excel_reads_stored_values_of_formulas_and_says_where_there_are_none() -> None:
    cells = (
        '<row r="1"><c r="A1"><f>SUM(B1:B9)</f><v>42</v></c><c r="B1" t="s"><v>0</v></c>'
        '<c r="C1"><f>NOW()</f><v></v></c></row>'
    )
    data = with_sheet(xlsx(Sums=[["x"]]), cells, strings="<si><t>tea</t></si>")
    document = await document_from("a.xlsx", data)
    assert document.text == "Sheet Sums:\n42 | tea"
    assert document.note.endswith("1 formula without a stored value: blank here.")


@pytest.mark.fast(10)
async def test_of_a_million_rows_the_first_are_read() -> None:
    rows = (f'<row r="{n}"><c r="A{n}"><v>{n}</v></c></row>' for n in range(1, 1_000_001))
    document = await document_from("a.xlsx", with_sheet(xlsx(Long=[]), *rows, size="A1:A1000000"))
    told = "Of the sheet Long only the first 20,000 of 1,000,000 rows were read."
    assert told in document.note
    assert document.text is not None
    assert document.text.endswith(f"19999\n20000\n({told})")


async def test_the_size_that_a_sheet_declares_costs_nothing() -> None:
    cells = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="B1048576"><v>2</v></c></row>'
    document = await document_from("a.xlsx", with_sheet(xlsx(Wide=[]), cells, size="A1:XFD1048576"))
    assert document.text == "Sheet Wide:\n1\n | 2"


async def test_two_hundred_sheets_and_a_long_text() -> None:
    book = xlsx(**{f"s{number}": [["x" * 3_000]] * 2 for number in range(200)})
    document = await document_from("a.xlsx", book)
    assert document.text is not None
    assert document.text.count("Sheet s") < 200
    assert "of its 200 sheets were read: the rest is too much." in document.note
    assert f"Members read the first {MOST_ATTACHED:,} of {len(document.text):,} characters." in document.note
    assert (await document_from("a.txt", b"x" * 200_001)).note.startswith("Members read the first 200,000 of")


async def test_powerpoint_has_titles_texts_tables_and_notes_in_the_order_of_slides() -> None:
    first = shape("Plan A", place="title") + shape("1", place="sldNum") + shape("cheap", "quick")
    twice = f"<m:Choice>{shape('once')}</m:Choice><m:Fallback>{shape('once')}</m:Fallback>"
    twice = f"<m:AlternateContent xmlns:m='m'>{twice}</m:AlternateContent>"
    second = f"<p:grpSp>{shape('grouped')}</p:grpSp>" + table(("Plan", "Cost"), ("A", "")) + twice
    document = await document_from("a.pptx", pptx(first, second, "", notes={2: "Say it slowly."}))
    assert document.media_type == f"{OFFICE}.presentationml.presentation"
    assert document.text == (
        "Slide 1:\nTitle: Plan A\ncheap\nquick\n\nSlide 2:\ngrouped\nPlan | Cost\nA\nonce\nNotes:\nSay it slowly."
    )
    assert document.note == f"PowerPoint presentation, 3 slides, {len(document.text)} characters."


@pytest.mark.parametrize("name", ["a.html", "a.HTM", "page"])
async def test_html_is_read_as_its_text(name: str) -> None:
    page = "<!DOCTYPE html><title>Plans</title><nav>x</nav><h1>Two</h1><table><tr><th>a<th>b<tr><td>1<td>ü</table>"
    document = await document_from(name, page.encode("utf-16"))
    assert (document.media_type, document.text) == ("text/html", "Plans\n\nTwo\na | b\n1 | ü")
    assert document.note.startswith("Web page, 22 characters. Its markup was left out")
    source = await document_from("a.txt", page.encode())
    assert (source.media_type, source.text) == ("text/plain", page)


LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
BOMB = f'<!DOCTYPE x [<!ENTITY l0 "ha">{LAUGHS}]>'
OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500)
REFUSED: dict[str, tuple[str, Callable[[], bytes], type[MootError], str]] = {
    "empty word": ("a.docx", lambda: docx(""), BadInput, "holds no text"),
    "pictures only": ("a.docx", lambda: docx("", media__a=b"x"), BadInput, "only pictures"),
    "empty workbook": ("a.xlsx", lambda: xlsx(One=[]), BadInput, "holds no text"),
    "empty presentation": ("a.pptx", pptx, BadInput, "holds no text"),
    "empty page": ("a.html", lambda: b"<html><script>draw()</script></html>", BadInput, "holds no text"),
    "cut": ("a.docx", lambda: docx(paragraph("x"))[:200], BadInput, "damaged"),
    "not XML": ("a.docx", lambda: docx("<w:p>"), BadInput, "damaged"),
    "no main part": ("a.pptx", lambda: office("ppt/presentation.xml", {"ppt/x.xml": ""}), BadInput, "damaged"),
    "deep": ("a.pptx", lambda: pptx("<p:grpSp>" * 50_000 + "</p:grpSp>" * 50_000), BadInput, "damaged"),
    "a text": ("a.docx", lambda: b"words", BadInput, "its bytes are not"),
    "password": ("a.xlsx", lambda: OLD + "EncryptedPackage".encode("utf-16-le"), BadInput, "password"),
    "old": ("a.doc", lambda: OLD, BadInput, "cannot be read here"),
    "archive": ("a.zip", lambda: zipped({"a.txt": "x"}), BadInput, "ZIP archive"),
    "zip bomb": ("a.docx", lambda: docx("<w:p/>" * 20_000_000), TooLarge, "memory"),
    "many paragraphs": ("a.docx", lambda: docx(paragraph("x") * 500_000), TooLarge, "memory|longer"),
    "strings": (
        "a.xlsx",
        lambda: with_sheet(xlsx(A=[]), strings="<si><t>x</t></si>" * 5_000_000),
        TooLarge,
        "memory|longer",
    ),
    "entities": ("a.docx", lambda: docx(paragraph("&l11;"), BOMB), MootError, "damaged|memory|longer"),
    "entities in a slide": ("a.pptx", lambda: _laughing(pptx(shape("x"))), MootError, "damaged|memory|longer"),
}


def _laughing(data: bytes) -> bytes:
    with ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    slide = BOMB + parts["ppt/slides/slide1.xml"].replace(">x<", ">&l11;<")
    return zipped({**parts, "ppt/slides/slide1.xml": slide})


@pytest.mark.fast(10)
@pytest.mark.parametrize("case", REFUSED)
async def test_what_cannot_be_read_is_refused_in_words(case: str) -> None:
    name, make, error, why = REFUSED[case]
    with pytest.raises(error, match=why) as caught:
        await document_from(name, make())
    assert caught.value.message.startswith(name)
    assert caught.value.remedy


async def test_an_encrypted_archive() -> None:
    data = bytearray(docx(paragraph("x")))
    at = data.rindex(b"PK\x01\x02", 0, data.rindex(b"PK\x05\x06"))
    data[at + 8] |= 1
    with pytest.raises(BadInput, match="password"):
        await document_from("a.docx", bytes(data))
