"""Commands about councils that meet by themselves, and about who is told."""
