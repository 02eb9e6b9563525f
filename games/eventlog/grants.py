"""The privileges of the application's role on PostgreSQL: without triggers, too, it could not change the log."""

from collections.abc import Iterator

from django.apps import apps
from psycopg import sql

READ_ONLY = "SELECT"
READ_WRITE = "SELECT, INSERT, UPDATE, DELETE"
GRANTS_BY_TABLE = {
    "django_migrations": READ_ONLY,
    "eventlog_event": "SELECT, INSERT",
    # Only to erase a personal value; triggers refuse all other updates.
    "eventlog_opening": "SELECT, INSERT, UPDATE (salt, value)",
    "eventlog_head": "SELECT, INSERT, UPDATE",
    "eventlog_command": "SELECT, INSERT, DELETE",
    "staff_staffact": "SELECT, INSERT",
}
"""Privileges on single tables; on all others the application has READ_WRITE, which excludes TRUNCATE."""
RETIRED_TABLES = ("records_import",)
"""Tables without a model, which only servers of the previous release use, as the same role; the next one drops them."""


def table_names() -> list[str]:
    """Return the names of all tables of the project."""
    models = apps.get_models(include_auto_created=True)
    return sorted({"django_migrations", *RETIRED_TABLES, *(model._meta.db_table for model in models)})  # noqa: SLF001


def grant_statements(role: str, database: str) -> Iterator[sql.Composable]:
    """Yield statements that revoke all privileges of the role and grant those that it needs.

    The owner of the tables has to run them.
    """
    role_name = sql.Identifier(role)
    yield sql.SQL("GRANT CONNECT ON DATABASE {} TO {}").format(sql.Identifier(database), role_name)
    yield sql.SQL("GRANT USAGE ON SCHEMA public TO {}").format(role_name)
    # First, so that nothing remains of what an earlier release has granted.
    yield sql.SQL("REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {}").format(role_name)
    yield sql.SQL("REVOKE ALL ON ALL TABLES IN SCHEMA public FROM PUBLIC")
    # SELECT is for `pg_dump`: backups may be made as this role.
    yield sql.SQL("GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {}").format(role_name)
    for table in table_names():
        privileges = sql.SQL(GRANTS_BY_TABLE.get(table, READ_WRITE))
        yield sql.SQL("GRANT {} ON {} TO {}").format(privileges, sql.Identifier(table), role_name)
