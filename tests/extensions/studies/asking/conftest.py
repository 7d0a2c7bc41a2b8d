"""A home without keys."""

from app.conftest import home

__all__ = ["home"]
