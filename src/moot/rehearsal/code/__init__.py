"""Scripted review of code: what listings hold, and which flaws are found in them."""
