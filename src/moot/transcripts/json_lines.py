"""How is a value written as JSON, whatever its texts hold, so that no reader breaks a line or a tag in it?"""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

_BREAKS = re.compile("[\x7f\x85\u2028\u2029]")


def json_of(value: Any) -> bytes:
    """A value as JSON."""
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:  # halves of surrogate pairs have no UTF-8, and no store can hold them
        plain = json.dumps(msgspec.to_builtins(value), ensure_ascii=False, separators=(",", ":"))
        return plain.encode("utf-8", "replace")


def unbroken(text: str | bytes) -> str:
    """JSON without raw characters at which some reader would break a line."""
    plain = text if isinstance(text, str) else text.decode()
    return _BREAKS.sub(lambda found: f"\\u{ord(found[0]):04x}", plain)


def untagged(text: str) -> str:
    """JSON that may stand in a page: no tag begins or ends in it."""
    return text.replace("<", "\\u003c")
