"""Implement `moot serve`, `moot sessions open` and `answer-now`. No other file of the commands imports the server."""

from __future__ import annotations

import http.client
import json
import threading
import webbrowser
from urllib.parse import quote, urlsplit

import click

from moot.app.examples import resolve
from moot.cli.completion import session_ids
from moot.cli.screen.terminal import remark, say, show_json
from moot.cli.screen.watching import in_app
from moot.cli.screen.watching import run as finish
from moot.errors import Conflict
from moot.server.admission.access import token_at
from moot.server.dependencies import Backend
from moot.server.serving import MootServer
from moot.server.serving import run as served
from moot.settings import address, home_folder, server_address, settings_from


@click.command()
@click.option("--host", metavar="ADDRESS", help="Where to listen; loopback unless set otherwise.")
@click.option("--port", type=click.IntRange(0, 65535), help="The port; 0 takes a free one.")
@click.option(
    "--trust-origin",
    "origins",
    multiple=True,
    metavar="ORIGIN",
    help="Ask this origin for no token: three-stage API, watched debates; on loopback only.",
)
@click.option(
    "--local", is_flag=True, help="Run models on this machine and seat them; fetches a small one if none is here."
)
@click.option("--access-log", is_flag=True, help="Log each request to stderr: who, what, status, bytes, time.")
def serve(host: str | None, port: int | None, origins: tuple[str, ...], local: bool, access_log: bool) -> int:
    """Start the server: pages, API, OpenAI-compatible API.

    Anyone with the token can ask questions and spend money. The printed address contains the token, unless you set your
    own. Sessions that an earlier server left unfinished are resumed. With --local, models on this machine sit when no
    model is named, in the pages too.
    """
    if local:
        finish(in_app(lambda app: app.model_host.ensure_model()))
    try:
        served(host=host, port=port, trust_origins=origins, access_log=access_log, local=local)
    except KeyboardInterrupt:  # the usual way to end a server
        say("Closed. What was running goes on when the server starts again.", err=True)
    return 0


@click.command("open")
@click.argument("session", default="last", shell_complete=session_ids)
@click.option("--print", "only_print", is_flag=True, help="Print the address instead, which holds the server's token.")
def open_command(session: str, only_print: bool) -> int:
    """Open a session in the browser.

    Without SESSION, the newest. Uses a running server; if none runs, starts one until Ctrl-C.
    """
    page = f"/s/{finish(in_app(lambda app: resolve(app, session)))}"
    if running := _running():
        _show(*running, page, only_print)
        return 0

    def started(server: MootServer, backend: Backend) -> None:
        place = address(settings_from(home_folder()).host, backend.access.port)
        threading.Thread(target=_show, args=(place, backend.access.token, page, only_print), daemon=True).start()

    try:
        served(started=started)
    except KeyboardInterrupt:
        say("Closed.", err=True)
    return 0


@click.command("answer-now")
@click.argument("session", default="last", shell_complete=session_ids)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def answer_now(session: str, as_json: bool) -> int:
    """Have the answer written at once, from what has arrived.

    The server that runs the session gives up open calls and skips the stages ahead.
    """
    whole = finish(in_app(lambda app: resolve(app, session)))
    if not (running := _running()):
        raise Conflict("No server runs here.", "Only a session that `moot serve` runs can be answered early.")
    place, token = running
    found = json.loads(_requested(place, "POST", f"/api/sessions/{whole}/answer-now", token))
    if error := found.get("error"):
        raise Conflict(error["message"], error.get("remedy", ""))
    if as_json:
        show_json(found)
    else:
        say(f"{whole[:8]} is answered from what has arrived.")
    return 0


def _running() -> tuple[str, str] | None:
    """Return the address and the token of this home folder's running server; `None` if no server answers.

    The address that the server has written down is tried first, then the address in the settings.
    """
    home = home_folder()
    settings = settings_from(home)
    places = dict.fromkeys((server_address(home, settings), address(settings.host, settings.port)))
    found = next((place for place in places if _answers(place)), None)
    return (found, settings.auth_token or token_at(home)) if found else None


def _answers(place: str) -> bool:
    """Return whether a Moot server is running at this address: it refuses a request without a token, so none is
    sent."""
    try:
        return b"not_signed_in" in _requested(place, "GET", "/api/health")
    except (OSError, ValueError, http.client.HTTPException):
        return False


def _requested(place: str, method: str, path: str, token: str = "") -> bytes:
    where = urlsplit(place)
    line = http.client.HTTPConnection(where.hostname or "", where.port, timeout=60 if token else 2)
    try:
        line.request(method, path, headers={"Authorization": f"Bearer {token}"} if token else {})
        return line.getresponse().read(10_000)
    finally:
        line.close()


def _show(place: str, token: str, page: str, only_print: bool) -> None:
    whole = f"{place}/?token={quote(token, safe='')}&to={quote(page, safe='')}"
    if only_print:
        say(whole)
    elif webbrowser.open(whole):
        say(f"Opened {place}{page} in the browser.", err=True)
    else:
        remark(f"No browser was found on this machine. Open this address in one: {whole}")
