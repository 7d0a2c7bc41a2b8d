"""Stand-ins for the world in tests: scripted upstreams on real sockets, and the ledger of their requests."""
