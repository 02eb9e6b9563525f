"""One client for each kind of abuse, against a running deployment in which another player plays."""
