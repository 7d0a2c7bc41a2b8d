"""Exit codes of `moot`, in the one table that every command and every error reads."""

EXIT_CODES = {
    "verdict": 0,
    "inconclusive": 0,
    "well": 0,  # `moot sessions verify`: sealed, unchanged, consistent
    "failed": 1,
    "usage": 2,
    "unreadable": 2,  # `moot sessions verify`: not a transcript
    "out_of_budget": 3,
    "changed": 4,  # a transcript was changed after its export
    "degraded": 4,  # `moot study run`: more degraded results than `--tolerate` allows
    "diverges": 5,  # `moot sessions verify`: the verdict does not follow from the record
    "unsealed": 6,  # `moot sessions verify`
    "unknown_signer": 7,  # `moot sessions verify`
    "stopped": 130,  # Ctrl-C: 128 and SIGINT's 2, as shells report it
    "pipe_closed": 141,  # the reader of stdout left: 128 and SIGPIPE's 13, as shells report it
}
"""Exit code by the status of a session, the conclusion of a check, or another reason to exit."""
