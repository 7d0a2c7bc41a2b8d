"""The commands `moot insights upkeep …`."""
