"""What stands in for the world in tests? Scripted upstreams on real sockets, and the ledger of what they were asked."""
