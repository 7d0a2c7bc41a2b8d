"""Serve Moot to other programs as an MCP server: `moot mcp` over stdio, `/mcp` over HTTP."""
