"""Which states of the page are drawn, and how are pictures of them taken and cut?"""
