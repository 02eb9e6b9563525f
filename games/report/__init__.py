"""The audit of a match, told: what was verified, who could see what and when, why each point, how luck was drawn."""
