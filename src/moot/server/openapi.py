"""Generate the OpenAPI document, with events, states and results as the structs they are.

The thirteen kinds of events are a union discriminated by `kind`, so that generated clients get one type for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from moot.exports.session_files import every_form
from moot.protocols import registry
from moot.server.error_responses import Refusal
from moot.views.summary import Gist
from moot.vocabulary.events import KINDS, CopyOrigin, SeatSpeaking, SeatWaiting
from moot.vocabulary.state import SessionState

TEMPLATE = "#/components/schemas/{name}"
STREAM = (
    "Server-sent events. Each `data:` is an `Event` (with its `seq` as `id:`), or a `SeatSpeaking` or `SeatWaiting` "
    "(without id); after the session's end comes `event: end`. Reconnect with `Last-Event-ID`."
)
SAYS = {
    400: "It cannot be done as written.",
    401: "No token, or a wrong one.",
    402: "The worst price does not fit under a budget.",
    403: "Not from here.",
    404: "Nobody knows it.",
    409: "It clashes with what is there.",
    413: "Too large.",
    415: "Not JSON.",
    422: "It cannot be done as written.",
    429: "Too much at once; see Retry-After.",
    502: "Another server did not take it, or the code of a package failed.",
    503: "Too much at once (see Retry-After), or no model can be seated now.",
}
Responses = dict[int | str, dict[str, Any]]
_SENT: dict[str, type[msgspec.Struct]] = {}
"""Every struct that a route declares as a response, by name."""


def ref(name: str) -> dict[str, str]:
    """Return a JSON-schema reference to a struct in the OpenAPI document's components."""
    return {"$ref": TEMPLATE.format(name=name)}


def of(kind: type[msgspec.Struct], status: int = 200) -> Responses:
    """Return the OpenAPI entry of a route whose response is this struct as JSON."""
    _SENT[kind.__name__] = kind
    return {status: {"description": _line(kind), "content": {"application/json": {"schema": ref(kind.__name__)}}}}


def table_or(kind: type[msgspec.Struct], *, listed: bool = False) -> Responses:
    """Return the OpenAPI entry of a route whose response is this struct (or a list of them) as JSON, or its rows as
    CSV.
    """
    found = of(kind)
    content = found[200]["content"]
    if listed:
        content["application/json"]["schema"] = {"type": "array", "items": ref(kind.__name__)}
    content["text/csv"] = {"schema": {"type": "string"}}
    return found


def refusals_of(*statuses: int) -> Responses:
    """Return the OpenAPI entries of a route's error responses with these statuses."""
    body = {"application/json": {"schema": ref("Refusal")}}
    return {status: {"description": SAYS[status], "content": body} for status in statuses}


def events_response() -> Responses:
    """Return the OpenAPI entry of a route that sends a page of events, or a stream of them."""
    stream = {"schema": {"type": "string", "description": STREAM}}
    page = {"schema": ref("EventPage")}
    return {200: {"description": STREAM, "content": {"application/json": page, "text/event-stream": stream}}}


def page_response() -> Responses:
    """Return the OpenAPI entry of a route that sends a page of events."""
    content = {"application/json": {"schema": ref("EventPage")}}
    return {200: {"description": "Events after a number.", "content": content}}


def text_response(media: str) -> Responses:
    """Return the OpenAPI entry of a route that sends text of this media type."""
    return {200: {"description": "The text.", "content": {media: {"schema": {"type": "string"}}}}}


def export_response() -> Responses:
    """Return the OpenAPI entry of the route that sends a session as an exported file."""
    content = {each.media_type.partition(";")[0]: {"schema": {"type": "string"}} for each in every_form().values()}
    content["application/json"] = {"schema": {"type": "object"}}
    return {200: {"description": "The session as a file.", "content": content}}


def report_response() -> Responses:
    """Return the OpenAPI entry of the route that sends the report of a vote on claims, or its votes as data."""
    content = {"text/markdown": {"schema": {"type": "string"}}, "application/json": {"schema": {"type": "object"}}}
    return {200: {"description": "The report as a file.", "content": content}}


def foreign(contract: str, error: str, *statuses: int) -> Responses:
    """Return the OpenAPI entries of a route whose format, error responses included, is defined by another program.

    Args:
        contract: Description of the response.
        error: Name of the schema of its error responses.
        statuses: Statuses of its error responses.
    """
    said = {"application/json": {"schema": {"type": "object", "description": contract}}}
    no = {"application/json": {"schema": ref(error)}}
    found: Responses = {200: {"description": contract, "content": said}}
    return found | {status: {"description": SAYS[status], "content": no} for status in statuses}


