"""Doors into other programs: the plugin of `llm`, and consortia under their published names."""
