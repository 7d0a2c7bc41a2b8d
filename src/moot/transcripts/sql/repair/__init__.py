"""Repair of a damaged or lost store: backups, salvage, and rebuilding its tables."""
