"""Compute text embeddings on this machine, to compare texts."""
