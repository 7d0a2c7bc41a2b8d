"""Models of the `llm` program's plugins."""
