"""What the web server enforces below the application: bounds on bytes, frames, time and open connections."""
