"""Sessions as HTML pages, with their maps and figures."""
