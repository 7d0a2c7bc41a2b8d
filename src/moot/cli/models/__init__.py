"""`moot models`: what can be seated, and the models that run on this machine"""
