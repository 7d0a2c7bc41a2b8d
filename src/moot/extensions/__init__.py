"""Moot's own extensions, each found by its entry points like any other package's."""
