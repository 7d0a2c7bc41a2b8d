"""The door of the web app: sessions, conversations, councils, rubrics, endpoints."""
