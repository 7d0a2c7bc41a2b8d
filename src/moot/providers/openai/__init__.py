"""Services with the OpenAI-compatible API."""
