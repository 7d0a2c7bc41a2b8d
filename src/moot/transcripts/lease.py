"""Lease a session to the process that runs it, fenced by a number that only grows.

A lease names host, process and the process's start, so that a process that died on this host frees its sessions at
once; on another host they are free when the lease expires. Every append contains the lease's epoch and is refused in
the same transaction when there is a later epoch: a paused process that resumes cannot write.
"""

from __future__ import annotations

import os
import socket
from functools import cache
from pathlib import Path

from msgspec import Struct

LASTS = 15.0
"""Number of seconds after which a lease that is not renewed expires."""
RENEWED_EVERY = 5.0
"""Seconds between two renewals of a lease."""


class LeaseHolder(Struct, frozen=True, kw_only=True):
    """Identifies a process that runs sessions."""

    host: str
    """Name of the machine and id of its current boot."""
    pid: int
    """Id of the process."""
    started: int
    """Time at which the process started, in the kernel's ticks; detects a reused pid."""
    door: str = "python"
    """Interface that the process serves: `cli`, `server`, `python`, …"""


class Lease(Struct, frozen=True, kw_only=True):
    """The right to append events to one session. Only one process has this right at a time."""

    session: str
    """Id of the session."""
    holder: LeaseHolder
    """The process that has the right."""
    epoch: int
    """Number of the lease. It grows each time the right is taken; a higher number voids this lease."""


def holder_here(door: str) -> LeaseHolder:
    """Return the values that identify this process in its leases; `door` is the interface that it serves."""
    return LeaseHolder(host=this_host(), pid=os.getpid(), started=started_at(os.getpid()), door=door)


@cache
def this_host() -> str:
    """Return the machine's name and the id of its boot. Processes recorded before a reboot are thereby recognised as
    dead."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()[:8]
    except OSError:
        boot = ""
    return f"{socket.gethostname()}/{boot}"


def started_at(pid: int) -> int:
    """Return when a process started, in clock ticks since boot; 0 if the system does not report it or the process has
    ended."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return 0
    fields = stat[stat.rindex(")") + 2 :].split()
    return 0 if fields[0] == "Z" else int(fields[19])


def is_dead(holder: LeaseHolder) -> bool:
    """Return whether the process has certainly ended; false for processes on other machines, where this is unknown."""
    if holder.host != this_host():
        return False
    try:
        os.kill(holder.pid, 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    started = started_at(holder.pid)
    return started != holder.started
