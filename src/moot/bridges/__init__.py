"""Doors into other programs."""
