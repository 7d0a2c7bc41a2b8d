"""What many questions under several conditions show, with how sure it is: differences, stability, recall."""
