"""What passes between clients and the house, whatever the door: strict bodies, commands, problems."""
