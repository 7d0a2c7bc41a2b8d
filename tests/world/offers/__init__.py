"""Services' offers, refusals and token counts."""
