"""The door for programs that speak the OpenAI-compatible API."""
