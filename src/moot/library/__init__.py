"""Councils, personas and rubrics as TOML: packaged, then the user's, then the project's."""
