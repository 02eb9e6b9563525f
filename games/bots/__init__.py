"""Computer players: they look and act through the table, like everybody else."""
