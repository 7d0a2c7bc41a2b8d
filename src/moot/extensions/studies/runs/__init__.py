"""The command `moot run`: the questions of a file, each in a session."""
