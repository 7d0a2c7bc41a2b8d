"""Serve an API that another program defines: its errors, and rules for its paths that apply before a route is reached.

A router that speaks such an API is a `ContractRouter`. Example:

    class Weather(Contract):
        ignores_parameters = "Its clients add a time, against caches."

        def covers(self, path: str) -> bool:
            return path.startswith("/api/weather")

        def refusal(self, path: str, status: int, code: str, text: str) -> object:
            return {"fault": text}

    router = ContractRouter(Weather(), prefix="/api/weather")
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fastapi import APIRouter
from msgspec import UNSET, UnsetType

from moot.extension_points import load_all
from moot.server.dependencies import Backend
from moot.server.shapes.debate_replies import Records
from moot.server.watching.socket import Client, Speaker
from moot.views.result import Result
from moot.views.sessions import SessionRow


class Contract:
    """Rules for the paths of an API that another program defines. A subclass overrides the rules that differ from the
    defaults."""

    ignores_parameters = ""
    """Why parameters that no route declares are ignored; empty if they are refused."""
    own_statuses = False
    """Whether an `HTTPException` is sent with its own text, because this API's clients know the text."""
    door = "none"
    """Interface recorded for sessions that this API opens.

    Pages that `admits_origin` lets in can read only these sessions.
    """
    token_header, token_parameter = b"", ""
    """A header, in lower case, and a query parameter that may contain this server's token, too."""
    schemas: Mapping[str, dict[str, Any]] = {}
    """JSON schemas that the OpenAPI document needs, by name; `foreign` refers to them."""

    def covers(self, path: str) -> bool:
        """Return whether a path belongs to the API that this contract describes."""
        return False

    def admits_origin(self, method: str, path: str) -> bool:
        """Return whether a page of a trusted origin, on this machine, may send this request without the token.

        Args:
            method: The method; empty for a WebSocket.
            path: The path.
        """
        return False

    def refusal(self, path: str, status: int, code: str, text: str) -> object:
        """Return the body of an error response, as a value that can be encoded as JSON."""
        return {"error": {"code": code, "message": text}}

    def invalid(self, errors: Iterable[Mapping[str, Any]]) -> object:
        """Return the body of the response to a request that fails validation.

        Returns `None` to use the same body as for all other errors, which `refusal` makes.

        Args:
            errors: The errors as pydantic lists them.
        """
        return None

    def speaker(self, backend: Backend, client: Client, text: str, guest: bool) -> Speaker | None:
        """Return a handler for a client of the WebSocket `/ws`, or `None` if its first message is not in this API's
        format.

        Args:
            backend: The server's state.
            client: The connection to the client.
            text: The client's first message.
            guest: Whether the client is a page that this API let in without the token.
        """
        return None

    async def rows(self, backend: Backend, protocol: str, rows: list[SessionRow]) -> list[SessionRow]:
        """Return the rows of a list of sessions, with fields that this API adds for sessions of its own protocol.

        `protocol` is the protocol to which the list is limited.
        """
        return rows

    async def records(self, backend: Backend, result: Result) -> Records | UnsetType:
        """Return the records that this API adds to a session's result, or `UNSET` for none."""
        return UNSET


class ContractRouter(APIRouter):
    """Routes of an API that another program defines."""

    def __init__(self, contract: Contract, **given: Any) -> None:
        super().__init__(**given)
        self.contract = contract


def installed_contracts() -> Sequence[Contract]:
    """Return the contracts (the rules of APIs that other programs define) of all installed packages."""
    routers = load_all("moot.routers", APIRouter).values()
    return [router.contract for router in routers if isinstance(router, ContractRouter)]


def contract_of(path: str, contracts: Iterable[Contract]) -> Contract | None:
    """Return the contract of the API that a path belongs to, or `None`."""
    return next((each for each in contracts if each.covers(path)), None)
