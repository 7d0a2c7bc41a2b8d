"""What do services offer, what do they refuse, and how do they count?"""
