"""`moot councils`."""
