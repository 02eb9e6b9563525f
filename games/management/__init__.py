"""The shell's door to the house: its commands and the processes they run."""
