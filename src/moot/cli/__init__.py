"""The terminal: `moot` and its commands, a folder for each noun."""
