"""Export sessions as HTML pages, with their maps and figures."""
