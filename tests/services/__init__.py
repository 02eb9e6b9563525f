"""Private servers for the tests: PostgreSQL, Valkey and whole houses, thrown away afterwards."""
