"""Encode values as JSON without characters that break a line or an HTML tag for some reader."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

_BREAKS = re.compile("[\x7f\x85\u2028\u2029]")


def json_of(value: Any) -> bytes:
    """Return a value as JSON; characters that UTF-8 cannot encode are replaced."""
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:  # lone surrogates have no UTF-8, and no store can contain them
        plain = json.dumps(msgspec.to_builtins(value), ensure_ascii=False, separators=(",", ":"))
        return plain.encode("utf-8", "replace")


def unbroken(text: str | bytes) -> str:
    """Return the JSON text with characters escaped that some readers take as a line break."""
    plain = text if isinstance(text, str) else text.decode()
    return _BREAKS.sub(lambda found: f"\\u{ord(found[0]):04x}", plain)


def untagged(text: str) -> str:
    """Return the JSON text with `<` escaped, so that in an HTML page it can neither start nor end a tag."""
    return text.replace("<", "\\u003c")
