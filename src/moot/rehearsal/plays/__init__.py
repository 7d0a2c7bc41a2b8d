"""What scripted voices say in each kind of deliberation."""
