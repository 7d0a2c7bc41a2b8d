"""What do readers of feeds get? The latest messages of schedules as an Atom document (RFC 4287)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from xml.etree import ElementTree

import msgspec

from moot.exports.delivery.message import Message
from moot.transcripts.scheduled.outbox import Delivery

ATOM = "http://www.w3.org/2005/Atom"
FEED_ID = "urn:moot:schedules"
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML document may hold."""


def atom_of(deliveries: Sequence[Delivery], link: str = "") -> str:
    """The document; the newest first."""
    ElementTree.register_namespace("", ATOM)
    feed = ElementTree.Element(f"{{{ATOM}}}feed")
    _add(feed, "id", FEED_ID)
    _add(feed, "title", "Moot")
    _add(feed, "updated", _moment(max((each.made for each in deliveries), default=0.0)))
    if link:
        _add(feed, "link", None, rel="self", href=link)
    author = ElementTree.SubElement(feed, f"{{{ATOM}}}author")
    _add(author, "name", "Moot")
    for each in deliveries:
        message = msgspec.json.decode(each.message, type=Message)
        entry = ElementTree.SubElement(feed, f"{{{ATOM}}}entry")
        _add(entry, "id", f"urn:moot:{each.about}")
        _add(entry, "title", message.subject, type="text")
        _add(entry, "updated", _moment(each.made))
        if message.link:
            _add(entry, "link", None, href=message.link)
        _add(entry, "content", message.text, type="text")
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(feed, encoding="unicode") + "\n"


def _add(parent: ElementTree.Element, name: str, text: str | None, **attributes: str) -> None:
    element = ElementTree.SubElement(parent, f"{{{ATOM}}}{name}", attributes)
    element.text = None if text is None else _NOT_XML.sub("\ufffd", text)


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
