"""The web server: the API, the pages, and the doors other programs know, a folder for each."""
