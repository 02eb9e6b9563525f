"""The confirmation page of staff actions, which asks for a reason."""

from collections.abc import Callable
from typing import Any, TypeAlias

from django import forms
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse

from games.rulebook import Refused

ConfirmedAction: TypeAlias = Callable[[str], None]
"""Performs the action. The argument is the reason, for the audit log."""


class ReasonForm(forms.Form):
    reason = forms.CharField(
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3, "cols": 60}),
        help_text="The reason stays in the audit log forever. Do not include names or private information.",
    )


def confirm_and_run(
    request: HttpRequest, site: AdminSite, title: str, warning: str, return_url: str, action: ConfirmedAction
) -> HttpResponse:
    """Show the confirmation page, or run the action if the request confirms it.

    Args:
        request: GET shows the page, POST with a reason runs the action.
        site: the admin site, for its template context.
        title: the action, for people; also the label of the button.
        warning: what the action does.
        return_url: where to go after the action, or when it is canceled.
        action: performs the action. If it raises `Refused`, the refusal is shown as a message.
    """
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            action(form.cleaned_data["reason"])
        except Refused as refused:
            messages.error(request, f"No action was taken: {refused.detail}")
        else:
            messages.success(request, f"Done: {title}.")
        # Redirected also after a refusal, so that reloading the page doesn't send the action again.
        return HttpResponseRedirect(return_url)
    context: dict[str, Any] = {"title": title, "warning": warning, "form": form, "back": return_url}
    return TemplateResponse(request, "staff/confirm.html", {**site.each_context(request), **context})
