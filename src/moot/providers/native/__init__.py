"""Services that are asked through their own libraries."""
