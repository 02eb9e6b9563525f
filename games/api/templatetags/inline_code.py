"""The template filter `inline_code`, for sentences that name fields and endpoints in backticks."""

import re

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def inline_code(sentence: str) -> SafeString:
    """Return the sentence escaped for HTML, with parts in backticks as `<code>`."""
    # Splitting at a group yields text and code in turn.
    parts = re.split(r"`([^`]+)`", sentence)
    return format_html_join(
        "", "{}", ((format_html("<code>{}</code>", part) if number % 2 else part,) for number, part in enumerate(parts))
    )
