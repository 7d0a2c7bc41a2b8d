"""Watching a session while it runs, over streams and sockets."""
