"""The audit report of a match: verification result, visibility of secrets, reasons for points, and every shuffle."""
