"""Ollama over its own API: its list, its models, its answers."""
