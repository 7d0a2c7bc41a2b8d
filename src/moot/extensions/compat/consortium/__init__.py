"""The commands of `llm consortium`."""
