"""API for pages that expect a council of three stages."""
