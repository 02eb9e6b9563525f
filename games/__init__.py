"""The service: one package for each part; `[tool.importlinter]` in pyproject.toml has their layers."""
