"""Tests of MCP servers as tools, against real servers."""
