"""The `moot` commands: a folder for each noun."""
