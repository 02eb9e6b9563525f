"""Base classes for read-only admin pages. Staff change things only through actions that are logged."""

from typing import Any

from django.contrib.admin import ModelAdmin
from django.http import HttpRequest


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


class StaffActAdmin(ReadOnlyAdmin):
    """The audit log of staff actions."""

    list_display = ("at", "by", "act", "about", "detail", "reason")
    list_filter = ("act", "at")
    search_fields = ("=by", "=about", "reason")
    ordering = ("-id",)
