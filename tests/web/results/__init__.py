"""Does the web app do what it should, in a real browser, against the installed wheel and a real server?"""
