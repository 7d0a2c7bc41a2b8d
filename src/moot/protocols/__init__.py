"""How does a council deliberate? One file per protocol, nothing else to touch."""
