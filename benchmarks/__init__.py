"""How fast is Moot, and at what cost? One module per question; every figure is a ratio or a median of one run."""
