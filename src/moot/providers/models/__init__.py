"""What is known of models: what services list, what they can do, what they cost, what refusals taught."""
