"""Services that speak the OpenAI-compatible API."""
