"""A consensus under the names that the `llm consortium` commands and `create_consortium` use."""
