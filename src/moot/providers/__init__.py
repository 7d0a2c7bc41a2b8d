"""How does a seat reach a model? One file per wire format; a service that is only a URL is a row in endpoints.toml."""
