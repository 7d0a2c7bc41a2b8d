"""The plugin of the `llm` program: councils as models."""
