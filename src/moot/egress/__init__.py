"""What may leave this machine, where to, and what may come back: addresses, keys, bytes. One guard for everybody."""
