"""What is a council worth? Councils drawn at random, and what becomes of them by the rule that counts real ones."""
