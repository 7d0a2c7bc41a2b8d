"""Guards for outbound connections: allowed addresses, keys, logs, and limits on what is received."""
