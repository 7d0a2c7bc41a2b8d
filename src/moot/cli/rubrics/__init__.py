"""`moot rubrics`."""
