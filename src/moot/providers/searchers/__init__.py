"""How does a council look things up? One file per service; addresses and keys are rows in services.toml."""
