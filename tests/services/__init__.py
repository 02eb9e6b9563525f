"""Private servers for the tests: PostgreSQL, Valkey and whole deployments, deleted afterwards."""
