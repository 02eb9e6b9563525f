"""Match records and their verification. Standard library only, so that a match can be verified offline."""
