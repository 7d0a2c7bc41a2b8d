"""What is known of voters and councils: evidence that finished sessions left, and what it adds up to."""
