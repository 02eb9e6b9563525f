"""Before the staff does something it is asked whether it means it, and why."""

from collections.abc import Callable
from typing import Any, TypeAlias

from django import forms
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse

from games.rulebook import Refused

ConfirmedAction: TypeAlias = Callable[[str], None]
"""Does what was asked for, for this reason."""


class ReasonForm(forms.Form):
    reason = forms.CharField(
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3, "cols": 60}),
        help_text="It stays in the staff's book for good: write no names and nothing private.",
    )


def confirm_and_run(
    request: HttpRequest, site: AdminSite, title: str, warning: str, return_url: str, action: ConfirmedAction
) -> HttpResponse:
    """The page that asks, and the act once it is confirmed."""
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            action(form.cleaned_data["reason"])
        except Refused as refused:
            messages.error(request, f"Nothing was done: {refused.detail}")
        else:
            messages.success(request, f"Done: {title}.")
        return HttpResponseRedirect(return_url)
    context: dict[str, Any] = {"title": title, "warning": warning, "form": form, "back": return_url}
    return TemplateResponse(request, "staff/ask.html", {**site.each_context(request), **context})
