"""Authentication, request limits and connection limits, applied before a route is reached."""
