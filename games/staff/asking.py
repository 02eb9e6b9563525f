"""Before the staff does something it is asked whether it means it, and why."""

from collections.abc import Callable
from typing import Any, TypeAlias

from django import forms
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse

from games.rulebook import Refused

Act: TypeAlias = Callable[[str], None]
"""Does what was asked for, for this reason."""


class Reason(forms.Form):
    reason = forms.CharField(
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3, "cols": 60}),
        help_text="It stays in the staff's book for good: write no names and nothing private.",
    )


def asked(request: HttpRequest, site: AdminSite, title: str, warning: str, back: str, act: Act) -> HttpResponse:
    """The page that asks, and the act once it is confirmed."""
    form = Reason(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            act(form.cleaned_data["reason"])
        except Refused as refused:
            messages.error(request, f"Nothing was done: {refused.detail}")
        else:
            messages.success(request, f"Done: {title}.")
        return HttpResponseRedirect(back)
    context: dict[str, Any] = {"title": title, "warning": warning, "form": form, "back": back}
    return TemplateResponse(request, "staff/ask.html", {**site.each_context(request), **context})
