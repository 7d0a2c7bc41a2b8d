"""View models: one per page, used by the server, `--json`, exports and the terminal."""
