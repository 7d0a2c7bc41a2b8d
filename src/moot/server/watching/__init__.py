"""Watch a running session over streams and sockets."""
