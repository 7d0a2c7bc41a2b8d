"""Migrations of the schema: one file for each step, forward only."""
