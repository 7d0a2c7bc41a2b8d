"""Demo voices: a provider that needs no model, no key and no network. See `docs/demo.md`."""
