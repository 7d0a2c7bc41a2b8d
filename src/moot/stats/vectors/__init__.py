"""Arithmetic over vectors of texts: how near they lie, which lie together, and where they lie on a plane."""
