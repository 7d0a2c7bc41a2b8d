"""A home without keys."""

from house.conftest import home

__all__ = ["home"]
