"""One view model for each page: the server sends it, `--json` prints it, and exports and the terminal read it."""
