"""What goes wrong in tests? Upstreams that fail, replies that are lost, and further attempts that come at once."""
