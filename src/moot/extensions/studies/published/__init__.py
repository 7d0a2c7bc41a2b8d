"""Aggregate, compare and report the published files of runs."""
