"""Services called through their own libraries."""
