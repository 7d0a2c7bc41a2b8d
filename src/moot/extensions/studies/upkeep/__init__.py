"""The commands `moot upkeep …`."""
