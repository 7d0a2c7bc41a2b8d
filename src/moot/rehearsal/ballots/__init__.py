"""Scripted ballots: any form or schema asked for, filled in as it was wished."""
