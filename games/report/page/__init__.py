"""The report as an HTML page that loads nothing but card pictures."""
