"""Parse untrusted XML to a small tree: no entity is defined or fetched, depth and size are bounded.

A document type that only names its DTD is skipped, as PubMed's must be; one that declares anything is refused. Tests:
`tests/providers/searchers/test_safe_xml.py`.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

DEEPEST = 60
MOST_ELEMENTS = 100_000


class BadXml(ValueError):
    """Input that is not XML or exceeds the limits."""


def tree_of(data: bytes) -> Element:
    """Return the root of a document; names are `{namespace}local` as in ElementTree."""
    reader = _XmlReader()
    try:
        reader.parser.Parse(data, True)
        return reader.builder.close()
    except expat.ExpatError as error:
        raise BadXml(f"not well-formed in line {error.lineno}") from None
    except (AssertionError, LookupError, ValueError) as error:
        raise BadXml(str(error) or "no document") from None


def text_in(element: Element | None) -> str:
    """Return all text inside an element, without tags, on one line."""
    return "" if element is None else " ".join("".join(element.itertext()).split())


class _XmlReader:
    """Builds a tree from expat and refuses declarations and excess."""

    def __init__(self) -> None:
        self.builder = TreeBuilder()
        self._depth = self._count = 0
        self.parser = expat.ParserCreate(namespace_separator="}")
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.EntityDeclHandler = self._entity
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self.builder.data
        self.parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)

    def _doctype(self, name: str, system: str | None, public: str | None, declares: bool) -> None:
        if declares:
            raise BadXml("its document type declares something of its own")

    def _entity(self, *_: object) -> None:
        raise BadXml("it defines an entity")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        self._count += 1
        if self._depth > DEEPEST:
            raise BadXml(f"it is nested more than {DEEPEST} deep")
        if self._count > MOST_ELEMENTS:
            raise BadXml(f"it has more than {MOST_ELEMENTS:,} elements")
        self.builder.start(_named(name), {_named(key): value for key, value in attributes.items()})

    def _end(self, name: str) -> None:
        self._depth -= 1
        self.builder.end(_named(name))


def _named(name: str) -> str:
    return "{" + name if "}" in name else name
