"""What is known of earlier sessions when one opens, and what a session leaves for later ones?"""
