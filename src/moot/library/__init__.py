"""What is on the shelf? Councils and personas as TOML: packaged, then the user's, then the project's."""
