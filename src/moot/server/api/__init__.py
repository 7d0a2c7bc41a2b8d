"""The native API of the web app: sessions, conversations, councils, rubrics, endpoints."""
