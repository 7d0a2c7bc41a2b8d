"""A user's world for Moot: a large gateway, the makers' own services, and a laptop."""
