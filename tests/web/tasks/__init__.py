"""What does somebody do first, in how many steps? Twelve tasks, walked as the page of them says."""