def document(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document of all routes."""
    made = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
    schemas = made.setdefault("components", {}).setdefault("schemas", {})
    schemas.pop("HTTPValidationError", None)
    schemas.pop("ValidationError", None)
    schemas.update(components())
    for contract in app.state.contracts:
        schemas.update(contract.schemas)
    made["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    made["security"] = [{"token": []}]
    return made


def components() -> dict[str, Any]:
    """Return the JSON schema of every struct that a route sends, by name."""
    brought: dict[str, Sequence[type[msgspec.Struct]]] = {
        "Ballot": registry.every_ballot(),
        "Finding": registry.every_finding(),
    }
    roots: list[Any] = [*brought["Ballot"], *brought["Finding"], *KINDS.values(), *_SENT.values()]
    roots += [CopyOrigin, Refusal, Gist, SessionState]  # the pages compute the last two themselves
    _, schemas = msgspec.json.schema_components(roots, ref_template=TEMPLATE)
    for base, kinds in brought.items():
        schemas[base] = {
            "description": f"Told apart by `type`. A {base.lower()} of a protocol that is not installed has a type not "
            "named here, and its members as they were recorded.",
            # By name: protocols load in no fixed order, which is no part of the contract.
            "anyOf": [ref(name) for name in sorted(kind.__name__ for kind in kinds)],
            "discriminator": {
                "propertyName": "type",
                "mapping": {str(kind.__struct_config__.tag): TEMPLATE.format(name=kind.__name__) for kind in kinds},
            },
        }
    for schema in schemas.values():
        if schema.get("type") == "object" and "properties" in schema:
            # Only unset fields are left out of what is sent: every other default is written.
            given = schema.get("required", [])
            schema["required"] = [
                name for name, each in schema["properties"].items() if name in given or "default" in each
            ]
    for kind in (SeatSpeaking, SeatWaiting):
        name = kind.__name__
        signal = msgspec.json.schema(kind)["$defs"][name]
        signal["properties"]["kind"] = {"const": name}
        schemas[name] = {**signal, "required": list(signal["properties"])}
    schemas |= {f"{kind}Event": _event(kind, body.version) for kind, body in KINDS.items()}
    schemas["Event"] = {
        "oneOf": [ref(f"{kind}Event") for kind in KINDS],
        "discriminator": {
            "propertyName": "kind",
            "mapping": {kind: TEMPLATE.format(name=f"{kind}Event") for kind in KINDS},
        },
    }
    schemas["OpenAIError"] = object_schema(
        "An error at the OpenAI-compatible door.",
        error=object_schema(
            "What went wrong.",
            message={"type": "string"},
            type={"type": "string"},
            param={"type": ["string", "null"]},
            code={"type": ["string", "null"]},
        ),
    )
    schemas["EventPage"] = object_schema(
        "Events after a number.",
        session={"type": "string"},
        conversation={"type": ["string", "null"], "description": "Its conversation; null outside any."},
        events={"type": "array", "items": ref("Event")},
        after={"type": "integer", "description": "The last event of the page: ask for what comes after it."},
        more={"type": "boolean", "description": "Whether the page is full, so that there may be more now."},
        ended={"type": "boolean", "description": "Whether the session has ended with this page."},
        interrupted={"type": "boolean", "description": "Whether it should run, and nobody runs it."},
        gist={
            "anyOf": [ref("Gist"), {"type": "null"}],
            "description": "What the session came to, in a few words; null while it goes on.",
        },
    )
    return schemas


def _event(kind: str, version: int) -> dict[str, Any]:
    return object_schema(
        f"{kind}, as it stands in a transcript.",
        session={"type": "string"},
        seq={"type": "integer", "minimum": 1},
        key={"type": "string"},
        at={"type": "string", "description": "Wall clock in UTC, for display."},
        t={"type": "integer", "minimum": 0, "description": "Milliseconds of running time."},
        kind={"const": kind},
        version={"type": "integer", "minimum": 1, "maximum": version},
        body=ref(kind),
        origin={"anyOf": [ref("CopyOrigin"), {"type": "null"}]},
    )


def object_schema(description: str, **properties: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON schema of an object with these properties, all required."""
    required = list(properties)
    return {"type": "object", "description": description, "properties": properties, "required": required}


def _line(kind: type) -> str:
    return (kind.__doc__ or kind.__name__).strip().partition("\n")[0]
