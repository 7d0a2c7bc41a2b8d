"""Which rule makes the best answer win most often? Councils drawn under stated conditions, judged by many rules."""
