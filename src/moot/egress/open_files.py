"""Limit and count of this process's open files. Every connection needs one."""

from __future__ import annotations

import os

try:
    import resource
except ImportError:  # a system without a limit on open files
    resource = None  # type: ignore[assignment]

MOST_FILES = 65_536
"""Maximum number of open files to ask the system for. Some systems allow any limit and then grant fewer."""
FEWER_FILES = 10_240
"""Number of open files to ask for if `MOST_FILES` is not granted: what macOS allows."""
FEW_FILES = 4_096
"""Number of open files below which idle connections are closed early."""


def most_open() -> int:
    """Return how many files this process may have open."""
    if resource is None:
        return MOST_FILES
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_FILES if soft == resource.RLIM_INFINITY else min(soft, MOST_FILES)


def raised() -> int:
    """Raise this process's limit on open files as far as the system allows. Return the new limit."""
    if resource is None:
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    endless = resource.RLIM_INFINITY
    for wanted in (MOST_FILES, FEWER_FILES):
        aim = wanted if hard == endless else min(wanted, hard)
        if soft == endless or soft >= aim:
            break
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (aim, hard))
        except (ValueError, OSError):
            continue
        break
    return most_open()


def in_use() -> int:
    """Estimate how many files this process has open, from the number of a newly opened file: it gets the lowest free
    one."""
    try:
        number = os.dup(2)
    except OSError:
        try:
            number = os.open(os.devnull, os.O_RDONLY)  # a service may run without a standard error
        except OSError:
            return MOST_FILES  # none is left
    os.close(number)
    return number
