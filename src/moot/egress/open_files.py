"""How many files may this process open, and how many are? Every connection is one, whoever opened it."""

from __future__ import annotations

import os

try:
    import resource
except ImportError:  # a system that bounds no process's files
    resource = None  # type: ignore[assignment]

MOST_FILES = 65_536
"""More are not asked for: some systems let a process ask for as many as it likes and then grant fewer."""
FEWER_FILES = 10_240
"""What macOS grants where it says that there is no bound."""
FEW_FILES = 4_096
"""Where there are fewer, connections that nobody uses are not kept for long."""


def most_open() -> int:
    """Files this process may open now."""
    if resource is None:
        return MOST_FILES
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_FILES if soft == resource.RLIM_INFINITY else min(soft, MOST_FILES)


def raised() -> int:
    """Files this process may open, after the bound was raised as far as it lets itself be raised."""
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
    """About how many files are open: a new one gets the least number that is free."""
    try:
        number = os.dup(2)
    except OSError:
        try:
            number = os.open(os.devnull, os.O_RDONLY)  # a service may run without a standard error
        except OSError:
            return MOST_FILES  # there is not one left
    os.close(number)
    return number
