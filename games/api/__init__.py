"""The HTTP door: what third-party clients call."""
