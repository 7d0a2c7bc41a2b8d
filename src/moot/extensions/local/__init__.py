"""Language models on this machine: their files, and the processes that run them, one for each model"""
