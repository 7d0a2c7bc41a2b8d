"""Choose the environment variables that a program may see: never a key of Moot's or of another service."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

ALLOWED = frozenset(
    (
        *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "LANG", "LANGUAGE", "TZ", "TMPDIR"),
        *("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY"),
        *("NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"),
        *("CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME", "GOOGLE_CLOUD_PROJECT"),
    )
)
"""Names that every program may see, in capitals or not."""
PREFIXES = ("LC_", "XDG_")


def program_environment(environ: Mapping[str, str], more: Iterable[str] = ()) -> dict[str, str]:
    """Return the part of an environment that a program gets.

    Args:
        environ: Moot's own environment.
        more: Names that the endpoint's `env` adds.
    """
    named = frozenset(more)
    return {
        name: value
        for name, value in environ.items()
        if name in named or name.upper() in ALLOWED or name.startswith(PREFIXES)
    }
