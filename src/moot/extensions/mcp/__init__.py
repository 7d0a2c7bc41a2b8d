"""Tools of MCP servers for members: programs on this machine, or services at an address."""
