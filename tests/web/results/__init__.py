"""Tests of results in the web app, in a real browser, against the installed wheel and a real server."""
