"""Tools that members call when they answer a question: the interface, the packaged tools, and all of them by name."""
