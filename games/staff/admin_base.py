"""Base classes for read-only admin pages. Staff change things only through actions that are logged."""

from collections.abc import Iterator
from typing import Any

from django.contrib.admin import ModelAdmin
from django.http import HttpRequest

FILTER_LOOKUPS = ("exact", "isnull", "gte", "lt")
"""The lookups in the links of Django's filters by value and by date."""


class ReadOnlyAdmin(ModelAdmin):  # type: ignore[type-arg]  # it takes none at run time
    """An admin that adds, changes and deletes nothing, whatever the user's permissions, and has no bulk actions."""

    actions = None
    list_per_page = 50
    # Otherwise Django counts the whole table for each page of search results.
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Return whether a list may be filtered by this query parameter.

        Django allows every field of the model. Whether a row is in the list would then tell, letter by letter, what
        no page shows: e-mail addresses and password hashes.
        """
        return lookup in set(self._filter_parameters())

    def _filter_parameters(self) -> Iterator[str]:
        """Yield the parameters of the filters beside the list, and of exact values of the fields that are searched."""
        for field in self.list_filter:
            yield from (str(field), *(f"{field}__{lookup}" for lookup in FILTER_LOOKUPS))
        for field in self.search_fields:
            yield f"{field.lstrip('=')}__exact"


class StaffActAdmin(ReadOnlyAdmin):
    """The audit log of staff actions."""

    list_display = ("at", "by", "act", "about", "detail", "reason")
    list_filter = ("act", "at")
    search_fields = ("=by", "=about", "reason")
    ordering = ("-id",)
