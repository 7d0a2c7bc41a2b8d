"""Ollama over its own API: model list, models, answers."""
