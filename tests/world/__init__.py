"""What does a user's world look like from Moot? A large gateway, the makers' own services, and a laptop."""
