"""Who runs a session? The process that holds its lease, fenced by a number that only grows.

A lease names host, process and the process's own start, so that a process that died on this host frees its sessions at
once; on another host they are free when the lease runs out. Every append carries the lease's epoch and is refused in
the same transaction when a later epoch stands: a paused process that wakes up cannot write.
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
    """A process that can hold leases."""

    host: str
    """The machine, told apart from itself before a reboot."""
    pid: int
    """The process."""
    started: int
    """When the process started, in the kernel's own ticks; tells a pid that was given anew."""
    door: str = "python"
    """Which door it is: `cli`, `server`, `python`, …"""


class Lease(Struct, frozen=True, kw_only=True):
    """The right to append to one session."""

    session: str
    """The session."""
    holder: LeaseHolder
    """Who holds it."""
    epoch: int
    """The fencing number; a later one makes this lease void."""


def holder_here(door: str) -> LeaseHolder:
    """This process as a holder."""
    return LeaseHolder(host=this_host(), pid=os.getpid(), started=started_at(os.getpid()), door=door)


@cache
def this_host() -> str:
    """This machine's name and boot, so that pids of an earlier boot are not taken for living ones."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()[:8]
    except OSError:
        boot = ""
    return f"{socket.gethostname()}/{boot}"


def started_at(pid: int) -> int:
    """The start of a process in clock ticks since boot; 0 where the system does not say."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return 0
    fields = stat[stat.rindex(")") + 2 :].split()
    return 0 if fields[0] == "Z" else int(fields[19])


def is_dead(holder: LeaseHolder) -> bool:
    """Whether the holder surely no longer runs: only known for processes of this host."""
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
