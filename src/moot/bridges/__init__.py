"""Doors into other programs: the plugin of the `llm` program."""
