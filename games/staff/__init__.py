"""The staff's door: pages on matches and people, with the public's eyes; whatever is done here leaves a record."""
