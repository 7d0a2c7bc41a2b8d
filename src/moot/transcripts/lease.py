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
"""Seconds a lease lasts without being renewed."""
RENEWED_EVERY = 5.0
"""Seconds between renewals."""


class LeaseHolder(Struct, frozen=True, kw_only=True):
    """A process that can own leases."""

    host: str
    """The machine and its boot, so that it differs after a reboot."""
    pid: int
    """The process."""
    started: int
    """When the process started, in the kernel's ticks; detects a reused pid."""
    door: str = "python"
    """The interface: `cli`, `server`, `python`, …"""


class Lease(Struct, frozen=True, kw_only=True):
    """The right to append to one session."""

    session: str
    """The session."""
    holder: LeaseHolder
    """The owner."""
    epoch: int
    """The fencing number; a later one voids this lease."""


def holder_here(door: str) -> LeaseHolder:
    """Return this process as a holder."""
    return LeaseHolder(host=this_host(), pid=os.getpid(), started=started_at(os.getpid()), door=door)


@cache
def this_host() -> str:
    """Return this machine's name and boot, so that pids of an earlier boot do not count as running."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()[:8]
    except OSError:
        boot = ""
    return f"{socket.gethostname()}/{boot}"


def started_at(pid: int) -> int:
    """Return the start of a process in clock ticks since boot; 0 if the system does not report it."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return 0
    fields = stat[stat.rindex(")") + 2 :].split()
    return 0 if fields[0] == "Z" else int(fields[19])


def is_dead(holder: LeaseHolder) -> bool:
    """Return whether the holder certainly no longer runs: only known for processes of this host."""
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
