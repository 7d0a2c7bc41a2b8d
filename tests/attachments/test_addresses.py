"""Test that an address instead of a file is fetched within the limits of `egress/`, and refused in words."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from hashlib import sha256

import pytest

from moot.attachments import documents
from moot.attachments.documents import attachment_of, document_at
from moot.errors import BadInput, TooLarge
from rig.office_files import docx, paragraph
from rig.web_pages import WebPages, read_this_machine

PLAN = docx(paragraph("The plan."))
SIGN_IN = b'<!doctype html><title>Welcome</title><p>Please sign in.<form><input name=p type="password"></form>'
PAGES = {
    "/plan?v=2": PLAN,
    "/page": b"<!doctype html><title>Plans</title><p>Two of them.",
    "/moved": "/page",
    "/inside": "http://127.0.0.1:9/",
    "/private": 401,
    "/slow": 0,
    "/sign-in": SIGN_IN,
    "/plan.pdf": b"<!doctype html><title>Plans</title>" + b"<p>words" * 1_000,
    "/film": b"\x00\x01\x02" * 100,
    "/long": b"x" * 10_000_001,
}


@pytest.fixture
async def web(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[WebPages]:
    read_this_machine(monkeypatch)
    async with WebPages(PAGES) as pages:
        yield pages


async def test_a_file_at_an_address_is_an_attachment_named_by_it(web: WebPages) -> None:
    address = f"{web.url}/plan?v=2"
    document = await document_at(f" {address}\n")
    assert (document.name, document.text, document.data) == (address, "The plan.", PLAN)
    assert attachment_of(document).digest == sha256(PLAN).hexdigest()
    assert attachment_of(document).note == "Word document, 9 characters."
    assert web.read == ["/plan?v=2"]


async def test_a_page_is_read_as_its_text_after_a_redirect(web: WebPages) -> None:
    document = await document_at(f"{web.url}/moved#part")
    assert (document.media_type, document.text) == ("text/html", "Plans\n\nTwo of them.")
    assert document.note == "Web page, 19 characters."


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("/none", "could not be fetched: HTTP 404"), ("/private", "could not be fetched: HTTP 401"),
        ("/inside", "could not be fetched: It redirects to an address that may not be asked"),
        ("/slow", "could not be fetched: It did not answer within 0.5 s"), ("/sign-in", "leads to a sign-in page"),
        ("/plan.pdf", "leads to a web page, not a PDF"), ("/film", "cannot be read here"),
        ("/ü", "could not be fetched: The address must be plain ASCII"), ("/long", "passed 10,000,000 bytes"),
    ],
)  # fmt: skip
async def test_what_cannot_be_fetched(web: WebPages, monkeypatch: pytest.MonkeyPatch, path: str, why: str) -> None:
    monkeypatch.setattr(documents, "FETCH_SECONDS", 0.5 if path == "/slow" else 30.0)
    with pytest.raises(BadInput, match=why) as caught:
        await document_at(web.url + path)
    assert caught.value.message.startswith(web.url + path)
    assert caught.value.remedy
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    "address",
    [
        "{}/page", "https://127.0.0.1:{port}/", "https://localhost:{port}/", "https://169.254.169.254/latest",
        "https://printer.local/", "https://user:word@example.com/", "https://inside.example.com/", "https://[::1]/",
    ],
)  # fmt: skip
async def test_only_public_addresses_are_fetched(address: str) -> None:
    async def lookup(host: str, port: int) -> Sequence[str]:
        return ["10.0.0.7"]

    async with WebPages(PAGES) as web:
        with pytest.raises(BadInput, match=r"may not be fetched|not on the public internet|which no endpoint may use"):
            await document_at(address.format(web.url, port=web.url.rpartition(":")[2]), lookup=lookup)
        assert web.read == []


@pytest.mark.parametrize(
    "address", ["notes.txt", "file:///etc/passwd", "https://", "https://a b/", "https://x/" + "y" * 2_000]
)
async def test_what_is_no_address(address: str) -> None:
    with pytest.raises(BadInput):
        await document_at(address)


async def test_too_many(web: WebPages) -> None:
    with pytest.raises(TooLarge, match="11 files"):
        await documents.documents_at([f"{web.url}/page"] * 6, 5)
    assert web.read == []
