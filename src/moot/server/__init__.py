"""The web server: the HTTP API, the OpenAI-compatible API and the pages, a folder for each."""
