"""Test what the published systems promise, from outside: commands, HTTP, WebSocket and files of the installed wheel."""
