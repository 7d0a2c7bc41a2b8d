"""What is set up and looked after: models, endpoints, searchers, keys, settings, `moot doctor`."""
