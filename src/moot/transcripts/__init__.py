"""How a session is written down: appended once by key, sealed, followed while it runs, folded into its state."""
