"""`moot sessions`."""
