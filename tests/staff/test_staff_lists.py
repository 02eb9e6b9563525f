"""The staff's lists answer no question about what they don't show: filters, search, ordering and links."""

import html
import re
from collections.abc import Iterator
from typing import Any, TypeAlias

import pytest
from django.contrib.admin import ModelAdmin
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User
from games.staff.admin_base import ReadOnlyAdmin
from games.staff.models import StaffAct
from games.staff.site import site
from tests.api.game_table import GameTable

pytestmark = pytest.mark.django_db

MARKER_EMAIL = "canary@example.org"
LOOKUPS = ("", "__exact", "__iexact", "__in", "__startswith", "__contains", "__regex", "__gt", "__lt", "__isnull")
Admin: TypeAlias = "ModelAdmin[Any]"
ADMINS = sorted(site._registry.values(), key=lambda admin: admin.opts.model_name or "")


@pytest.fixture
def client(settings: Settings) -> Client:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    superuser = User.objects.create_superuser("root", "a long password")
    User.objects.filter(pk=superuser.pk).update(email=MARKER_EMAIL)
    StaffAct.objects.create(by="u_1", act="ban", about="u_2", reason="why")
    GameTable(visibility="private", password="sesame").start()
    client = Client()
    client.force_login(superuser)
    return client


def list_url(admin: Admin) -> str:
    return reverse(f"admin:{admin.opts.app_label}_{admin.opts.model_name}_changelist")


def list_status(client: Client, admin: Admin, **query: str) -> int:
    return client.get(list_url(admin), query).status_code


def shown_fields(admin: Admin) -> set[str]:
    return {str(name) for name in admin.list_display}


def hidden_paths(admin: Admin) -> Iterator[str]:
    """Yield each field of the model that the list doesn't show, and fields of the models that it is related to."""
    for field in admin.opts.get_fields():
        if field.name not in shown_fields(admin):
            yield field.name
        if field.related_model:
            yield from (f"{field.name}__{other.name}" for other in field.related_model._meta.get_fields())


def test_every_admin_has_the_rules_for_lists():
    assert [admin.opts.model_name for admin in ADMINS] == ["match", "person", "staffact"]
    assert all(isinstance(admin, ReadOnlyAdmin) for admin in ADMINS)


@pytest.mark.parametrize("admin", ADMINS, ids=lambda admin: str(admin.opts.model_name))
def test_lists_cannot_be_filtered_by_what_they_do_not_show(client: Client, admin: Admin):
    paths = list(hidden_paths(admin))
    parameters = [f"{path}{lookup}" for path in paths for lookup in LOOKUPS]
    shown = [f"{name}__{lookup}" for name in shown_fields(admin) for lookup in ("regex", "iregex", "startswith")]
    allowed = [name for name in (*parameters, *shown) if admin.lookup_allowed(name, "a", None)]  # type: ignore[arg-type]
    assert allowed == []
    assert {list_status(client, admin, **{f"{path}__startswith": "c"}) for path in paths} <= {400}


def test_an_email_address_or_a_password_hash_cannot_be_guessed_in_the_list_of_people(client: Client):
    admin = next(admin for admin in ADMINS if admin.opts.model_name == "person")
    user = User.objects.get(email=MARKER_EMAIL)
    for name, value in (("email", MARKER_EMAIL), ("password", user.password)):
        for lookup, guess in (("exact", value), ("startswith", value[:3]), ("regex", "^" + value[:3])):
            answer = client.get(list_url(admin), {"id__exact": user.id, f"{name}__{lookup}": guess})
            assert (answer.status_code, "fields beside it only" in answer.content.decode()) == (400, True)
        assert user.id not in client.get(list_url(admin), {"q": value}).content.decode()
        assert list_status(client, admin, _to_field=name) == 400


@pytest.mark.parametrize("admin", ADMINS, ids=lambda admin: str(admin.opts.model_name))
def test_lists_search_and_order_by_shown_fields_only(client: Client, admin: Admin):
    names = {str(name).lstrip("=-") for name in (*admin.search_fields, *(admin.ordering or ()))} - {"id"}
    assert names <= shown_fields(admin)
    for column in ("1", "-1", "99", "email", "-password", "1.email"):
        changelist = client.get(list_url(admin), {"o": column}).context["cl"]
        ordered = {name.lstrip("-") for name in changelist.queryset.query.order_by}
        assert ordered <= shown_fields(admin) | {"pk", "id"}, column


@pytest.mark.parametrize("admin", ADMINS, ids=lambda admin: str(admin.opts.model_name))
def test_the_filters_and_columns_that_a_list_offers_work(client: Client, admin: Admin):
    text = client.get(list_url(admin)).content.decode()
    links = {html.unescape(link) for link in re.findall(r'href="(\?[^"]+)"', text)}
    assert len(links) > 5
    assert [link for link in sorted(links) if client.get(list_url(admin) + link).status_code != 200] == []


def test_no_other_page_of_the_site_looks_fields_up(client: Client):
    query = {"app_label": "accounts", "model_name": "token", "field_name": "user", "term": "root"}
    assert client.get(reverse("admin:autocomplete"), query).status_code == 403
