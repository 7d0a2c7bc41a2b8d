"""States of the page to draw, and functions that take and cut their pictures."""
