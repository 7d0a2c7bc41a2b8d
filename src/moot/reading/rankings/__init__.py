"""Parsers of rankings: forms and numbered lists."""
