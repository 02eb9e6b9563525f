"""The table: the one place where a match is played (`play`) and looked at (`look`)."""
