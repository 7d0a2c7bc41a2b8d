"""What a protocol's moves do: asking, dealing, polling, looking up, measuring, recording, concluding."""
