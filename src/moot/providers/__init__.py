"""Providers: the ways to call a model, one folder each, with embedders and searchers."""
