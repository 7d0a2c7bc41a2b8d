"""Measuring how near texts lie to each other, on this machine."""
