"""Tests of Moot as an MCP server, with the client of the official SDK."""
