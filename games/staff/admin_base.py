"""Pages that only tell: whatever the staff changes, it changes by an act."""

from typing import Any

from django.contrib.admin import ModelAdmin
from django.http import HttpRequest


class ReadOnlyAdmin(ModelAdmin):  # type: ignore[type-arg]  # it takes none at run time
    """Nothing is added, changed or deleted here, whatever permissions somebody has; no bulk actions either."""

    actions = None
    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class StaffActAdmin(ReadOnlyAdmin):
    list_display = ("at", "by", "act", "about", "detail", "reason")
    list_filter = ("act", "at")
    search_fields = ("=by", "=about", "reason")
    ordering = ("-id",)
