"""Code generation from an OpenAPI document."""
