"""The commands `moot study …`."""
