"""`moot upkeep` and its commands: whether votes may be believed."""
