"""Many at once, against real servers: two web processes on each database."""
