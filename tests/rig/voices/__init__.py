"""Who answers in tests without a network, and how? Panels by a table, plain providers, sessions without prompts."""
