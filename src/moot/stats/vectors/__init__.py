"""Arithmetic on embedding vectors: similarity, clusters and projection to a plane."""
