"""Seats for signed-in command-line programs, such as Claude Code, Codex and Gemini CLI, as the API format `cli`."""
